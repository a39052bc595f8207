import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAddress } from '@/components/sub-merchants/list-address';
import { pageSizes } from '@/lib/address-values';
import type { Prisma } from '@/lib/db/generated/client';
import { forReader } from '@/lib/ownership/filters';
import { addMany, openRoster, testNow } from '@/lib/testing/roster';
import { newPerson } from '@/lib/testing/world';
import { createSubMerchant } from './create';
import { homeLists, listFilters, listSorts, stateTabs } from './filters';
import { countByState, countTabs, homeCounts, listSubMerchants } from './list';
import type { FieldValues } from './schema';

const many = 12_000;
let roster: Awaited<ReturnType<typeof openRoster>>;
let named: Awaited<ReturnType<typeof openRoster>>;
beforeAll(async () => {
  roster = await openRoster('many');
  await addMany(roster.db, roster.connection.id, many);
  named = await openRoster('named');
});
afterAll(async () => {
  await roster.db.$disconnect();
  await named.db.$disconnect();
});

const read = (query: Record<string, string> = {}, of = roster) =>
  listSubMerchants(of.db, of.connection.id, listFilters.parse(query), testNow);
const add = async (subMchid: string, values: FieldValues) => {
  const result = await createSubMerchant(named, { ...named, subMchid, values });
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
};

/** Runs the list with a database that explains every page statement instead of running it. */
async function plansOf(query: Record<string, string>): Promise<string[]> {
  const plans: string[] = [];
  const watching = {
    $queryRaw: async (text: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
      const { Prisma: sql } = await import('@/lib/db/generated/client');
      const statement = 'sql' in text ? text : sql.sql(text, ...values);
      if (statement.sql.includes('page_key')) {
        const lines = await roster.db.$queryRaw<{ 'QUERY PLAN': string }[]>`EXPLAIN (ANALYZE, COSTS OFF) ${statement}`;
        plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
      }
      return roster.db.$queryRaw(statement);
    },
  } as Pick<typeof roster.db, '$queryRaw'>;
  await listSubMerchants(watching, roster.connection.id, listFilters.parse(query), testNow);
  return plans;
}

describe('the plan of a page', () => {
  for (const sort of listSorts.flatMap((name) => [name, `-${name}`])) {
    it(`goes through an index without sorting when sorted by ${sort}, on the first page and behind a cursor`, async () => {
      const { nextCursor } = await read({ sort, size: '25' });
      for (const query of [
        { sort, size: '25' },
        { sort, size: '25', cursor: nextCursor ?? '' },
      ]) {
        const [plan = ''] = await plansOf(query);
        expect(plan).toMatch(/Index (Only )?Scan/);
        expect(plan).not.toMatch(/Sort Key|Seq Scan on "SubMerchant"/);
        const removed = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, count]) => Number(count));
        expect(Math.max(0, ...removed)).toBeLessThan(20 * 25);
      }
    });
  }

  it('looks a rare name up by its letters', async () => {
    const [plan] = await plansOf({ q: (7919 * 4242).toString(16) });
    expect(plan).toContain('SubMerchant_searchText_grams_idx');
  });

  it('reads a common word in the order of the list', async () => {
    const [plan] = await plansOf({ q: 'trading' });
    expect(plan).toContain('SubMerchant_connectionId_updatedAt_id_idx');
    expect(plan).not.toContain('Sort Key');
  });
});

