import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '@/lib/db/generated/client';
import { readClock } from '@/lib/review-clock/clock';
import { addMany, openRoster, testNow } from '@/lib/testing/roster';
import { countOverdue, readBoard, readColumns } from './board';
import { boardFilters, boardSorts } from './filters';

const many = 9_000;
let roster: Awaited<ReturnType<typeof openRoster>>;

/** Applications in bulk: most under review and rejected have one; every tenth of those was answered twice, few know a callback. */
async function addApplications(connectionId: string) {
  await roster.db.$executeRaw`
    INSERT INTO "Application" ("id", "connectionId", "kind", "applymentId", "subMchid", "applymentType", "state", "stateHow",
      "stateSince", "stateAsOf", "domains", "record", "recordSha256")
    SELECT gen_random_uuid(), ${connectionId}::uuid, 'authorization', '90071992547409930' || s."subMchid", s."subMchid",
      'APPLY_FOR_PAYMENT_AUTHORITY', s."h5State", 'notification', s."h5StateSince", s."h5StateSince", ARRAY['shop.example'],
      CASE WHEN right(s."subMchid", 1) = '0' THEN '{}'::jsonb ELSE '{"notify_url":"https://console.example/n"}'::jsonb END, ''
    FROM "SubMerchant" s
    WHERE s."connectionId" = ${connectionId}::uuid AND s."h5State" IN ('UNDER_REVIEW', 'REJECTED', 'APPROVED')
      AND right(s."subMchid", 2) <> '07'`;
  await roster.db.$executeRaw`
    INSERT INTO "Submission" ("id", "applicationId", "number", "how", "values", "submittedAt")
    SELECT gen_random_uuid(), a."id", n.number, 'notification', '{}', a."stateAsOf"
    FROM "Application" a CROSS JOIN generate_series(1, 2) AS n(number)
    WHERE n.number = 1 OR right(a."subMchid", 1) = '3'`;
  await roster.db.$executeRaw`
    UPDATE "SubMerchant" SET "limitGrade" = 'NO_LIMIT' WHERE right("subMchid", 3) = '111'`;
  await roster.db.$executeRawUnsafe('VACUUM ANALYZE "SubMerchant", "Application", "Submission"');
}

beforeAll(async () => {
  roster = await openRoster('board');
  await addMany(roster.db, roster.connection.id, many);
  await addApplications(roster.connection.id);
});
afterAll(() => roster.db.$disconnect());

const clock = () => readClock(roster.db, roster.connection.id, testNow);
const askedOf = async (query: Record<string, string>, db: Pick<typeof roster.db, '$queryRaw'> = roster.db) => {
  const { id: connectionId } = roster.connection;
  return { db, connectionId, filters: boardFilters.parse(query), clock: await clock(), now: testNow };
};
const read = async (query: Record<string, string> = {}) => readBoard(await askedOf(query));

/** Every page of the board, first to last. */
async function all(query: Record<string, string>) {
  const rows = [];
  let page = await read({ ...query, size: '100' });
  for (;;) {
    rows.push(...page.rows);
    if (page.nextCursor === null) return rows;
    page = await read({ ...query, size: '100', cursor: page.nextCursor });
  }
}

/** Runs the board with a database that explains every page statement instead of running it. */
async function planOf(query: Record<string, string>): Promise<string> {
  const plans: string[] = [];
  const watching = {
    $queryRaw: async (text: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
      const statement = 'sql' in text ? text : Prisma.sql(text, ...values);
      if (statement.sql.includes('page_key')) {
        const lines = await roster.db.$queryRaw<{ 'QUERY PLAN': string }[]>`EXPLAIN (ANALYZE, COSTS OFF) ${statement}`;
        plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
      }
      return roster.db.$queryRaw(statement);
    },
  } as Pick<typeof roster.db, '$queryRaw'>;
  await readBoard(await askedOf(query, watching));
  return plans[0] ?? '';
}

/** How many rows a plan looked at in vain, in any of its nodes. */
const inVain = (plan: string) =>
  Math.max(0, ...[...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, count]) => Number(count)));

