// What people see of sessions and end by hand, over a real database.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInRights } from '@/lib/testing/rights';
import type { TestWorld } from '@/lib/testing/world';
import { openTestWorld } from '@/lib/testing/world';
import { listSessions } from './list';
import { endOtherSessions, endOwnSession } from './own-sessions';
import { beginSession, endSession } from './sessions';
import type { Staff } from './staff';

const MINUTE = 60_000;
const idleMs = 30 * MINUTE;
let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

async function person(): Promise<Staff> {
  const { id, email, name, locale, timeZone } = await world.context.db.staff.create({
    data: { email: `${crypto.randomUUID()}@practice.example`, name: 'One', roles: ['operator'] },
  });
  return { id, email, name, ...builtInRights<string>(['operator']), locale, timeZone, ip: null, confirmedAt: null };
}
const ago = (ms: number) => new Date(world.context.now().getTime() - ms);
const begin = (
  { id }: Staff,
  at = world.context.now(),
  from = { ip: '198.51.100.7', browser: 'Firefox', system: 'Linux' },
) => beginSession(world.context.db, { staffId: id, at, from, how: 'password' });
const listOf = ({ id }: Staff, thisId?: string) =>
  listSessions(world.context, { staffId: id, idleMs, ...(thisId !== undefined && { thisId }) });
const trailOf = async ({ id }: Staff) =>
  (await world.context.db.auditEntry.findMany({ where: { objectId: id }, orderBy: { id: 'asc' } })).map(
    ({ action, data, actorId }) => ({ action, data, actorId }),
  );
const notFound = { ok: false, refusal: { kind: 'not-found' } };

describe('the list', () => {
  it('tells those that stand first, this one on top, then the last used; then those that ended, and why', async () => {
    const staff = await person();
    const [here, there] = [await begin(staff, ago(20 * MINUTE)), await begin(staff, ago(10 * MINUTE))];
    const idleSince = ago(40 * MINUTE);
    const idle = await begin(staff, idleSince);
    const left = await begin(staff, ago(60 * MINUTE));
    await endSession(world.context.db, { id: left, staffId: staff.id }, { at: ago(50 * MINUTE), cause: 'signed-out' });
    await begin(await person());
    const list = await listOf(staff, here);
    expect(list.map(({ id, isThis, ended }) => [id, isThis, ended?.cause ?? null])).toEqual([
      [here, true, null],
      [there, false, null],
      // Nobody has asked for it since it ran out, and it is over all the same.
      [idle, false, 'idle'],
      [left, false, 'signed-out'],
    ]);
    expect(list[0]).toMatchObject({ ip: '198.51.100.7', browser: 'Firefox', system: 'Linux', how: 'password' });
    expect(list[2]?.ended?.at).toBe(new Date(idleSince.getTime() + idleMs).toISOString());
  });

  it('shows the last ten that ended, and says who ended one', async () => {
    const staff = await person();
    for (let n = 0; n < 12; n += 1) await endOwnSession(world.context, staff, await begin(staff));
    const list = await listOf(staff);
    expect(list).toHaveLength(10);
    expect(list.every(({ ended }) => ended?.cause === 'by-hand' && ended.by === 'One')).toBe(true);
  });
});

describe('one’s own sessions', () => {
  it('are ended one by one, once, with the device in the trail', async () => {
    const staff = await person();
    const [here, there] = [await begin(staff), await begin(staff, ago(MINUTE), { ip: '', browser: '', system: '' })];
    expect(await endOwnSession(world.context, staff, here)).toEqual({ ok: true, value: null });
    expect(await endOwnSession(world.context, staff, here)).toEqual(notFound);
    expect((await listOf(staff)).map(({ id, ended }) => [id, ended?.cause ?? null])).toEqual([
      [there, null],
      [here, 'by-hand'],
    ]);
    expect(await trailOf(staff)).toEqual([
      {
        action: 'staff.session-ended',
        data: { sessionId: here, device: 'Firefox, Linux' },
        actorId: staff.id,
      },
    ]);
  });

  it('are not somebody else’s: those are not there', async () => {
    const [staff, stranger] = [await person(), await person()];
    const theirs = await begin(stranger);
    expect(await endOwnSession(world.context, staff, theirs)).toEqual(notFound);
    expect(await endOwnSession(world.context, staff, crypto.randomUUID())).toEqual(notFound);
    expect((await listOf(stranger))[0]?.ended).toBeNull();
    expect([await trailOf(staff), await trailOf(stranger)]).toEqual([[], []]);
  });

  it('end everywhere else at once, and nothing is written where there were none', async () => {
    const [staff, stranger] = [await person(), await person()];
    const [here, theirs] = [await begin(staff), await begin(stranger)];
    await begin(staff);
    await begin(staff);
    const end = () => endOtherSessions(world.context, { staff, sessionId: here });
    expect(await end()).toEqual({ ok: true, value: { ended: 2 } });
    expect(await end()).toEqual({ ok: true, value: { ended: 0 } });
    expect((await listOf(staff)).filter(({ ended }) => ended === null).map(({ id }) => id)).toEqual([here]);
    expect((await listOf(stranger)).map(({ id, ended }) => [id, ended])).toEqual([[theirs, null]]);
    expect(await trailOf(staff)).toMatchObject([{ action: 'staff.other-sessions-ended', data: { ended: 2 } }]);
  });
});
