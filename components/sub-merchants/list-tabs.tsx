import { useTranslations } from 'next-intl';
import { formatCapped } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import type { CappedCount } from '@/lib/result';
import type { ListFilters } from '@/lib/sub-merchants/filters';
import { stateLook } from '../ui/state-badge';
import type { Tab } from '../ui/tabs';
import { Tabs } from '../ui/tabs';
import { listAddress } from './list-address';

const states = [
  'APPROVED',
  'UNDER_REVIEW',
  'UNAUTHORIZED',
  'REJECTED',
  'UNDER_PUNISHMENT',
  'APPLICATION_FAILED',
  'UNKNOWN',
] as const;

type ListTabsProps = {
  slug: string;
  filters: ListFilters;
  counts: Record<(typeof states)[number] | 'ALL', CappedCount>;
  /** Those that notifications name and nobody here holds; null for who may not read notifications. */
  unclaimed: { count: CappedCount; isShown: boolean } | null;
};

/** All, the six states of 3.2, those that nobody told us of, and those that nobody holds; each with how many it shows. */
export function ListTabs({ slug, filters, counts, unclaimed }: ListTabsProps) {
  const t = useTranslations('subMerchants');
  const tStates = useTranslations('states');
  const all: Tab = {
    href: listAddress(slug, filters, { state: null }),
    label: t('all'),
    current: filters.state === undefined && !unclaimed?.isShown,
    count: formatCapped(counts.ALL),
  };
  const tabs = states.map((state): Tab => {
    const { icon, tone } = stateLook(state);
    return {
      href: listAddress(slug, filters, { state }),
      label: state === 'UNKNOWN' ? tStates('unheld.label') : tStates(`${state}.label`),
      current: filters.state === state,
      count: formatCapped(counts[state]),
      icon,
      tone,
    };
  });
  const others: Tab[] =
    unclaimed === null
      ? []
      : [
          {
            href: paths.subMerchants(slug, { view: 'unclaimed' }),
            label: t('unclaimed.tab'),
            current: unclaimed.isShown,
            count: formatCapped(unclaimed.count),
            icon: 'bell',
          },
        ];
  return <Tabs label={t('tabs')} tabs={[all, ...tabs, ...others]} />;
}
