'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ClipboardEvent } from 'react';
import { useRef, useState, useTransition } from 'react';
import type { Performed } from '@/lib/approvals/view';
import { addMessageKeyAction, changeOverlapAction, removeMessageKeyAction } from '@/lib/connections/actions';
import { keyBytes, lastMoment } from '@/lib/connections/rules';
import { momentIn } from '@/lib/i18n/format';
import type { Result } from '@/lib/result';
import { AskedNotice } from '../approvals/asked-notice';
import { ReasonField } from '../approvals/reason-field';
import { useStepUp } from '../auth/use-step-up';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Facts } from '../ui/facts';
import { Notice } from '../ui/notice';
import type { Faults } from './use-faults';
import { useFaults } from './use-faults';

const KEY_BYTES = 32;

type DayFieldProps = { id: string; value: string; today: string; error: string | null; change: (day: string) => void };

/** The last day of an overlap; empty is without end. */
function DayField({ id, value, today, error, change }: DayFieldProps) {
  const t = useTranslations('messageKeys.ends');
  return (
    <Field id={id} name="endsOn" apiName={null} label={t('label')} help={t('help')} error={error} isChanged={false}>
      {(control) => (
        <input
          {...control}
          className="control max-w-44"
          type="date"
          min={today}
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}

type AddProps = {
  connection: string;
  /** Today in the reader's zone, YYYY-MM-DD. */
  today: string;
};

/** A button, and the dialog in which a key is typed. What was typed leaves the page with the dialog. */
export function AddMessageKey(props: AddProps) {
  const t = useTranslations('messageKeys');
  const [open, setOpen] = useState(false);
  const [told, setTold] = useState<Told | null>(null);
  return (
    <>
      <Button
        icon="plus"
        data-action="add-key"
        onClick={() => {
          setTold(null);
          setOpen(true);
        }}
      >
        {t('add.label')}
      </Button>
      {told !== null && (
        <div data-part="answer">
          {'approvalId' in told ? (
            <AskedNotice connection={props.connection} approvalId={told.approvalId} />
          ) : (
            <Notice tone="approved" icon="approved" role="status">
              {told.sentence}
            </Notice>
          )}
        </div>
      )}
      {open && <AddDialog {...props} close={() => setOpen(false)} tell={setTold} />}
    </>
  );
}

/** What became of it: done, or asked for. */
type Told = { sentence: string } | { approvalId: string };
type AddDialogProps = AddProps & { close: () => void; tell: (told: Told) => void };

function AddDialog({ connection, today, close, tell }: AddDialogProps) {
  const t = useTranslations('messageKeys');
  const router = useRouter();
  const faultsOf = useFaults({ space: 'messageKeys', conflictAt: 'key' });
  // The key stays in its control: a value that React holds would stand in the page's markup.
  const input = useRef<HTMLInputElement>(null);
  const [bytes, setBytes] = useState(0);
  const [note, setNote] = useState('');
  const [endsOn, setEndsOn] = useState('');
  const [isTrimmed, setTrimmed] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [reason, setReason] = useState('');
  const [intent] = useState(() => crypto.randomUUID());
  const { run, dialog } = useStepUp();
  const [pending, start] = useTransition();
  const add = () =>
    start(async () => {
      const key = input.current?.value ?? '';
      const deed = { connection, intent, reason, key, note, endsOn };
      const answer = await run(() => addMessageKeyAction(deed)).catch(() => null);
      if (!answer?.ok) return setFaults(faultsOf(answer?.refusal ?? null));
      const { value } = answer;
      const { fingerprint } = value;
      if (value.kind === 'asked') tell({ approvalId: value.approvalId });
      else tell({ sentence: t(isTrimmed || value.isTrimmed ? 'addedTrimmed' : 'added', { fingerprint }) });
      close();
      router.refresh();
    });
  // A control of one line drops the line end of a copied file without a word.
  const paste = (event: ClipboardEvent) => setTrimmed(/[\r\n]+$/.test(event.clipboardData.getData('text')));
  return (
    <Dialog
      open
      onClose={close}
      title={t('add.title')}
      footer={
        <>
          <Button data-action="cancel" onClick={close}>
            {t('add.cancel')}
          </Button>
          <Button
            data-action="confirm"
            variant="primary"
            pending={pending}
            disabled={pending || bytes === 0}
            onClick={add}
          >
            {t('add.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('add.explain')}</p>
      {faults[''] && (
        <Notice tone="rejected" icon="warning" role="alert">
          {faults['']}
        </Notice>
      )}
      <Field
        id="add-key"
        name="key"
        apiName={null}
        label={t('key.label')}
        help={isTrimmed ? t('key.trimmed') : t('key.help')}
        error={faults.key ?? null}
        isChanged={false}
        counter={{ count: bytes, max: KEY_BYTES, unit: 'bytes' }}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            className="control mono"
            type="password"
            autoComplete="off"
            spellCheck={false}
            onPaste={paste}
            onChange={(event) => {
              setBytes(keyBytes(event.target.value));
              setFaults({});
            }}
          />
        )}
      </Field>
      <Field
        id="add-note"
        name="note"
        apiName={null}
        label={t('note.label')}
        help={t('note.help')}
        error={faults.note ?? null}
        isChanged={false}
      >
        {(control) => (
          <input
            {...control}
            className="control"
            maxLength={200}
            autoComplete="off"
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <DayField id="add-ends" value={endsOn} today={today} error={faults.endsOn ?? null} change={setEndsOn} />
      <ReasonField id="add-reason" value={reason} change={setReason} error={faults.reason ?? null} />
      {dialog}
    </Dialog>
  );
}

type DeedsProps = {
  connection: string;
  id: string;
  fingerprint: string;
  note: string;
  endsAt: string | null;
  today: string;
  zone: string;
};

/** What can be done with an added key: another end of its overlap, or no key any more. */
export function MessageKeyDeeds(props: DeedsProps) {
  const t = useTranslations('messageKeys');
  const [asking, setAsking] = useState<'change' | 'remove' | null>(null);
  const [approvalId, setApprovalId] = useState<string | null>(null);
  const close = () => setAsking(null);
  const open = (which: 'change' | 'remove') => () => {
    setApprovalId(null);
    setAsking(which);
  };
  return (
    <>
      <span className="inline-flex gap-1">
        <Button size="small" data-action="change-end" onClick={open('change')}>
          {t('change.label')}
        </Button>
        <Button size="small" data-action="remove-key" onClick={open('remove')}>
          {t('remove.label')}
        </Button>
      </span>
      {approvalId !== null && <AskedNotice connection={props.connection} approvalId={approvalId} />}
      {asking === 'change' && <ChangeDialog {...props} close={close} asked={setApprovalId} />}
      {asking === 'remove' && <RemoveDialog {...props} close={close} asked={setApprovalId} />}
    </>
  );
}

type KeyDialogProps = DeedsProps & { close: () => void; asked: (approvalId: string) => void };

/** One deed about a key from its dialog: what is wrong by field, and what is shown once it is done or asked for. */
function useKeyDeed({ close, asked }: Pick<KeyDialogProps, 'close' | 'asked'>) {
  const router = useRouter();
  const faultsOf = useFaults({ space: 'messageKeys', conflictAt: 'key' });
  const [reason, setReason] = useState('');
  const [intent] = useState(() => crypto.randomUUID());
  const [faults, setFaults] = useState<Faults>({});
  const [pending, start] = useTransition();
  const { run, dialog } = useStepUp();
  const act = (call: (deed: { intent: string; reason: string }) => Promise<Result<Performed>>) =>
    start(async () => {
      const answer = await run(() => call({ intent, reason })).catch(() => null);
      if (!answer?.ok) return setFaults(faultsOf(answer?.refusal ?? null));
      if (answer.value.kind === 'asked') asked(answer.value.approvalId);
      close();
      router.refresh();
    });
  return { act, reason, setReason, faults, setFaults, pending, dialog };
}

function RemoveDialog({ connection, id, fingerprint, note, ...rest }: KeyDialogProps) {
  const t = useTranslations('messageKeys');
  const { act, reason, setReason, faults, pending, dialog } = useKeyDeed(rest);
  return (
    <Dialog
      open
      onClose={rest.close}
      title={t('remove.title', { fingerprint })}
      footer={
        <>
          <Button data-action="cancel" onClick={rest.close}>
            {t('remove.cancel')}
          </Button>
          <Button
            data-action="confirm"
            variant="danger"
            pending={pending}
            disabled={pending}
            onClick={() => act((deed) => removeMessageKeyAction({ connection, id, ...deed }))}
          >
            {t('remove.confirm', { fingerprint })}
          </Button>
        </>
      }
    >
      {faults[''] && (
        <Notice tone="rejected" icon="warning" role="alert">
          {faults['']}
        </Notice>
      )}
      <Facts
        facts={[
          { key: 'key', term: t('column.fingerprint'), value: <span className="mono">{fingerprint}</span> },
          note === '' ? null : { key: 'note', term: t('note.label'), value: note },
        ]}
      />
      <p>{t('remove.explain')}</p>
      <ReasonField id={`remove-reason-${id}`} value={reason} change={setReason} error={faults.reason ?? null} />
      {dialog}
    </Dialog>
  );
}

function ChangeDialog({ connection, id, fingerprint, endsAt, today, zone, ...rest }: KeyDialogProps) {
  const t = useTranslations('messageKeys');
  const { close } = rest;
  const { act, reason, setReason, faults, setFaults, pending, dialog } = useKeyDeed(rest);
  const [endsOn, setEndsOn] = useState(endsAt === null ? '' : momentIn(lastMoment(endsAt), zone).day);
  const change = () => act((deed) => changeOverlapAction({ connection, id, endsOn, ...deed }));
  return (
    <Dialog
      open
      onClose={close}
      title={t('change.title', { fingerprint })}
      footer={
        <>
          <Button data-action="cancel" onClick={close}>
            {t('change.cancel')}
          </Button>
          <Button data-action="confirm" variant="primary" pending={pending} disabled={pending} onClick={change}>
            {t('change.confirm')}
          </Button>
        </>
      }
    >
      {faults[''] && (
        <Notice tone="rejected" icon="warning" role="alert">
          {faults['']}
        </Notice>
      )}
      <DayField
        id={`ends-${id}`}
        value={endsOn}
        today={today}
        error={faults.endsOn ?? null}
        change={(day) => {
          setEndsOn(day);
          setFaults({});
        }}
      />
      <ReasonField id={`ends-reason-${id}`} value={reason} change={setReason} error={faults.reason ?? null} />
      {dialog}
    </Dialog>
  );
}
