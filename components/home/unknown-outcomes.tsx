import { useTranslations } from 'next-intl';
import { formatCount } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import type { RequestStatus } from '@/lib/requests/view';
import { Queue, QueueItem } from '../data/queue';
import { RelativeAge, Timestamp } from '../data/timestamp';
import { ButtonLink } from '../ui/button-link';
import { Icon } from '../ui/icon';

const LATE_MS = 30 * 60 * 1000;

type Reader = { slug: string; zone: string; now: string };

/** An age that turns red, with a clock, after half an hour: an unknown should not last. */
function Waiting({ since, now }: { since: string; now: string }) {
  const isLate = isLateAt(since, now);
  return (
    <span className="flex items-center justify-end gap-1 max-md:justify-start">
      {isLate && <Icon name="clock" size="small" />}
      <RelativeAge at={since} now={now} />
    </span>
  );
}

const isLateAt = (since: string, now: string): boolean => Date.parse(now) - Date.parse(since) > LATE_MS;

function What({ request, zone }: { request: RequestStatus; zone: string }) {
  const t = useTranslations('home.unknown');
  const meanings = useTranslations('meanings');
  const title =
    request.meaning !== null && meanings.has(`${request.meaning}.title`) ? meanings(`${request.meaning}.title`) : null;
  return (
    <>
      {t(request.operation === 'sub-merchant.modify' ? 'edit' : 'other')}
      {title !== null && ` · ${title}`}
      {' · '}
      {request.needsPersonSince !== null && t('needsPerson')}
      {request.needsPersonSince === null && request.nextTryAt === null && t('noRepeat')}
      {request.needsPersonSince === null &&
        request.nextTryAt !== null &&
        t.rich('repeats', { time: () => <Timestamp at={request.nextTryAt ?? ''} zone={zone} show="time" /> })}
    </>
  );
}

type UnknownOutcomesProps = Reader & {
  /** Those that wait longest, as many as are shown. */
  requests: RequestStatus[];
  count: number;
  hasMore: boolean;
  oldestSince: string | null;
};

/** Always first (screens 2): what may or may not have happened, the oldest first, each with its next step. */
export function UnknownOutcomes({ requests, count, hasMore, oldestSince, ...reader }: UnknownOutcomesProps) {
  const t = useTranslations('home.unknown');
  const { slug, zone, now } = reader;
  const shown = `${formatCount(count)}${hasMore ? '+' : ''}`;
  const all = { href: paths.requests(slug, { outcome: 'unknown' }), label: t('all') };
  if (oldestSince === null) return <Queue icon="unknown" title={t('title')} count={shown} isEmpty all={all} />;
  return (
    <Queue
      icon="unknown"
      tone="unknown"
      title={t('title')}
      count={shown}
      age={<Waiting since={oldestSince} now={now} />}
      isLate={isLateAt(oldestSince, now)}
      all={all}
    >
      {requests.map((request) => (
        <QueueItem
          key={request.id}
          icon="shop"
          href={paths.request(slug, request.id)}
          name={request.objectName === '' ? request.objectId : request.objectName}
          what={<What request={request} zone={zone} />}
          age={<Waiting since={request.openedAt} now={now} />}
          isLate={isLateAt(request.openedAt, now)}
          next={
            <ButtonLink
              size="small"
              href={paths.request(slug, request.id)}
              aria-label={t('openNamed', { name: request.objectName, reference: request.reference })}
            >
              {t('open')}
            </ButtonLink>
          }
        />
      ))}
    </Queue>
  );
}
