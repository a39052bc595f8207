'use client';

import { useTranslations } from 'next-intl';
import type { ClipboardEvent } from 'react';
import { useRef, useState } from 'react';
import { addMessageKeyAction, changeOverlapAction, removeMessageKeyAction } from '@/lib/connections/actions';
import { keyBytes, lastMoment } from '@/lib/connections/rules';
import { momentIn } from '@/lib/i18n/format';
import { AskedNotice } from '../approvals/asked-notice';
import { ReasonField } from '../approvals/reason-field';
import { useAskedDeed } from '../approvals/use-asked-deed';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { Facts } from '../ui/facts';
import { FaultNotice, Notice } from '../ui/notice';
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
  const faultsOf = useFaults({ space: 'messageKeys', conflictAt: 'key' });
  const asked = (approvalId: string) => tell({ approvalId });
  const { act, faults, setFaults, isWhole, isPending, stepUp } = useAskedDeed({ close, asked, faultsOf });
  // The key stays in its control: a value that React holds would stand in the page's markup.
  const input = useRef<HTMLInputElement>(null);
  const [bytes, setBytes] = useState(0);
  const [note, setNote] = useState('');
  const [endsOn, setEndsOn] = useState('');
  const [isTrimmed, setTrimmed] = useState(false);
  const [reason, setReason] = useState('');
  const add = () => {
    const key = input.current?.value ?? '';
    if (!isWhole({ key: key === '' ? t('key.label') : null }, { key: t('rules.empty') })) return;
    act(
      (intent) => addMessageKeyAction({ connection, intent, reason, key, note, endsOn }),
      ({ fingerprint, ...added }) =>
        tell({ sentence: t(isTrimmed || added.isTrimmed ? 'addedTrimmed' : 'added', { fingerprint }) }),
    );
  };
  // A control of one line drops the line end of a copied file without a word.
  const paste = (event: ClipboardEvent) => setTrimmed(/[\r\n]+$/.test(event.clipboardData.getData('text')));
  return (
    <DeedDialog
      close={close}
      title={t('add.title')}
      cancel={t('add.cancel')}
      confirm={t('add.confirm')}
      isPending={isPending}
      does={add}
    >
      <p>{t('add.explain')}</p>
      <FaultNotice>{faults['']}</FaultNotice>
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
      {stepUp}
    </DeedDialog>
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

/** One deed about a key from its dialog, with the reason that goes with it. */
function useKeyDeed({ close, asked }: Pick<KeyDialogProps, 'close' | 'asked'>) {
  const faultsOf = useFaults({ space: 'messageKeys', conflictAt: 'key' });
  const [reason, setReason] = useState('');
  return { reason, setReason, ...useAskedDeed({ close, asked, faultsOf }) };
}

function RemoveDialog({ connection, id, fingerprint, note, ...rest }: KeyDialogProps) {
  const t = useTranslations('messageKeys');
  const { act, reason, setReason, faults, isPending, stepUp } = useKeyDeed(rest);
  return (
    <DeedDialog
      close={rest.close}
      title={t('remove.title', { fingerprint })}
      cancel={t('remove.cancel')}
      confirm={t('remove.confirm', { fingerprint })}
      isDangerous
      isPending={isPending}
      does={() => act((intent) => removeMessageKeyAction({ connection, id, intent, reason }))}
    >
      <FaultNotice>{faults['']}</FaultNotice>
      <Facts
        facts={[
          { key: 'key', term: t('column.fingerprint'), value: <span className="mono">{fingerprint}</span> },
          note === '' ? null : { key: 'note', term: t('note.label'), value: note },
        ]}
      />
      <p>{t('remove.explain')}</p>
      <ReasonField id={`remove-reason-${id}`} value={reason} change={setReason} error={faults.reason ?? null} />
      {stepUp}
    </DeedDialog>
  );
}

function ChangeDialog({ connection, id, fingerprint, endsAt, today, zone, ...rest }: KeyDialogProps) {
  const t = useTranslations('messageKeys');
  const { act, reason, setReason, faults, setFaults, isPending, stepUp } = useKeyDeed(rest);
  const [endsOn, setEndsOn] = useState(endsAt === null ? '' : momentIn(lastMoment(endsAt), zone).day);
  const change = () => act((intent) => changeOverlapAction({ connection, id, endsOn, intent, reason }));
  return (
    <DeedDialog
      close={rest.close}
      title={t('change.title', { fingerprint })}
      cancel={t('change.cancel')}
      confirm={t('change.confirm')}
      isPending={isPending}
      does={change}
    >
      <FaultNotice>{faults['']}</FaultNotice>
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
      {stepUp}
    </DeedDialog>
  );
}
