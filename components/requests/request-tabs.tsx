import { useTranslations } from 'next-intl';
import { formatCapped } from '@/lib/i18n/format';
import type { RequestFilters } from '@/lib/requests/filters';
import type { Outcome } from '@/lib/requests/view';
import type { Tone } from '../ui/badge';
import { outcomeIcon } from '../ui/outcome-line';
import type { Tab } from '../ui/tabs';
import { Tabs } from '../ui/tabs';
import { requestAddress } from './request-address';

/** Unknown first: it is what needs a person. A request that is not sent exists only as a draft, so it has no tab. */
const shown = ['unknown', 'sending', 'waiting', 'refused', 'accepted'] as const satisfies readonly Outcome[];

const tones: Record<(typeof shown)[number], Tone> = {
  unknown: 'unknown',
  sending: 'review',
  waiting: 'none',
  refused: 'rejected',
  accepted: 'approved',
};

type Count = { count: number; more: boolean };
type RequestTabsProps = {
  slug: string;
  filters: RequestFilters;
  counts: Record<(typeof shown)[number] | 'all', Count>;
};

/** All requests, then by outcome, each with how many it holds. */
export function RequestTabs({ slug, filters, counts }: RequestTabsProps) {
  const t = useTranslations('requests');
  const tOutcomes = useTranslations('outcomes');
  const tabs: Tab[] = [
    {
      href: requestAddress(slug, filters, { outcome: null }),
      label: t('all'),
      current: filters.outcome === undefined,
      count: formatCapped(counts.all),
    },
    ...shown.map((outcome) => ({
      href: requestAddress(slug, filters, { outcome }),
      label: tOutcomes(`${outcome}.word`),
      current: filters.outcome === outcome,
      count: formatCapped(counts[outcome]),
      icon: outcomeIcon(outcome),
      tone: tones[outcome],
    })),
  ];
  return <Tabs label={t('tabs')} tabs={tabs} />;
}
