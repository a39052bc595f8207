import { useTranslations } from 'next-intl';
import type { BoardFilters } from '@/lib/applications/filters';
import type { CappedCount } from '@/lib/result';
import type { StateTab } from '@/lib/sub-merchants/filters';
import { useStateTabs } from '../../sub-merchants/list-tabs';
import { Tabs } from '../../ui/tabs';
import { boardAddress } from './board-address';

type BoardTabsProps = { slug: string; filters: BoardFilters; counts: Record<StateTab | 'ALL', CappedCount> };

/** All, the six states of 3.2 and those that nobody told us of, each with how many it shows. */
export function BoardTabs({ slug, filters, counts }: BoardTabsProps) {
  const t = useTranslations('board');
  const tabs = useStateTabs({
    counts,
    state: filters.state,
    isAll: filters.state === undefined,
    hrefOf: (state) => boardAddress(slug, filters, { state }),
  });
  return <Tabs label={t('tabs')} tabs={tabs} />;
}
