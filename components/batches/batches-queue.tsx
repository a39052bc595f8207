import { useTranslations } from 'next-intl';
import type { BatchLine } from '@/lib/batches/view';
import { paths } from '@/lib/paths';
import { Queue, QueueItem } from '../data/queue';
import { RelativeAge } from '../data/timestamp';
import { ProgressCell } from './batch-progress';
import { batchLook } from './batch-state';

type BatchesQueueProps = { slug: string; now: string; batches: BatchLine[] };

/** Of Home: batches that run, or that wait for a person at their canary or in a pause; nothing where there is none. */
export function BatchesQueue({ slug, now, batches }: BatchesQueueProps) {
  const t = useTranslations('batches');
  if (batches.length === 0) return null;
  const waits = batches.some(({ state }) => state === 'paused' || state === 'canary');
  return (
    <Queue
      icon="stack"
      tone={waits ? 'punished' : 'review'}
      title={t('queue.title')}
      count={batches.length}
      all={{ href: paths.batches(slug), label: t('queue.all') }}
    >
      {batches.map((batch) => (
        <QueueItem
          key={batch.id}
          icon={batchLook(batch.state).icon}
          href={paths.batch(slug, batch.id)}
          name={batch.name}
          what={
            <>
              {t(`state.${batch.state}.word`)} · <ProgressCell totals={batch.totals} />
            </>
          }
          age={batch.startedAt && <RelativeAge at={batch.startedAt} now={now} />}
        />
      ))}
    </Queue>
  );
}