describe('the plan of a page', () => {
  const orders = boardSorts.flatMap((name) => [name, `-${name}`]);
  const tabs = [{}, { state: 'REJECTED' }];
  const cases = orders.flatMap((sort) => tabs.map((tab) => ({ sort, ...tab })));
  it.each(cases)('goes through an index without sorting the rows: $sort $state', async (query) => {
    const { nextCursor } = await read({ ...query, size: '25' });
    for (const cursor of [undefined, nextCursor ?? '']) {
      const plan = await planOf({ ...query, size: '25', ...(cursor !== undefined && { cursor }) });
      expect(plan).not.toMatch(/Seq Scan on "(SubMerchant|Application|Submission)"/);
      // The newest application of each row of the page is a sort of a few; the page itself is none.
      expect(plan.split('\n').slice(0, 2).join('\n')).not.toContain('Sort');
      expect(inVain(plan)).toBeLessThan(20 * 25);
    }
  });

  it('finds those without a number through the index of those that can lack one', async () => {
    expect(await planOf({ number: 'unknown', size: '25' })).toContain('SubMerchant_number_idx');
  });

  it('finds a rare grade through its own index', async () => {
    expect(await planOf({ grade: 'NO_LIMIT', size: '25' })).toContain('SubMerchant_grade_idx');
  });
});

describe('a row', () => {
  it('joins a sub-merchant with its newest authorization application, whose number keeps every digit', async () => {
    const [row] = (await read({ state: 'REJECTED', q: '1900000003' })).rows;
    expect(row).toMatchObject({
      subMchid: '1900000003',
      h5State: 'REJECTED',
      application: { applymentId: '900719925474099301900000003', attempts: 2, isCallbackPromised: true },
    });
    const { db, connection } = roster;
    const older = { connectionId: connection.id, subMchid: '1900000003', recordSha256: '', record: {}, domains: [] };
    const at = new Date('2020-01-01T00:00:00Z');
    await db.application.createMany({
      data: [
        {
          ...older,
          kind: 'authorization',
          applymentId: '1',
          state: 'REJECTED',
          stateHow: 'staff',
          stateSince: at,
          stateAsOf: at,
        },
        {
          ...older,
          kind: 'domain-change',
          applymentId: '2',
          state: 'REJECTED',
          stateHow: 'staff',
          stateSince: testNow,
          stateAsOf: testNow,
        },
      ],
    });
    const [again] = (await read({ q: '1900000003' })).rows;
    expect(again?.application?.applymentId).toBe('900719925474099301900000003');
  });

  it('is found by the whole number of an application, an older one too', async () => {
    for (const q of ['900719925474099301900000003', '1']) {
      const board = await read({ q });
      expect(board.rows.map(({ subMchid }) => subMchid)).toEqual(['1900000003']);
      expect(board.counts.ALL.count).toBe(1);
    }
    expect((await read({ q: '900719925474099301900000003', state: 'APPROVED' })).rows).toEqual([]);
  });
});

