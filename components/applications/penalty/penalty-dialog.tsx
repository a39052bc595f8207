'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { writePenaltyAction } from '@/lib/applications/actions';
import type { PenaltyView } from '@/lib/applications/view';
import { Field } from '../../form/field';
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
  const write = () =>
    start(async () => {
      const version = held?.version ?? null;
      const what = { connection, subMchid, version, platformWords, contacts, promisedOn, note };
      const written = await writePenaltyAction(what).catch(() => null);
      if (!written?.ok) {
        const refusal = written?.refusal;
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
        error={null}
        isChanged={false}
      >
        {(control) => (
          <textarea
            {...control}
            className="control"
            rows={3}
            maxLength={2000}
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
        error={null}
        isChanged={false}
      >
        {(control) => (
          <textarea
            {...control}
            className="control"
            rows={2}
            maxLength={1000}
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
        error={null}
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
        error={null}
        isChanged={false}
      >
        {(control) => (
          <textarea
            {...control}
            className="control"
            rows={3}
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </DeedDialog>
  );
}
