import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Topic } from '@/lib/events/view';
import { addMany, openRoster } from '@/lib/testing/roster';
import { newPerson } from '@/lib/testing/world';
import { changeOwner } from './change';
import { findOwnership, listCandidates, listOwn, listOwners, ownershipsOf } from './queries';
import type { OwnerChange } from './schema';
import type { OwnedKind } from './view';
import { unowned } from './view';

type Person = Awaited<ReturnType<typeof newPerson>>;
let roster: Awaited<ReturnType<typeof openRoster>>;
let ann: Person;
let ben: Person;
let boss: Person;
const told: [Topic, readonly string[]][] = [];
const surroundings = () => ({
  ...roster,
  publish: (_: string, topic: Topic, ids: readonly string[]) => told.push([topic, ids]),
});

beforeAll(async () => {
  roster = await openRoster('owners');
  await addMany(roster.db, roster.connection.id, 40);
  [ann, ben, boss] = await Promise.all([
    newPerson(roster, 'operator'),
    newPerson(roster, 'operator'),
    newPerson(roster, 'administrator'),
  ]);
});
afterAll(() => roster.db.$disconnect());
beforeEach(() => {
  told.length = 0;
});

const idOf = (n: number) => String(1_900_000_000 + n);
const change = (actor: Person, id: string, version: number, what: OwnerChange, kind: OwnedKind = 'sub-merchant') =>
  changeOwner(surroundings(), {
    actor,
    timeZone: 'Asia/Hong_Kong',
    connectionId: roster.connection.id,
    object: { kind, id, version },
    change: what,
  });
const read = (id: string) => findOwnership(roster.db, roster.connection.id, 'sub-merchant', id);
const trail = async (id: string) =>
  (
    await roster.db.auditEntry.findMany({
      where: { connectionId: roster.connection.id, objectId: id },
      orderBy: { id: 'asc' },
    })
  ).map(({ action, data, reason }) => ({ action, reason, ...(data as object) }));
const plan = (nextDate: string | null, note = '') => ({ nextDate, note });

describe('changing an owner', () => {
  it('takes, plans, assigns and hands back, each with its entry, told after it is written', async () => {
    const id = idOf(1);
    expect(await read(id)).toEqual(unowned);
    expect(await change(ann, id, 0, { deed: 'take' })).toEqual({ ok: true, value: null });
    expect(await read(id)).toMatchObject({ owner: { id: ann.id, isSuspended: false }, version: 1, nextDate: null });
    expect(told).toEqual([['sub-merchants', [id]]]);
    expect(await change(ann, id, 1, { deed: 'plan', plan: plan('2026-12-02', 'asks for pictures') })).toMatchObject({
      ok: true,
    });
    const planned = await read(id);
    expect(planned).toMatchObject({ nextDate: '2026-12-02', note: 'asks for pictures', version: 2 });
    expect(await change(ann, id, 2, { deed: 'assign', to: ben.id })).toMatchObject({ ok: true });
    // What was promised stays with the object.
    expect(await read(id)).toMatchObject({ owner: { id: ben.id }, nextDate: '2026-12-02', version: 3 });
    expect(await change(ben, id, 3, { deed: 'hand-back', plan: plan(null, 'done for now') })).toMatchObject({
      ok: true,
    });
    expect(await read(id)).toMatchObject({ owner: null, nextDate: null, note: 'done for now', version: 4 });
    expect(await trail(id)).toEqual([
      { action: 'owner.taken', from: null, nextDate: null, dateBefore: null, reason: null },
      {
        action: 'owner.planned',
        from: ann.name,
        nextDate: '2026-12-02',
        dateBefore: null,
        reason: 'asks for pictures',
      },
      {
        action: 'owner.assigned',
        from: ann.name,
        to: ben.name,
        nextDate: '2026-12-02',
        dateBefore: '2026-12-02',
        reason: null,
      },
      { action: 'owner.handed-back', from: ben.name, nextDate: null, dateBefore: '2026-12-02', reason: 'done for now' },
    ]);
  });

  it('says who was faster, writes once of two at once, and takes once what is taken twice', async () => {
    const id = idOf(2);
    const both = await Promise.all([ann, ben].map((person) => change(person, id, 0, { deed: 'take' })));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const { owner } = await read(id);
    const winner = owner?.id === ann.id ? ann : ben;
    const loser = winner === ann ? ben : ann;
    expect(both.find(({ ok }) => !ok)).toEqual({
      ok: false,
      refusal: { kind: 'conflict', rule: 'taken-meanwhile', params: { name: winner.name } },
    });
    expect(await change(winner, id, 0, { deed: 'take' })).toEqual({ ok: true, value: null });
    expect(await trail(id)).toHaveLength(1);
    expect(told).toHaveLength(1);
    expect(await change(winner, id, 1, { deed: 'hand-back' })).toMatchObject({ ok: true });
    expect(await change(loser, id, 1, { deed: 'assign', to: winner.id })).toMatchObject({
      refusal: { rule: 'handed-back-meanwhile' },
    });
    expect(await change(winner, id, 2, { deed: 'take', plan: plan('2026-12-01') })).toMatchObject({ ok: true });
    expect(await change(winner, id, 2, { deed: 'plan', plan: plan('2026-12-09') })).toMatchObject({
      refusal: { rule: 'planned-meanwhile' },
    });
  });

  it('leaves a colleague’s alone, but for who has the right to assign', async () => {
    const id = idOf(3);
    await change(ann, id, 0, { deed: 'take' });
    for (const what of [
      { deed: 'take' },
      { deed: 'hand-back' },
      { deed: 'assign', to: ben.id },
    ] satisfies OwnerChange[])
      expect(await change(ben, id, 1, what)).toMatchObject({
        refusal: { rule: 'not-free', params: { name: ann.name } },
      });
    expect(await change(boss, id, 1, { deed: 'assign', to: ann.id })).toMatchObject({
      refusal: { rule: 'theirs-already' },
    });
    expect(await change(boss, id, 1, { deed: 'assign', to: ben.id })).toMatchObject({ ok: true });
    expect(await change(boss, id, 2, { deed: 'hand-back' })).toMatchObject({ ok: true });
  });

  it('gives nothing to who is suspended, invited or may not work on it, and lets others take what one of them has', async () => {
    const id = idOf(4);
    const [reader, gone] = await Promise.all([newPerson(roster, 'auditor'), newPerson(roster, 'operator')]);
    await change(gone, id, 0, { deed: 'take', plan: plan('2026-12-03', 'call') });
    await roster.db.staff.update({ where: { id: gone.id }, data: { disabledAt: roster.now() } });
    const invited = await newPerson(roster, 'operator');
    await roster.db.staff.update({ where: { id: invited.id }, data: { passwordHash: null } });
    for (const { id: to } of [reader, gone, invited, { id: crypto.randomUUID() }])
      expect(await change(ann, idOf(5), 0, { deed: 'assign', to })).toMatchObject({ refusal: { rule: 'cannot-own' } });
    const candidates = (await listCandidates(roster.db, roster.connection.id, 'sub-merchant')).map(
      ({ id: candidate }) => candidate,
    );
    expect(candidates).toEqual(expect.arrayContaining([ann.id, ben.id, boss.id]));
    for (const person of [reader, gone, invited]) expect(candidates).not.toContain(person.id);
    expect(await read(id)).toMatchObject({ owner: { id: gone.id, isSuspended: true } });
    expect(
      (await listOwners(roster.db, roster.connection.id, 'sub-merchant')).find((one) => one.id === gone.id),
    ).toEqual({
      id: gone.id,
      name: gone.name,
      isSuspended: true,
    });
    expect(await change(ben, id, 1, { deed: 'take' })).toMatchObject({ ok: true });
    expect(await read(id)).toMatchObject({ owner: { id: ben.id }, nextDate: '2026-12-03', note: 'call' });
  });

  it('refuses what is not held here, a day that has passed and a note that is too long', async () => {
    expect(await change(ann, 'nobody', 0, { deed: 'take' })).toMatchObject({ refusal: { kind: 'not-found' } });
    expect(await change(ann, 'nobody', 0, { deed: 'take' }, 'request')).toMatchObject({
      refusal: { kind: 'not-found' },
    });
    expect(await change(ann, idOf(6), 0, { deed: 'take', plan: plan('2026-11-27', 'n'.repeat(201)) })).toMatchObject({
      refusal: { kind: 'invalid', issues: [{ path: 'nextDate' }, { path: 'note' }] },
    });
    expect(await read(idOf(6))).toEqual(unowned);
  });
});

