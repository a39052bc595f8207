import { useTranslations } from 'next-intl';
import type { ApprovalFilters } from '@/lib/approvals/filters';
import type { ApprovalTab } from '@/lib/approvals/view';
import { approvalTabs } from '@/lib/approvals/view';
import { formatCapped } from '@/lib/i18n/format';
import type { CappedCount } from '@/lib/result';
import { Tabs } from '../ui/tabs';
import { approvalAddress } from './approval-address';

type ApprovalTabsProps = { slug: string; filters: ApprovalFilters; counts: Record<ApprovalTab, CappedCount> };

/** Whose approvals: what waits for the reader, what is theirs, what waits at all, and what is over. */
export function ApprovalTabs({ slug, filters, counts }: ApprovalTabsProps) {
  const t = useTranslations('approvals');
  const { tab: current = 'for-me' } = filters;
  return (
    <Tabs
      label={t('tabs')}
      tabs={approvalTabs.map((tab) => ({
        href: approvalAddress(slug, filters, { tab: tab === 'for-me' ? null : tab }),
        label: t(`tab.${tab}`),
        current: tab === current,
        count: formatCapped(counts[tab]),
      }))}
    />
  );
}
