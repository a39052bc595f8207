// The list of deductions: its parts, filters and search are those of the pure rules, its pages lose nothing, its file is safe.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Prisma } from '@/lib/db/generated/client';
import { outcomes } from '@/lib/requests/view';
import { openRoster } from '@/lib/testing/roster';
import { exportDeductions } from './export';
import { deductionFilters, deductionSorts } from './filters';
import { countDeductions, listDeductions, listMakers } from './list';
import { standingOf } from './rules';
import { orderStandings } from './view';

let roster: Awaited<ReturnType<typeof openRoster>>;
/** A connection of its own with many orders, for plans and paging. */
let many: typeof roster;
let count = 0;

const digits = (n: number, length: number) => String(n).padStart(length, '0');

type Made = {
  outcome?: string | null;
  meaning?: string | null;
  settledHow?: string | null;
  tradeState?: string | null;
} & Partial<Prisma.DeductionUncheckedCreateInput>;

/** One order with its newest request, whatever is known of it. */
async function order(of: typeof roster, { outcome = null, meaning = null, settledHow = null, ...more }: Made) {
  count += 1;
  const n = count;
  const connectionId = of.connection.id;
  const outTradeNo = more.outTradeNo ?? `D20260301${digits(n, 8)}`;
  const at = new Date(Date.UTC(2026, 2, 1, 0, 0, Math.floor(n / 2)));
  const request =
    outcome === null
      ? null
      : await of.db.platformRequest.create({
          data: {
            connectionId,
            operation: 'deduction.charge',
            objectKind: 'deduction',
            objectId: outTradeNo,
            objectName: outTradeNo,
            idempotencyKey: `key ${n}`,
            intent: `intent ${n}`,
            inputSha256: '0',
            method: 'POST',
            path: '/v3/global/papay/transactions',
            bytesSha256: '0',
            bytesSize: 2,
            maskedBody: {},
            changes: [],
            ...{ outcome, meaning, settledHow },
            reference: `REF-${digits(n, 6)}`,
            openedAt: at,
            updatedAt: at,
            staffId: of.staff.id,
          },
        });
  await of.db.deduction.create({
    data: {
      ...{ connectionId, outTradeNo, draftId: crypto.randomUUID(), contractId: `C-${digits(n, 4)}`, values: {} },
      ...{ total: 8880n, currency: 'HKD', staffId: of.staff.id, reservedAt: at, createdAt: at, updatedAt: at },
      requestId: request?.id ?? null,
      ...more,
    },
  });
  return outTradeNo;
}

const list = (address: Record<string, string> = {}, of = roster) =>
  listDeductions(of.db, of.connection.id, deductionFilters.parse({ size: '100', ...address }), of.now());
const numbers = async (address: Record<string, string>, of = roster) =>
  (await list(address, of)).rows.map(({ outTradeNo }) => outTradeNo).sort();

const MANY = 6000;

beforeAll(async () => {
  roster = await openRoster('orders');
  many = await openRoster('many-orders');
  await many.db.$executeRaw`
    INSERT INTO "Deduction" ("id", "connectionId", "outTradeNo", "draftId", "contractId", "values", "total", "currency",
      "staffId", "reservedAt", "tradeState", "transactionId", "createdAt")
    SELECT gen_random_uuid(), ${many.connection.id}::uuid, 'D2026' || lpad((i * 7919 % 1000003)::text, 12, '0'), gen_random_uuid(),
      'C' || (i % 500), '{}', 100 + i % 40, 'HKD', ${many.staff.id}::uuid, now(),
      CASE WHEN i % 300 = 0 THEN 'USERPAYING' ELSE 'SUCCESS' END, '4200' || lpad(i::text, 20, '0'),
      timestamptz '2026-03-01 00:00:00+00' + (i / 3) * interval '1 second'
    FROM generate_series(1, ${MANY}::int) AS i`;
  await many.db.$executeRawUnsafe('VACUUM ANALYZE "Deduction"');
}, 60_000);
afterAll(async () => {
  await roster.db.$disconnect();
  await many.db.$disconnect();
});

