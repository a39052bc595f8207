import { useTranslations } from 'next-intl';
import { formatCapped, formatCount } from '@/lib/i18n/format';
import type { NotificationFilters, NotificationTab } from '@/lib/notifications/filters';
import { paths } from '@/lib/paths';
import type { CappedCount } from '@/lib/result';
import type { Tab } from '../ui/tabs';
import { Tabs } from '../ui/tabs';
import { notificationAddress } from './notification-address';
import { notificationLook } from './notification-state';

/** The tabs that are filters of the list, in their order. */
const shown = [
  'applied',
  'repeat',
  'quarantine',
  'unknown-type',
  'older',
] as const satisfies readonly NotificationTab[];

type NotificationTabsProps = {
  slug: string;
  filters: NotificationFilters;
  counts: Record<NotificationTab | 'all', CappedCount>;
  /** Differences that want a person, as their own page counts them. */
  openDiscrepancies: CappedCount;
  /** Messages of the last 24 hours that did not verify. */
  refusedToday: number;
  /** True on the page of those. */
  isRefused?: boolean;
};

/** All notifications, then by what became of them; differences and what did not verify have pages of their own. */
export function NotificationTabs({
  slug,
  filters,
  counts,
  openDiscrepancies,
  refusedToday,
  isRefused = false,
}: NotificationTabsProps) {
  const t = useTranslations('notifications');
  const isCurrent = (state: NotificationTab | undefined) => !isRefused && filters.state === state;
  const tabs: Tab[] = [
    {
      href: notificationAddress(slug, filters, { state: null }),
      label: t('tab.all'),
      current: isCurrent(undefined),
      count: formatCapped(counts.all),
    },
    ...shown.map((state) => ({
      href: notificationAddress(slug, filters, { state }),
      label: t(`tab.${state}`),
      current: isCurrent(state),
      count: formatCapped(counts[state]),
      ...notificationLook(state),
    })),
    {
      href: paths.discrepancies(slug),
      label: t('tab.discrepancy'),
      current: isCurrent('discrepancy'),
      count: formatCapped(openDiscrepancies),
      ...notificationLook('discrepancy'),
    },
    {
      href: paths.notVerified(slug),
      label: t('tab.refused'),
      current: isRefused,
      count: formatCount(refusedToday),
      icon: 'lock',
      tone: 'none',
    },
  ];
  return <Tabs label={t('tabs')} tabs={tabs} />;
}
