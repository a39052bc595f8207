import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '@/lib/db/client';
import { addConnection } from '@/lib/testing/roster';
import { auditFilters, auditQuestions, filtersFor } from './filters';
import { getAuditEntry, listAudit, listAuditOf } from './queries';
import { recordRead } from './read';
import type { AuditInput } from './record';
import { recordAudit } from './record';

const unlimited = { connectionLimit: null };
const db = createDb(process.env.DATABASE_URL ?? '', 4);
let here = '';
let elsewhere = '';

const noon = new Date('2024-03-07T12:00:00Z');
const filters = (query: Record<string, string>) => auditFilters.parse(query);

const record = (input: Partial<AuditInput> & Pick<AuditInput, 'event'>) =>
  db.$transaction((tx) =>
    recordAudit(tx, {
      actor: { kind: 'staff', id: 'a', name: 'Operator 100%', roles: ['operator'], ip: '127.0.0.1' },
      at: noon,
      connectionId: here,
      object: { kind: 'sub-merchant', id: '1900184321', name: 'Shop' },
      ...input,
    }),
  );

beforeAll(async () => {
  here = (await addConnection(db, 'here')).id;
  elsewhere = (await addConnection(db, 'elsewhere')).id;
  for (let n = 0; n < 30; n += 1)
    await record({ event: { action: 'request.repeat-asked' }, outcome: n % 2 === 0 ? 'unknown' : 'waiting' });
  await record({
    event: { action: 'request.needs-person', meaning: 'no-answer', tries: 5 },
    actor: { kind: 'system', name: 'subdesk' },
    at: new Date('2024-03-08T00:00:00Z'),
  });
  await record({ event: { action: 'staff.signed-in' }, connectionId: null, object: { kind: 'staff', id: 'a' } });
  await record({ event: { action: 'request.repeat-asked' }, connectionId: elsewhere });
});
afterAll(() => db.$disconnect());

describe('the trail', () => {
  it('walks every entry of the connection once and none of another, newest first', async () => {
    const first = await listAudit(db, here, { ...filters({}), size: 25 });
    const second = await listAudit(db, here, { ...filters({}), size: 25, cursor: first.nextCursor ?? '' });
    const ids = [...first.rows, ...second.rows].map(({ id }) => Number(id));
    expect(ids).toHaveLength(31);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(second.nextCursor).toBeNull();
    const back = await listAudit(db, here, { ...filters({}), size: 25, cursor: second.previousCursor ?? '' });
    expect(back.rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id));
  });

  it('keeps signing in apart, for it belongs to no connection', async () => {
    const { rows } = await listAudit(db, here, filters({ scope: 'sign-in' }));
    expect(rows.map(({ event }) => event.action)).toEqual(['staff.signed-in']);
  });

  it('walks both together, each once and in their order', async () => {
    const walk = async (cursor?: string): Promise<string[]> => {
      const { rows, nextCursor } = await listAudit(db, here, { scope: 'all', size: 25, ...(cursor && { cursor }) });
      return [...rows.map(({ id }) => id), ...(nextCursor === null ? [] : await walk(nextCursor))];
    };
    const kept = await db.auditEntry.findMany({
      where: { OR: [{ connectionId: here }, { connectionId: null }] },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
    });
    expect(await walk()).toEqual(kept.map(({ id }) => String(id)));
    expect((await listAudit(db, here, { scope: 'all' })).total.count).toBe(32);
  });

  it('finds an entry by its number, and what was done by an approval by the id of that', async () => {
    const approval = { id: crypto.randomUUID(), reason: 'Asked by the shop' };
    const actor = { kind: 'staff', id: 'a', name: 'Ann', roles: ['operator'], ip: null, approval } as const;
    await record({ event: { action: 'request.repeat-asked' }, actor, connectionId: elsewhere });
    const { rows } = await listAudit(db, elsewhere, filters({ object: approval.id.toUpperCase() }));
    expect(rows).toMatchObject([{ approvalId: approval.id, reason: 'Asked by the shop' }]);
    expect((await listAudit(db, elsewhere, filters({ object: rows[0]?.id ?? '' }))).rows).toEqual(rows);
    // An entry about another approval keeps that one, and has no reason of this.
    const other = crypto.randomUUID();
    const event = { action: 'approval.void', approvalId: other, deed: 'd', seal: 's', cause: 'superseded' } as const;
    await record({ event, actor, connectionId: elsewhere });
    const [ended] = (await listAudit(db, elsewhere, filters({ object: other }))).rows;
    expect(ended).toMatchObject({ approvalId: other, reason: null });
    expect(await getAuditEntry(db, elsewhere, ended?.id ?? '', unlimited)).toMatchObject({ isIntact: true });
  });

  it('narrows by action, outcome, object and moment', async () => {
    expect((await listAudit(db, here, filters({ action: 'request.needs-person' }))).total.count).toBe(1);
    expect((await listAudit(db, here, filters({ outcome: 'unknown' }))).total.count).toBe(15);
    expect((await listAudit(db, here, filters({ object: '1900184322' }))).total.count).toBe(0);
    const day = { from: new Date('2024-03-08T00:00:00Z'), before: new Date('2024-03-09T00:00:00Z') };
    expect((await listAudit(db, here, filters({}), day)).total.count).toBe(1);
  });

  it('reads a person filter as text, never as a pattern', async () => {
    expect((await listAudit(db, here, filters({ person: '100%' }))).total.count).toBe(30);
    expect((await listAudit(db, here, filters({ person: 'O%r' }))).total.count).toBe(0);
  });

  it('tells the entries about one object', async () => {
    expect(await listAuditOf(db, here, { kind: 'sub-merchant', id: '1900184321' })).toHaveLength(31);
  });

  it('finds what a question is about in the scope that it is looked for in', async () => {
    await record({
      event: { action: 'policy.changed', key: 'by-hand', changes: [] },
      connectionId: null,
      object: { kind: 'policy', id: 'by-hand' },
    });
    for (const scope of [undefined, 'connection', 'sign-in', 'all'] as const) {
      const { rows } = await listAudit(db, here, filtersFor({ scope, question: 'policy' }, unlimited));
      expect(rows.map(({ event }) => event.action)).toEqual(['policy.changed']);
    }
    await record({ event: { action: 'staff.sign-in-refused', cause: 'credentials' }, connectionId: null });
    await record({ event: { action: 'access.refused', permission: 'audit:read', where: 'audit' } });
    const refused = await listAudit(db, here, filtersFor({ question: 'refused' }, unlimited));
    expect(refused.rows.map(({ event }) => event.action).sort()).toEqual(['access.refused', 'staff.sign-in-refused']);
    for (const question of auditQuestions)
      expect((await listAudit(db, elsewhere, { question, scope: 'connection' })).rows, question).toEqual([]);
  });
});

