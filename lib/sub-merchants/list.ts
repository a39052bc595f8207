import 'server-only';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import type { Keyset, Page } from '@/lib/db/keyset';
import { readPage } from '@/lib/db/keyset';
import { instantText } from '@/lib/db/rows';
import type { Owned } from '@/lib/ownership/condition';
import { ownedBy } from '@/lib/ownership/condition';
import { outcome } from '@/lib/requests/view';
import type { CappedCount } from '@/lib/result';
import { capped, countMax } from '@/lib/result';
import { overdueBefore, weekdays } from '@/lib/review-clock/rules';
import type { ListFilters, ListSort, StateTab } from './filters';
import { homeLists, narrowing, orderOf, stateTabs } from './filters';
import type { SearchTerm, Way } from './search';
import { domainContains, readTerm, termFinds, wayForMissing, waysFor } from './search';
import type { SubMerchantRow, TabCounts } from './view';
import { subMerchantRow } from './view';

type Reading = Pick<Db, '$queryRaw'>;

export const keyset: Keyset<ListSort> = {
  id: Prisma.sql`s."id"`,
  columns: {
    updated: { column: Prisma.sql`s."updatedAt"`, kind: 'instant' },
    name: { column: Prisma.sql`s."searchText"`, kind: 'text' },
    sub_mchid: { column: Prisma.sql`s."subMchid"`, kind: 'text', isUnique: true },
    since: { column: Prisma.sql`s."h5StateSince"`, kind: 'instant' },
    registration: { column: Prisma.sql`s."registrationEnds"`, kind: 'day' },
    accepted: { column: Prisma.sql`s."acceptedSort"`, kind: 'instant' },
  },
};

/** One row as the statement below gives it, which is how the list shows it. */
const listedRow = z
  .object({
    id: z.string(),
    subMchid: z.string(),
    name: z.string(),
    shortname: z.string(),
    h5State: z.string(),
    h5StateHow: z.string(),
    h5StateSince: instantText,
    h5StateAsOf: instantText,
    domainsCount: z.number().nullable(),
    requiredCount: z.number(),
    missing: z.array(z.string()),
    pending: z.object({ requestId: z.string(), outcome }).nullable(),
    registrationEnds: z.string().nullable(),
    lastAcceptedAt: instantText.nullable(),
    source: z.string(),
    countryCode: z.string().nullable(),
    merchantType: z.string().nullable(),
    channelId: z.string().nullable(),
  })
  .pipe(subMerchantRow);

/** The open request is found through the lock that it holds. */
export const pendingRequest = Prisma.sql`(
  SELECT json_build_object('requestId', r."id", 'outcome', r."outcome")
  FROM "ObjectLock" l JOIN "PlatformRequest" r ON r."id" = l."requestId"
  WHERE l."connectionId" = s."connectionId" AND l."objectKind" = 'sub-merchant' AND l."objectId" = s."subMchid" COLLATE "default"
)`;

/** No personal value and no mask is selected: a list needs none. */
const columns = Prisma.sql`
  s."id", s."subMchid", s."name", s."shortname", s."h5State", s."h5StateHow", s."h5StateSince", s."h5StateAsOf",
  CASE WHEN s."domainsHow" <> 'none' THEN cardinality(s."domains") END AS "domainsCount",
  s."requiredCount", s."missing", ${pendingRequest} AS "pending",
  s."record"->>'registration_certificate_date' AS "registrationEnds",
  s."lastAcceptedAt", s."source", s."countryCode", s."merchantType", s."channelId"`;

function isPending(connectionId: string, filter: NonNullable<ListFilters['pending']>): Prisma.Sql {
  const outcomeIs = filter === 'any' ? Prisma.empty : Prisma.sql`AND r."outcome" = ${filter}`;
  return Prisma.sql`s."subMchid" IN (
    SELECT l."objectId" COLLATE "C" FROM "ObjectLock" l JOIN "PlatformRequest" r ON r."id" = l."requestId"
    WHERE l."connectionId" = ${connectionId}::uuid AND l."objectKind" = 'sub-merchant' ${outcomeIs})`;
}

/** Ids of ours are compared byte by byte, those of owners as the database's language does. */
export const ownedHere: Owned = {
  column: Prisma.sql`s."subMchid"`,
  text: Prisma.sql`s."subMchid" COLLATE "default"`,
  typed: (objectId) => Prisma.sql`${objectId} COLLATE "C"`,
};

