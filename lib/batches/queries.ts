import 'server-only';
import { z } from 'zod';
import type { Db, Tx } from '@/lib/db/client';
import type { Batch } from '@/lib/db/generated/client';
import { Prisma } from '@/lib/db/generated/client';
import type { Keyset } from '@/lib/db/keyset';
import { readPage } from '@/lib/db/keyset';
import { instantText } from '@/lib/db/rows';
import { isUuid } from '@/lib/db/uuid';
import type { CappedCount } from '@/lib/result';
import { capped } from '@/lib/result';
import type { BatchFilters, BatchRowFilters } from './filters';
import { rowsOnPage } from './filters';
import type { BatchContext } from './held';
import { aroundOf, flightOf, ownersOf, paceOf, runOf, standingSql, totalsOf } from './held';
import { act, batchActs, rateOf } from './rules';
import type { BatchDetail, BatchLine, BatchRowView, ShownState } from './view';
import { batchDetail, batchLine, batchRowView, shownStates } from './view';

const MINUTE_MS = 60_000;

const iso = (date: Date | null) => date?.toISOString() ?? null;

type Approval = { id: string; objectId: string; state: string; cause: string | null; recordVersion: string };

/** The newest approval that was asked for each draft. */
async function approvalsOf(db: Db | Tx, connectionId: string, ids: readonly string[]): Promise<Map<string, Approval>> {
  const rows = await db.approval.findMany({
    where: { connectionId, objectKind: 'batch', objectId: { in: [...ids] } },
    orderBy: [{ askedAt: 'asc' }, { id: 'asc' }],
    select: { id: true, objectId: true, state: true, cause: true, recordVersion: true },
  });
  return new Map(rows.map((row) => [row.objectId, row]));
}

/** A draft waits while its approval is about what it holds now; of an older version it is void once somebody looks. */
const isAwaited = ({ version }: Pick<Batch, 'version'>, approval: Approval | undefined): boolean =>
  approval !== undefined &&
  ['pending', 'approved'].includes(approval.state) &&
  approval.recordVersion === String(version);

const shownStateOf = (batch: Batch, approval: Approval | undefined): ShownState =>
  batch.state === 'draft' && isAwaited(batch, approval) ? 'awaiting-approval' : (batch.state as ShownState);

async function linesOf(
  db: Db | Tx,
  connectionId: string,
  batches: readonly (Batch & { staff: { name: string } })[],
): Promise<BatchLine[]> {
  const ids = batches.map(({ id }) => id);
  const [totals, approvals, decisions] = await Promise.all([
    totalsOf(db, ids),
    approvalsOf(db, connectionId, ids),
    db.approvalDecision.findMany({
      where: { approvalId: { in: batches.flatMap(({ approvalId }) => approvalId ?? []) }, verdict: 'approve' },
      orderBy: [{ at: 'asc' }, { id: 'asc' }],
      select: { approvalId: true, staff: { select: { name: true } } },
    }),
  ]);
  return batches.map((batch) =>
    batchLine.parse({
      id: batch.id,
      kind: batch.kind,
      name: batch.name,
      state: shownStateOf(batch, approvals.get(batch.id)),
      pauseCause: batch.pauseCause,
      madeBy: batch.staff.name,
      madeById: batch.staffId,
      approvedBy: decisions.flatMap(({ approvalId, staff }) => (approvalId === batch.approvalId ? staff.name : [])),
      approvalId: batch.approvalId ?? approvals.get(batch.id)?.id ?? null,
      sourceCount: batch.sourceCount,
      listCount: batch.listCount,
      totals: totals.get(batch.id),
      createdAt: batch.createdAt.toISOString(),
      startedAt: iso(batch.startedAt),
      endedAt: iso(batch.endedAt),
    }),
  );
}

const keyset: Keyset<'created'> = {
  id: Prisma.sql`b."id"`,
  columns: { created: { column: Prisma.sql`b."createdAt"`, kind: 'instant' } },
};

