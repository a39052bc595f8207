import 'server-only';
import { z } from 'zod';
import { applicationKey } from '@/lib/applications/keep';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import type { Keyset } from '@/lib/db/keyset';
import { readPage } from '@/lib/db/keyset';
import { instantText } from '@/lib/db/rows';
import type { Vault } from '@/lib/db/vault';
import { lookAt } from '@/lib/notifications/held';
import type { CappedCount } from '@/lib/result';
import { capped, countMax } from '@/lib/result';
import type { DiscrepancyFilters, DiscrepancyTab } from './filters';
import { discrepancyTabs } from './filters';
import { isApplied } from './rules';
import { judgeTaking } from './taking';
import { toldBy } from './told';
import type { DiscrepancyRow, Taking } from './view';
import { discrepancyRow, taking } from './view';

type Reading = Pick<Db, '$queryRaw' | '$executeRaw'>;

const keyset: Keyset<'opened' | 'settled'> = {
  id: Prisma.sql`d."id"`,
  columns: {
    opened: { column: Prisma.sql`d."openedAt"`, kind: 'instant' },
    settled: { column: Prisma.sql`d."resolvedAt"`, kind: 'instant' },
  },
};

/** What waits stands with the oldest first; what is settled with the newest. */
const orders = {
  open: { by: 'opened', isDescending: false },
  accepted: { by: 'opened', isDescending: false },
  settled: { by: 'settled', isDescending: true },
} as const;

const party = (subMchid: string | null, name: string | null) => subMchid && { subMchid, name };

/** One row as the statement below gives it: the row of the list, and what only the server may see of it. */
const listedRow = z
  .object({
    ...discrepancyRow.omit({ told: true, ours: true }).shape,
    openedAt: instantText,
    toldAsOf: z.date(),
    acceptedUntil: instantText.nullable(),
    resolvedAt: instantText.nullable(),
    toldTo: z.string().nullable(),
    toldName: z.string().nullable(),
    heldBy: z.string().nullable(),
    heldName: z.string().nullable(),
    content: z.instanceof(Uint8Array).nullable(),
    contentSha256: z.string(),
  })
  .transform(({ toldTo, toldName, heldBy, heldName, content, contentSha256, ...row }) => ({
    row: discrepancyRow.parse({
      ...row,
      toldAsOf: row.toldAsOf.toISOString(),
      told: party(toldTo, toldName),
      ours: heldBy === toldTo ? null : party(heldBy, heldName),
    }),
    kept: {
      applymentId: row.applymentId,
      notificationId: row.notificationId,
      toldAsOf: row.toldAsOf,
      content,
      contentSha256,
    },
  }));
type Listed = z.output<typeof listedRow>;

const columns = Prisma.sql`
  d."id", d."cause", d."differences", d."applymentId", d."contractId", d."outTradeNo", d."notificationId",
  n."notificationId" AS "messageId", d."toldAsOf", d."openedAt", d."resolution", d."acceptedUntil", d."resolvedAt", d."resolvedBy", d."reason", d."content", d."contentSha256",
  d."subMchid" AS "toldTo", s."name" AS "toldName", a."subMchid" AS "heldBy", o."name" AS "heldName"`;

const from = Prisma.sql`
  "Discrepancy" d JOIN "Notification" n ON n."id" = d."notificationId"
  LEFT JOIN "Application" a
    ON a."connectionId" = d."connectionId" AND a."kind" = d."applicationKind" AND a."applymentId" = d."applymentId"
  LEFT JOIN "SubMerchant" s ON s."connectionId" = d."connectionId" AND s."subMchid" = d."subMchid" COLLATE "C"
  LEFT JOIN "SubMerchant" o ON o."connectionId" = d."connectionId" AND o."subMchid" = a."subMchid" COLLATE "C"`;

/** Whom or what it is about: the sub-merchant that was told or the one that we hold the application for, among others. */
const about = (connectionId: string, q: string): Prisma.Sql => Prisma.sql`(
  d."subMchid" = ${q} OR d."applymentId" = ${q} OR d."contractId" = ${q} OR d."outTradeNo" = ${q}
  OR (d."applicationKind", d."applymentId") IN (
    SELECT held."kind", held."applymentId" FROM "Application" held
    WHERE held."connectionId" = ${connectionId}::uuid AND held."subMchid" = ${q})
  OR d."notificationId" IN (
    SELECT named."id" FROM "Notification" named
    WHERE named."connectionId" = ${connectionId}::uuid AND named."notificationId" = ${q}))`;

function inTab(tab: DiscrepancyTab, now: Date): Prisma.Sql {
  switch (tab) {
    case 'open':
      return Prisma.sql`d."resolvedAt" IS NULL AND (d."acceptedUntil" IS NULL OR d."acceptedUntil" <= ${now})`;
    case 'accepted':
      return Prisma.sql`d."resolvedAt" IS NULL AND d."acceptedUntil" > ${now}`;
    case 'settled':
      return Prisma.sql`d."resolvedAt" IS NOT NULL`;
  }
}