/** Both say the same: the first through the index over the incomplete in the list's order, the second through the value's. */
const lacks = (path: string, by: Way): Prisma.Sql =>
  by === 'order'
    ? Prisma.sql`s."missingCount" > 0 AND ${path} = ANY(s."missing")`
    : Prisma.sql`s."missing" @> ${[path]}::text[]`;

/** The filter as SQL, all conditions together; the search term apart, because it has two ways. */
function conditions(connectionId: string, filters: ListFilters, now: Date, missingBy: Way): Prisma.Sql[] {
  const {
    state,
    missing,
    pending,
    owner,
    type,
    business,
    country,
    mcc,
    channel,
    source,
    endsWithin,
    waitsOver,
    domain,
  } = filters;
  const all: (Prisma.Sql | false)[] = [
    Prisma.sql`s."connectionId" = ${connectionId}::uuid`,
    state !== undefined && Prisma.sql`s."h5State" = ${state}`,
    missing === 'any' && Prisma.sql`s."missingCount" > 0`,
    missing !== undefined && missing !== 'any' && lacks(missing, missingBy),
    pending !== undefined && isPending(connectionId, pending),
    owner !== undefined && ownedBy(connectionId, 'sub-merchant', owner, ownedHere),
    type !== undefined && Prisma.sql`s."merchantType" = ${type}`,
    business !== undefined && Prisma.sql`s."businessType" = ${business}`,
    country !== undefined && Prisma.sql`s."countryCode" = ${country}`,
    mcc !== undefined && Prisma.sql`s."mcc" = ${mcc}`,
    channel !== undefined && Prisma.sql`s."channelId" = ${channel}`,
    source !== undefined && Prisma.sql`s."source" = ${source}`,
    endsWithin !== undefined && Prisma.sql`s."registrationEnds" <= ${dayAfter(now, endsWithin)}::date`,
    waitsOver !== undefined && Prisma.sql`s."h5StateSince" < ${overdueBefore(now, waitsOver, weekdays)}`,
    domain !== undefined && domainContains(domain),
  ];
  return all.filter((condition) => condition !== false);
}

/** The day `days` after today, in UTC. */
const dayAfter = (now: Date, days: number): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);

const together = (parts: readonly Prisma.Sql[]) => Prisma.join([...parts], ' AND ');

const counted = z.array(z.object({ count: z.coerce.number() })).length(1);

export async function countWhere(db: Reading, where: Prisma.Sql): Promise<CappedCount> {
  const rows = await db.$queryRaw`
    SELECT count(*) AS "count" FROM (SELECT 1 FROM "SubMerchant" s WHERE ${where} LIMIT ${countMax + 1}) AS found`;
  return capped(counted.parse(rows)[0]?.count ?? 0);
}

/** The same rows said in the way that pages them soonest, and in the way that counts them soonest. */
type Narrowed = { page: Prisma.Sql; count: Prisma.Sql; term: SearchTerm | null; unsearched: Prisma.Sql[] };

/** `also`: what another list over the same rows narrows it by besides; the row is `s`. */
export async function narrow(
  db: Reading,
  connectionId: string,
  filters: ListFilters,
  now: Date,
  also: readonly Prisma.Sql[] = [],
): Promise<Narrowed> {
  const term = filters.q === undefined ? null : readTerm(filters.q);
  const { missing } = filters;
  const missingBy =
    missing === undefined || missing === 'any' ? 'order' : await wayForMissing(db, connectionId, missing);
  const parts = [...conditions(connectionId, filters, now, missingBy), ...also];
  if (!term) return { page: together(parts), count: together(parts), term, unsearched: parts };
  const ways = await waysFor(db, connectionId, term);
  return {
    page: together([...parts, termFinds(term, ways.page)]),
    count: together([...parts, termFinds(term, ways.count)]),
    term,
    unsearched: parts,
  };
}

