import { useTranslations } from 'next-intl';
import type { BatchFilters } from '@/lib/batches/filters';
import type { ShownState } from '@/lib/batches/view';
import { formatCapped } from '@/lib/i18n/format';
import type { Tab } from '../ui/tabs';
import { Tabs } from '../ui/tabs';
import { batchesAddress } from './batch-address';
import { batchLook } from './batch-state';

/** What needs a person first. */
const order: readonly ShownState[] = ['paused', 'canary', 'running', 'awaiting-approval', 'draft', 'stopped', 'done'];

type Count = { count: number; more: boolean };
type BatchTabsProps = { slug: string; filters: BatchFilters; counts: Record<ShownState | 'all', Count> };

/** All batches, then by state, each with how many it holds. */
export function BatchTabs({ slug, filters, counts }: BatchTabsProps) {
  const t = useTranslations('batches');
  const tabs: Tab[] = [
    {
      href: batchesAddress(slug, filters, { state: null }),
      label: t('all'),
      current: filters.state === undefined,
      count: formatCapped(counts.all),
    },
    ...order.map((state) => ({
      href: batchesAddress(slug, filters, { state }),
      label: t(`state.${state}.word`),
      current: filters.state === state,
      count: formatCapped(counts[state]),
      ...batchLook(state),
    })),
  ];
  return <Tabs label={t('tabs')} tabs={tabs} />;
}
