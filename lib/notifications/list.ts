import 'server-only';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import type { Keyset } from '@/lib/db/keyset';
import { readPage } from '@/lib/db/keyset';
import { instantText } from '@/lib/db/rows';
import { isUuid } from '@/lib/db/uuid';
import type { CappedCount } from '@/lib/result';
import { capped, countMax } from '@/lib/result';
import type { NotificationFilters, NotificationTab } from './filters';
import { notificationTabs } from './filters';
import type { NotificationRow } from './view';
import { notificationRow, notificationStates } from './view';

type Reading = Pick<Db, '$queryRaw'>;

const keyset: Keyset<'received'> = {
  id: Prisma.sql`n."id"`,
  columns: { received: { column: Prisma.sql`n."firstReceivedAt"`, kind: 'instant' } },
};

const listedRow = z
  .object({
    ...notificationRow.shape,
    createTime: instantText.nullable(),
    firstReceivedAt: instantText,
    lastReceivedAt: instantText,
  })
  .pipe(notificationRow);

/** A message that is handled after all is parked no more, whoever parked it. */
const isParked = Prisma.sql`(n."parkedReason" IS NOT NULL AND n."state" IN ('quarantine', 'unknown-type'))`;

/** Differences about it that want a person: none that is settled, nor one that rests. */
const discrepanciesOpen = (now: Date): Prisma.Sql => Prisma.sql`(
  SELECT count(*)::int FROM "Discrepancy" d WHERE d."notificationId" = n."id" AND d."resolvedAt" IS NULL
  AND (d."acceptedUntil" IS NULL OR d."acceptedUntil" <= ${now}))`;

const columns = (now: Date): Prisma.Sql => Prisma.sql`
  n."id", n."notificationId", n."state", n."cause", n."eventType", n."applymentId", n."contractId", n."outTradeNo",
  n."subMchid", NULLIF(s."name", '') AS "subMerchantName", n."subMchid" IS NOT NULL AND s."id" IS NULL AS "isUnclaimed",
  n."deliveries", n."createTime", n."firstReceivedAt", n."lastReceivedAt", n."lastAnswer", n."lastTookUs", ${isParked} AS "isParked",
  ${discrepanciesOpen(now)} AS "discrepanciesOpen"`;

const from = Prisma.sql`
  "Notification" n LEFT JOIN "SubMerchant" s
  ON s."connectionId" = n."connectionId" AND s."subMchid" = n."subMchid" COLLATE "C"`;

/** As many characters of an id as lists show, its end. */
const TAIL = 8;

/**
 * Each way is an equality with an index of its own, so that a search costs the same at any size. The end of an id is
 * found by its last characters; more of them are compared then.
 */
function searches(q: string): Prisma.Sql {
  const ways = [
    q.length < TAIL
      ? Prisma.sql`n."notificationId" = ${q}`
      : Prisma.sql`(right(n."notificationId", 8) = ${q.slice(-TAIL)} AND right(n."notificationId", ${q.length}::int) = ${q})`,
    Prisma.sql`n."applymentId" = ${q}`,
    Prisma.sql`n."contractId" = ${q}`,
    Prisma.sql`n."outTradeNo" = ${q}`,
    Prisma.sql`n."subMchid" = ${q}`,
    ...(isUuid(q) ? [Prisma.sql`n."id" = ${q}::uuid`] : []),
  ];
  return Prisma.sql`(${Prisma.join(ways, ' OR ')})`;
}

/** What the reader's days mean as moments: [first moment of `from`, first moment after `until`). */
export type Span = { from: Date | null; before: Date | null };

function narrowing(connectionId: string, { q, type, subMchid, parked }: NotificationFilters, span: Span): Prisma.Sql {
  return Prisma.join(
    [
      Prisma.sql`n."connectionId" = ${connectionId}::uuid`,
      ...(q === undefined ? [] : [searches(q)]),
      ...(type === undefined ? [] : [Prisma.sql`n."eventType" = ${type}`]),
      ...(subMchid === undefined ? [] : [Prisma.sql`n."subMchid" = ${subMchid}`]),
      ...(parked === undefined ? [] : [parked === 'yes' ? isParked : Prisma.sql`NOT ${isParked}`]),
      ...(span.from === null ? [] : [Prisma.sql`n."firstReceivedAt" >= ${span.from}`]),
      ...(span.before === null ? [] : [Prisma.sql`n."firstReceivedAt" < ${span.before}`]),
    ],
    ' AND ',
  );
}