/** One page of rows behind a cursor, without counts: what lists and exports have in common. */
export function readRows<Row>(
  db: Reading,
  {
    where,
    filters,
    connectionId,
    size,
    row,
    select,
  }: {
    where: Prisma.Sql;
    filters: ListFilters;
    connectionId: string;
    size: number;
    row: z.ZodType<Row>;
    select: Prisma.Sql;
  },
): Promise<Page<Row>> {
  return readPage({
    keyset,
    order: orderOf(filters.sort),
    size,
    cursor: filters.cursor ?? null,
    boundTo: [connectionId, narrowing(filters)],
    row,
    read: ({ key, beyond, tail }) => db.$queryRaw`
      SELECT ${key}, ${select} FROM "SubMerchant" s WHERE ${where} AND ${beyond} ${tail}`,
  });
}

export type SubMerchantList = {
  rows: SubMerchantRow[];
  nextCursor: string | null;
  previousCursor: string | null;
  total: CappedCount;
  /** When the database was asked. */
  asOf: string;
};

/**
 * One page of the list. Where the search is a `sub_mchid` that exists, its row comes first, before the first page's
 * rows and in addition to them. A cursor of another filter or sort begins at the start.
 */
export async function listSubMerchants(
  db: Reading,
  connectionId: string,
  filters: ListFilters,
  now = new Date(),
): Promise<SubMerchantList> {
  const { page: found, count, term, unsearched } = await narrow(db, connectionId, filters, now);
  const exact = term?.id ?? null;
  const butExact = (where: Prisma.Sql) =>
    exact === null ? where : together([where, Prisma.sql`s."subMchid" <> ${exact}`]);
  const exactly = () => db.$queryRaw`
    SELECT ${columns} FROM "SubMerchant" s
    WHERE ${together([...unsearched, Prisma.sql`s."subMchid" = ${exact}`])}`;
  const [page, pinned, others] = await Promise.all([
    readRows(db, {
      where: butExact(found),
      filters,
      connectionId,
      size: filters.size ?? 50,
      row: listedRow,
      select: columns,
    }),
    exact === null ? [] : exactly(),
    countWhere(db, butExact(count)),
  ]);
  const exactRows = z.array(listedRow).parse(pinned);
  return {
    rows: page.isFirst ? [...exactRows, ...page.rows] : page.rows,
    nextCursor: page.nextCursor,
    previousCursor: page.previousCursor,
    total: others.more ? others : capped(others.count + exactRows.length),
    asOf: now.toISOString(),
  };
}

/** The filter as SQL for whoever reads all of it (the export). */
export async function filteredBy(
  db: Reading,
  connectionId: string,
  filters: ListFilters,
  now: Date,
): Promise<Prisma.Sql> {
  const { page, term, unsearched } = await narrow(db, connectionId, filters, now);
  if (term === null || term.id === null) return page;
  return Prisma.sql`((${page}) OR (${together([...unsearched, Prisma.sql`s."subMchid" = ${term.id}`])}))`;
}

/** How many a tab or a block of Home holds, and since when the one that waits longest is in that state. */
export type Tally = CappedCount & { oldestSince: string | null };

const tallied = z.array(z.object({ state: z.string(), count: z.coerce.number(), oldest: z.date().nullable() }));
const tally = (count: number, oldest: Date | null): Tally => ({
  ...capped(count),
  oldestSince: oldest?.toISOString() ?? null,
});

/** Every tab of the list: `ALL`, the six states and `UNKNOWN`, each capped like the list's own count. */
export async function countByState(db: Reading, connectionId: string): Promise<Record<StateTab | 'ALL', Tally>> {
  const id = Prisma.sql`${connectionId}::uuid`;
  const [rows, all] = await Promise.all([
    db.$queryRaw`
      SELECT tab.state, held.count, oldest.since AS "oldest"
      FROM unnest(${[...stateTabs]}::text[]) AS tab(state)
      CROSS JOIN LATERAL (SELECT count(*) FROM (
        SELECT 1 FROM "SubMerchant" s WHERE s."connectionId" = ${id} AND s."h5State" = tab.state LIMIT ${countMax + 1}
      ) AS found) AS held
      LEFT JOIN LATERAL (
        SELECT s."h5StateSince" AS since FROM "SubMerchant" s WHERE s."connectionId" = ${id} AND s."h5State" = tab.state
        ORDER BY s."h5StateSince", s."id" LIMIT 1
      ) AS oldest ON TRUE`,
    countWhere(db, Prisma.sql`s."connectionId" = ${id}`),
  ]);
  const byState = new Map(tallied.parse(rows).map(({ state, count, oldest }) => [state, tally(count, oldest)]));
  const since = [...byState.values()].flatMap(({ oldestSince }) => oldestSince ?? []).sort();
  const of = (state: StateTab): Tally => byState.get(state) ?? tally(0, null);
  return {
    ALL: { ...all, oldestSince: since[0] ?? null },
    APPROVED: of('APPROVED'),
    UNAUTHORIZED: of('UNAUTHORIZED'),
    UNDER_REVIEW: of('UNDER_REVIEW'),
    REJECTED: of('REJECTED'),
    UNDER_PUNISHMENT: of('UNDER_PUNISHMENT'),
    APPLICATION_FAILED: of('APPLICATION_FAILED'),
    UNKNOWN: of('UNKNOWN'),
  };
}