describe('paging', () => {
  it('shows every row once going forward, and the same pages going back, for every sort, filter and size', {
    timeout: 120_000,
  }, async () => {
    const query = fc.record({
      sort: fc.constantFrom(...listSorts).chain((name) => fc.constantFrom(name, `-${name}`)),
      state: fc.constantFrom(...stateTabs),
      country: fc.constantFrom('344', '156'),
      size: fc.constantFrom(...pageSizes).map(String),
    });
    const property = fc.asyncProperty(query, async (filters) => {
      const forward: string[][] = [];
      let page = await read(filters);
      for (;;) {
        forward.push(page.rows.map(({ subMchid }) => subMchid));
        if (page.nextCursor === null) break;
        page = await read({ ...filters, cursor: page.nextCursor });
      }
      const all = forward.flat();
      expect(new Set(all).size).toBe(all.length);
      expect(all.length).toBe(page.total.count);
      for (const expected of forward.slice(0, -1).reverse()) {
        expect(page.previousCursor).not.toBeNull();
        page = await read({ ...filters, cursor: page.previousCursor ?? '' });
        expect(page.rows.map(({ subMchid }) => subMchid)).toEqual(expected);
      }
      expect(page.previousCursor).toBeNull();
    });
    await fc.assert(property, { numRuns: 12 });
  });

  it('begins at the start with a cursor of another filter, of another sort, or made up', async () => {
    const { rows: first } = await read({ size: '25' });
    const { nextCursor } = await read({ size: '25', state: 'REJECTED' });
    const { nextCursor: bySince } = await read({ size: '25', sort: 'since' });
    const madeUp = Buffer.from(JSON.stringify({ b: 'x', d: 'next', k: "'; --", i: 'x' })).toString('base64url');
    for (const cursor of [nextCursor, bySince, madeUp, 'garbage', '%%%']) {
      expect((await read({ size: '25', cursor: cursor ?? '' })).rows).toEqual(first);
    }
  });

  it('ignores what it cannot read in an address', () => {
    const filters = listFilters.parse({
      state: 'NOPE',
      size: '7',
      sort: 'password',
      missing: "x'",
      country: ['344', '156'],
      extra: '1',
    });
    expect(filters).toEqual({ country: '344' });
  });
});

/** Ownerships of every tenth row, turn by turn of three people; the last of them is suspended. */
async function shareOut(people: string[]) {
  const { db, connection } = roster;
  await db.$executeRaw`
    INSERT INTO "Ownership" ("connectionId", "objectKind", "objectId", "objectName", "staffId", "since")
    SELECT s."connectionId", 'sub-merchant', s."subMchid", s."name", (${people}::uuid[])[1 + (s."subMchid"::bigint / 10) % 3], now()
    FROM "SubMerchant" s WHERE s."connectionId" = ${connection.id}::uuid AND s."subMchid"::bigint % 10 = 0`;
  await db.$executeRaw`ANALYZE "Ownership"`;
}

describe('by owner', () => {
  let people: string[] = [];
  beforeAll(async () => {
    const made = await Promise.all([1, 2, 3].map(() => newPerson(roster, 'operator')));
    people = made.map(({ id }) => id);
    await shareOut(people);
    await roster.db.staff.update({ where: { id: people[2] ?? '' }, data: { disabledAt: testNow } });
  });
  afterAll(() => roster.db.ownership.deleteMany({}));

  const walk = async (query: Record<string, string>) => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof read>> = await read({ ...query, size: '100', cursor });
      seen.push(...page.rows.map(({ subMchid }) => subMchid));
      cursor = page.nextCursor;
    }
    return seen;
  };

  it('shows what a person owns, once each, counted alike by the list and its tabs', async () => {
    const [owner = ''] = people;
    for (const query of [{ owner }, { owner, sort: 'name' }, { owner, state: 'REJECTED' }]) {
      const seen = await walk(query);
      expect(new Set(seen).size).toBe(seen.length);
      expect((await read(query)).total).toEqual({ count: seen.length, more: false });
    }
    expect(await walk({ owner })).toHaveLength(many / 30);
    const tabs = await countTabs(roster.db, roster.connection.id, { owner }, testNow);
    expect(tabs.ALL.count).toBe(many / 30);
    expect(stateTabs.reduce((sum, state) => sum + tabs[state].count, 0)).toBe(many / 30);
    expect(tabs.held).toEqual({ count: 10_000, more: true });
  });

  it('takes what somebody suspended has for nobody’s, and keeps both apart from what is somebody’s', async () => {
    const [one = '', other = '', gone = ''] = people;
    const nobody = new Set(await walk({ owner: 'nobody' }));
    expect(nobody.size).toBe(many - (2 * many) / 30);
    expect((await walk({ owner: gone })).every((id) => nobody.has(id))).toBe(true);
    for (const owner of [one, other]) expect((await walk({ owner })).some((id) => nobody.has(id))).toBe(false);
    expect((await read({ owner: 'nobody', state: 'REJECTED' })).total.count).toBe(
      (await walk({ owner: 'nobody', state: 'REJECTED' })).length,
    );
  });

  it('looks for nobody’s in the order of the list, one look at each row that it shows', async () => {
    for (const query of [{ owner: 'nobody' }, { owner: 'nobody', sort: 'name' }]) {
      const [plan = ''] = await plansOf({ ...query, size: '25' });
      expect(plan).not.toMatch(/Sort Key|Seq Scan on "(SubMerchant|Ownership)"/);
    }
  });

  it('is not asked for the reader by a word: that is somebody by then', async () => {
    await expect(read({ owner: 'mine' })).rejects.toThrow();
    expect(forReader(listFilters.parse({ owner: 'mine' }), people[0] ?? '')).toEqual({ owner: people[0] });
    expect(listFilters.parse({ owner: 'somebody' })).toEqual({});
  });
});

