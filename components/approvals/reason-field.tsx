'use client';

import { useTranslations } from 'next-intl';
import { countText, Field } from '../form/field';
import type { AskedDeed } from './use-asked-deed';

const REASON_MAX = 500;

type ReasonFieldProps = { id: string; value: string; change: (reason: string) => void; error: string | null };

/** Why, for whoever approves it and for the trail. */
export function ReasonField({ id, value, change, error }: ReasonFieldProps) {
  const t = useTranslations('asking.reason');
  return (
    <Field
      id={id}
      name="reason"
      apiName={null}
      label={t('label')}
      help={t('help')}
      error={error}
      isChanged={false}
      counter={{ count: countText(value), max: REASON_MAX }}
    >
      {(control) => (
        <textarea
          {...control}
          className="control"
          rows={2}
          maxLength={REASON_MAX}
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}

type DeedReasonProps = {
  id: string;
  deed: Pick<AskedDeed, 'faults' | 'clear'>;
  reason: string;
  setReason: (reason: string) => void;
};

/** The reason of a deed from a dialog: what is wrong with it goes as soon as somebody types. */
export function DeedReason({ id, deed: { faults, clear }, reason, setReason }: DeedReasonProps) {
  return (
    <ReasonField
      id={id}
      value={reason}
      change={(text) => {
        setReason(text);
        clear('reason');
      }}
      error={faults.reason ?? null}
    />
  );
}