/** A state as screens show it, in the database's words: what `shownStateOf` says. */
const shownSql = Prisma.sql`CASE WHEN b."state" = 'draft' AND EXISTS (
  SELECT 1 FROM "Approval" a WHERE a."connectionId" = b."connectionId" AND a."objectKind" = 'batch'
  AND a."objectId" = b."id"::text AND a."state" IN ('pending', 'approved') AND a."recordVersion" = b."version"::text
) THEN 'awaiting-approval' ELSE b."state" END`;

export type BatchList = {
  rows: BatchLine[];
  nextCursor: string | null;
  previousCursor: string | null;
  counts: Record<ShownState | 'all', CappedCount>;
  asOf: string;
};

/** One page of a connection's batches, newest first, with the counts of the tabs. */
export async function listBatches(
  db: Db,
  connectionId: string,
  { state, cursor, size = 50 }: BatchFilters,
  now: Date,
): Promise<BatchList> {
  const [page, counted] = await Promise.all([
    readPage({
      keyset,
      order: { by: 'created', isDescending: true },
      size,
      cursor: cursor ?? null,
      boundTo: [connectionId, state ?? null],
      row: z.object({ id: z.string() }),
      read: ({ key, beyond, tail }) => db.$queryRaw`
        SELECT ${key}, b."id" FROM "Batch" b
        WHERE b."connectionId" = ${connectionId}::uuid
        AND ${state === undefined ? Prisma.sql`TRUE` : Prisma.sql`${shownSql} = ${state}`} AND ${beyond} ${tail}`,
    }),
    db.$queryRaw`
      SELECT ${shownSql} AS state, count(*) AS count FROM "Batch" b
      WHERE b."connectionId" = ${connectionId}::uuid GROUP BY 1`,
  ]);
  const found = await db.batch.findMany({
    where: { id: { in: page.rows.map(({ id }) => id) } },
    include: { staff: { select: { name: true } } },
  });
  const byId = new Map((await linesOf(db, connectionId, found)).map((line) => [line.id, line]));
  const counts = new Map(
    z
      .array(z.object({ state: z.string(), count: z.coerce.number() }))
      .parse(counted)
      .map((row) => [row.state, row.count]),
  );
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return {
    rows: page.rows.flatMap(({ id }) => byId.get(id) ?? []),
    nextCursor: page.nextCursor,
    previousCursor: page.previousCursor,
    counts: {
      all: capped(all),
      ...(Object.fromEntries(shownStates.map((each) => [each, capped(counts.get(each) ?? 0)])) as Record<
        ShownState,
        CappedCount
      >),
    },
    asOf: now.toISOString(),
  };
}

const ruleCounts = z.array(z.object({ rule: z.string(), count: z.coerce.number() }));

