'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ClipboardEvent } from 'react';
import { useRef, useState, useTransition } from 'react';
import { addMessageKeyAction, changeOverlapAction, removeMessageKeyAction } from '@/lib/connections/actions';
import { keyBytes, lastMoment } from '@/lib/connections/rules';
import { momentIn } from '@/lib/i18n/format';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { ConfirmButton } from '../ui/confirm-button';
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
  /** Today in the reader's zone, and the last day that is suggested for the overlap: YYYY-MM-DD. */
  today: string;
  suggested: string;
};

/** A button, and the dialog in which a key is typed. What was typed leaves the page with the dialog. */
export function AddMessageKey(props: AddProps) {
  const t = useTranslations('messageKeys');
  const [open, setOpen] = useState(false);
  const [told, setTold] = useState<string | null>(null);
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
          <Notice tone="approved" icon="approved" role="status">
            {told}
          </Notice>
        </div>
      )}
      {open && <AddDialog {...props} close={() => setOpen(false)} tell={setTold} />}
    </>
  );
}

type AddDialogProps = AddProps & { close: () => void; tell: (sentence: string) => void };

function AddDialog({ connection, today, suggested, close, tell }: AddDialogProps) {
  const t = useTranslations('messageKeys');
  const router = useRouter();
  const faultsOf = useFaults({ space: 'messageKeys', conflictAt: 'key' });
  // The key stays in its control: a value that React holds would stand in the page's markup.
  const input = useRef<HTMLInputElement>(null);
  const [bytes, setBytes] = useState(0);
  const [note, setNote] = useState('');
  const [endsOn, setEndsOn] = useState(suggested);
  const [isTrimmed, setTrimmed] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [pending, start] = useTransition();
  const add = () =>
    start(async () => {
      const key = input.current?.value ?? '';
      const answer = await addMessageKeyAction({ connection, key, note, endsOn }).catch(() => null);
      if (!answer?.ok) return setFaults(faultsOf(answer?.refusal ?? null));
      const { fingerprint } = answer.value;
      tell(t(isTrimmed || answer.value.isTrimmed ? 'addedTrimmed' : 'added', { fingerprint }));
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
  const { connection, id, fingerprint, note } = props;
  const t = useTranslations('messageKeys');
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const remove = async () => {
    const answer = await removeMessageKeyAction({ connection, id }).catch(() => null);
    setFailed(!answer?.ok);
    router.refresh();
  };
  return (
    <>
      <span className="inline-flex gap-1">
        <Button size="small" data-action="change-end" onClick={() => setAsking(true)}>
          {t('change.label')}
        </Button>
        <ConfirmButton
          size="small"
          label={t('remove.label')}
          title={t('remove.title', { fingerprint })}
          confirmLabel={t('remove.confirm', { fingerprint })}
          cancelLabel={t('remove.cancel')}
          danger
          action={remove}
        >
          <Facts
            facts={[
              { key: 'key', term: t('column.fingerprint'), value: <span className="mono">{fingerprint}</span> },
              note === '' ? null : { key: 'note', term: t('note.label'), value: note },
            ]}
          />
          <p>{t('remove.explain')}</p>
        </ConfirmButton>
      </span>
      {hasFailed && (
        <span role="alert" className="text-small late block">
          {t('failed')}
        </span>
      )}
      {isAsking && <ChangeDialog {...props} close={() => setAsking(false)} />}
    </>
  );
}

function ChangeDialog({ connection, id, fingerprint, endsAt, today, zone, close }: DeedsProps & { close: () => void }) {
  const t = useTranslations('messageKeys');
  const router = useRouter();
  const faultsOf = useFaults({ space: 'messageKeys', conflictAt: 'key' });
  const [endsOn, setEndsOn] = useState(endsAt === null ? '' : momentIn(lastMoment(endsAt), zone).day);
  const [faults, setFaults] = useState<Faults>({});
  const [pending, start] = useTransition();
  const change = () =>
    start(async () => {
      const answer = await changeOverlapAction({ connection, id, endsOn }).catch(() => null);
      if (!answer?.ok) return setFaults(faultsOf(answer?.refusal ?? null));
      close();
      router.refresh();
    });
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
    </Dialog>
  );
}