describe('filters and counts', () => {
  it('agree with each other and stop at 10,000', async () => {
    const counts = await countByState(roster.db, roster.connection.id);
    expect(counts.ALL).toMatchObject({ count: 10_000, more: true });
    for (const state of stateTabs) {
      const { total } = await read({ state });
      expect(total).toEqual({ count: counts[state].count, more: counts[state].more });
      expect(counts[state].oldestSince).not.toBeNull();
    }
    expect((await read({ missing: 'registration_certificate_date' })).total).toEqual({
      count: many / 200,
      more: false,
    });
    expect((await read({ missing: 'any' })).total.count).toBe(many / 200);
    expect((await homeCounts(roster.db, roster.connection.id, testNow)).incomplete.count).toBe(many / 200);
  });

  it('holds behind each block of Home exactly what the block counts', async () => {
    const { db, connection } = roster;
    const counts = await homeCounts(db, connection.id, testNow);
    const blocks = {
      ending: counts.registrationEnding,
      incomplete: counts.incomplete,
    };
    for (const [block, { count, more }] of Object.entries(blocks)) {
      const link = new URL(listAddress('many', homeLists[block as keyof typeof homeLists]), 'http://localhost');
      const { total } = await read(Object.fromEntries(link.searchParams));
      expect({ block, ...total }).toEqual({ block, count, more });
    }
    const { rows } = await read({ state: 'UNDER_REVIEW', waitsOver: '3', sort: '-since' });
    expect(rows.every(({ h5State, h5StateSince }) => h5State === 'UNDER_REVIEW' && h5StateSince < '2026-11-25')).toBe(
      true,
    );
  });

  it('finds exactly the registrations that end in time, never PERMANENT, N/A or unknown ones', async () => {
    const { total } = await read({ endsWithin: '30', size: '100' });
    const expected = await roster.db.subMerchant.count({
      where: { connectionId: roster.connection.id, registrationEnds: { lte: new Date('2026-12-28T00:00:00Z') } },
    });
    expect(total.count).toBe(expected);
    for (const [index, date] of ['PERMANENT', 'N/A', '2026-12-05', '2020-01-01', ''].entries()) {
      await add(`77000${index}`, { registration_certificate_date: date });
    }
    const found = await read({ endsWithin: '30' }, named);
    expect(found.rows.map(({ registrationEnds }) => registrationEnds).sort()).toEqual(['2020-01-01', '2026-12-05']);
  });

  it('derives pending from the open request', async () => {
    const { db, connection, staff } = named;
    await add('880001', { name: 'Pending One' });
    const request = await db.platformRequest.create({
      data: {
        connectionId: connection.id,
        operation: 'sub-merchant.modify',
        objectKind: 'sub-merchant',
        objectId: '880001',
        objectName: 'Pending One',
        idempotencyKey: 'a'.repeat(32),
        intent: 'intent-1',
        method: 'PATCH',
        path: '/',
        bytesSha256: '',
        inputSha256: '',
        bytesSize: 0,
        maskedBody: {},
        changes: [],
        outcome: 'unknown',
        reference: 'REF-1',
        staffId: staff.id,
      },
    });
    await db.objectLock.create({
      data: { connectionId: connection.id, objectKind: 'sub-merchant', objectId: '880001', requestId: request.id },
    });
    for (const pending of ['any', 'unknown']) {
      const { rows } = await read({ pending }, named);
      expect(rows.map((row) => [row.subMchid, row.pending])).toEqual([
        ['880001', { requestId: request.id, outcome: 'unknown' }],
      ]);
    }
    expect((await read({ pending: 'sending' }, named)).rows).toEqual([]);
    expect((await homeCounts(db, connection.id, testNow)).unknownOutcomes.count).toBe(1);
    const { rows } = await read({ q: '77000' }, named);
    expect(rows.every(({ pending }) => pending === null)).toBe(true);
  });

  it('keeps connections apart', async () => {
    expect((await read({ q: 'trading' }, named)).rows).toEqual([]);
  });
});

