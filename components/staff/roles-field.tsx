'use client';

import { useTranslations } from 'next-intl';
import type { Role } from '@/lib/auth/permissions';
import { Field } from '../form/field';

/** A role in the reader's words; `isAbove` marks one that the reader may not give. */
export type ShownRole = { value: Role; label: string; isAbove: boolean };

type RolesFieldProps = {
  id: string;
  roles: ShownRole[];
  chosen: readonly string[];
  change: (chosen: Role[]) => void;
  error: string | null;
};

/** The roles of a person, one tick each. */
export function RolesField({ id, roles, chosen, change, error }: RolesFieldProps) {
  const t = useTranslations('staff.roles');
  const toggle = (role: Role, isOn: boolean) =>
    change(roles.map(({ value }) => value).filter((one) => (one === role ? isOn : chosen.includes(one))));
  return (
    <Field
      id={id}
      name="roles"
      apiName={null}
      label={t('label')}
      help={t('help')}
      error={error}
      isChanged={false}
      isGroup
    >
      {(control) => (
        <fieldset
          className="grid grid-cols-2 gap-x-4"
          id={control.id}
          aria-labelledby={`${id}-label`}
          aria-describedby={control['aria-describedby']}
        >
          {roles.map(({ value, label, isAbove }) => (
            <label key={value} className="tick" title={isAbove ? t('above') : undefined}>
              <input
                type="checkbox"
                className="check"
                name="roles"
                value={value}
                checked={chosen.includes(value)}
                disabled={isAbove}
                onChange={(event) => toggle(value, event.target.checked)}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      )}
    </Field>
  );
}
