import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '@/lib/db/client';
import { addConnection } from '@/lib/testing/roster';
import { requestFilters } from './filters';
import { listRequests, listTriesOf } from './list';

const db = createDb(process.env.DATABASE_URL ?? '', 4);
let connectionId = '';
let otherId = '';
let staffId = '';

const noon = Date.parse('2024-03-07T12:00:00Z');
const hex = (n: number) => n.toString(16).toUpperCase().padStart(6, '0');

async function request(of: string, n: number, facts: { outcome: string; objectId?: string; tries?: number }) {
  const openedAt = new Date(noon + Math.floor(n / 2) * 1000);
  await db.platformRequest.create({
    data: {
      connectionId: of,
      operation: 'sub-merchant.modify',
      objectKind: 'sub-merchant',
      objectId: facts.objectId ?? `19000${n}`,
      objectName: `Shop ${n}`,
      idempotencyKey: `${of}${n}`.replaceAll('-', ''),
      intent: `draft ${of} ${n}`,
      inputSha256: '0',
      method: 'PATCH',
      path: '/v3/global/merchants/1',
      bytesSha256: 'b0',
      bytesSize: 2,
      maskedBody: {},
      changes: [],
      outcome: facts.outcome,
      reference: of === connectionId ? `7F3A-${hex(n)}` : `8F3A-${hex(n)}`,
      openedAt,
      updatedAt: openedAt,
      staffId,
      attempts: {
        create: Array.from({ length: facts.tries ?? 1 }, (_, index) => ({
          number: index + 1,
          startedAt: new Date(openedAt.getTime() + index * 60_000),
          endedAt: new Date(openedAt.getTime() + index * 60_000 + 800),
          bytesSha256: 'b0',
        })),
      },
    },
  });
}

beforeAll(async () => {
  connectionId = (await addConnection(db, 'here')).id;
  otherId = (await addConnection(db, 'elsewhere')).id;
  const person = await db.staff.create({
    data: { email: 'operator@practice.example', name: 'Operator', passwordHash: '' },
  });
  staffId = person.id;
  for (let n = 0; n < 30; n += 1) {
    await request(connectionId, n, {
      outcome: n % 10 === 0 ? 'unknown' : n % 3 === 0 ? 'refused' : 'accepted',
      tries: n === 20 ? 3 : 1,
    });
  }
  await request(otherId, 1, { outcome: 'unknown' });
});
afterAll(() => db.$disconnect());

const filters = (query: Record<string, string>) => requestFilters.parse(query);

describe('the list of requests', () => {
  it('walks every request once, newest first, also where several were opened in the same moment', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await listRequests(db, connectionId, {
        ...filters({}),
        size: 25,
        ...(cursor !== null && { cursor }),
      });
      seen.push(...page.rows.map(({ reference }) => reference));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(30);
    expect(new Set(seen).size).toBe(30);
    const { rows } = await listRequests(db, connectionId, filters({}));
    const times = rows.map(({ openedAt }) => openedAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('counts each tab as its list is long and never counts another connection', async () => {
    const { counts } = await listRequests(db, connectionId, filters({}));
    expect(counts.unknown).toEqual({ count: 3, more: false });
    expect(counts.all.count).toBe(30);
    const { rows } = await listRequests(db, connectionId, filters({ outcome: 'unknown' }));
    expect(rows).toHaveLength(3);
    expect(rows.every(({ outcome }) => outcome === 'unknown')).toBe(true);
  });

  it('finds a request by sub_mchid, by key, and by reference in whatever hand it is written', async () => {
    for (const q of ['190007', '7f3a-000007', ' 7F3A000007 ', `${connectionId}7`.replaceAll('-', '')]) {
      const { rows } = await listRequests(db, connectionId, filters({ q }));
      expect(rows.map(({ objectId }) => objectId)).toEqual(['190007']);
    }
    expect((await listRequests(db, connectionId, filters({ q: '19000' }))).rows).toHaveLength(0);
  });

  it('finds by owner, and what nobody has who works, counted by its tabs', async () => {
    const { rows } = await listRequests(db, connectionId, filters({}));
    const own = rows.slice(0, 4).map(({ id }) => id);
    await db.ownership.createMany({
      data: [...own, 'no id of a request'].map((objectId, n) => ({
        connectionId,
        objectKind: n === 4 ? 'sub-merchant' : 'request',
        objectId,
        objectName: '',
        staffId,
        since: new Date(noon),
      })),
    });
    const mine = await listRequests(db, connectionId, filters({ owner: staffId }));
    expect(mine.rows.map(({ id }) => id)).toEqual(own);
    expect(mine.counts.all.count).toBe(4);
    const free = () => listRequests(db, connectionId, filters({ owner: 'nobody' }));
    expect((await free()).counts.all.count).toBe(26);
    expect((await free()).rows.some(({ id }) => own.includes(id))).toBe(false);
    await db.staff.update({ where: { id: staffId }, data: { disabledAt: new Date(noon) } });
    expect((await free()).counts.all.count).toBe(30);
    await db.staff.update({ where: { id: staffId }, data: { disabledAt: null } });
  });

  it('begins at the start when a cursor belongs to another filter', async () => {
    const first = await listRequests(db, connectionId, { ...filters({}), size: 25 });
    const page = await listRequests(db, connectionId, {
      ...filters({ outcome: 'refused' }),
      cursor: first.nextCursor ?? '',
    });
    expect(page.previousCursor).toBeNull();
    expect(page.rows.length).toBe(page.counts.refused.count);
  });

  it('leaves out what an address says that is not understood', () => {
    expect(filters({ outcome: 'failed', size: '7', q: '  ' })).toEqual({});
  });

  it('tells how long the last try took', async () => {
    const { rows } = await listRequests(db, connectionId, filters({ q: '1900020' }));
    expect(rows[0]?.tookMs).toBe(800);
  });
});

it('tells the tries about one object, newest first', async () => {
  const tries = await listTriesOf(db, connectionId, { kind: 'sub-merchant', id: '1900020' });
  expect(tries.map(({ number }) => number)).toEqual([3, 2, 1]);
});
