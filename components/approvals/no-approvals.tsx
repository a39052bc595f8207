import { useTranslations } from 'next-intl';
import type { ApprovalFilters } from '@/lib/approvals/filters';
import { ButtonLink } from '../ui/button-link';
import { EmptyState } from '../ui/empty-state';
import { approvalAddress } from './approval-address';

type NoApprovalsProps = {
  slug: string;
  filters: ApprovalFilters;
  /** How many wait for anybody: then an empty tab leads there. */
  hasOthers: boolean;
};

/** Why a tab shows nothing: filters that match none, or nothing that waits. */
export function NoApprovals({ slug, filters, hasOthers }: NoApprovalsProps) {
  const t = useTranslations('approvals');
  const { tab = 'for-me', risk, q, size } = filters;
  if (risk !== undefined || q !== undefined) {
    return (
      <EmptyState
        kind="no-match"
        title={t('noMatch.title')}
        actions={<ButtonLink href={approvalAddress(slug, { tab: filters.tab, size })}>{t('noMatch.clear')}</ButtonLink>}
      >
        <p>{t('noMatch.how')}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      kind="nothing-yet"
      icon={tab === 'decided' ? 'document' : 'check'}
      title={t(`empty.${tab}.title`)}
      actions={
        tab === 'for-me' &&
        hasOthers && <ButtonLink href={approvalAddress(slug, { tab: 'team', size })}>{t('empty.all')}</ButtonLink>
      }
    >
      <p>{t(`empty.${tab}.how`)}</p>
    </EmptyState>
  );
}