describe('search', () => {
  beforeAll(async () => {
    await add('990001', { name: '香港金龍貿易有限公司', shortname: '金龍' });
    await add('990002', { name: 'Café Lantern Limited', shortname: 'CAFÉ' });
    await add('990003', { name: 'Kite & Sons 100% Ltd', shortname: 'Kite_Sons' });
    await add('9900', { name: 'Nine Thousand Nine Hundred' });
  });
  const ids = async (q: string) => (await read({ q, sort: 'sub_mchid' }, named)).rows.map(({ subMchid }) => subMchid);

  it.each([
    ['金龍', ['990001']],
    ['龍', ['990001']],
    ['金龍貿易', ['990001']],
    ['金易', []],
    ['caf\u00e9', ['990002']],
    ['cafe\u0301', ['990002']],
    ['LANTERN  café', ['990002']],
    ['la', ['990002']],
    ['100%', ['990003']],
    ['0%', ['990003']],
    ['kite_', ['990003']],
    ['%', ['990003']],
    ['&', ['990003']],
    ['zz', []],
    ["' OR 1=1 --", []],
  ])('finds by %j what holds it and nothing else', async (q, expected) => {
    expect(await ids(q)).toEqual(expected);
  });

  it('puts the exact id first and then what begins with it, counted once', async () => {
    expect(await ids('9900')).toEqual(['9900', '990001', '990002', '990003']);
    expect((await read({ q: '9900', sort: '-sub_mchid' }, named)).rows.map(({ subMchid }) => subMchid)).toEqual([
      '9900',
      '990003',
      '990002',
      '990001',
    ]);
    expect((await read({ q: '9900' }, named)).total.count).toBe(4);
  });

  it('sorts by name without regard to case, a name before what continues it', async () => {
    await add('991', { name: 'amber', shortname: 'zz' });
    await add('992', { name: 'Amber Bird', shortname: 'aa' });
    await add('993', { name: 'BASKET' });
    const { rows } = await read({ sort: 'name', q: '99' }, named);
    const names = rows.map(({ name }) => name).filter((name) => /^(amber|basket)/i.test(name));
    expect(names).toEqual(['amber', 'Amber Bird', 'BASKET']);
  });

  it('finds a domain in force by any part of it', async () => {
    const { db, connection } = named;
    await db.subMerchant.updateMany({
      where: { connectionId: connection.id, subMchid: '990001' },
      data: { domains: ['pay.golden-kite.example'], domainsHow: 'import' },
    });
    for (const domain of ['golden', 'GOLDEN-KITE.example', 'y.g', 'pay.golden-kite.example']) {
      const { rows } = await read({ domain }, named);
      expect(rows.map((row) => [row.subMchid, row.domainsCount])).toEqual([['990001', 1]]);
    }
    expect((await read({ domain: 'silver' }, named)).rows).toEqual([]);
  });

  it('shows no personal value and no mask in rows', async () => {
    await add('995', {
      name: 'Masked',
      'contact.name': 'Sample Contact',
      'contact.phone': '+85212345678',
      'contact.email': 'contact@shop.example',
    });
    const text = JSON.stringify((await read({ q: '995' }, named)).rows);
    expect(text).toContain('Masked');
    expect(text).not.toMatch(/Sample|12345678|5678|contact@|•|S\*\*/);
  });
});
