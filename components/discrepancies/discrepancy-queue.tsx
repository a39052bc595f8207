import { useTranslations } from 'next-intl';
import { formatCapped } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import type { CappedCount } from '@/lib/result';
import { Queue } from '../data/queue';
import { RelativeAge } from '../data/timestamp';

type DiscrepancyQueueProps = {
  slug: string;
  now: string;
  tally: CappedCount & { oldestSince: string | null };
};

/** The line of Home that counts the differences which want a person. */
export function DiscrepancyQueue({ slug, now, tally }: DiscrepancyQueueProps) {
  const t = useTranslations('discrepancies');
  return (
    <Queue
      icon="differs"
      tone="punished"
      title={t('title')}
      count={formatCapped(tally)}
      isEmpty={tally.count === 0}
      age={tally.oldestSince !== null && <RelativeAge at={tally.oldestSince} now={now} />}
      all={{ href: paths.discrepancies(slug), label: t('seeAll') }}
    />
  );
}
