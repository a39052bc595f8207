import { getTranslations } from 'next-intl/server';
import { NotificationTable } from '@/components/notifications/notification-table';
import { RequestTable } from '@/components/requests/request-table';
import { RecordTimeline } from '@/components/sub-merchants/record-timeline';
import { EmptyState } from '@/components/ui/empty-state';
import { listAuditOf } from '@/lib/audit/queries';
import { mayDo } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { listNotifications } from '@/lib/notifications/list';
import { getMessageIds } from '@/lib/notifications/queries';
import { listRequests, listTriesOf } from '@/lib/requests/list';

/** The object of a page: as locks, requests and the trail name it. */
type About = Guarded & { object: { kind: string; id: string } };

/** What one look holds of requests and messages; more of them are in their lists. */
const SHOWN = 100;

/** What a timeline of an object is drawn from. `naming`: entries of another object that name this one. */
export async function readTimeline(
  { context, staff, account, object }: About,
  naming?: { kind: string; id: string; value: string },
) {
  const { db } = context;
  const { id: connectionId, slug } = account.connection;
  const [entries, tries] = await Promise.all([
    listAuditOf(db, connectionId, object, naming && { naming }),
    listTriesOf(db, connectionId, object),
  ]);
  const messageIds = await getMessageIds(
    db,
    connectionId,
    entries.flatMap(({ event }) => ('notificationId' in event ? [event.notificationId] : [])),
  );
  return {
    slug,
    entries,
    tries,
    messageIds,
    zone: staff.timeZone,
    mayAudit: mayDo(staff.permissions, 'audit:read'),
    mayOpenRequests: mayDo(staff.permissions, 'request:read'),
    mayOpenNotifications: mayDo(staff.permissions, 'notification:read'),
  };
}

/** All that is known to have happened to an object, the newest first. */
export async function ObjectTimeline(about: About) {
  return <RecordTimeline {...(await readTimeline(about))} />;
}

type Listed = About & {
  /** The key space of the page: `nothing` in it says why there is none. */
  space: 'contract' | 'deduction' | 'application';
};

/** The requests about an object. */
export async function ObjectRequests({ context, staff, account, object, space }: Listed) {
  const { id: connectionId, slug } = account.connection;
  const now = context.now();
  const { rows } = await listRequests(context.db, connectionId, { q: object.id, size: SHOWN }, now);
  if (rows.length === 0) return <Nothing what="requests" space={space} />;
  return <RequestTable slug={slug} rows={rows} zone={staff.timeZone} now={now.toISOString()} isOfOneObject />;
}

/** The messages that name an object. */
export async function ObjectNotices({ context, staff, account, object, space }: Listed) {
  const { id: connectionId, slug } = account.connection;
  const { rows } = await listNotifications(context.db, connectionId, { q: object.id, size: SHOWN });
  if (rows.length === 0) return <Nothing what="notices" space={space} />;
  return <NotificationTable slug={slug} rows={rows} zone={staff.timeZone} />;
}

async function Nothing({ what, space }: { what: 'requests' | 'notices'; space: Listed['space'] }) {
  const t = await getTranslations(`${space}.nothing`);
  return (
    <div className="gutter py-4">
      <EmptyState kind="nothing-yet" icon={what === 'requests' ? 'requests' : 'bell'} title={t(`${what}.title`)}>
        <p>{t(`${what}.how`)}</p>
      </EmptyState>
    </div>
  );
}
