import 'server-only';
import { z } from 'zod';
import type { Difference, ToldApplication } from '@/lib/applications/news';
import type { PlatformAccount } from '@/lib/connections/account';
import type { Db } from '@/lib/db/client';
import type { Application, Notification, NotificationDelivery } from '@/lib/db/generated/client';
import { isUuid } from '@/lib/db/uuid';
import type { Vault } from '@/lib/db/vault';
import { isObject, parseJson } from '@/lib/platform/json';
import { notificationEnvelope } from '@/lib/platform/wire/notification';
import type { Change } from '@/lib/requests/view';
import { maskContent, maskEnvelope } from './mask';
import { newsOf } from './message';
import { canReprocess } from './rules';
import { bodyAbout, contentAbout } from './sealed';
import type { Comparison, DeliveryView, NotificationDetail, NotificationStatus, Receiving } from './view';
import { deliveryVerdict, door, notificationState, stepTime } from './view';

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** How much of a ciphertext is shown: enough to compare two, of no use for anything else. */
const CIPHERTEXT_SHOWN = 32;

/** The envelope for a screen: what is not of 6.1 masked, the ciphertext cut short. Null where the body is no JSON. */
function shownEnvelope(json: unknown): unknown {
  const masked = maskEnvelope(json);
  if (!isObject(masked)) return null;
  const { resource } = masked;
  if (!isObject(resource) || typeof resource.ciphertext !== 'string') return masked;
  const { ciphertext } = resource;
  const cut = `${ciphertext.slice(0, CIPHERTEXT_SHOWN)}… (${ciphertext.length})`;
  return { ...masked, resource: { ...resource, ciphertext: ciphertext.length > CIPHERTEXT_SHOWN ? cut : ciphertext } };
}

const hosts = (domains: readonly string[]) => [...domains].sort().join(' ');

/** What a message tells of its application beside what we hold of that now, in the order in which it is read. */
function compare(told: ToldApplication, held: Application | null): Comparison[] {
  const pairs: [path: string, theirs: string | null, ours: string | null | undefined][] = [
    ['sub_mchid', told.subMchid, held?.subMchid],
    ['applyment_state', told.state, held?.state],
    ['applyment_type', told.applymentType, held?.applymentType],
    ['transaction_limit_type', told.limitType, held?.limitType],
    ['domains', hosts(told.domains), held && hosts(held.domains)],
    ['website_url', told.websiteUrl, held?.websiteUrl],
    ['audit_reject_detail', told.rejectDetail, held?.rejectDetail],
  ];
  return pairs
    .map(([path, theirs, ours]) => ({ path, theirs, ours: ours ?? null }))
    .filter(({ theirs, ours }) => theirs !== null || ours !== null);
}

function deliveryOf(row: NotificationDelivery, judgedSha256: string): DeliveryView {
  return {
    number: row.number,
    receivedAt: row.receivedAt.toISOString(),
    verdict: deliveryVerdict.parse(row.verdict),
    cause: row.cause,
    answer: row.answer,
    tookUs: row.tookUs,
    steps: z.array(stepTime).parse(row.steps),
    serial: row.serial,
    signedAt: row.signedAt.toISOString(),
    nonce: row.nonce,
    platformRequestId: row.platformRequestId,
    bodySha256: row.bodySha256,
    isOtherBody: row.bodySha256 !== judgedSha256,
    door: door.parse(row.door),
  };
}

/** What the message says, as far as it is still kept. */
function readMessage(vault: Vault, row: Notification) {
  const body = row.body && parseJson(vault.open(row.body, bodyAbout(row.id, row.bodySha256)));
  const content = row.content && parseJson(vault.open(row.content, contentAbout(row.id)));
  const envelope = notificationEnvelope.safeParse(body);
  const news =
    envelope.success && isObject(content) ? newsOf({ envelope: envelope.data, json: content }, row.id) : null;
  return {
    envelope: shownEnvelope(body),
    content: content === null ? null : maskContent(content),
    told: news?.kind === 'application' ? news.told : null,
  };
}

/** Entries of the trail about one notification; those that are about its sub-merchant name it in their data. */
async function trailOf(db: Db, row: Pick<Notification, 'id' | 'connectionId' | 'subMchid'>) {
  const ofRecord =
    row.subMchid === null
      ? []
      : [
          {
            objectKind: 'sub-merchant',
            objectId: row.subMchid,
            action: { in: ['notification.received', 'notification.reprocessed'] },
            data: { path: ['notificationId'], equals: row.id },
          },
        ];
  return db.auditEntry.findMany({
    where: { connectionId: row.connectionId, OR: [{ objectKind: 'notification', objectId: row.id }, ...ofRecord] },
    orderBy: { id: 'asc' },
    select: { id: true, action: true, actorName: true, at: true },
    take: 100,
  });
}

