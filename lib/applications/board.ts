import 'server-only';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { readPage } from '@/lib/db/keyset';
import { instantText } from '@/lib/db/rows';
import { outcome } from '@/lib/requests/view';
import type { CappedCount } from '@/lib/result';
import type { TabCounts } from '@/lib/sub-merchants/list';
import { countTabs, countWhere, keyset, narrow, pendingRequest } from '@/lib/sub-merchants/list';
import type { BoardFilters } from './filters';
import { boardNarrowing, boardOrder } from './filters';
import type { BoardRow } from './view';
import { boardRow } from './view';

type Reading = Pick<Db, '$queryRaw'>;

const listedRow = z
  .object({
    ...boardRow.shape,
    h5StateSince: instantText,
    h5StateAsOf: instantText,
    askedAt: instantText.nullable(),
    pending: z.object({ requestId: z.string(), outcome }).nullable(),
  })
  .pipe(boardRow);

/** Its authorization applications; ids of ours are compared byte by byte, those of the inbox as they came. */
const applicationsOf = Prisma.sql`
  FROM "Application" a WHERE a."connectionId" = s."connectionId" AND a."subMchid" = s."subMchid" COLLATE "default"
  AND a."kind" = 'authorization'`;

/** One value of the newest of them. */
const ofNewest = (value: Prisma.Sql) => Prisma.sql`(
  SELECT ${value} ${applicationsOf} ORDER BY a."stateAsOf" DESC, a."id" DESC LIMIT 1)`;

const attemptsOf = Prisma.sql`(SELECT max(x."number") FROM "Submission" x WHERE x."applicationId" = a."id")`;

const columns = Prisma.sql`
  s."id", s."subMchid", s."name", s."shortname", s."h5State", s."h5StateHow", s."h5StateSince", s."h5StateAsOf",
  s."h5AskedAt" AS "askedAt", s."limitGrade", CASE WHEN s."domainsHow" <> 'none' THEN s."domains" END AS "domains",
  ${pendingRequest} AS "pending",
  ${ofNewest(Prisma.sql`json_build_object('applymentId', a."applymentId", 'applymentType', a."applymentType",
    'state', a."state", 'attempts', COALESCE(${attemptsOf}, 0),
    'isCallbackPromised', COALESCE(a."record"->>'notify_url', '') <> '')`)} AS "application"`;

/**
 * An application is under way or was rejected, and nobody told its number. The first part is the predicate of an index of
 * its own: what is left to judge are rows of which some lack the number.
 */
const lacksNumber = Prisma.sql`
  (s."h5AskedAt" IS NOT NULL OR s."h5State" IN ('UNDER_REVIEW', 'REJECTED'))
  AND (s."h5AskedAt" IS NOT NULL OR NOT EXISTS (SELECT 1 ${applicationsOf}))`;

/** Made by an edit, which has no address for a callback (4.1), or told without one. */
const lacksCallback = Prisma.sql`
  (s."h5AskedAt" IS NOT NULL OR ${ofNewest(Prisma.sql`COALESCE(a."record"->>'notify_url', '') = ''`)})`;

/** Some application was answered more than once, which few were; then whether the newest one was. */
const isRepeated = (connectionId: string) => Prisma.sql`
  s."subMchid" IN (
    SELECT a."subMchid" COLLATE "C" FROM "Submission" x JOIN "Application" a ON a."id" = x."applicationId"
    WHERE x."number" >= 2 AND a."connectionId" = ${connectionId}::uuid AND a."kind" = 'authorization')
  AND ${ofNewest(Prisma.sql`COALESCE(${attemptsOf}, 0) >= 2`)}`;

const ofGrade = (grade: string) =>
  grade === 'UNKNOWN' ? Prisma.sql`s."limitGrade" IS NULL` : Prisma.sql`s."limitGrade" = ${grade}`;

/** What the board narrows by besides what the list of sub-merchants does. */
function ownConditions(connectionId: string, { number, callback, attempt, grade }: BoardFilters): Prisma.Sql[] {
  return [
    ...(number === undefined ? [] : [lacksNumber]),
    ...(callback === undefined ? [] : [lacksCallback]),
    ...(attempt === undefined ? [] : [isRepeated(connectionId)]),
    ...(grade === undefined ? [] : [ofGrade(grade)]),
  ];
}

const digits = /^\d{1,32}$/;
const owners = z.array(z.object({ subMchid: z.string() }));

/** A search that is the whole number of an application finds the sub-merchant that it belongs to. */
async function searching(
  db: Reading,
  connectionId: string,
  filters: BoardFilters,
): Promise<{ filters: BoardFilters; also: Prisma.Sql[] }> {
  const also = ownConditions(connectionId, filters);
  const { q, ...rest } = filters;
  if (q === undefined || !digits.test(q)) return { filters, also };
  const found = owners.parse(
    await db.$queryRaw`
      SELECT a."subMchid" FROM "Application" a
      WHERE a."connectionId" = ${connectionId}::uuid AND a."kind" = 'authorization' AND a."applymentId" = ${q}`,
  );
  const [owner] = found;
  if (owner === undefined) return { filters, also };
  return { filters: rest, also: [...also, Prisma.sql`s."subMchid" = ${owner.subMchid}`] };
}

export type Board = {
  rows: BoardRow[];
  nextCursor: string | null;
  previousCursor: string | null;
  total: CappedCount;
  counts: TabCounts;
  /** When the database was asked. */
  asOf: string;
};

/**
 * One page of the states board with the counts of its tabs: one row for each sub-merchant, which is what has the H5 state,
 * with its newest authorization application. A cursor of another filter or sort begins at the start.
 */
export async function readBoard(
  db: Reading,
  connectionId: string,
  filters: BoardFilters,
  now = new Date(),
): Promise<Board> {
  const { filters: asked, also } = await searching(db, connectionId, filters);
  const { state, q, country, channel } = asked;
  const shared = { state, q, country, channel };
  const [{ page: where, count }, counts] = await Promise.all([
    narrow(db, connectionId, shared, now, also),
    countTabs(db, connectionId, shared, now, also),
  ]);
  const [page, total] = await Promise.all([
    readPage({
      keyset,
      order: boardOrder(filters.sort),
      size: filters.size ?? 25,
      cursor: filters.cursor ?? null,
      boundTo: [connectionId, boardNarrowing(filters)],
      row: listedRow,
      read: ({ key, beyond, tail }) => db.$queryRaw`
        SELECT ${key}, ${columns} FROM "SubMerchant" s WHERE ${where} AND ${beyond} ${tail}`,
    }),
    countWhere(db, count),
  ]);
  return {
    rows: page.rows,
    nextCursor: page.nextCursor,
    previousCursor: page.previousCursor,
    total,
    counts,
    asOf: now.toISOString(),
  };
}
