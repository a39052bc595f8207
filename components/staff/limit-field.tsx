'use client';

import { useTranslations } from 'next-intl';
import { Field } from '../form/field';

/** A connection to choose from, by its id. */
export type ShownConnection = { id: string; name: string };

type LimitFieldProps = {
  id: string;
  connections: readonly ShownConnection[];
  /** Ids of the chosen ones; null: all, those that come later too. */
  chosen: readonly string[] | null;
  change: (chosen: string[] | null) => void;
  error: string | null;
};

/** Under which connections a person works: all, or some of them. */
export function LimitField({ id, connections, chosen, change, error }: LimitFieldProps) {
  const t = useTranslations('staff.limit');
  const toggle = (one: string, isOn: boolean) =>
    change(connections.map((each) => each.id).filter((each) => (each === one ? isOn : chosen?.includes(each))));
  return (
    <Field
      id={id}
      name="connectionLimit"
      apiName={null}
      label={t('label')}
      help={t('help')}
      error={error}
      isChanged={false}
      isGroup
    >
      {(control) => (
        <fieldset
          className="grid gap-1"
          id={control.id}
          aria-labelledby={`${id}-label`}
          aria-describedby={control['aria-describedby']}
        >
          {([null, []] as const).map((start) => (
            <label key={start === null ? 'all' : 'some'} className="tick">
              <input
                type="radio"
                className="radio"
                name="connectionLimit.kind"
                value={start === null ? 'all' : 'some'}
                checked={(chosen === null) === (start === null)}
                onChange={() => change(start === null ? null : [])}
              />
              <span>{t(start === null ? 'all' : 'some')}</span>
            </label>
          ))}
          {chosen !== null && (
            <div className="grid grid-cols-2 gap-x-4 pl-6">
              {connections.map((one) => (
                <label key={one.id} className="tick">
                  <input
                    type="checkbox"
                    className="check"
                    name="connectionLimit"
                    value={one.id}
                    checked={chosen.includes(one.id)}
                    onChange={(event) => toggle(one.id, event.target.checked)}
                  />
                  <span>{one.name}</span>
                </label>
              ))}
            </div>
          )}
        </fieldset>
      )}
    </Field>
  );
}