describe('where orders stand', () => {
  it('is cut by the database as the rule cuts it, each order in one part', async () => {
    const expected = new Map<string, string>();
    const states = [null, 'SUCCESS', 'REFUND', 'NOTPAY', 'CLOSED', 'PAYERROR', 'USERPAYING', 'SOMETHING_NEW'];
    for (const outcome of [null, ...outcomes])
      for (const tradeState of states)
        for (const [meaning, settledHow] of [
          [null, null],
          ['deduction-order-paid', 'error'],
          ['deduction-already-exists', 'evidence'],
          ['deduction-already-exists', null],
          ['deduction-not-enough', 'answer'],
        ] as const) {
          if (outcome === null && meaning !== null) continue;
          const number = await order(roster, { outcome, tradeState, meaning, settledHow, subMchid: 'ALL' });
          expected.set(number, standingOf({ outcome, tradeState, meaning, settledHow }));
        }
    const counts = await countDeductions(roster.db, roster.connection.id, { sub_mchid: 'ALL' });
    expect(counts.all.count).toBe(expected.size);
    for (const standing of orderStandings) {
      const wanted = [...expected].filter(([, one]) => one === standing).map(([number]) => number);
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await list({ standing, sub_mchid: 'ALL', cursor });
        expect(page.rows.filter((row) => row.standing !== standing)).toEqual([]);
        found.push(...page.rows.map(({ outTradeNo }) => outTradeNo));
        cursor = page.nextCursor;
      }
      expect(found.sort(), standing).toEqual(wanted.sort());
      expect(counts[standing].count, standing).toBe(wanted.length);
    }
  }, 60_000);
});

describe('filters', () => {
  it('take an amount in major units, of whichever currency an order has', async () => {
    const of = { subMchid: 'MONEY' };
    const hkd = await order(roster, { ...of, total: 8880n, currency: 'HKD' });
    const jpy = await order(roster, { ...of, total: 89n, currency: 'JPY' });
    const big = await order(roster, { ...of, total: 8880n, currency: 'JPY' });
    const unlisted = await order(roster, { ...of, total: 88n, currency: 'KWD' });
    const by = (address: Record<string, string>) => numbers({ sub_mchid: 'MONEY', ...address });
    expect(await by({ amountFrom: '88.80', amountUntil: '88.80' })).toEqual([hkd]);
    expect(await by({ amountFrom: '88.81' })).toEqual([jpy, big].sort());
    expect(await by({ amountUntil: '88.8' })).toEqual([hkd, unlisted].sort());
    expect(await by({ amountFrom: '88.80', currency: 'JPY' })).toEqual([jpy, big].sort());
    expect(await by({ amountFrom: '9999999999999.9999' })).toEqual([]);
    expect(await by({ currency: 'KWD', amountUntil: '88' })).toEqual([unlisted]);
    // What is no amount filters nothing.
    expect(await by({ amountFrom: '1,234' })).toHaveLength(4);
  });

  it('take state, outcome, contract, maker and days', async () => {
    const other = await roster.db.staff.create({
      data: { email: 'other@practice.example', name: 'Another', passwordHash: '-', roles: ['payments'] },
    });
    const of = { subMchid: 'BY' };
    const paid = await order(roster, { ...of, outcome: 'accepted', tradeState: 'SUCCESS', contractId: 'BY-1' });
    const refused = await order(roster, { ...of, outcome: 'refused', meaning: 'deduction-not-enough' });
    const theirs = await order(roster, { ...of, staffId: other.id, createdAt: new Date('2026-04-02T23:59:59.000Z') });
    const by = (address: Record<string, string>) => numbers({ sub_mchid: 'BY', ...address });
    expect(await by({ state: 'SUCCESS' })).toEqual([paid]);
    expect(await by({ state: 'none' })).toEqual([refused, theirs].sort());
    expect(await by({ outcome: 'refused' })).toEqual([refused]);
    expect(await by({ outcome: 'not-sent' })).toEqual([theirs]);
    expect(await by({ contract: 'BY-1' })).toEqual([paid]);
    expect(await by({ maker: other.id })).toEqual([theirs]);
    expect(await by({ from: '2026-04-02', until: '2026-04-02' })).toEqual([theirs]);
    expect(await by({ from: '2026-04-03' })).toEqual([]);
    expect(await listMakers(roster.db, roster.connection.id)).toMatchObject([
      { name: 'Another' },
      { name: 'Operator' },
    ]);
  });

  it('search by the number of order, transaction or contract: whole, begun or by its end; signs are no patterns', async () => {
    const wanted = await order(roster, {
      outTradeNo: 'FIND_ME-77',
      transactionId: '420000123499887766',
      contractId: 'WX 2024/01#7',
    });
    for (const q of ['FIND_ME-77', 'FIND_', 'ME-77', '420000123499887766', '99887766', 'WX 2024/01#7', '/01#7'])
      expect(await numbers({ q }), q).toEqual([wanted]);
    for (const q of ['FIND%', 'FINDXME-77', '\\']) expect(await numbers({ q }), q).toEqual([]);
    expect(await numbers({ q: 'FIND_ME-77' }, many)).toEqual([]);
  });
});