/** One batch whole, or null if the connection has none of this id. */
export async function getBatch(context: BatchContext, connectionId: string, id: string): Promise<BatchDetail | null> {
  if (!isUuid(id)) return null;
  const { db } = context;
  const batch = await db.batch.findFirst({
    where: { id, connectionId },
    include: { staff: { select: { name: true } } },
  });
  if (!batch) return null;
  const kind = context.batchKind(batch.kind);
  // At most the last minute, and nothing from before it last went on: a pause is no pace.
  const since = [batch.startedAt, batch.pausedAt, batch.resumedAt].reduce<Date>(
    (latest, at) => (at && at > latest ? at : latest),
    new Date(context.now().getTime() - MINUTE_MS),
  );
  const [[line], approvals, excluded, heldBack, stretch, flight, owners] = await Promise.all([
    linesOf(db, connectionId, [batch]),
    approvalsOf(db, connectionId, [id]),
    db.$queryRaw`
      SELECT "verdict" AS rule, count(*) AS count FROM "BatchRow"
      WHERE "batchId" = ${id}::uuid AND "place" IS NULL GROUP BY 1 ORDER BY 2 DESC, 1`,
    db.$queryRaw`
      SELECT "leftOut" AS rule, count(*) AS count FROM "BatchRow"
      WHERE "batchId" = ${id}::uuid AND "leftOut" IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`,
    db.batchRow.aggregate({
      // The canary leaves alone: what comes after it waits for a person.
      where: {
        batchId: id,
        requestId: { not: null },
        takenAt: { gte: since },
        ...(batch.canary !== null && { place: { not: batch.canary } }),
      },
      _count: true,
      _min: { takenAt: true },
      _max: { takenAt: true },
    }),
    flightOf(db, batch),
    ownersOf(db, id),
  ]);
  if (!line) throw new Error('a batch that was read has no line');
  const run = runOf(batch);
  const around = aroundOf(flight, line.totals);
  const approval = approvals.get(id);
  const shared = kind?.shared.safeParse(batch.shared);
  return batchDetail.parse({
    ...line,
    source: batch.source,
    sourceName: batch.sourceName,
    listSha256: batch.listSha256,
    version: batch.version,
    shared: batch.shared,
    sharedChanges: kind && shared?.success ? kind.describeShared(shared.data) : [],
    pace: paceOf(batch),
    approval: approval ? { id: approval.id, state: approval.state, cause: approval.cause } : null,
    isReleased: batch.isReleased,
    canary: batch.canary,
    tally: run.tally,
    nextAt: iso(batch.nextAt),
    takenAt: iso(batch.takenAt),
    resumedAt: iso(batch.resumedAt),
    pausedAt: iso(batch.pausedAt),
    owners,
    excluded: ruleCounts.parse(excluded),
    heldBack: ruleCounts.parse(heldBack),
    rate: rateOf({ count: stretch._count, first: stretch._min.takenAt, last: stretch._max.takenAt }, batch),
    acts: batchActs.filter((deed) => deed !== 'begin' && act(run, deed, around).ok),
  });
}

/** Whether the connection has a batch of this id, without reading it. */
export const hasBatch = async ({ db }: Pick<BatchContext, 'db'>, connectionId: string, id: string): Promise<boolean> =>
  isUuid(id) && (await db.batch.count({ where: { id, connectionId } })) > 0;

const verdictParams = z.record(z.string(), z.union([z.string(), z.number()])).nullable();

const readRow = z
  .object({
    number: z.number(),
    place: z.number().nullable(),
    objectId: z.string(),
    objectName: z.string(),
    told: z.record(z.string(), z.string()),
    standing: z.string(),
    verdict: z.string().nullable(),
    verdictParams,
    leftOut: z.string().nullable(),
    leftOutParams: verdictParams,
    requestId: z.string().nullable(),
    reference: z.string().nullable(),
    outcome: z.string().nullable(),
    wasUnknown: z.boolean().nullable(),
    settledHow: z.string().nullable(),
    meaning: z.string().nullable(),
    httpStatus: z.number().nullable(),
    errorCode: z.string().nullable(),
    tries: z.number().nullable(),
    openedAt: instantText.nullable(),
    settledAt: instantText.nullable(),
  })
  .transform(({ verdict, verdictParams, leftOut, leftOutParams, requestId: id, errorCode: code, ...row }) => {
    const { number, place, objectId, objectName, told, standing, ...request } = row;
    const rule = verdict ?? leftOut;
    const params = verdict === null ? leftOutParams : verdictParams;
    return batchRowView.parse({
      ...{ number, place, objectId, objectName, told, standing },
      why: rule === null ? null : { rule, ...(params && { params }) },
      request: id === null ? null : { id, code, ...request },
    });
  });

const columns = Prisma.sql`
  b."number", b."place", b."objectId", b."objectName", b."told", b."verdict", b."verdictParams", b."leftOut",
  b."leftOutParams", b."requestId", r."reference", r."outcome", r."wasUnknown", r."settledHow", r."meaning",
  r."httpStatus", r."errorCode", r."tries", r."openedAt", r."settledAt", ${standingSql} AS standing`;