const narrowing = (connectionId: string, q: string | undefined): Prisma.Sql =>
  q === undefined
    ? Prisma.sql`d."connectionId" = ${connectionId}::uuid`
    : Prisma.sql`d."connectionId" = ${connectionId}::uuid AND ${about(connectionId, q)}`;

/** How many differences each tab holds under the other filters. */
async function countByTab(db: Reading, where: Prisma.Sql, now: Date): Promise<Record<DiscrepancyTab, CappedCount>> {
  const counts = discrepancyTabs.map(
    (tab) => Prisma.sql`
      SELECT ${tab} AS "tab", count(*) AS "count" FROM (
        SELECT 1 FROM "Discrepancy" d WHERE ${where} AND ${inTab(tab, now)} LIMIT ${countMax + 1}
      ) AS found`,
  );
  const rows = z
    .array(z.object({ tab: z.string(), count: z.coerce.number() }))
    .parse(await db.$queryRaw`${Prisma.join(counts, ' UNION ALL ')}`);
  const of = (tab: DiscrepancyTab) => capped(rows.find((row) => row.tab === tab)?.count ?? 0);
  return { open: of('open'), accepted: of('accepted'), settled: of('settled') };
}

/** What taking theirs would do, for each row that is not settled, with one look at what is held. */
async function withTaking(
  { db, vault }: { db: Reading; vault: Vault },
  connectionId: string,
  listed: readonly Listed[],
): Promise<DiscrepancyRow[]> {
  const opened = listed.map(({ row, kept }) => ({
    row,
    told: row.resolvedAt === null ? toldBy(kept, vault) : null,
  }));
  const told = opened.flatMap((one) => (one.told === null || typeof one.told === 'string' ? [] : [one.told]));
  const held = told.length === 0 ? null : await lookAt(db, connectionId, told);
  return opened.map(({ row, told: one }): DiscrepancyRow => {
    if (one === null) return { ...row, taking: null };
    if (isApplied(row.cause)) return { ...row, taking: { kind: 'can', changes: [] } };
    if (typeof one === 'string') return { ...row, taking: { kind: 'cannot', rule: one } };
    const judged: Taking = judgeTaking(one, {
      application: held?.applications.get(applicationKey(one)) ?? null,
      subMerchant: held?.subMerchants.get(one.subMchid) ?? null,
    });
    return { ...row, taking: taking.parse(judged) };
  });
}

export type DiscrepancyList = {
  rows: DiscrepancyRow[];
  nextCursor: string | null;
  previousCursor: string | null;
  counts: Record<DiscrepancyTab, CappedCount>;
  /** When the database was asked. */
  asOf: string;
};

/** One page of a tab, with the counts of all tabs. */
export async function listDiscrepancies(
  context: { db: Reading; vault: Vault },
  connectionId: string,
  { tab = 'open', q, cursor, size = 25 }: DiscrepancyFilters,
  now = new Date(),
): Promise<DiscrepancyList> {
  const { db } = context;
  const where = narrowing(connectionId, q);
  const [page, counts] = await Promise.all([
    readPage({
      keyset,
      order: orders[tab],
      size,
      cursor: cursor ?? null,
      boundTo: [connectionId, tab, q ?? null],
      row: listedRow,
      read: ({ key, beyond, tail }) => db.$queryRaw`
        SELECT ${key}, ${columns} FROM ${from} WHERE ${where} AND ${inTab(tab, now)} AND ${beyond} ${tail}`,
    }),
    countByTab(db, where, now),
  ]);
  return {
    rows: await withTaking(context, connectionId, page.rows),
    nextCursor: page.nextCursor,
    previousCursor: page.previousCursor,
    counts,
    asOf: now.toISOString(),
  };
}

/** How many differences want a person, of the connection or about one sub-merchant, and since when the oldest does. */
export async function countOpenDiscrepancies(
  db: Pick<Reading, '$queryRaw'>,
  connectionId: string,
  now: Date,
  subMchid?: string,
): Promise<CappedCount & { oldestSince: string | null }> {
  const [found] = z.array(z.object({ count: z.coerce.number(), oldest: z.date().nullable() })).parse(
    await db.$queryRaw`
      SELECT count(*) AS "count", min(found."openedAt") AS "oldest" FROM (
        SELECT d."openedAt" FROM "Discrepancy" d WHERE ${narrowing(connectionId, subMchid)} AND ${inTab('open', now)}
        ORDER BY d."openedAt", d."id" LIMIT ${countMax + 1}
      ) AS found`,
  );
  return { ...capped(found?.count ?? 0), oldestSince: found?.oldest?.toISOString() ?? null };
}
