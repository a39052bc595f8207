import { useTranslations } from 'next-intl';
import type { DiscrepancyFilters, DiscrepancyTab } from '@/lib/discrepancies/filters';
import { discrepancyTabs } from '@/lib/discrepancies/filters';
import { formatCapped } from '@/lib/i18n/format';
import type { CappedCount } from '@/lib/result';
import type { IconName } from '../ui/icon';
import { Tabs } from '../ui/tabs';
import { discrepancyAddress } from './discrepancy-address';

const icons: Record<DiscrepancyTab, IconName> = { open: 'differs', accepted: 'clock', settled: 'check' };

type DiscrepancyTabsProps = {
  slug: string;
  filters: DiscrepancyFilters;
  counts: Record<DiscrepancyTab, CappedCount>;
};

/** Those that want a person, those that rest, those that are settled; each with how many it holds. */
export function DiscrepancyTabs({ slug, filters, counts }: DiscrepancyTabsProps) {
  const t = useTranslations('discrepancies');
  const { tab: current = 'open' } = filters;
  return (
    <Tabs
      label={t('tabs')}
      tabs={discrepancyTabs.map((tab) => ({
        href: discrepancyAddress(slug, filters, { tab: tab === 'open' ? null : tab }),
        label: t(`tab.${tab}`),
        current: tab === current,
        count: formatCapped(counts[tab]),
        icon: icons[tab],
      }))}
    />
  );
}
