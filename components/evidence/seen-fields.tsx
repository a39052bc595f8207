'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { SeenWhere } from '@/lib/evidence/schema';
import { isPlaceSaid, seenWheres } from '@/lib/evidence/schema';
import { instantIn } from '@/lib/i18n/day';
import { Field } from '../form/field';
import { Select } from '../ui/select';

/** When and where something was seen, as it is typed; `nowLocal` is now in the reader's zone (YYYY-MM-DDThh:mm). */
export function useSeen(nowLocal: string, zone: string) {
  const t = useTranslations('asking');
  const [seenAt, setSeenAt] = useState(nowLocal);
  const [seenWhere, setSeenWhere] = useState<SeenWhere | ''>('');
  const [seenWhereText, setSeenWhereText] = useState('');
  const seen = instantIn(seenAt, zone);
  return {
    typed: { seenAt, seenWhere, seenWhereText },
    set: { seenAt: setSeenAt, seenWhere: setSeenWhere, seenWhereText: setSeenWhereText },
    zone,
    nowLocal,
    /** What is missing, by field, in the words of its label. */
    missing: {
      seenAt: seen === null ? t('seenAt.label') : null,
      seenWhere: seenWhere === '' ? t('seenWhere.label') : null,
      seenWhereText: seenWhere === '' || isPlaceSaid({ seenWhere, seenWhereText }) ? null : t('seenWhereText.label'),
    },
    /** What is asked with; null while something is missing. */
    value:
      seen === null || seenWhere === ''
        ? null
        : { seenAt: seen.toISOString(), seenWhere, seenWhereText: seenWhere === 'other' ? seenWhereText : '' },
  };
}

type SeenFieldsProps = {
  seen: ReturnType<typeof useSeen>;
  faults: Partial<Record<string, string>>;
  clear: (field: string) => void;
};

/** The fields of when and where: whoever approves what was seen looks at both, and the trail keeps them. */
export function SeenFields({ seen: { typed, set, zone, nowLocal }, faults, clear }: SeenFieldsProps) {
  const t = useTranslations('asking');
  return (
    <>
      <Field
        id="record-seen"
        name="seenAt"
        apiName={null}
        label={t('seenAt.label')}
        help={t('seenAt.help', { zone })}
        error={faults.seenAt ?? null}
        isChanged={false}
      >
        {(control) => (
          <input
            {...control}
            className="control max-w-60"
            type="datetime-local"
            max={nowLocal}
            value={typed.seenAt}
            onChange={(event) => {
              set.seenAt(event.target.value);
              clear('seenAt');
            }}
          />
        )}
      </Field>
      <Field
        id="record-where"
        name="seenWhere"
        apiName={null}
        label={t('seenWhere.label')}
        help={t('seenWhere.help')}
        error={faults.seenWhere ?? null}
        isChanged={false}
      >
        {(control) => (
          <Select
            {...control}
            options={seenWheres.map((value) => ({ value, label: t(`seenWhere.${value}`) }))}
            value={typed.seenWhere}
            onChange={(event) => {
              set.seenWhere(seenWheres.find((known) => known === event.target.value) ?? '');
              clear('seenWhere');
            }}
          >
            <option value="">{t('seenWhere.choose')}</option>
          </Select>
        )}
      </Field>
      {typed.seenWhere === 'other' && (
        <Field
          id="record-where-text"
          name="seenWhereText"
          apiName={null}
          label={t('seenWhereText.label')}
          help={t('seenWhereText.help')}
          error={faults.seenWhereText ?? null}
          isChanged={false}
        >
          {(control) => (
            <input
              {...control}
              className="control"
              maxLength={128}
              autoComplete="off"
              value={typed.seenWhereText}
              onChange={(event) => {
                set.seenWhereText(event.target.value);
                clear('seenWhereText');
              }}
            />
          )}
        </Field>
      )}
    </>
  );
}
