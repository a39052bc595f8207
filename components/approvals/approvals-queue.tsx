import { useTranslations } from 'next-intl';
import { formatCapped } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import type { CappedCount } from '@/lib/result';
import { Queue } from '../data/queue';
import { RelativeAge } from '../data/timestamp';

type ApprovalsQueueProps = { slug: string; now: string; tally: CappedCount & { oldestSince: string | null } };

/** The line of Home that counts what waits for the reader's approval. */
export function ApprovalsQueue({ slug, now, tally }: ApprovalsQueueProps) {
  const t = useTranslations('approvals.queue');
  return (
    <Queue
      icon="review"
      tone="review"
      title={t('title')}
      count={formatCapped(tally)}
      isEmpty={tally.count === 0}
      age={tally.oldestSince !== null && <RelativeAge at={tally.oldestSince} now={now} />}
      all={{ href: paths.approvals(slug), label: t('seeAll') }}
    />
  );
}
