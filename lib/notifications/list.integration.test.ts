import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '@/lib/db/client';
import { addConnection } from '@/lib/testing/roster';
import { notificationFilters } from './filters';
import { countQuarantine, listNotifications } from './list';

const db = createDb(process.env.DATABASE_URL ?? '', 4);
let here = '';
let elsewhere = '';

const noon = Date.parse('2024-03-07T12:00:00Z');

const states = ['applied', 'older', 'unknown-type', 'quarantine', 'applied', 'applied'] as const;

async function notification(connectionId: string, n: number) {
  const state = states[n % states.length] ?? 'applied';
  // Pairs of equal moments, so that a page may end between them.
  const firstReceivedAt = new Date(noon + Math.floor(n / 2) * 1000);
  await db.notification.create({
    data: {
      connectionId,
      notificationId: `n-${n}`,
      state,
      eventType: state === 'unknown-type' ? 'SAMPLE.UNKNOWN' : 'APPLYMENT_STATE.APPROVED',
      bodySha256: '0',
      bodySize: 1,
      serial: 'AB',
      subMchid: state === 'quarantine' ? null : `19000030${n % 10}`,
      applymentId: state === 'quarantine' ? null : `${100_000 + n}`,
      parkedReason: n === 3 ? 'not for us' : null,
      deliveries: n % 5 === 0 ? 3 : 1,
      firstReceivedAt,
      lastReceivedAt: firstReceivedAt,
      lastAnswer: state === 'quarantine' ? 500 : 200,
      lastTookUs: 2400,
    },
  });
}

const COUNT = 60;

beforeAll(async () => {
  here = (await addConnection(db, 'here')).id;
  elsewhere = (await addConnection(db, 'elsewhere')).id;
  for (let n = 0; n < COUNT; n += 1) await notification(here, n);
  await notification(elsewhere, 0);
  await db.subMerchant.create({
    data: {
      connectionId: here,
      subMchid: '190000300',
      name: 'Harbour Kite Books',
      record: {},
      masked: {},
      personal: Buffer.alloc(0),
      source: 'sample',
    },
  });
});
afterAll(() => db.$disconnect());

const list = (address: Record<string, string>) => listNotifications(db, here, notificationFilters.parse(address));

