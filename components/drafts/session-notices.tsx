'use client';

import { useTranslations } from 'next-intl';
import type { FieldValues } from 'react-hook-form';
import { AskedNotice } from '@/components/approvals/asked-notice';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Notice } from '@/components/ui/notice';
import { formatTimestamp, momentIn } from '@/lib/i18n/format';
import { DraftNotice, ProblemNotice } from './draft-notices';
import type { DraftSession } from './use-draft-session';

type SessionProps<Values extends FieldValues, Base extends { version: number }> = {
  session: DraftSession<Values, Base>;
  /** The reader's zone (IANA name). */
  zone: string;
};

/** Where the draft stands, in the head of the form. */
export function DraftWord<Values extends FieldValues, Base extends { version: number }>({
  session: { draft, isReady, isChanged },
  zone,
}: SessionProps<Values, Base>) {
  const t = useTranslations('edit.bar');
  const { status, savedAt } = draft.state;
  if (!isReady) return <span data-part="push">{t('loading')}</span>;
  const time = savedAt === null ? '' : momentIn(new Date(savedAt), zone).time;
  return (
    <span
      data-part="push"
      data-draft={status}
      className="inline-flex items-center gap-1 tabular-nums"
      aria-live="polite"
    >
      {status === 'saved' && <Icon name="check" size="small" />}
      {t(`draft.${status === 'saved' && !isChanged ? 'clean' : status}`, { time })}
    </span>
  );
}

/** Why nothing was sent, the draft's own troubles, an approval that waits, and a record that moved on. */
export function SessionNotices<Values extends FieldValues, Base extends { version: number }>({
  session,
  connection,
  zone,
}: SessionProps<Values, Base> & { connection: string }) {
  const t = useTranslations('draftNotice');
  const { problem, draft, asked, restoredAt, send, isMoved, loadFailed } = session;
  return (
    <div className="mb-3 grid gap-2 empty:hidden">
      {problem && !isMoved && <ProblemNotice connection={connection} problem={problem} />}
      <DraftNotice
        connection={connection}
        draft={draft.state}
        onReloadDraft={() => void session.load()}
        onOverwriteDraft={() => void draft.overwrite()}
      />
      {asked && !send.isOpen && <AskedNotice connection={connection} approvalId={asked.id} standing={asked.standing} />}
      {loadFailed && (
        <Notice icon="warning" tone="review" role="alert">
          {t('loadFailed')}
        </Notice>
      )}
      {isMoved && (
        <Notice
          icon="warning"
          tone="review"
          role="alert"
          actions={
            <span className="flex gap-2">
              <Button size="small" onClick={() => void session.continueWith(session.values)}>
                {t('keepTyped')}
              </Button>
              <Button size="small" onClick={session.discard}>
                {t('takeNew')}
              </Button>
            </span>
          }
        >
          {t('moved')}
        </Notice>
      )}
      {restoredAt !== null && !isMoved && !send.isOpen && (
        <Notice
          icon="note"
          role="status"
          actions={
            <Button size="small" onClick={session.discard}>
              {t('discard')}
            </Button>
          }
        >
          {t('restored', { time: formatTimestamp(new Date(restoredAt), zone) })}
        </Notice>
      )}
    </div>
  );
}