describe('what one owns', () => {
  it('comes with the due ones first, counted by kind, of this connection alone', async () => {
    const cara = await newPerson(roster, 'operator');
    const dates = ['2026-12-10', null, '2026-11-28', '2026-12-01'];
    for (const [n, date] of dates.entries()) await change(cara, idOf(20 + n), 0, { deed: 'take', plan: plan(date) });
    const { db, connection } = roster;
    const application = await db.application.create({
      data: {
        connectionId: connection.id,
        kind: 'authorization',
        applymentId: '2000002124775691',
        subMchid: idOf(30),
        state: 'REJECTED',
        stateHow: 'notification',
        stateSince: roster.now(),
        stateAsOf: roster.now(),
        record: {},
        recordSha256: '',
      },
    });
    expect(
      await change(cara, application.id, 0, { deed: 'take', plan: plan('2026-11-29') }, 'application'),
    ).toMatchObject({
      ok: true,
    });
    // Renamed since.
    await db.subMerchant.updateMany({
      where: { connectionId: connection.id, subMchid: idOf(22) },
      data: { name: 'New name' },
    });
    const own = await listOwn(db, connection.id, cara.id, '2026-11-29', 4);
    expect(own.counts).toEqual([
      { kind: 'sub-merchant', count: 4, more: false, due: 1 },
      { kind: 'application', count: 1, more: false, due: 1 },
    ]);
    expect(own.first.map(({ kind, nextDate }) => [kind, nextDate])).toEqual([
      ['sub-merchant', '2026-11-28'],
      ['application', '2026-11-29'],
      ['sub-merchant', '2026-12-01'],
      ['sub-merchant', '2026-12-10'],
    ]);
    expect(own.first[0]?.name).toBe('New name');
    const other = await openRoster('owners-elsewhere');
    expect(await listOwn(db, other.connection.id, cara.id, '2026-11-29', 4)).toEqual({ counts: [], first: [] });
    await other.db.$disconnect();
  });

  it('is told for many objects in one question', async () => {
    const { db, connection } = roster;
    const held = await ownershipsOf(db, connection.id, 'sub-merchant', [idOf(20), idOf(21), idOf(39)]);
    expect([...held.keys()].sort()).toEqual([idOf(20), idOf(21)]);
    expect(await ownershipsOf(db, connection.id, 'request', [idOf(20)])).toEqual(new Map());
  });
});