describe('the list of notifications', () => {
  it('finds an id by its end as lists show it, from eight characters on, through an index', async () => {
    const ids = ['5a3bb1f2-0000-4000-8000-00001e4fb9d2', '5a3bb1f2-0000-4000-8000-99991e4fb9d2', '1e4fb9d2-other'];
    for (const [place, notificationId] of ids.entries()) {
      await notification(here, COUNT + place);
      await db.notification.updateMany({ where: { notificationId: `n-${COUNT + place}` }, data: { notificationId } });
    }
    const found = async (q: string) => (await list({ q })).rows.map((row) => row.notificationId).sort();
    expect(await found('1e4fb9d2')).toEqual(ids.slice(0, 2));
    expect(await found('00001e4fb9d2')).toEqual(ids.slice(0, 1));
    expect(await found(ids[1] ?? '')).toEqual(ids.slice(1, 2));
    expect(await found('e4fb9d2')).toEqual([]);
    await db.notification.deleteMany({ where: { notificationId: { in: ids } } });
    const indexes = await db.$queryRaw<{ indexdef: string }[]>`
      SELECT indexdef FROM pg_indexes WHERE indexname = 'Notification_tail_idx'`;
    expect(indexes).toMatchObject([{ indexdef: expect.stringContaining('"right"("notificationId", 8)') }]);
  });

  it('tells of a row, wherever it stands, how many differences about it want a person', async () => {
    const { id } = await db.notification.findFirstOrThrow({ where: { connectionId: here, notificationId: 'n-4' } });
    const open = { connectionId: here, cause: 'same-id-other-content', notificationId: id, differences: [] };
    const at = { toldAsOf: new Date(noon), openedAt: new Date(noon) };
    await db.discrepancy.create({ data: { ...open, ...at, contentSha256: 'a' } });
    await db.discrepancy.create({ data: { ...open, ...at, contentSha256: 'b', resolvedAt: new Date() } });
    const resting = new Date(Date.now() + 60_000);
    await db.discrepancy.create({ data: { ...open, ...at, contentSha256: 'c', acceptedUntil: resting } });
    expect((await list({ q: 'n-4' })).rows).toMatchObject([{ state: 'applied', discrepanciesOpen: 1 }]);
    expect((await list({ q: 'n-5' })).rows).toMatchObject([{ discrepanciesOpen: 0 }]);
    await db.discrepancy.deleteMany({ where: { notificationId: id } });
  });

  it('walks every notification of the connection once and none of another, newest first, forth and back', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    let last = await list({ size: '25' });
    while (cursor !== null) {
      last = await listNotifications(db, here, { size: 25, ...(cursor && { cursor }) });
      seen.push(...last.rows.map(({ notificationId }) => notificationId));
      cursor = last.nextCursor;
    }
    expect(seen).toHaveLength(COUNT);
    expect(new Set(seen).size).toBe(COUNT);
    const moments = (await list({ size: '100' })).rows.map(({ firstReceivedAt }) => firstReceivedAt);
    expect(moments).toEqual([...moments].sort().reverse());
    const back = await listNotifications(db, here, { size: 25, cursor: last.previousCursor ?? '' });
    expect(back.rows.map(({ notificationId }) => notificationId)).toEqual(seen.slice(25, 50));
  });

  it('counts each tab as its list has rows, under the other filters too', async () => {
    for (const address of [{}, { type: 'SAMPLE.UNKNOWN' }, { subMchid: '190000300' }]) {
      const { counts } = await list(address);
      for (const state of ['applied', 'older', 'unknown-type', 'discrepancy', 'quarantine', 'repeat'] as const) {
        const { rows } = await list({ ...address, state, size: '100' });
        expect(counts[state], `${JSON.stringify(address)} ${state}`).toEqual({ count: rows.length, more: false });
      }
      expect(counts.all.count).toBe((await list({ ...address, size: '100' })).rows.length);
    }
    expect((await list({})).counts.repeat.count).toBe(COUNT / 5);
  });

  it('finds a whole notification id, application number or sub_mchid, and nothing by a part', async () => {
    const found = async (q: string) => (await list({ q })).rows.map(({ notificationId }) => notificationId);
    expect(await found('n-7')).toEqual(['n-7']);
    expect(await found('100007')).toEqual(['n-7']);
    expect(await found('190000307')).toEqual(['n-47', 'n-37', 'n-17', 'n-7']);
    expect(await found('n-')).toEqual([]);
    const { rows } = await list({ q: 'n-7' });
    expect(await found(rows[0]?.id ?? '')).toEqual(['n-7']);
  });

  it('narrows by day and by whether somebody set it aside', async () => {
    const span = (from: string, before: string) => ({ from: new Date(from), before: new Date(before) });
    const first = await listNotifications(db, here, {}, span('2024-03-07T12:00:00Z', '2024-03-07T12:00:01Z'));
    expect(first.rows.map(({ notificationId }) => notificationId).sort()).toEqual(['n-0', 'n-1']);
    expect(first.counts.all.count).toBe(2);
    expect((await list({ parked: 'yes' })).rows.map(({ notificationId }) => notificationId)).toEqual(['n-3']);
    const waiting = await list({ state: 'quarantine', parked: 'no', size: '100' });
    expect(waiting.counts.quarantine.count).toBe(waiting.rows.length);
    expect(await countQuarantine(db, here)).toMatchObject({ count: waiting.rows.length });
  });

  it('names the sub-merchant, or says that nobody here holds it', async () => {
    expect((await list({ q: 'n-0' })).rows).toMatchObject([
      { subMerchantName: 'Harbour Kite Books', isUnclaimed: false, isParked: false },
    ]);
    expect((await list({ q: 'n-1' })).rows).toMatchObject([{ subMerchantName: null, isUnclaimed: true }]);
    expect((await list({ q: 'n-3' })).rows).toMatchObject([{ subMchid: null, isUnclaimed: false, isParked: true }]);
  });

  it('takes an address that makes no sense for one without filters', async () => {
    const { rows } = await list({ state: 'x', parked: '1', from: 'yesterday', size: '7', cursor: 'nonsense' });
    expect(rows).toHaveLength(50);
  });
});

describe('the plans', () => {
  const plan = async (address: Record<string, string>) => {
    const filters = notificationFilters.parse(address);
    const explained: string[] = [];
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      const spy = {
        $queryRaw: async (...[strings, ...values]: Parameters<typeof tx.$queryRaw>) => {
          const { Prisma } = await import('@/lib/db/generated/client');
          const sql = Prisma.sql(strings as TemplateStringsArray, ...values);
          const rows = await tx.$queryRaw<Record<string, string>[]>`EXPLAIN ${sql}`;
          explained.push(rows.map((row) => Object.values(row)[0]).join('\n'));
          return tx.$queryRaw(sql);
        },
      };
      await listNotifications(spy as never, here, filters);
    });
    return explained[0] ?? '';
  };

  it.each([
    [{}, 'Notification_connectionId_firstReceivedAt_id_idx'],
    [{ state: 'quarantine' }, 'Notification_connectionId_state_firstReceivedAt_id_idx'],
    [{ state: 'repeat' }, 'Notification_repeated_idx'],
    [{ type: 'SAMPLE.UNKNOWN' }, 'Notification_eventType_idx'],
  ])('of %j reads an index in the order of the list', async (address, index) => {
    const text = await plan(address);
    expect(text).toContain(index);
    expect(text).not.toMatch(/\bSort\b/);
  });
});