const rowsWhere = (batchId: string, { standing, why, q }: Partial<BatchRowFilters>): Prisma.Sql =>
  Prisma.join(
    [
      Prisma.sql`b."batchId" = ${batchId}::uuid`,
      ...(standing === undefined ? [] : [Prisma.sql`${standingSql} = ${standing}`]),
      ...(why === undefined ? [] : [Prisma.sql`coalesce(b."verdict", b."leftOut") = ${why}`]),
      ...(q === undefined ? [] : [Prisma.sql`(b."objectId" = ${q} OR r."reference" = ${q.toUpperCase()})`]),
    ],
    ' AND ',
  );

/** One page of a batch's rows in the order of its source, and how many there are under these filters. */
export async function listBatchRows(
  db: Db,
  batchId: string,
  filters: BatchRowFilters,
): Promise<{ rows: BatchRowView[]; total: number }> {
  const where = rowsWhere(batchId, filters);
  const from = Prisma.sql`FROM "BatchRow" b LEFT JOIN "PlatformRequest" r ON r."id" = b."requestId" WHERE ${where}`;
  const [rows, counted] = await Promise.all([
    db.$queryRaw`
      SELECT ${columns} ${from} ORDER BY b."number" LIMIT ${rowsOnPage} OFFSET ${(filters.page - 1) * rowsOnPage}`,
    db.$queryRaw`SELECT count(*) AS count ${from}`,
  ]);
  const [{ count } = { count: 0 }] = z.array(z.object({ count: z.coerce.number() })).parse(counted);
  return { rows: z.array(readRow).parse(rows), total: count };
}

/** The row in one place of the frozen list. */
export async function rowAt(db: Db, batchId: string, place: number): Promise<BatchRowView | null> {
  const rows = await db.$queryRaw`
    SELECT ${columns} FROM "BatchRow" b LEFT JOIN "PlatformRequest" r ON r."id" = b."requestId"
    WHERE b."batchId" = ${batchId}::uuid AND b."place" = ${place}`;
  return z.array(readRow).parse(rows)[0] ?? null;
}

/** All rows of a batch in the order of its source, piece by piece: memory does not grow with the list. */
export async function* allRows(db: Db, batchId: string, atOnce = 1000): AsyncGenerator<BatchRowView[]> {
  for (let after = 0; ; ) {
    const rows = z.array(readRow).parse(
      await db.$queryRaw`
        SELECT ${columns} FROM "BatchRow" b LEFT JOIN "PlatformRequest" r ON r."id" = b."requestId"
        WHERE b."batchId" = ${batchId}::uuid AND b."number" > ${after} ORDER BY b."number" LIMIT ${atOnce}`,
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.number;
  }
}

/** Ids of the rows of a batch that stand so, in the order of its source: what another batch can be made of. */
export async function idsStanding(
  db: Db,
  batchId: string,
  standings: readonly BatchRowView['standing'][],
): Promise<string[]> {
  const rows = await db.$queryRaw`
    SELECT b."objectId" FROM "BatchRow" b LEFT JOIN "PlatformRequest" r ON r."id" = b."requestId"
    WHERE b."batchId" = ${batchId}::uuid AND ${standingSql} = ANY(${[...standings]}::text[]) ORDER BY b."number"`;
  return z
    .array(z.object({ objectId: z.string() }))
    .parse(rows)
    .map(({ objectId }) => objectId);
}

/** The batch that a request was opened for, or null. */
export async function batchOfRequest(db: Db, requestId: string): Promise<{ id: string; name: string } | null> {
  const row = await db.batchRow.findUnique({
    where: { requestId },
    select: { batch: { select: { id: true, name: true } } },
  });
  return row?.batch ?? null;
}

/** Batches that run or wait for a person, for Home: those that a person must look at first. */
export async function batchesAtWork(db: Db, connectionId: string, limit: number): Promise<BatchLine[]> {
  const found = await db.batch.findMany({
    where: { connectionId, state: { in: ['canary', 'running', 'paused'] } },
    orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
    take: limit,
    include: { staff: { select: { name: true } } },
  });
  return linesOf(db, connectionId, found);
}
