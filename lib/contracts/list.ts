import 'server-only';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import type { Keyset, Page } from '@/lib/db/keyset';
import { readPage } from '@/lib/db/keyset';
import { instantText } from '@/lib/db/rows';
import type { CappedCount } from '@/lib/result';
import { capped, countMax } from '@/lib/result';
import type { ContractFilters, ContractSort } from './filters';
import { contractOrder, narrowedBy } from './filters';
import type { ContractRow, Standing } from './view';
import { contractRow, standings } from './view';

type Reading = Pick<Db, '$queryRaw'>;

const keyset: Keyset<ContractSort> = {
  id: Prisma.sql`c."id"`,
  columns: {
    updated: { column: Prisma.sql`c."updatedAt"`, kind: 'instant' },
    contract_id: { column: Prisma.sql`c."contractId"`, kind: 'text', isUnique: true },
    signed: { column: Prisma.sql`c."signedSort"`, kind: 'instant' },
    ended: { column: Prisma.sql`c."endedSort"`, kind: 'instant' },
  },
};

const listedRow = contractRow.extend({
  stateSince: instantText,
  stateAsOf: instantText,
  signedAt: instantText.nullable(),
  endedAt: instantText.nullable(),
  notFoundAt: instantText.nullable(),
});

/** The open request, found through the lock that it holds: ids of locks compare by the database's own collation. */
const lock = Prisma.sql`
  FROM "ObjectLock" l JOIN "PlatformRequest" r ON r."id" = l."requestId"
  WHERE l."connectionId" = c."connectionId" AND l."objectKind" = 'contract' AND l."objectId" = c."contractId" COLLATE "default"`;

const columns = Prisma.sql`
  c."id", c."contractId", c."subMchid", coalesce(s."name", '') AS "name", coalesce(s."shortname", '') AS "shortname",
  c."state", c."stateHow", c."stateSince", c."stateAsOf", c."planId", c."outContractCode", c."signedAt", c."endedBy",
  c."endedAt", c."notFoundAt", c."notFoundHow", c."source",
  (SELECT json_build_object('requestId', r."id", 'operation', r."operation", 'outcome', r."outcome") ${lock}) AS "pending"`;

const from = Prisma.sql`
  "Contract" c LEFT JOIN "SubMerchant" s ON s."connectionId" = c."connectionId" AND s."subMchid" = c."subMchid"`;

const terminating = (outcomes: Prisma.Sql) =>
  Prisma.sql`EXISTS (SELECT 1 ${lock} AND r."operation" = 'contract.terminate' AND ${outcomes})`;
const isUnknown = Prisma.sql`r."outcome" = 'unknown'`;
const isOnItsWay = Prisma.sql`r."outcome" <> 'unknown'`;
const isSigned = Prisma.sql`c."state" = 'SIGNED'`;

/** The same cut as `standingOf` makes. */
const standsAs: Record<Standing, Prisma.Sql> = {
  signed: Prisma.sql`${isSigned} AND c."notFoundAt" IS NULL AND NOT ${terminating(Prisma.sql`TRUE`)}`,
  requested: Prisma.sql`${isSigned} AND ${terminating(isOnItsWay)}`,
  unknown: Prisma.sql`${isSigned} AND ${terminating(isUnknown)}`,
  'not-found': Prisma.sql`${isSigned} AND c."notFoundAt" IS NOT NULL AND NOT ${terminating(Prisma.sql`TRUE`)}`,
  terminated: Prisma.sql`c."state" = 'TERMINATED' AND c."stateHow" <> 'inferred'`,
  inferred: Prisma.sql`c."state" = 'TERMINATED' AND c."stateHow" = 'inferred'`,
};

/** What LIKE would read as a pattern. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A number as a whole, by its beginning or its end, our own code, or its sub-merchant. */
function termFinds(q: string): Prisma.Sql {
  const backwards = literal([...q].reverse().join(''));
  return Prisma.sql`(
    c."contractId" LIKE ${`${literal(q)}%`} OR reverse(c."contractId") COLLATE "C" LIKE ${`${backwards}%`}
    OR c."outContractCode" = ${q} OR c."subMchid" = ${q})`;
}

const dayStart = (day: string) => Prisma.sql`${`${day}T00:00:00Z`}::timestamptz`;

