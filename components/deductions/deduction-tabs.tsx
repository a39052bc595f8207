import { useTranslations } from 'next-intl';
import type { DeductionFilters } from '@/lib/deductions/filters';
import type { Standing } from '@/lib/deductions/rules';
import { orderStandings } from '@/lib/deductions/view';
import { formatCapped } from '@/lib/i18n/format';
import type { CappedCount } from '@/lib/result';
import type { Tab } from '../ui/tabs';
import { Tabs } from '../ui/tabs';
import { deductionAddress } from './deduction-address';
import { orderLook } from './order-state';

type DeductionTabsProps = { slug: string; filters: DeductionFilters; counts: Record<Standing | 'all', CappedCount> };

/** All, and each way in which an order can stand, with how many it shows. */
export function DeductionTabs({ slug, filters, counts }: DeductionTabsProps) {
  const t = useTranslations('deductions');
  const all: Tab = {
    href: deductionAddress(slug, filters, { standing: null }),
    label: t('all'),
    current: filters.standing === undefined,
    count: formatCapped(counts.all),
  };
  const tabs = orderStandings.map(
    (standing): Tab => ({
      href: deductionAddress(slug, filters, { standing }),
      label: t(`standing.${standing}.label`),
      current: filters.standing === standing,
      count: formatCapped(counts[standing]),
      ...orderLook(standing),
    }),
  );
  return <Tabs label={t('tabs')} tabs={[all, ...tabs]} />;
}
