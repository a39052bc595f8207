import { useTranslations } from 'next-intl';
import type { ContractFilters } from '@/lib/contracts/filters';
import { standings } from '@/lib/contracts/view';
import { formatCapped } from '@/lib/i18n/format';
import type { CappedCount } from '@/lib/result';
import type { Tab } from '../ui/tabs';
import { Tabs } from '../ui/tabs';
import { contractAddress } from './contract-address';
import { standingLook } from './contract-state';

type ContractTabsProps = {
  slug: string;
  filters: ContractFilters;
  counts: Record<(typeof standings)[number] | 'all', CappedCount>;
};

/** All, and each way in which a contract can stand, with how many it shows. */
export function ContractTabs({ slug, filters, counts }: ContractTabsProps) {
  const t = useTranslations('contracts');
  const all: Tab = {
    href: contractAddress(slug, filters, { standing: null }),
    label: t('all'),
    current: filters.standing === undefined,
    count: formatCapped(counts.all),
  };
  const tabs = standings.map(
    (standing): Tab => ({
      href: contractAddress(slug, filters, { standing }),
      label: t(`standing.${standing}.label`),
      current: filters.standing === standing,
      count: formatCapped(counts[standing]),
      ...standingLook(standing),
    }),
  );
  return <Tabs label={t('tabs')} tabs={[all, ...tabs]} />;
}
