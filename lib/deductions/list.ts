import 'server-only';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import type { Keyset, Page } from '@/lib/db/keyset';
import { readPage } from '@/lib/db/keyset';
import { instantText } from '@/lib/db/rows';
import { exponentOf, platformCurrencies } from '@/lib/platform/wire/currency';
import type { CappedCount } from '@/lib/result';
import { capped, countMax } from '@/lib/result';
import type { DeductionFilters, DeductionSort } from './filters';
import { deductionOrder, narrowedBy } from './filters';
import type { Standing } from './rules';
import { standingOf, takenMeanings } from './rules';
import type { DeductionRow } from './view';
import { deductionRow, orderStandings } from './view';

type Reading = Pick<Db, '$queryRaw'>;

const keyset: Keyset<DeductionSort> = {
  id: Prisma.sql`d."id"`,
  columns: {
    made: { column: Prisma.sql`d."createdAt"`, kind: 'instant' },
    out_trade_no: { column: Prisma.sql`d."outTradeNo"`, kind: 'text', isUnique: true },
    total: { column: Prisma.sql`d."total"`, kind: 'integer' },
  },
};

const listedRow = deductionRow
  .omit({ standing: true })
  .extend({ createdAt: instantText })
  .transform((row): DeductionRow => ({ ...row, standing: standingOf(row) }));

const columns = Prisma.sql`
  d."id", d."outTradeNo", d."contractId", d."subMchid", coalesce(m."name", '') AS "name", d."total"::text AS "total",
  d."currency", d."tradeState", d."tradeStateHow", d."transactionId", d."bankType", r."outcome", r."meaning",
  r."settledHow", d."requestId", r."reference", r."approvalId", s."name" AS "madeBy", d."createdAt"`;

/** The order with its newest request. */
const ordersFrom = Prisma.sql`"Deduction" d LEFT JOIN "PlatformRequest" r ON r."id" = d."requestId"`;

const from = Prisma.sql`
  ${ordersFrom} JOIN "Staff" s ON s."id" = d."staffId"
  LEFT JOIN "SubMerchant" m ON m."connectionId" = d."connectionId" AND m."subMchid" = d."subMchid"`;

const isUntold = Prisma.sql`d."tradeState" IS NULL`;
const isTaken = Prisma.sql`(
  r."settledHow" IS DISTINCT FROM 'evidence' AND r."meaning" IN (${Prisma.join([...takenMeanings])}))`;
const isRefused = Prisma.sql`r."outcome" = 'refused'`;

/** The same cut as `standingOf` makes; a test compares them. The words stand in it as its indexes have them. */
const standsAs: Record<Standing, Prisma.Sql> = {
  paid: Prisma.sql`d."tradeState" IN ('SUCCESS', 'REFUND')`,
  'in-progress': Prisma.sql`d."tradeState" NOT IN ('SUCCESS', 'REFUND', 'CLOSED', 'PAYERROR')`,
  'not-sent': Prisma.sql`${isUntold} AND coalesce(r."outcome", 'not-sent') = 'not-sent'`,
  sending: Prisma.sql`${isUntold} AND r."outcome" NOT IN ('not-sent', 'unknown', 'refused', 'accepted')`,
  unknown: Prisma.sql`${isUntold} AND r."outcome" IN ('unknown', 'accepted')`,
  'number-taken': Prisma.sql`${isUntold} AND ${isRefused} AND ${isTaken} IS TRUE`,
  'not-paid': Prisma.sql`(d."tradeState" IN ('CLOSED', 'PAYERROR') OR ${isUntold} AND ${isRefused} AND ${isTaken} IS NOT TRUE)`,
};

/** What LIKE would read as a pattern. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A number as a whole, by its beginning or its end; each through an index of its own. */
function termFinds(q: string): Prisma.Sql {
  const begins = `${literal(q)}%`;
  const ends = `${literal([...q].reverse().join(''))}%`;
  const numbers = [Prisma.sql`d."outTradeNo"`, Prisma.sql`d."transactionId"`, Prisma.sql`d."contractId"`];
  const ways = numbers.flatMap((column) => [
    Prisma.sql`${column} LIKE ${begins}`,
    Prisma.sql`reverse(${column}) COLLATE "C" LIKE ${ends}`,
  ]);
  return Prisma.sql`(${Prisma.join(ways, ' OR ')})`;
}

const exponents = [...new Set(platformCurrencies.map((currency) => exponentOf(currency) ?? 0))];

/** An amount in major units as minor ones of the row's currency: where one is chosen it is one number for all rows. */
function minorOf(amount: string, round: 'ceil' | 'floor', currency: string | undefined): Prisma.Sql {
  const times = (exponent: number) => Prisma.sql`${String(10 ** exponent)}::numeric`;
  const ofRow = exponents
    .filter((exponent) => exponent !== 0)
    .map((exponent) => {
      const codes = platformCurrencies.filter((code) => exponentOf(code) === exponent);
      return Prisma.sql`WHEN d."currency" IN (${Prisma.join(codes)}) THEN ${times(exponent)}`;
    });
  const scale =
    currency === undefined
      ? Prisma.sql`CASE ${Prisma.join(ofRow, ' ')} ELSE 1::numeric END`
      : times(exponentOf(currency) ?? 0);
  const rounded = Prisma.raw(round);
  return Prisma.sql`${rounded}(${amount}::numeric * ${scale})::bigint`;
}

