import 'server-only';
import { z } from 'zod';
import type { ToldApplication } from '@/lib/applications/news';
import type { PlatformAccount } from '@/lib/connections/account';
import { heldMessageKeys } from '@/lib/connections/message-keys';
import type { Db } from '@/lib/db/client';
import type { Application, Discrepancy, Notification, NotificationDelivery } from '@/lib/db/generated/client';
import { isUuid } from '@/lib/db/uuid';
import type { Vault } from '@/lib/db/vault';
import { isObject, parseJson } from '@/lib/platform/json';
import { notificationEnvelope } from '@/lib/platform/wire/notification';
import type { Change } from '@/lib/requests/view';
import { maskContent, maskEnvelope } from './mask';
import { addresseeOf, newsOf, openMessage } from './message';
import { canReprocess } from './rules';
import { bodyAbout, contentAbout, discrepancyAbout } from './sealed';
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

/**
 * The delivery that is shown: the asked-for one, else the one that decided where the message stands. Another content under
 * its id decided nothing about it: that waits for a person.
 */
function chosenOf(received: readonly DeliveryView[], wanted: number | undefined): DeliveryView | null {
  const decided = received.findLast(({ verdict, isOtherBody }) => verdict !== 'repeat' && !isOtherBody);
  return received.find(({ number }) => number === wanted) ?? decided ?? received.at(-1) ?? null;
}

type Said = { body: Buffer | null; content: Buffer | null };
type Reader = { db: Db; vault: Vault; now: () => Date };

/** The message that was judged: its bytes and what was in them, as far as they are still kept. */
const judgedMessage = (vault: Vault, row: Notification): Said => ({
  body: row.body && vault.open(row.body, bodyAbout(row.id, row.bodySha256)),
  content: row.content && vault.open(row.content, contentAbout(row.id)),
});

/** Neither settled nor resting. */
const wantsAPerson = ({ resolvedAt, acceptedUntil }: Pick<Discrepancy, 'resolvedAt' | 'acceptedUntil'>, now: Date) =>
  resolvedAt === null && (acceptedUntil === null || acceptedUntil <= now);

/** The difference that this very delivery opened. */
const openedBy = (delivery: NotificationDelivery, { openedAt, cause }: Discrepancy): boolean =>
  delivery.verdict === 'discrepancy' &&
  delivery.cause === cause &&
  openedAt.getTime() === delivery.receivedAt.getTime();

/**
 * What a delivery of other bytes says: by the keys that are held now; where none of them opens it any more, what was kept
 * of it when it came.
 */
async function otherMessage(
  context: Reader,
  account: PlatformAccount,
  row: Notification & { discrepancies: Discrepancy[] },
  delivery: NotificationDelivery,
): Promise<Said> {
  const { vault } = context;
  const body = delivery.body && vault.open(delivery.body, bodyAbout(row.id, delivery.bodySha256));
  if (body === null) return { body, content: null };
  const message = openMessage(body, await heldMessageKeys(context, account), addresseeOf(account.connection));
  if (message.kind === 'opened') return { body, content: message.content };
  if (delivery.verdict === 'repeat') return { body, content: judgedMessage(vault, row).content };
  const difference = row.discrepancies.find((one) => openedBy(delivery, one));
  const kept = difference?.content;
  return {
    body,
    content: kept ? vault.open(kept, discrepancyAbout(row.id, difference.contentSha256)) : null,
  };
}