/** What each tab would show under this filter: its state is the tab's own, the rest of the filter counts for all of them. */
export async function countTabs(
  db: Reading,
  connectionId: string,
  filters: ListFilters,
  now = new Date(),
  also: readonly Prisma.Sql[] = [],
): Promise<TabCounts> {
  const { state: _, ...shared } = filters;
  if (also.length === 0 && Object.keys(narrowing(shared)).length === 0) {
    const counts = await countByState(db, connectionId);
    return { ...counts, held: counts.ALL };
  }
  const { count: where } = await narrow(db, connectionId, shared, now, also);
  const [rows, all, held] = await Promise.all([
    db.$queryRaw`
      SELECT tab.state, found.count, NULL::timestamptz AS "oldest"
      FROM unnest(${[...stateTabs]}::text[]) AS tab(state)
      CROSS JOIN LATERAL (SELECT count(*) FROM (
        SELECT 1 FROM "SubMerchant" s WHERE ${where} AND s."h5State" = tab.state LIMIT ${countMax + 1}
      ) AS rows) AS found`,
    countWhere(db, where),
    countWhere(db, Prisma.sql`s."connectionId" = ${connectionId}::uuid`),
  ]);
  const byState = new Map(tallied.parse(rows).map(({ state, count }) => [state, capped(count)]));
  const of = (state: StateTab): CappedCount => byState.get(state) ?? capped(0);
  return {
    ALL: all,
    held,
    APPROVED: of('APPROVED'),
    UNAUTHORIZED: of('UNAUTHORIZED'),
    UNDER_REVIEW: of('UNDER_REVIEW'),
    REJECTED: of('REJECTED'),
    UNDER_PUNISHMENT: of('UNDER_PUNISHMENT'),
    APPLICATION_FAILED: of('APPLICATION_FAILED'),
    UNKNOWN: of('UNKNOWN'),
  };
}

/** The blocks of Home that concern sub-merchants (screens 2). */
export type HomeCounts = {
  unknownOutcomes: Tally;
  rejected: Tally;
  applicationFailed: Tally;
  underPunishment: Tally;
  registrationEnding: CappedCount;
  incomplete: CappedCount;
  all: CappedCount;
};

/** What needs a person today, by block. Unknown outcomes count requests; the others count sub-merchants. */
export async function homeCounts(db: Reading, connectionId: string, now = new Date()): Promise<HomeCounts> {
  const countOf = (list: ListFilters) => countWhere(db, together(conditions(connectionId, list, now, 'order')));
  const [tabs, unknown, registrationEnding, incomplete] = await Promise.all([
    countByState(db, connectionId),
    db.$queryRaw`
      SELECT 'unknown' AS "state", count(*) AS "count", min(found."openedAt") AS "oldest" FROM (
        SELECT r."openedAt" FROM "PlatformRequest" r
        WHERE r."connectionId" = ${connectionId}::uuid AND r."outcome" = 'unknown' ORDER BY r."openedAt" LIMIT ${countMax + 1}
      ) AS found`,
    countOf(homeLists.ending),
    countOf(homeLists.incomplete),
  ]);
  const [unknowns] = tallied.parse(unknown);
  const { count, more } = tabs.ALL;
  return {
    unknownOutcomes: tally(unknowns?.count ?? 0, unknowns?.oldest ?? null),
    rejected: tabs.REJECTED,
    applicationFailed: tabs.APPLICATION_FAILED,
    underPunishment: tabs.UNDER_PUNISHMENT,
    registrationEnding,
    incomplete,
    all: { count, more },
  };
}