const dayStart = (day: string) => Prisma.sql`${`${day}T00:00:00Z`}::timestamptz`;

/** The filter as SQL; the order is `d`, its newest request `r`. */
function conditions(connectionId: string, filters: DeductionFilters): Prisma.Sql {
  const { standing, q, state, outcome, currency, amountFrom, amountUntil } = filters;
  const { contract, sub_mchid: subMchid, maker, from: since, until } = filters;
  const all = [
    Prisma.sql`d."connectionId" = ${connectionId}::uuid`,
    standing !== undefined && standsAs[standing],
    q !== undefined && termFinds(q),
    state !== undefined && (state === 'none' ? isUntold : Prisma.sql`d."tradeState" = ${state}`),
    outcome !== undefined &&
      (outcome === 'not-sent'
        ? Prisma.sql`coalesce(r."outcome", 'not-sent') = 'not-sent'`
        : Prisma.sql`r."outcome" = ${outcome}`),
    currency !== undefined && Prisma.sql`d."currency" = ${currency}`,
    amountFrom !== undefined && Prisma.sql`d."total" >= ${minorOf(amountFrom, 'ceil', currency)}`,
    amountUntil !== undefined && Prisma.sql`d."total" <= ${minorOf(amountUntil, 'floor', currency)}`,
    contract !== undefined && Prisma.sql`d."contractId" = ${contract}`,
    subMchid !== undefined && Prisma.sql`d."subMchid" = ${subMchid}`,
    maker !== undefined && Prisma.sql`d."staffId" = ${maker}::uuid`,
    since !== undefined && Prisma.sql`d."createdAt" >= ${dayStart(since)}`,
    until !== undefined && Prisma.sql`d."createdAt" < ${dayStart(until)} + interval '1 day'`,
  ];
  return Prisma.join(
    all.filter((condition) => condition !== false),
    ' AND ',
  );
}

const counted = z.array(z.object({ count: z.coerce.number() })).length(1);

async function countWhere(db: Reading, where: Prisma.Sql): Promise<CappedCount> {
  const rows = await db.$queryRaw`
    SELECT count(*) AS "count" FROM (SELECT 1 FROM ${ordersFrom} WHERE ${where} LIMIT ${countMax + 1}) AS found`;
  return capped(counted.parse(rows)[0]?.count ?? 0);
}

/** One page of rows behind a cursor, without counts: what the list and its export have in common. */
export function readDeductions(
  db: Reading,
  connectionId: string,
  filters: DeductionFilters,
  size: number = filters.size ?? 25,
): Promise<Page<DeductionRow>> {
  return readPage({
    keyset,
    order: deductionOrder(filters.sort),
    size,
    cursor: filters.cursor ?? null,
    boundTo: [connectionId, 'deductions', narrowedBy(filters)],
    row: listedRow,
    read: ({ key, beyond, tail }) => db.$queryRaw`
      SELECT ${key}, ${columns} FROM ${from} WHERE ${conditions(connectionId, filters)} AND ${beyond} ${tail}`,
  });
}

export type DeductionList = {
  rows: DeductionRow[];
  nextCursor: string | null;
  previousCursor: string | null;
  total: CappedCount;
  /** When the database was asked. */
  asOf: string;
};

/** One page of the list. A cursor of another filter or sort begins at the start. */
export async function listDeductions(
  db: Reading,
  connectionId: string,
  filters: DeductionFilters,
  now: Date,
): Promise<DeductionList> {
  const [page, total] = await Promise.all([
    readDeductions(db, connectionId, filters),
    countWhere(db, conditions(connectionId, filters)),
  ]);
  const { rows, nextCursor, previousCursor } = page;
  return { rows, nextCursor, previousCursor, total, asOf: now.toISOString() };
}

/** What each tab would show under this filter, and how many the connection holds. */
export type DeductionCounts = Record<Standing | 'all' | 'held', CappedCount>;

export async function countDeductions(
  db: Reading,
  connectionId: string,
  { standing: _, ...shared }: DeductionFilters,
): Promise<DeductionCounts> {
  const of = (filters: DeductionFilters) => countWhere(db, conditions(connectionId, filters));
  const [all, held, ...tabs] = await Promise.all([
    of(shared),
    of({}),
    ...orderStandings.map((standing) => of({ ...shared, standing })),
  ]);
  const none: CappedCount = capped(0);
  return {
    all,
    held,
    ...(Object.fromEntries(orderStandings.map((standing, index) => [standing, tabs[index] ?? none])) as Record<
      Standing,
      CappedCount
    >),
  };
}

const makers = z.array(z.object({ id: z.string(), name: z.string() }));

/** Who has made an order of this connection, by name: the choices of a filter. */
export async function listMakers(db: Reading, connectionId: string): Promise<{ id: string; name: string }[]> {
  const rows = await db.$queryRaw`
    SELECT s."id", s."name" FROM "Staff" s
    WHERE EXISTS (SELECT 1 FROM "Deduction" d WHERE d."staffId" = s."id" AND d."connectionId" = ${connectionId}::uuid)
    ORDER BY s."name", s."id" LIMIT 200`;
  return makers.parse(rows);
}