describe('filters', () => {
  it('number unknown: under way or rejected, and nobody told one; or asked for by an edit since', async () => {
    const rows = await all({ number: 'unknown' });
    expect(rows.length).toBeGreaterThan(0);
    expect(
      rows.every(({ h5State, application }) => ['UNDER_REVIEW', 'REJECTED'].includes(h5State) && !application),
    ).toBe(true);
    const { db, connection } = roster;
    await db.subMerchant.update({
      where: { connectionId_subMchid: { connectionId: connection.id, subMchid: '1900000007' } },
      data: { h5AskedAt: testNow },
    });
    const after = await read({ number: 'unknown', q: '1900000007' });
    expect(after.rows).toMatchObject([{ subMchid: '1900000007', askedAt: testNow.toISOString() }]);
    expect((await read({ number: 'unknown' })).total.count).toBe(rows.length + 1);
  });

  it('no callback promised: told without one, or made by an edit', async () => {
    const rows = await all({ callback: 'none', state: 'REJECTED' });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.application?.isCallbackPromised === false)).toBe(true);
    expect((await read({ callback: 'none', q: '1900000007' })).rows).toHaveLength(1);
  });

  it('answered before: the newest application is at its second attempt or a later one', async () => {
    const rows = await all({ attempt: 'repeated' });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.application?.attempts === 2)).toBe(true);
  });

  it('longer than expected: exactly the rows whose clock says so, and what Home counts', async () => {
    const { db, connection } = roster;
    // One of each kind that a state alone would misjudge: in time by its own application, and late by it alone.
    const [inTime, late] = (await all({ state: 'UNDER_REVIEW' })).filter(({ application }) => application !== null);
    await db.application.updateMany({
      where: { subMchid: inTime?.subMchid ?? '' },
      data: { state: 'PENDING', stateSince: testNow },
    });
    const [rejected] = (await all({ state: 'REJECTED' })).filter(({ application }) => application?.attempts === 1);
    await db.application.updateMany({
      where: { subMchid: rejected?.subMchid ?? '' },
      data: { state: 'PENDING', stateSince: new Date('2026-10-01T00:00:00Z') },
    });
    const rows = await all({ waiting: 'overdue' });
    const everyone = await all({});
    const expected = everyone.filter(({ waiting }) => (waiting?.overdueBy ?? 0) > 0);
    expect(rows.map(({ subMchid }) => subMchid).sort()).toEqual(expected.map(({ subMchid }) => subMchid).sort());
    expect(rows.some(({ subMchid }) => subMchid === inTime?.subMchid)).toBe(false);
    for (const one of [late, rejected]) expect(rows.some(({ subMchid }) => subMchid === one?.subMchid)).toBe(true);
    const { count, oldestSince } = await countOverdue(db, connection.id, await clock());
    expect(count).toBe(rows.length);
    expect(oldestSince).not.toBeNull();
  });

  it('owner: of the newest application or of the sub-merchant; nobody: of neither', async () => {
    const { db, connection, staff } = roster;
    const [first, second] = (await read({ state: 'REJECTED' })).rows;
    const place = { connectionId: connection.id, staffId: staff.id, since: testNow };
    await db.ownership.createMany({
      data: [
        { ...place, objectKind: 'application', objectId: first?.application?.applymentId ?? '', objectName: '' },
        { ...place, objectKind: 'sub-merchant', objectId: second?.subMchid ?? '', objectName: '' },
      ],
    });
    const own = await all({ owner: staff.id });
    expect(own.map(({ subMchid }) => subMchid).sort()).toEqual([first?.subMchid, second?.subMchid].sort());
    const free = await all({ owner: 'nobody', state: 'REJECTED' });
    expect(free).toHaveLength((await read({ state: 'REJECTED' })).total.count - 2);
  });

  it('cause: some attempt was rejected for it', async () => {
    const { db } = roster;
    const [row] = (await read({ state: 'REJECTED', sort: '-name' })).rows;
    const application = await db.application.findFirstOrThrow({ where: { subMchid: row?.subMchid ?? '' } });
    await db.submission.updateMany({
      where: { applicationId: application.id, number: 1 },
      data: { causes: ['picture-blank'] },
    });
    expect((await all({ cause: 'picture-blank' })).map(({ subMchid }) => subMchid)).toEqual([row?.subMchid]);
    expect(await all({ cause: 'wrong-page' })).toEqual([]);
  });

  it('in columns: the first of every state, in the order of the table', async () => {
    const { columns, counts } = await readColumns(await askedOf({ view: 'columns', state: 'APPROVED' }));
    for (const { state, rows } of columns) {
      const page = await read({ state });
      expect(rows.map(({ id }) => id)).toEqual(page.rows.map(({ id }) => id));
      expect(counts[state].count).toBe(page.total.count);
    }
  });

  it('grade: each of 2.2, and those that nobody told us', async () => {
    const rows = await all({ grade: 'NO_LIMIT' });
    expect(rows.map(({ limitGrade }) => limitGrade)).toEqual(rows.map(() => 'NO_LIMIT'));
    expect((await read({ grade: 'UNKNOWN' })).total.count).toBe(many - rows.length);
  });

  it('count for the tabs what each would show', async () => {
    for (const filters of [{}, { callback: 'none' }, { number: 'unknown' }, { country: '344' }]) {
      const { counts } = await read(filters);
      for (const state of ['APPROVED', 'REJECTED', 'UNKNOWN'] as const)
        expect((await read({ ...filters, state })).total).toEqual({
          count: counts[state].count,
          more: counts[state].more,
        });
    }
  });

  it('what cannot be read in an address is as if it were not there', () => {
    expect(
      boardFilters.parse({ state: 'NOPE', number: 'known', grade: "x'", sort: 'password', country: ['344'] }),
    ).toEqual({
      country: '344',
    });
  });
});