/** The filter as SQL; the row is `c`. */
function conditions(connectionId: string, filters: ContractFilters): Prisma.Sql {
  const { standing, q, sub_mchid: subMchid, plan, how, endedBy, endedFrom, endedUntil, source } = filters;
  const all = [
    Prisma.sql`c."connectionId" = ${connectionId}::uuid`,
    standing !== undefined && standsAs[standing],
    q !== undefined && termFinds(q),
    subMchid !== undefined && Prisma.sql`c."subMchid" = ${subMchid}`,
    plan !== undefined && Prisma.sql`c."planId" = ${plan}`,
    how !== undefined && Prisma.sql`c."stateHow" = ${how}`,
    endedBy !== undefined && Prisma.sql`c."endedBy" = ${endedBy}`,
    endedFrom !== undefined && Prisma.sql`c."endedSort" >= ${dayStart(endedFrom)}`,
    endedUntil !== undefined &&
      Prisma.sql`c."endedAt" IS NOT NULL AND c."endedSort" < ${dayStart(endedUntil)} + interval '1 day'`,
    source !== undefined && Prisma.sql`c."source" = ${source}`,
  ];
  return Prisma.join(
    all.filter((condition) => condition !== false),
    ' AND ',
  );
}

const counted = z.array(z.object({ count: z.coerce.number() })).length(1);

async function countWhere(db: Reading, where: Prisma.Sql): Promise<CappedCount> {
  const rows = await db.$queryRaw`
    SELECT count(*) AS "count" FROM (SELECT 1 FROM "Contract" c WHERE ${where} LIMIT ${countMax + 1}) AS found`;
  return capped(counted.parse(rows)[0]?.count ?? 0);
}

/** One page of rows behind a cursor, without counts: what the register and its export have in common. */
export function readContracts(
  db: Reading,
  connectionId: string,
  filters: ContractFilters,
  size: number = filters.size ?? 25,
): Promise<Page<ContractRow>> {
  return readPage({
    keyset,
    order: contractOrder(filters.sort),
    size,
    cursor: filters.cursor ?? null,
    boundTo: [connectionId, 'contracts', narrowedBy(filters)],
    row: listedRow,
    read: ({ key, beyond, tail }) => db.$queryRaw`
      SELECT ${key}, ${columns} FROM ${from} WHERE ${conditions(connectionId, filters)} AND ${beyond} ${tail}`,
  });
}

export type ContractList = {
  rows: ContractRow[];
  nextCursor: string | null;
  previousCursor: string | null;
  total: CappedCount;
  /** When the database was asked. */
  asOf: string;
};

/** One page of the register. A cursor of another filter or sort begins at the start. */
export async function listContracts(
  db: Reading,
  connectionId: string,
  filters: ContractFilters,
  now: Date,
): Promise<ContractList> {
  const [page, total] = await Promise.all([
    readContracts(db, connectionId, filters),
    countWhere(db, conditions(connectionId, filters)),
  ]);
  const { rows, nextCursor, previousCursor } = page;
  return { rows, nextCursor, previousCursor, total, asOf: now.toISOString() };
}

/** What each tab would show under this filter, and how many the connection holds. */
export type ContractCounts = Record<Standing | 'all' | 'held', CappedCount>;

export async function countContracts(
  db: Reading,
  connectionId: string,
  { standing: _, ...shared }: ContractFilters,
): Promise<ContractCounts> {
  const of = (filters: ContractFilters) => countWhere(db, conditions(connectionId, filters));
  const [all, held, ...tabs] = await Promise.all([
    of(shared),
    of({}),
    ...standings.map((standing) => of({ ...shared, standing })),
  ]);
  const none: CappedCount = capped(0);
  return {
    all,
    held,
    ...(Object.fromEntries(standings.map((standing, index) => [standing, tabs[index] ?? none])) as Record<
      Standing,
      CappedCount
    >),
  };
}

/** Contracts that want a person: those that the platform did not find, and terminations that nobody knows of. */
export const countNotFound = (db: Reading, connectionId: string): Promise<CappedCount> =>
  countWhere(db, conditions(connectionId, { standing: 'not-found' }));

/** One contract as a row; null where the connection holds none of that number. */
export async function findContractRow(
  db: Reading,
  connectionId: string,
  contractId: string,
): Promise<ContractRow | null> {
  const rows = await db.$queryRaw`
    SELECT ${columns} FROM ${from} WHERE c."connectionId" = ${connectionId}::uuid AND c."contractId" = ${contractId}`;
  return z.array(listedRow).parse(rows)[0] ?? null;
}
