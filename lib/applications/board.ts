import 'server-only';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { readPage } from '@/lib/db/keyset';
import { instantText } from '@/lib/db/rows';
import type { Owned } from '@/lib/ownership/condition';
import { ownedBy } from '@/lib/ownership/condition';
import type { OwnerFilter } from '@/lib/ownership/filters';
import { ownershipsOf } from '@/lib/ownership/queries';
import type { Ownership } from '@/lib/ownership/view';
import { outcome } from '@/lib/requests/view';
import type { CappedCount } from '@/lib/result';
import { capped, countMax } from '@/lib/result';
import type { ReviewClock } from '@/lib/review-clock/clock';
import type { Waiting } from '@/lib/review-clock/view';
import { waitingStates } from '@/lib/review-clock/view';
import { stateTabs } from '@/lib/sub-merchants/filters';
import { countTabs, countWhere, keyset, narrow, ownedHere, pendingRequest } from '@/lib/sub-merchants/list';
import type { TabCounts } from '@/lib/sub-merchants/view';
import type { Cause } from './causes';
import type { BoardFilters } from './filters';
import { boardNarrowing, boardOrder } from './filters';
import type { BoardColumn, BoardRow } from './view';
import { boardRow } from './view';

type Reading = Pick<Db, '$queryRaw'>;

