import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { AuditView } from '@/lib/audit/view';
import { paths } from '@/lib/paths';
import type { RequestTryOf } from '@/lib/requests/view';
import { auditLook, useActorName, useAuditSentence } from '../audit/audit-sentence';
import { ChangeList } from '../audit/change-list';
import { Id } from '../data/id';
import { Timestamp } from '../data/timestamp';
import { EmptyState } from '../ui/empty-state';
import type { IconName } from '../ui/icon';
import type { TimelineEntry } from '../ui/timeline';
import { Timeline } from '../ui/timeline';

/** An entry with its moment, ISO 8601 in UTC. */
export type DatedEntry = TimelineEntry & { moment: string };

type RecordTimelineProps = {
  slug: string;
  entries: AuditView[];
  tries: RequestTryOf[];
  /** The platform's ids of the notifications that the entries name, by the ids of their rows. */
  messageIds: ReadonlyMap<string, string>;
  /** What else is known of it, from no entry of the trail. */
  more?: DatedEntry[];
  zone: string;
  mayAudit: boolean;
  mayOpenRequests: boolean;
  mayOpenNotifications: boolean;
};

const tryIcon = (outcome: string | null): IconName => {
  if (outcome === null) return 'arrow';
  if (outcome === 'accepted') return 'approved';
  return outcome === 'refused' ? 'rejected' : outcome === 'waiting' ? 'clock' : 'unknown';
};

/** Everything that happened to this record here, newest first: entries of the trail and each try that left the console. */
export function RecordTimeline(props: RecordTimelineProps) {
  const { slug, entries, tries, more = [], zone } = props;
  const t = useTranslations('record.timeline');
  const tNoAnswer = useTranslations('requests.noAnswer');
  const sentence = useAuditSentence();
  const actor = useActorName();

  const fromTrail = entries.map(
    (entry): DatedEntry => ({
      id: `audit ${entry.id}`,
      moment: entry.at,
      at: <Timestamp at={entry.at} zone={zone} />,
      ...auditLook(entry.event),
      sentence: sentence(entry),
      note: (
        <>
          {actor(entry)}
          {entry.reference !== null && entry.requestId !== null && (
            <>
              {' · '}
              <RequestLink
                slug={slug}
                id={entry.requestId}
                reference={entry.reference}
                isLink={props.mayOpenRequests}
              />
            </>
          )}
          {'notificationId' in entry.event && props.mayOpenNotifications && (
            <>
              {' · '}
              <Link className="link" href={paths.notification(slug, entry.event.notificationId)} prefetch={false}>
                {t('notification')}{' '}
                <Id
                  value={props.messageIds.get(entry.event.notificationId) ?? entry.event.notificationId}
                  show="tail"
                  tail={8}
                />
              </Link>
            </>
          )}
          {props.mayAudit && (
            <>
              {' · '}
              <Link className="link" href={paths.auditEntry(slug, entry.id)} prefetch={false}>
                {t('entry', { number: entry.id })}
              </Link>
            </>
          )}
        </>
      ),
      raw:
        'changes' in entry.event && entry.event.changes.length > 0 ? (
          <ChangeList changes={entry.event.changes} objectKind={entry.objectKind} zone={zone} />
        ) : undefined,
    }),
  );
  const fromTries = tries.map(
    (one): DatedEntry => ({
      id: `try ${one.requestId} ${one.number}`,
      moment: one.startedAt,
      at: <Timestamp at={one.startedAt} zone={zone} />,
      icon: tryIcon(one.outcome),
      sentence:
        one.endedAt === null
          ? t('tryOpen', { number: one.number })
          : one.noAnswer === null
            ? t('tryAnswered', { number: one.number, status: one.httpStatus ?? 0, code: one.code ?? '' })
            : t('trySilent', { number: one.number, cause: tNoAnswer(one.noAnswer) }),
      note: <RequestLink slug={slug} id={one.requestId} reference={one.reference} isLink={props.mayOpenRequests} />,
      raw:
        one.message === null ? undefined : (
          <blockquote className="verbatim" translate="no">
            {one.message}
          </blockquote>
        ),
    }),
  );
  const all = [...fromTrail, ...fromTries, ...more].sort((a, b) =>
    a.moment < b.moment ? 1 : a.moment > b.moment ? -1 : 0,
  );
  if (all.length === 0) {
    return (
      <div className="gutter py-4">
        <EmptyState kind="nothing-yet" icon="clock" title={t('empty.title')}>
          <p>{t('empty.how')}</p>
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="gutter py-4">
      <Timeline entries={all} />
    </div>
  );
}

function RequestLink({
  slug,
  id,
  reference,
  isLink,
}: {
  slug: string;
  id: string;
  reference: string;
  isLink: boolean;
}) {
  if (!isLink) return <span className="mono">{reference}</span>;
  return (
    <Link className="link mono" href={paths.request(slug, id)} prefetch={false}>
      {reference}
    </Link>
  );
}
