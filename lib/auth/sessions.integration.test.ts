// Sessions as rows, over a real database: how one begins, what keeps it, and everything that ends it.
import type { JWT } from 'next-auth/jwt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '@/lib/db/client';
import { createDb } from '@/lib/db/client';
import { createVault } from '@/lib/db/vault';
import { authOptions } from './options';
import { SESSION_LIFE_MS } from './session-rules';
import { beginSession, endSession, endSessionsOf, standingSession, tidySessions } from './sessions';

const MINUTE = 60_000;
const idleMs = 30 * MINUTE;
const from = { ip: '198.51.100.7', browser: 'Firefox', system: 'Linux' };
let db: Db;
let at = new Date('2024-03-07T08:00:00.000Z');
const now = () => at;
const later = (ms: number) => {
  at = new Date(at.getTime() + ms);
  return at;
};
beforeAll(() => {
  db = createDb(process.env.DATABASE_URL ?? '');
});
afterAll(() => db.$disconnect());

const newPerson = () =>
  db.staff.create({ data: { email: `${crypto.randomUUID()}@practice.example`, name: 'One', roles: ['checker'] } });
async function newSession(staffId?: string) {
  const person = staffId ?? (await newPerson()).id;
  return { staffId: person, id: await beginSession(db, { staffId: person, at, from, how: 'password' }) };
}
const rowOf = ({ id }: { id: string }) => db.staffSession.findUniqueOrThrow({ where: { id } });
const asked = async (session: { id: string; staffId: string }, isOfPerson: boolean) =>
  standingSession(db, await db.staffSession.findFirst({ where: session }), { at, idleMs, isOfPerson });

describe('a session', () => {
  it('begins where somebody signs in: with an id of its own, the second, the address and the device', async () => {
    const { id: staffId } = await newPerson();
    const whereabouts = async () => from;
    const kept = { vault: createVault(Buffer.alloc(32)), publicUrl: 'http://localhost' };
    const surroundings = {
      db,
      now,
      ...kept,
      secret: 'x',
      trustProxy: 0,
      demoAccounts: false,
      isSecure: false,
      log: () => {},
      whereabouts,
    };
    const jwt = authOptions(surroundings).callbacks?.jwt;
    const told = { account: { provider: 'credentials' }, user: { id: staffId, tokenVersion: 1 } };
    const token = (await jwt?.({ token: {}, ...told } as never)) as JWT;
    expect(token).toMatchObject({ sub: staffId, tokenVersion: 1, authAt: at.getTime() / 1000 });
    const row = await rowOf({ id: String(token.sid) });
    expect(row).toMatchObject({ staffId, beganAt: at, seenAt: at, how: 'password', endedAt: null, ...from });
    // Read again with the next request it stays what it is.
    expect(await jwt?.({ token: { ...token }, account: null } as never)).toEqual(token);
  });

  it('without a row does not stand, nor under the name of somebody else', async () => {
    expect(await asked({ id: crypto.randomUUID(), staffId: (await newPerson()).id }, true)).toBeNull();
    const session = await newSession();
    expect(await asked({ ...session, staffId: (await newPerson()).id }, true)).toBeNull();
    expect(await asked(session, true)).not.toBeNull();
  });

  it('is written down as seen once a minute at most, and only for what a person does', async () => {
    const session = await newSession();
    const began = at;
    later(59_000);
    await asked(session, true);
    expect((await rowOf(session)).seenAt).toEqual(began);
    later(5 * MINUTE);
    await asked(session, false);
    expect((await rowOf(session)).seenAt).toEqual(began);
    await asked(session, true);
    expect((await rowOf(session)).seenAt).toEqual(at);
  });

  it('ends half an hour after the last deed of its person, however often pages asked by themselves', async () => {
    const session = await newSession();
    for (let minute = 1; minute < 30; minute += 1) {
      later(MINUTE);
      expect(await asked(session, false)).not.toBeNull();
    }
    later(MINUTE);
    expect(await asked(session, true)).toBeNull();
    expect(await rowOf(session)).toMatchObject({ endedAt: at, endedCause: 'idle' });
    expect(await asked(session, true)).toBeNull();
  });

  it('ends after eight hours, however busy its person is', async () => {
    const session = await newSession();
    const over = new Date(at.getTime() + SESSION_LIFE_MS);
    while (at.getTime() + 20 * MINUTE < over.getTime()) {
      later(20 * MINUTE);
      expect(await asked(session, true)).not.toBeNull();
    }
    at = over;
    expect(await asked(session, true)).toBeNull();
    expect(await rowOf(session)).toMatchObject({ endedAt: over, endedCause: 'over' });
  });

  it('ended by hand stays ended, also where a request of its person is on its way', async () => {
    const session = await newSession();
    const other = await newPerson();
    const row = await rowOf(session);
    expect(await endSession(db, session, { at, cause: 'by-hand', byId: other.id })).toBe(true);
    expect(await endSession(db, session, { at: later(MINUTE), cause: 'signed-out' })).toBe(false);
    expect(await rowOf(session)).toMatchObject({ endedCause: 'by-hand', endedById: other.id });
    later(MINUTE);
    expect(await standingSession(db, row, { at, idleMs, isOfPerson: true })).toBeNull();
  });

  it('of somebody else is not ended by naming it', async () => {
    const session = await newSession();
    const { id: staffId } = await newPerson();
    expect(await endSession(db, { ...session, staffId }, { at, cause: 'by-hand', byId: staffId })).toBe(false);
    expect(await asked(session, true)).not.toBeNull();
  });
});

it('all sessions of a person end, or all others, and nobody else’s', async () => {
  const here = await newSession();
  const there = await newSession(here.staffId);
  const stranger = await newSession();
  expect(await endSessionsOf(db, here.staffId, { at, cause: 'by-hand', byId: here.staffId }, here.id)).toBe(1);
  expect(await asked(here, true)).not.toBeNull();
  expect(await asked(there, true)).toBeNull();
  expect(await endSessionsOf(db, here.staffId, { at, cause: 'suspended' })).toBe(1);
  expect(await asked(here, true)).toBeNull();
  expect(await asked(stranger, true)).not.toBeNull();
});

it('what ran out while nobody asked is ended when it did, and forgotten after a month', async () => {
  const session = await newSession();
  const ran = new Date(at.getTime() + idleMs);
  later(60 * MINUTE);
  await tidySessions({ db, now, idleMs });
  expect(await rowOf(session)).toMatchObject({ endedAt: ran, endedCause: 'idle' });
  later(31 * 24 * 60 * MINUTE);
  const young = await newSession();
  await tidySessions({ db, now, idleMs });
  expect(await db.staffSession.findUnique({ where: { id: session.id } })).toBeNull();
  expect(await rowOf(young)).toMatchObject({ endedAt: null });
});
