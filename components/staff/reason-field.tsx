'use client';

import { useTranslations } from 'next-intl';
import { countText, Field } from '../form/field';

const REASON_MAX = 500;

type ReasonFieldProps = { id: string; value: string; change: (reason: string) => void; error: string | null };

/** Why, for whoever approves it and for the trail. */
export function ReasonField({ id, value, change, error }: ReasonFieldProps) {
  const t = useTranslations('staff.reason');
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
          required
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}
