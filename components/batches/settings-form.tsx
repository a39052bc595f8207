'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { FormEvent } from 'react';
import { useId, useState, useTransition } from 'react';
import { saveBatchAction } from '@/lib/batches/actions';
import type { Pace } from '@/lib/batches/rules';
import { paceBounds } from '@/lib/batches/rules';
import type { Refusal } from '@/lib/result';
import { Field } from '../form/field';
import { Tick } from '../form/tick';
import { Button } from '../ui/button';
import { FaultNotice } from '../ui/notice';
import type { TerminationShared } from './termination-note';
import { TerminationNote } from './termination-note';

type SettingsFormProps = {
  /** Slug of the connection. */
  connection: string;
  batchId: string;
  version: number;
  name: string;
  pace: Pace;
  /** What all rows share, as it is kept; null where nobody typed it yet. */
  shared: unknown;
  /** Zone in which the hours are meant. */
  zone: string;
};

type Typed = {
  name: string;
  perMinute: string;
  equalErrorsMax: string;
  hasHours: boolean;
  from: string;
  to: string;
  shared: TerminationShared;
};

const noShared: TerminationShared = { termination_note: '', isNoteChecked: false };

const sharedOf = (kept: unknown): TerminationShared =>
  typeof kept === 'object' && kept !== null ? { ...noShared, ...kept } : noShared;

/** A whole number as typed; what is none is sent as it cannot be, and refused at its field. */
const number = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : -1);

/** Reason and pace of a draft: what all rows share, how fast they leave, and when the batch pauses by itself. */
export function SettingsForm({ connection, batchId, version, name, pace, shared, zone }: SettingsFormProps) {
  const t = useTranslations('batchTools.settings');
  const router = useRouter();
  const id = useId();
  const first: Typed = {
    name,
    perMinute: String(pace.perMinute),
    equalErrorsMax: String(pace.equalErrorsMax),
    hasHours: pace.hours !== null,
    from: String(pace.hours?.from ?? 9),
    to: String(pace.hours?.to ?? 18),
    shared: sharedOf(shared),
  };
  const [typed, setTyped] = useState(first);
  const [refusal, setRefusal] = useState<Refusal | { kind: 'no-answer' } | null>(null);
  const [isSaved, setSaved] = useState(false);
  const [isPending, start] = useTransition();
  const isDirty = shared === null || JSON.stringify(typed) !== JSON.stringify(first);
  const set = (change: Partial<Typed>) => {
    setTyped({ ...typed, ...change });
    setSaved(false);
  };

  const save = (event: FormEvent) => {
    event.preventDefault();
    start(async () => {
      setRefusal(null);
      const { hasHours, from, to } = typed;
      const answer = await saveBatchAction({
        connection,
        batchId,
        version,
        name: typed.name,
        pace: {
          perMinute: number(typed.perMinute),
          equalErrorsMax: number(typed.equalErrorsMax),
          hours: hasHours ? { from: number(from), to: number(to) } : null,
        },
        shared: typed.shared,
      }).catch(() => null);
      if (!answer?.ok) return setRefusal(answer?.refusal ?? { kind: 'no-answer' });
      setSaved(true);
      router.refresh();
    });
  };
  const ruleAt = (path: string): string | null =>
    refusal?.kind === 'invalid'
      ? (refusal.issues.find((issue) => issue.path === path || issue.path.startsWith(`${path}.`))?.rule ?? null)
      : null;
  const problem =
    refusal === null || refusal.kind === 'invalid'
      ? null
      : refusal.kind === 'conflict' && t.has(`refused.${refusal.rule}`)
        ? t(`refused.${refusal.rule}`)
        : t(`refused.${refusal.kind === 'signed-out' ? 'signed-out' : 'other'}`);
  const rate = (field: 'perMinute' | 'equalErrorsMax') => (
    <Field
      id={`${id}-${field}`}
      name={field}
      apiName={null}
      label={t(`${field}.label`)}
      help={t(`${field}.help`, paceBounds[field])}
      error={ruleAt(`pace.${field}`) && t(`${field}.wrong`, paceBounds[field])}
      isChanged={false}
    >
      {(control) => (
        <input
          {...control}
          className="control tabular-nums"
          inputMode="numeric"
          autoComplete="off"
          value={typed[field]}
          onChange={(event) => set({ [field]: event.target.value })}
        />
      )}
    </Field>
  );
  const hour = (field: 'from' | 'to') => (
    <label className="flex items-center gap-2">
      {t(`hours.${field}`)}
      <input
        className="control w-14 tabular-nums"
        name={`hours.${field}`}
        inputMode="numeric"
        autoComplete="off"
        disabled={!typed.hasHours}
        value={typed[field]}
        onChange={(event) => set({ [field]: event.target.value })}
      />
    </label>
  );

  return (
    <form className="batch-settings" onSubmit={save} aria-label={t('title')}>
      <FaultNotice>{problem}</FaultNotice>
      <Field
        id={`${id}-name`}
        name="name"
        apiName={null}
        label={t('name.label')}
        help={t('name.help')}
        error={ruleAt('name') && t('name.wrong')}
        isChanged={false}
      >
        {(control) => (
          <input
            {...control}
            className="control"
            maxLength={120}
            autoComplete="off"
            value={typed.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      <TerminationNote
        value={typed.shared}
        change={(value) => set({ shared: value })}
        fault={ruleAt('termination_note')}
      />
      <div className="field-grid">
        {rate('perMinute')}
        {rate('equalErrorsMax')}
      </div>
      <p className="text-ink-2 text-small">{t('always')}</p>
      <div className="flex flex-wrap items-center gap-4">
        <Tick
          name="hasHours"
          label={t('hours.label', { zone })}
          checked={typed.hasHours}
          onChange={(hasHours) => set({ hasHours })}
        />
        {typed.hasHours && (
          <>
            {hour('from')}
            {hour('to')}
          </>
        )}
      </div>
      {ruleAt('pace.hours') && <FaultNotice>{t('hours.wrong')}</FaultNotice>}
      <div className="flex items-center gap-3">
        <Button type="submit" data-action="draft" pending={isPending} disabled={isPending || !isDirty}>
          {t('save')}
        </Button>
        <span className="text-ink-2 text-small" role="status">
          {isSaved && !isDirty ? t('saved') : isDirty ? t('unsaved') : ''}
        </span>
      </div>
    </form>
  );
}
