'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { AskedNotice } from '@/components/approvals/asked-notice';
import { DraftNotice, ProblemNotice } from '@/components/drafts/draft-notices';
import type { DraftState } from '@/components/drafts/use-draft';
import type { SendProblem } from '@/components/drafts/use-send';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import type { ApprovalStanding, PendingApproval } from '@/lib/approvals/view';
import { formatTimestamp } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import { useEdit } from './edit-context';

/** A change that waits for a second person; `isOwn` when the reader asked for it. */
export type PendingEdit = Pick<PendingApproval, 'id' | 'askedBy' | 'askedAt'> & { isOwn: boolean };

type EditNoticesProps = {
  /** When the copy that the form began from was last confirmed, in whole days. */
  ageDays: number;
  resentCount: number;
  restoredAt: string | null;
  problem: SendProblem | null;
  pending: PendingEdit[];
  /** The approval that this edit waits for, and where it stands once that is known. */
  asked: { id: string; standing: ApprovalStanding | null } | null;
  draft: DraftState;
  loadFailed: boolean;
  isRequestOpen: boolean;
  isMerging: boolean;
  onDiscard: () => void;
  onReloadDraft: () => void;
  onOverwriteDraft: () => void;
};

/** Everything that is said above the first group of fields. */
export function EditNotices(props: EditNoticesProps): ReactNode {
  const t = useTranslations('edit');
  const { zone, connection } = useEdit();
  const { isRequestOpen: isLocked } = props;
  return (
    <div className="grid gap-2">
      {props.problem && <ProblemNotice connection={connection} problem={props.problem} />}
      <DraftNotice connection={connection} {...props} />
      {props.asked && !isLocked && (
        <AskedNotice connection={connection} approvalId={props.asked.id} standing={props.asked.standing} />
      )}
      {!isLocked &&
        props.pending
          .filter(({ isOwn }) => !isOwn)
          .map(({ id, askedBy, askedAt }) => (
            <Notice
              key={id}
              tone="review"
              icon="review"
              actions={
                <a className="link" href={paths.approval(connection, id)}>
                  {t('pending.open')}
                </a>
              }
            >
              <span data-pending={id}>
                {t('pending.other', { name: askedBy, time: formatTimestamp(new Date(askedAt), zone) })}
              </span>
            </Notice>
          ))}
      {props.loadFailed && (
        <Notice
          icon="warning"
          tone="review"
          role="alert"
          actions={
            <Button size="small" onClick={props.onReloadDraft}>
              {t('draft.again')}
            </Button>
          }
        >
          {t('draft.loadFailed')}
        </Notice>
      )}
      {isLocked && <Notice icon="lock">{t.rich('locked', { b: (text) => <b>{text}</b> })}</Notice>}
      {props.restoredAt !== null && !isLocked && (
        <Notice
          icon="note"
          role="status"
          actions={
            <Button size="small" onClick={props.onDiscard}>
              {t('draft.discard')}
            </Button>
          }
        >
          {t('draft.restored', { time: formatTimestamp(new Date(props.restoredAt), zone) })}
        </Notice>
      )}
      {!isLocked && !props.isMerging && (
        <Notice icon="info">
          {t.rich('copyAge', { days: props.ageDays, count: props.resentCount, b: (text) => <b>{text}</b> })}
        </Notice>
      )}
    </div>
  );
}