const listedRow = z
  .object({
    ...boardRow.shape,
    h5StateSince: instantText,
    h5StateAsOf: instantText,
    askedAt: instantText.nullable(),
    pending: z.object({ requestId: z.string(), outcome }).nullable(),
    // Inside JSON the database writes a time as text of its own.
    application: boardRow.shape.application
      .unwrap()
      .extend({ since: z.string().transform((text) => new Date(text).toISOString()) })
      .nullable(),
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
    'state', a."state", 'since', a."stateSince", 'attempts', COALESCE(${attemptsOf}, 0),
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

/** A later fact of the same sub-merchant is told by another application. */
const isNewest = Prisma.sql`NOT EXISTS (
  SELECT 1 FROM "Application" b WHERE b."connectionId" = a."connectionId" AND b."subMchid" = a."subMchid"
  AND b."kind" = 'authorization' AND (b."stateAsOf", b."id") > (a."stateAsOf", a."id"))`;

const waitsIn = Prisma.sql`a."state" IN (${Prisma.join([...waitingStates])})`;

/**
 * The platform has had it for longer than is expected: the newest application where it waits itself, else the state of the
 * sub-merchant. `waitingAt` says the same of one row.
 */
function isOverdue(connectionId: string, { overdueBefore }: ReviewClock): Prisma.Sql {
  const late = waitingStates.map(
    (state) => Prisma.sql`a."state" = ${state} AND a."stateSince" < ${overdueBefore[state]}`,
  );
  return Prisma.sql`(
    s."subMchid" IN (
      SELECT a."subMchid" COLLATE "C" FROM "Application" a
      WHERE a."connectionId" = ${connectionId}::uuid AND a."kind" = 'authorization'
      AND (${Prisma.join(late, ' OR ')}) AND ${isNewest})
    OR s."h5State" = 'UNDER_REVIEW' AND s."h5StateSince" < ${overdueBefore.UNDER_REVIEW}
    AND NOT coalesce(${ofNewest(waitsIn)}, FALSE))`;
}

type Listed = z.infer<typeof boardRow>;

const waitingAt = ({ waiting }: ReviewClock, { application, h5State, h5StateSince }: Listed): Waiting | null =>
  (application && waiting(application.state, new Date(application.since))) ??
  (h5State === 'UNDER_REVIEW' ? waiting(h5State, new Date(h5StateSince)) : null);

/** The ids of sub-merchants that belong to some of the applications `a`. */
const owning = (connectionId: string, applications: Prisma.Sql) => Prisma.sql`
  s."subMchid" IN (
    SELECT a."subMchid" COLLATE "C" FROM "Application" a
    WHERE a."connectionId" = ${connectionId}::uuid AND a."kind" = 'authorization' AND ${applications})`;

const hasCause = (connectionId: string, cause: Cause) =>
  owning(
    connectionId,
    Prisma.sql`EXISTS (SELECT 1 FROM "Submission" x WHERE x."applicationId" = a."id" AND x."causes" @> ${[cause]}::text[])`,
  );

const applicationsHere: Owned = {
  column: Prisma.sql`a."applymentId"`,
  text: Prisma.sql`a."applymentId"`,
  typed: (objectId) => objectId,
};

/** Nobody's: neither the sub-merchant nor its newest application has an owner; somebody's: one of the two is theirs. */
function isOwned(connectionId: string, owner: OwnerFilter): Prisma.Sql {
  const itself = ownedBy(connectionId, 'sub-merchant', owner, ownedHere);
  const application = ownedBy(connectionId, 'application', owner, applicationsHere);
  if (owner === 'nobody') return Prisma.sql`${itself} AND coalesce(${ofNewest(application)}, TRUE)`;
  return Prisma.sql`(${itself} OR ${owning(connectionId, Prisma.sql`${application} AND ${isNewest}`)})`;
}

const ofGrade = (grade: string) =>
  grade === 'UNKNOWN' ? Prisma.sql`s."limitGrade" IS NULL` : Prisma.sql`s."limitGrade" = ${grade}`;

/** What the board narrows by besides what the list of sub-merchants does. */
function ownConditions(
  connectionId: string,
  { number, callback, attempt, grade, waiting, cause, owner }: BoardFilters,
  clock: ReviewClock,
): Prisma.Sql[] {
  return [
    ...(waiting === undefined ? [] : [isOverdue(connectionId, clock)]),
    ...(cause === undefined ? [] : [hasCause(connectionId, cause)]),
    ...(owner === undefined ? [] : [isOwned(connectionId, owner)]),
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
  clock: ReviewClock,
): Promise<{ filters: BoardFilters; also: Prisma.Sql[] }> {
  const also = ownConditions(connectionId, filters, clock);
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

/** A board that is asked: whose rows, narrowed by what, at which moment. */
type Asked = { db: Reading; connectionId: string; filters: BoardFilters; clock: ReviewClock; now: Date };

/** One page of the rows that a condition leaves. */
async function readRows(
  { db, connectionId, filters, clock }: Asked,
  where: Prisma.Sql,
): Promise<Pick<Board, 'rows' | 'nextCursor' | 'previousCursor'>> {
  const { rows, nextCursor, previousCursor } = await readPage({
    keyset,
    order: boardOrder(filters.sort),
    size: filters.size ?? 25,
    cursor: filters.cursor ?? null,
    boundTo: [connectionId, boardNarrowing(filters)],
    row: listedRow,
    read: ({ key, beyond, tail }) => db.$queryRaw`
      SELECT ${key}, ${columns} FROM "SubMerchant" s WHERE ${where} AND ${beyond} ${tail}`,
  });
  return { rows: rows.map((row) => ({ ...row, waiting: waitingAt(clock, row) })), nextCursor, previousCursor };
}

/** What the filters come to, by those that the list of sub-merchants has too and those of the board alone. */
async function asked({ db, connectionId, filters, clock }: Asked) {
  const { filters: found, also } = await searching(db, connectionId, filters, clock);
  const { state, q, country, channel } = found;
  return { shared: { state, q, country, channel }, also };
}

export type Board = {
  rows: BoardRow[];
  nextCursor: string | null;
  previousCursor: string | null;
  total: CappedCount;
  counts: TabCounts;
};

/**
 * One page of the states board with the counts of its tabs: one row for each sub-merchant, which is what has the H5 state,
 * with its newest authorization application. A cursor of another filter or sort begins at the start. `owner` is a person's
 * id or `nobody` (`forReader`).
 */
export async function readBoard(board: Asked): Promise<Board> {
  const { db, connectionId, now } = board;
  const { shared, also } = await asked(board);
  const [{ page: where, count }, counts] = await Promise.all([
    narrow(db, connectionId, shared, now, also),
    countTabs(db, connectionId, shared, now, also),
  ]);
  const [page, total] = await Promise.all([readRows(board, where), countWhere(db, count)]);
  return { ...page, total, counts };
}

/** The board as columns: the first page of every state, and what its tabs count. The state of the filter is left out. */
export async function readColumns(board: Asked): Promise<{ columns: BoardColumn[]; counts: TabCounts }> {
  const { db, connectionId, now, filters } = board;
  const { shared, also } = await asked({ ...board, filters: { ...filters, state: undefined } });
  const [counts, columns] = await Promise.all([
    countTabs(db, connectionId, shared, now, also),
    Promise.all(
      stateTabs.map(async (state) => {
        const { page } = await narrow(db, connectionId, { ...shared, state }, now, also);
        const column = { ...filters, state, cursor: undefined, size: undefined };
        const { rows } = await readRows({ ...board, filters: column }, page);
        return { state, rows };
      }),
    ),
  ]);
  return { columns, counts };
}

const lateRows = z.array(z.object({ count: z.coerce.number(), oldest: z.date().nullable() })).length(1);

/** How many the platform has had for longer than expected, which `overdueBoard` lists, and since when the oldest. */
export async function countOverdue(
  db: Reading,
  connectionId: string,
  clock: ReviewClock,
): Promise<CappedCount & { oldestSince: string | null }> {
  const [found] = lateRows.parse(
    await db.$queryRaw`
      SELECT count(*) AS "count", min(late.since) AS "oldest" FROM (
        SELECT s."h5StateSince" AS since FROM "SubMerchant" s
        WHERE s."connectionId" = ${connectionId}::uuid AND ${isOverdue(connectionId, clock)} LIMIT ${countMax + 1}
      ) AS late`,
  );
  return { ...capped(found?.count ?? 0), oldestSince: found?.oldest?.toISOString() ?? null };
}

/** Whose a row is: its newest application's owner, or its own where it has none. By sub_mchid. */
export async function ownersOf(
  db: Db,
  connectionId: string,
  rows: BoardRow[],
): Promise<ReadonlyMap<string, Ownership>> {
  const numbers = rows.flatMap(({ application }) => application?.applymentId ?? []);
  const [applications, subMerchants] = await Promise.all([
    ownershipsOf(db, connectionId, 'application', numbers),
    ownershipsOf(
      db,
      connectionId,
      'sub-merchant',
      rows.map(({ subMchid }) => subMchid),
    ),
  ]);
  return new Map(
    rows.flatMap(({ subMchid, application }) => {
      const ofApplication = application && applications.get(application.applymentId);
      const held = ofApplication?.owner ? ofApplication : (subMerchants.get(subMchid) ?? ofApplication);
      return held ? [[subMchid, held] as const] : [];
    }),
  );
}