describe('one entry', () => {
  it('has its neighbours in the order of the list and an intact hash', async () => {
    const { rows } = await listAudit(db, here, filters({}));
    const found = await getAuditEntry(db, here, rows[1]?.id ?? '', unlimited);
    expect(found).toMatchObject({ isIntact: true, newer: rows[0]?.id, older: rows[2]?.id });
    const newest = await getAuditEntry(db, here, rows[0]?.id ?? '', unlimited);
    expect(newest?.newer).toBeNull();
  });

  it('of another connection is not here', async () => {
    const { rows } = await listAudit(db, elsewhere, filters({}));
    expect(await getAuditEntry(db, here, rows[0]?.id ?? '', unlimited)).toBeNull();
    expect(await getAuditEntry(db, here, '1; drop table', unlimited)).toBeNull();
  });

  it('has a number with every digit, also where it is written as JSON (bug-numbers-dates-money-03)', async () => {
    await db.$executeRaw`select setval(pg_get_serial_sequence('"AuditEntry"', 'id'), 9007199254740992)`;
    await record({ event: { action: 'request.repeat-asked' }, connectionId: elsewhere });
    const list = await listAudit(db, elsewhere, filters({}));
    const entry = await getAuditEntry(db, elsewhere, '9007199254740993', unlimited);
    expect(JSON.stringify(list)).toContain('"id":"9007199254740993"');
    expect(JSON.stringify(entry)).toContain('"id":"9007199254740993"');
    expect(entry?.isIntact).toBe(true);
  });

  it('shows that what is kept is no longer what was written', async () => {
    const { rows } = await listAudit(db, here, filters({}));
    const id = BigInt(rows[3]?.id ?? '0');
    await db.$executeRaw`ALTER TABLE "AuditEntry" DISABLE TRIGGER ALL`;
    await db.$executeRaw`UPDATE "AuditEntry" SET "actorName" = 'somebody else' WHERE "id" = ${id}`;
    expect((await getAuditEntry(db, here, String(id), unlimited))?.isIntact).toBe(false);
  });
});

it('says who read which trail narrowed by what, once an hour, and belongs to no connection', async () => {
  const actor = { kind: 'staff', id: 'reader', name: 'Reader', roles: ['auditor'], ip: null } as const;
  let at = noon;
  const read = (filters: Record<string, string>) =>
    recordRead({ db, now: () => at }, actor, { connection: 'here', filters });
  await read({});
  await read({});
  await read({ question: 'policy', action: 'policy.changed' });
  at = new Date(noon.getTime() + 61 * 60_000);
  await read({});
  const told = await db.auditEntry.findMany({ where: { actorId: 'reader' }, orderBy: { id: 'asc' } });
  expect(told).toMatchObject(
    ['none', 'action=policy.changed&question=policy', 'none'].map((narrowedBy) => ({
      action: 'audit.read',
      connectionId: null,
      data: { connection: 'here', narrowedBy },
    })),
  );
});