const inTab = (tab: NotificationTab): Prisma.Sql =>
  tab === 'repeat' ? Prisma.sql`n."isRepeated"` : Prisma.sql`n."state" = ${tab}`;

export type TabCounts = Record<NotificationTab | 'all', CappedCount>;

/** How many notifications each tab holds under the other filters. */
async function countByTab(db: Reading, where: Prisma.Sql): Promise<TabCounts> {
  const counts = notificationTabs.map(
    (tab) => Prisma.sql`
      SELECT ${tab} AS "tab", count(*) AS "count" FROM (
        SELECT 1 FROM "Notification" n WHERE ${where} AND ${inTab(tab)} LIMIT ${countMax + 1}
      ) AS found`,
  );
  const rows = z
    .array(z.object({ tab: z.string(), count: z.coerce.number() }))
    .parse(await db.$queryRaw`${Prisma.join(counts, ' UNION ALL ')}`);
  const counted = (tab: NotificationTab) => rows.find((row) => row.tab === tab)?.count ?? 0;
  return {
    all: capped(notificationStates.reduce((sum, state) => sum + counted(state), 0)),
    applied: capped(counted('applied')),
    older: capped(counted('older')),
    'unknown-type': capped(counted('unknown-type')),
    discrepancy: capped(counted('discrepancy')),
    quarantine: capped(counted('quarantine')),
    repeat: capped(counted('repeat')),
  };
}

/** The counts of the tabs without any filter. */
export const countNotifications = (db: Reading, connectionId: string): Promise<TabCounts> =>
  countByTab(db, narrowing(connectionId, {}, { from: null, before: null }));

export type NotificationList = {
  rows: NotificationRow[];
  nextCursor: string | null;
  previousCursor: string | null;
  counts: TabCounts;
  /** When the database was asked. */
  asOf: string;
};

/** One page of what this connection was told, newest first, with the counts of the tabs. */
export async function listNotifications(
  db: Reading,
  connectionId: string,
  filters: NotificationFilters,
  span: Span = { from: null, before: null },
  now = new Date(),
): Promise<NotificationList> {
  const { state, cursor, size = 50, ...others } = filters;
  const where = narrowing(connectionId, filters, span);
  const tab = state === undefined ? Prisma.sql`TRUE` : inTab(state);
  const [page, counts] = await Promise.all([
    readPage({
      keyset,
      order: { by: 'received', isDescending: true },
      size,
      cursor: cursor ?? null,
      boundTo: [connectionId, state ?? null, others, span],
      row: listedRow,
      read: ({ key, beyond, tail }) =>
        db.$queryRaw`SELECT ${key}, ${columns(now)} FROM ${from} WHERE ${where} AND ${tab} AND ${beyond} ${tail}`,
    }),
    countByTab(db, where),
  ]);
  return {
    rows: page.rows,
    nextCursor: page.nextCursor,
    previousCursor: page.previousCursor,
    counts,
    asOf: now.toISOString(),
  };
}

/** Messages in quarantine that nobody set aside, and since when the oldest of them is there. */
export async function countQuarantine(
  db: Reading,
  connectionId: string,
): Promise<CappedCount & { oldestSince: string | null }> {
  const [found] = z.array(z.object({ count: z.coerce.number(), oldest: z.date().nullable() })).parse(
    await db.$queryRaw`
      SELECT count(*) AS "count", min(found."firstReceivedAt") AS "oldest" FROM (
        SELECT n."firstReceivedAt" FROM "Notification" n
        WHERE n."connectionId" = ${connectionId}::uuid AND n."state" = 'quarantine' AND n."parkedReason" IS NULL
        ORDER BY n."firstReceivedAt", n."id" LIMIT ${countMax + 1}
      ) AS found`,
  );
  return { ...capped(found?.count ?? 0), oldestSince: found?.oldest?.toISOString() ?? null };
}
