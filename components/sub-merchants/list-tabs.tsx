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

type StateTabsInput = {
  counts: Record<(typeof states)[number] | 'ALL', CappedCount>;
  /** The one that is shown. */
  state: string | undefined;
  isAll: boolean;
  hrefOf: (state: (typeof states)[number] | null) => string;
};

/** All, the six states of 3.2 and those that nobody told us of; each with how many it shows. */
export function useStateTabs({ counts, state: shown, isAll, hrefOf }: StateTabsInput): Tab[] {
  const t = useTranslations('subMerchants');
  const tStates = useTranslations('states');
  const all: Tab = { href: hrefOf(null), label: t('all'), current: isAll, count: formatCapped(counts.ALL) };
  const tabs = states.map((state): Tab => {
    const { icon, tone } = stateLook(state);
    return {
      href: hrefOf(state),
      label: state === 'UNKNOWN' ? tStates('unheld.label') : tStates(`${state}.label`),
      current: shown === state,
      count: formatCapped(counts[state]),
      icon,
      tone,
    };
  });
  return [all, ...tabs];
}

type ListTabsProps = {
  slug: string;
  filters: ListFilters;
  counts: StateTabsInput['counts'];
  /** Those that notifications name and nobody here holds; null for who may not read notifications. */
  unclaimed: { count: CappedCount; isShown: boolean } | null;
};

/** The tabs by state, and those that nobody holds. */
export function ListTabs({ slug, filters, counts, unclaimed }: ListTabsProps) {
  const t = useTranslations('subMerchants');
  const tabs = useStateTabs({
    counts,
    state: filters.state,
    isAll: filters.state === undefined && !unclaimed?.isShown,
    hrefOf: (state) => listAddress(slug, filters, { state }),
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
  return <Tabs label={t('tabs')} tabs={[...tabs, ...others]} />;
}
