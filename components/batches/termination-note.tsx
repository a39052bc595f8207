'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { terminationReasons } from '@/lib/contracts/schema';
import { countText, Field } from '../form/field';
import { Tick } from '../form/tick';
import { Select } from '../ui/select';

/** Longest note that 4.3 takes, in characters. */
const NOTE_MAX = 256;

export type TerminationShared = { termination_note: string; isNoteChecked: boolean };

type TerminationNoteProps = {
  value: TerminationShared;
  change: (value: TerminationShared) => void;
  /** What is wrong with the note; `maybe-personal` asks for a look. */
  fault: string | null;
  disabled?: boolean;
};

/** What all terminations of a batch share: the reason that the platform keeps (4.3 termination_note). */
export function TerminationNote({ value, change, fault, disabled = false }: TerminationNoteProps) {
  const t = useTranslations('batchTools.termination');
  const tReasons = useTranslations('batchTools.reasons');
  const id = useId();
  const { termination_note: note, isNoteChecked } = value;
  const chosen = terminationReasons.find((reason) => tReasons(`${reason}.note`) === note) ?? '';
  return (
    <>
      <Field
        id={`${id}-reason`}
        name="reason_template"
        apiName={null}
        label={t('template.label')}
        help={t('template.help')}
        error={null}
        isChanged={false}
        disabled={disabled}
      >
        {(control) => (
          <Select
            {...control}
            value={chosen}
            onChange={(event) => {
              const reason = terminationReasons.find((each) => each === event.target.value);
              if (reason) change({ termination_note: tReasons(`${reason}.note`), isNoteChecked: false });
            }}
            options={terminationReasons.map((reason) => ({ value: reason, label: tReasons(`${reason}.label`) }))}
          >
            <option value="">{t('template.own')}</option>
          </Select>
        )}
      </Field>
      <Field
        id={`${id}-note`}
        name="termination_note"
        label={t('note.label')}
        help={t('note.help')}
        error={fault === null ? null : t.has(`rules.${fault}`) ? t(`rules.${fault}`) : t('rules.other')}
        isChanged={false}
        counter={{ count: countText(note), max: NOTE_MAX }}
        disabled={disabled}
      >
        {(control) => (
          <textarea
            {...control}
            className="control"
            rows={3}
            value={note}
            onChange={(event) => change({ termination_note: event.target.value, isNoteChecked: false })}
          />
        )}
      </Field>
      {(fault === 'maybe-personal' || isNoteChecked) && (
        <Tick
          name="isNoteChecked"
          label={t('checked')}
          checked={isNoteChecked}
          disabled={disabled}
          onChange={(isChecked) => change({ termination_note: note, isNoteChecked: isChecked })}
        />
      )}
    </>
  );
}
