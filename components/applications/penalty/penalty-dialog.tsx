'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { writePenaltyAction } from '@/lib/applications/actions';
import { penaltyIssues } from '@/lib/applications/rules';
import { penaltyMax } from '@/lib/applications/schema';
import type { PenaltyView } from '@/lib/applications/view';
import type { Issue } from '@/lib/result';
import { countText, Field } from '../../form/field';
import { WithWords } from '../../layout/with-words';
import type { Words } from '../../layout/words-for';
import { DeedDialog } from '../../ui/deed-dialog';
import { FaultNotice } from '../../ui/notice';

/** The case that is written to; null opens it. */
export type WrittenPenalty = {
  connection: string;
  subMchid: string;
  name: string;
  held: Pick<PenaltyView, 'version' | 'platformWords' | 'promisedOn' | 'hasContacts'> | null;
};

const fieldIds: Record<string, string> = {
  platformWords: 'penalty-words',
  contacts: 'penalty-contacts',
  promisedOn: 'penalty-promised',
  note: 'penalty-note',
};

type PenaltyDialogProps = WrittenPenalty & { words: Words; close: () => void };

/** What is known of a penalty and what is done about it. */
export function PenaltyDialog({ words, ...props }: PenaltyDialogProps) {
  return (
    <WithWords words={words}>
      <Form {...props} />
    </WithWords>
  );
}

function Form({ connection, subMchid, name, held, close }: Omit<PenaltyDialogProps, 'words'>) {
  const t = useTranslations('penaltyForm');
  const router = useRouter();
  const [isPending, start] = useTransition();
  const [fault, setFault] = useState<string | null>(null);
  const [platformWords, setPlatformWords] = useState(held?.platformWords ?? '');
  const [contacts, setContacts] = useState('');
  const [promisedOn, setPromisedOn] = useState(held?.promisedOn ?? '');
  const [note, setNote] = useState('');
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const errorAt = (path: string): string | null => {
    const issue = issues.find((one) => one.path === path);
    if (!issue) return null;
    return t.has(`issue.${issue.rule}`)
      ? t(`issue.${issue.rule}`, issue.params)
      : t('refused.other', { rule: issue.rule });
  };
  const write = () =>
    start(async () => {
      setFault(null);
      const version = held?.version ?? null;
      const typed = { version, platformWords, contacts, promisedOn, note };
      const today = new Date().toISOString().slice(0, 10);
      const found = penaltyIssues(typed, { today, heldPromise: held?.promisedOn ?? null });
      setIssues(found);
      const [first] = found;
      if (first) return document.getElementById(fieldIds[first.path] ?? '')?.focus();
      const written = await writePenaltyAction({ connection, subMchid, ...typed }).catch(() => null);
      if (!written?.ok) {
        const refusal = written?.refusal;
        if (refusal?.kind === 'invalid' && refusal.issues.length > 0) return setIssues(refusal.issues);
        const rule = refusal?.kind === 'conflict' ? refusal.rule : (refusal?.kind ?? 'no-answer');
        return setFault(t.has(`refused.${rule}`) ? t(`refused.${rule}`) : t('refused.other', { rule }));
      }
      close();
      router.refresh();
    });
  return (
    <DeedDialog
      close={close}
      title={t('title', { name })}
      cancel={t('cancel')}
      confirm={t('confirm')}
      isPending={isPending}
      does={write}
    >
      <FaultNotice>{fault}</FaultNotice>
      <Field
        id="penalty-words"
        name="platformWords"
        apiName={null}
        label={t('platformWords.label')}
        help={t('platformWords.help')}
        error={errorAt('platformWords')}
        isChanged={false}
        counter={{ count: countText(platformWords.trim()), max: penaltyMax.platformWords }}
      >
        {(control) => (
          <textarea
            {...control}
            className="control"
            rows={3}
            value={platformWords}
            onChange={(event) => setPlatformWords(event.target.value)}
          />
        )}
      </Field>
      <Field
        id="penalty-contacts"
        name="contacts"
        apiName={null}
        label={t('contacts.label')}
        help={t(held?.hasContacts ? 'contacts.keep' : 'contacts.help')}
        error={errorAt('contacts')}
        isChanged={false}
        counter={{ count: countText(contacts.trim()), max: penaltyMax.contacts }}
      >
        {(control) => (
          <textarea
            {...control}
            className="control"
            rows={2}
            autoComplete="off"
            value={contacts}
            onChange={(event) => setContacts(event.target.value)}
          />
        )}
      </Field>
      <Field
        id="penalty-promised"
        name="promisedOn"
        apiName={null}
        label={t('promisedOn.label')}
        help={t('promisedOn.help')}
        error={errorAt('promisedOn')}
        isChanged={false}
      >
        {(control) => (
          <input
            {...control}
            className="control max-w-48"
            type="date"
            value={promisedOn}
            onChange={(event) => setPromisedOn(event.target.value)}
          />
        )}
      </Field>
      <Field
        id="penalty-note"
        name="note"
        apiName={null}
        label={t('note.label')}
        help={t('note.help')}
        error={errorAt('note')}
        isChanged={false}
        counter={{ count: countText(note.trim()), max: penaltyMax.note }}
      >
        {(control) => (
          <textarea
            {...control}
            className="control"
            rows={3}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </DeedDialog>
  );
}
