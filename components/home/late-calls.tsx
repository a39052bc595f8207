import { useTranslations } from 'next-intl';
import { formatCount } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import { Queue } from '../data/queue';
import { RelativeAge } from '../data/timestamp';

type LateCallsProps = { slug: string; now: string; count: number; oldestSince: string | null };

/** Calls that had waited too long to leave by themselves: nothing while there are none. */
export function LateCalls({ slug, now, count, oldestSince }: LateCallsProps) {
  const t = useTranslations('home.late');
  if (oldestSince === null) return null;
  return (
    <Queue
      icon="clock"
      tone="punished"
      title={t('title')}
      count={formatCount(count)}
      age={<RelativeAge at={oldestSince} now={now} />}
      all={{ href: paths.requests(slug, { outcome: 'waiting' }), label: t('all') }}
    />
  );
}