/** One notification with its deliveries, for its page; null if this connection has none of this id. Content is masked. */
export async function getNotification(
  { db, vault }: { db: Db; vault: Vault },
  account: Pick<PlatformAccount, 'connection'>,
  id: string,
): Promise<NotificationDetail | null> {
  const connectionId = account.connection.id;
  if (!isUuid(id)) return null;
  const row = await db.notification.findFirst({
    where: { id, connectionId },
    include: { received: { orderBy: { number: 'asc' } }, discrepancies: { where: { resolvedAt: null } } },
  });
  if (!row) return null;
  const { envelope, content, told } = readMessage(vault, row);
  const [subMerchant, application, trail] = await Promise.all([
    row.subMchid === null
      ? null
      : db.subMerchant.findUnique({
          where: { connectionId_subMchid: { connectionId, subMchid: row.subMchid } },
          select: { name: true },
        }),
    told === null
      ? null
      : db.application.findUnique({
          where: {
            connectionId_kind_applymentId: { connectionId, kind: told.kind, applymentId: told.applymentId },
          },
        }),
    trailOf(db, row),
  ]);
  const parkedBy = trail.findLast(({ action }) => action === 'notification.parked');
  const state = notificationState.parse(row.state);
  const isParked = row.parkedReason !== null && canReprocess(state);
  return {
    id: row.id,
    notificationId: row.notificationId,
    state,
    cause: row.cause,
    eventType: row.eventType,
    applymentId: row.applymentId,
    subMchid: row.subMchid,
    subMerchantName: subMerchant?.name || null,
    isUnclaimed: row.subMchid !== null && subMerchant === null,
    deliveries: row.deliveries,
    createTime: iso(row.createTime),
    firstReceivedAt: row.firstReceivedAt.toISOString(),
    lastReceivedAt: row.lastReceivedAt.toISOString(),
    lastAnswer: row.lastAnswer,
    lastTookUs: row.lastTookUs,
    isParked,
    resourceType: row.resourceType,
    originalType: row.originalType,
    summary: row.summary,
    createTimeText: row.createTimeText,
    applicationKind: row.applicationKind,
    bodySha256: row.bodySha256,
    bodySize: row.bodySize,
    isBodyHeld: row.body !== null,
    openedBy: row.openedBy,
    serial: row.serial,
    effects: row.effects as Change[],
    envelope,
    content,
    comparison: told === null ? [] : compare(told, application),
    received: row.received.map((delivery) => deliveryOf(delivery, row.bodySha256)),
    openDiscrepancies: row.discrepancies.map(({ cause, differences }) => ({
      cause,
      differences: differences as Difference[],
    })),
    reprocessedAt: iso(row.reprocessedAt),
    parked:
      isParked && row.parkedReason !== null
        ? { reason: row.parkedReason, by: parkedBy?.actorName ?? null, at: iso(parkedBy?.at ?? null) }
        : null,
    auditEntryIds: trail.map((entry) => String(entry.id)),
  };
}

/** Where one notification stands, for a page that waits for it. */
export async function getNotificationStatus(
  db: Pick<Db, 'notification'>,
  connectionId: string,
  id: string,
): Promise<NotificationStatus | null> {
  if (!isUuid(id)) return null;
  const row = await db.notification.findFirst({ where: { id, connectionId } });
  if (!row) return null;
  const state = notificationState.parse(row.state);
  return {
    id: row.id,
    state,
    deliveries: row.deliveries,
    lastAnswer: row.lastAnswer,
    reprocessedAt: iso(row.reprocessedAt),
    isParked: row.parkedReason !== null && canReprocess(state),
  };
}

/** When something came last, how our own last test of the address went, and how much was not believed today. */
export async function getReceiving(
  db: Pick<Db, 'notification' | 'endpointTest' | 'refusedCount'>,
  connectionId: string,
  now: Date,
): Promise<Receiving> {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  const [newest, test, refused] = await Promise.all([
    db.notification.findFirst({
      where: { connectionId },
      orderBy: [{ firstReceivedAt: 'desc' }, { id: 'desc' }],
      select: { firstReceivedAt: true },
    }),
    db.endpointTest.findFirst({ where: { connectionId }, orderBy: { at: 'desc' }, select: { at: true, result: true } }),
    db.refusedCount.aggregate({
      where: { connectionId, hour: { gt: dayAgo }, cause: { not: 'probe' } },
      _sum: { count: true },
    }),
  ]);
  return {
    newestAt: iso(newest?.firstReceivedAt ?? null),
    lastTest: test && { at: test.at.toISOString(), hasPassed: test.result === 'passed' },
    refusedToday: refused._sum.count ?? 0,
  };
}
