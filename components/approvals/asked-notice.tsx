'use client';

import { useTranslations } from 'next-intl';
import { isWaiting } from '@/lib/approvals/query-options';
import type { ApprovalStanding } from '@/lib/approvals/view';
import { paths } from '@/lib/paths';
import { ButtonLink } from '../ui/button-link';
import { Notice } from '../ui/notice';

type AskedNoticeProps = {
  connection: string;
  approvalId: string;
  /** Where it stands, if that is known; without it, it was asked for a moment ago. */
  standing?: ApprovalStanding | null;
};

/** Asked for, and not done yet: where it waits, or how it ended without being done. */
export function AskedNotice({ connection, approvalId, standing = null }: AskedNoticeProps) {
  const t = useTranslations('asking');
  const isOver = standing !== null && !isWaiting(standing);
  const words = isOver ? t(`ended.${standing.state}`) : t(standing?.state === 'approved' ? 'coolingOff' : 'asked');
  return (
    <Notice
      tone={isOver ? 'rejected' : 'review'}
      icon={isOver ? 'warning' : 'review'}
      role="status"
      actions={
        <ButtonLink size="small" href={paths.approval(connection, approvalId)}>
          {t('open')}
        </ButtonLink>
      }
    >
      <span data-asked={approvalId}>{words}</span>
    </Notice>
  );
}