describe('pages', () => {
  for (const sort of deductionSorts.flatMap((name) => [name, `-${name}`]))
    it(`sorted by ${sort} go through an index, on the first page and behind a cursor`, async () => {
      const { nextCursor } = await list({ sort, size: '25' }, many);
      for (const cursor of ['', nextCursor ?? '']) {
        const [plan = ''] = await plansOf({ sort, size: '25', cursor });
        expect(plan).not.toMatch(/Sort Key|Seq Scan on "Deduction"/);
        const removed = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, rows]) => Number(rows));
        expect(Math.max(0, ...removed)).toBeLessThan(20 * 25);
      }
    });

  it('are turned without losing an order or showing one twice', async () => {
    for (const sort of ['total', '-made', 'out_trade_no']) {
      const found: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Awaited<ReturnType<typeof list>> = await list({ sort, contract: 'C7', size: '25', cursor }, many);
        found.push(...page.rows.map(({ outTradeNo }) => outTradeNo));
        cursor = page.nextCursor;
      }
      expect(found, sort).toHaveLength(MANY / 500);
      expect(new Set(found).size, sort).toBe(MANY / 500);
    }
  });

  it('find the end of a number, and what is in progress, without reading all orders', async () => {
    for (const address of [{ q: '99000042' }, { standing: 'in-progress' }])
      expect((await plansOf(address))[0], JSON.stringify(address)).not.toMatch(/Seq Scan on "Deduction"/);
  });
});

describe('the file', () => {
  it('has what the filters leave, is inert in a spreadsheet, and leaves an entry', async () => {
    await order(roster, { outTradeNo: '@SUM-1', subMchid: 'FILE', total: 1n, currency: 'JPY', contractId: '=cmd()' });
    await order(roster, { outTradeNo: 'FILE-2', subMchid: 'FILE', total: 123_456n, currency: 'HKD' });
    const filters = deductionFilters.parse({ sub_mchid: 'FILE' });
    let text = '';
    for await (const piece of exportDeductions(roster, { connection: roster.connection, staff: roster.staff, filters }))
      text += piece;
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^\uFEFFmade,out_trade_no,transaction_id,contract_id/);
    expect(lines[1]).toContain(",'@SUM-1,,'=cmd(),FILE,,1,1,JPY,not-sent,");
    expect(lines[2]).toContain(',FILE-2,');
    expect(lines[2]).toContain(',1234.56,123456,HKD,');
    const entry = await roster.db.auditEntry.findFirstOrThrow({ where: { action: 'deduction.exported' } });
    expect(entry.data).toMatchObject({ rows: 2, filters: { sub_mchid: 'FILE' } });
  });
});

/** Runs the list with a database that explains every page statement instead of running it. */
async function plansOf(address: Record<string, string>): Promise<string[]> {
  const plans: string[] = [];
  const watching = {
    $queryRaw: async (text: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
      const { Prisma: sql } = await import('@/lib/db/generated/client');
      const statement = 'sql' in text ? text : sql.sql(text, ...values);
      if (statement.sql.includes('page_key')) {
        const lines = await many.db.$queryRaw<{ 'QUERY PLAN': string }[]>`EXPLAIN (ANALYZE, COSTS OFF) ${statement}`;
        plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
      }
      return many.db.$queryRaw(statement);
    },
  } as Pick<typeof many.db, '$queryRaw'>;
  await listDeductions(watching, many.connection.id, deductionFilters.parse(address), many.now());
  return plans;
}
