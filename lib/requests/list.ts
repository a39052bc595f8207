import 'server-only';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import type { Keyset } from '@/lib/db/keyset';
import { readPage } from '@/lib/db/keyset';
import { instantText } from '@/lib/db/rows';
import type { Owned } from '@/lib/ownership/condition';
import { ownedBy } from '@/lib/ownership/condition';
import type { CappedCount } from '@/lib/result';
import { capped, countMax } from '@/lib/result';
import type { RequestFilters } from './filters';
import type { Outcome, RequestRow, RequestTryOf } from './view';
import { outcomes, requestRow } from './view';

type Reading = Pick<Db, '$queryRaw'>;

const keyset: Keyset<'opened'> = {
  id: Prisma.sql`r."id"`,
  columns: { opened: { column: Prisma.sql`r."openedAt"`, kind: 'instant' } },
};

const listedRow = z
  .object({
    ...requestRow.shape,
    openedAt: instantText,
    settledAt: instantText.nullable(),
    nextTryAt: instantText.nullable(),
    needsPersonSince: instantText.nullable(),
  })
  .pipe(requestRow);

const columns = Prisma.sql`
  r."id", r."reference", r."operation", r."objectKind", r."objectId", r."objectName", r."idempotencyKey", r."outcome",
  r."wasUnknown", r."openedAt", r."settledAt", r."nextTryAt", r."needsPersonSince", r."tries", r."httpStatus",
  r."errorCode", r."platformSerial", s."name" AS "openedBy",
  (SELECT (extract(epoch FROM t."endedAt" - t."startedAt") * 1000)::int FROM "RequestTry" t
   WHERE t."requestId" = r."id" ORDER BY t."number" DESC LIMIT 1) AS "tookMs"`;

const uuid = z.uuid();

/** References are read out and typed by hand: the hyphen and the case do not matter. */
const asReference = (typed: string) =>
  typed
    .replaceAll(/[\s-]/g, '')
    .toUpperCase()
    .replace(/^(.{4})(.*)$/, '$1-$2');

/** Each way is an equality with an index of its own, so that a search costs the same at any size. */
function searches(q: string): Prisma.Sql {
  const ways = [
    Prisma.sql`(r."objectKind" IN ('sub-merchant', 'application', 'contract', 'deduction') AND r."objectId" = ${q})`,
    Prisma.sql`r."reference" = ${asReference(q)}`,
    Prisma.sql`r."idempotencyKey" = ${q.toLowerCase()}`,
    ...(uuid.safeParse(q).success ? [Prisma.sql`r."id" = ${q}::uuid`] : []),
  ];
  return Prisma.sql`(${Prisma.join(ways, ' OR ')})`;
}

const ownedHere: Owned = {
  column: Prisma.sql`r."id"`,
  text: Prisma.sql`r."id"::text`,
  typed: (objectId) => Prisma.sql`${objectId}::uuid`,
};

function narrowing(connectionId: string, { operation, owner, q }: RequestFilters): Prisma.Sql {
  return Prisma.join(
    [
      Prisma.sql`r."connectionId" = ${connectionId}::uuid`,
      ...(operation === undefined ? [] : [Prisma.sql`r."operation" = ${operation}`]),
      ...(owner === undefined ? [] : [ownedBy(connectionId, 'request', owner, ownedHere)]),
      ...(q === undefined ? [] : [searches(q)]),
    ],
    ' AND ',
  );
}

export type OutcomeCounts = Record<Outcome | 'all', CappedCount>;

/** How many requests each tab holds under the other filters. */
async function countByOutcome(db: Reading, connectionId: string, filters: RequestFilters): Promise<OutcomeCounts> {
  const where = narrowing(connectionId, filters);
  const rows = z.array(z.object({ outcome: z.string(), count: z.coerce.number() })).parse(
    await db.$queryRaw`
      SELECT tab.outcome, counted.count FROM unnest(${[...outcomes]}::text[]) AS tab(outcome)
      CROSS JOIN LATERAL (
        SELECT count(*) AS count FROM (
          SELECT 1 FROM "PlatformRequest" r WHERE ${where} AND r."outcome" = tab.outcome LIMIT ${countMax + 1}
        ) AS found
      ) AS counted`,
  );
  const counts = Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    all: capped(all),
    'not-sent': capped(counts['not-sent'] ?? 0),
    waiting: capped(counts.waiting ?? 0),
    sending: capped(counts.sending ?? 0),
    accepted: capped(counts.accepted ?? 0),
    refused: capped(counts.refused ?? 0),
    unknown: capped(counts.unknown ?? 0),
  };
}

export type RequestList = {
  rows: RequestRow[];
  nextCursor: string | null;
  previousCursor: string | null;
  counts: OutcomeCounts;
  /** When the database was asked. */
  asOf: string;
};

/** One page of what this connection sent, newest first, with the counts of the tabs. */
export async function listRequests(
  db: Reading,
  connectionId: string,
  filters: RequestFilters,
  now = new Date(),
): Promise<RequestList> {
  const { outcome, operation, owner, q, cursor, size = 50 } = filters;
  const outcomeIs = outcome === undefined ? Prisma.sql`TRUE` : Prisma.sql`r."outcome" = ${outcome}`;
  const where = narrowing(connectionId, filters);
  const [page, counts] = await Promise.all([
    readPage({
      keyset,
      order: { by: 'opened', isDescending: true },
      size,
      cursor: cursor ?? null,
      boundTo: [connectionId, outcome ?? null, operation ?? null, owner ?? null, q ?? null],
      row: listedRow,
      read: ({ key, beyond, tail }) => db.$queryRaw`
        SELECT ${key}, ${columns} FROM "PlatformRequest" r JOIN "Staff" s ON s."id" = r."staffId"
        WHERE ${where} AND ${outcomeIs} AND ${beyond} ${tail}`,
    }),
    countByOutcome(db, connectionId, filters),
  ]);
  return {
    rows: page.rows,
    nextCursor: page.nextCursor,
    previousCursor: page.previousCursor,
    counts,
    asOf: now.toISOString(),
  };
}

/** The newest tries of all requests about one object. */
export async function listTriesOf(
  db: Pick<Db, 'requestTry'>,
  connectionId: string,
  object: { kind: string; id: string },
  limit = 100,
): Promise<RequestTryOf[]> {
  const rows = await db.requestTry.findMany({
    where: { request: { connectionId, objectKind: object.kind, objectId: object.id } },
    orderBy: [{ startedAt: 'desc' }, { number: 'desc' }],
    take: limit,
    include: { request: { select: { reference: true } } },
  });
  return rows.map((row) => ({
    requestId: row.requestId,
    reference: row.request.reference,
    number: row.number,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    httpStatus: row.httpStatus,
    noAnswer: row.noAnswer,
    code: row.code,
    message: row.message,
    outcome: row.outcome,
    meaning: row.meaning,
  }));
}