/** What one delivery says, for a screen. */
function readMessage({ body, content }: Said, rowId: string) {
  const json = body && parseJson(body);
  const inside = content && parseJson(content);
  const envelope = notificationEnvelope.safeParse(json);
  const news = envelope.success && isObject(inside) ? newsOf({ envelope: envelope.data, json: inside }, rowId) : null;
  return {
    envelope: shownEnvelope(json),
    content: inside === null ? null : maskContent(inside),
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

/**
 * One notification with its deliveries, for its page; null if this connection has none of this id. `wanted` is the number
 * of the delivery that is shown. Content is masked.
 */
export async function getNotification(
  context: Reader,
  account: PlatformAccount,
  id: string,
  wanted?: number,
): Promise<NotificationDetail | null> {
  const { db, vault } = context;
  const connectionId = account.connection.id;
  if (!isUuid(id)) return null;
  const row = await db.notification.findFirst({
    where: { id, connectionId },
    include: { received: { orderBy: { number: 'asc' } }, discrepancies: { orderBy: { openedAt: 'asc' } } },
  });
  if (!row) return null;
  const received = row.received.map((delivery) => deliveryOf(delivery, row.bodySha256));
  const chosen = chosenOf(received, wanted);
  const other = chosen?.isOtherBody ? row.received.find(({ number }) => number === chosen.number) : undefined;
  const said = other ? await otherMessage(context, account, row, other) : judgedMessage(vault, row);
  const { envelope, content, told } = readMessage(said, row.id);
  const now = context.now();
  const open = row.discrepancies.filter((one) => wantsAPerson(one, now));
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
    contractId: row.contractId,
    outTradeNo: row.outTradeNo,
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
    discrepanciesOpen: open.length,
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
    chosen,
    chosenSize: said.body?.length ?? null,
    envelope,
    content,
    comparison: told === null ? [] : compare(told, application),
    received,
    openDiscrepancies: open.map((one) => ({
      cause: one.cause,
      delivery: row.received.find((delivery) => openedBy(delivery, one))?.number ?? null,
    })),
    taken: row.discrepancies
      .filter(({ cause, resolution }) => cause === 'same-id-other-content' && resolution === 'theirs')
      .map((one) => ({
        by: one.resolvedBy,
        at: iso(one.resolvedAt),
        delivery: row.received.find((delivery) => openedBy(delivery, one))?.number ?? null,
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
  now: Date,
): Promise<NotificationStatus | null> {
  if (!isUuid(id)) return null;
  const row = await db.notification.findFirst({
    where: { id, connectionId },
    include: { discrepancies: { select: { resolvedAt: true, acceptedUntil: true } } },
  });
  if (!row) return null;
  const state = notificationState.parse(row.state);
  return {
    id: row.id,
    state,
    deliveries: row.deliveries,
    lastAnswer: row.lastAnswer,
    reprocessedAt: iso(row.reprocessedAt),
    isParked: row.parkedReason !== null && canReprocess(state),
    discrepanciesOpen: row.discrepancies.filter((one) => wantsAPerson(one, now)).length,
  };
}

/** When something came last, how our own last test of its address `url` went, and how much was not believed today. */
export async function getReceiving(
  db: Pick<Db, 'notification' | 'endpointTest' | 'refusedCount'>,
  { connectionId, url }: { connectionId: string; url: string },
  now: Date,
): Promise<Receiving> {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  const [newest, test, refused] = await Promise.all([
    db.notification.findFirst({
      where: { connectionId },
      orderBy: [{ firstReceivedAt: 'desc' }, { id: 'desc' }],
      select: { firstReceivedAt: true },
    }),
    db.endpointTest.findFirst({
      where: { connectionId, url, result: { in: ['passed', 'failed'] } },
      orderBy: { at: 'desc' },
      select: { at: true, result: true },
    }),
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

/** The platform's ids of notifications by the ids of their rows, under which the trail names them. */
export async function getMessageIds(
  db: Pick<Db, 'notification'>,
  connectionId: string,
  rowIds: readonly string[],
): Promise<Map<string, string>> {
  const ids = [...new Set(rowIds)].filter(isUuid);
  if (ids.length === 0) return new Map();
  const rows = await db.notification.findMany({
    where: { connectionId, id: { in: ids } },
    select: { id: true, notificationId: true },
  });
  return new Map(rows.map((row) => [row.id, row.notificationId]));
}
