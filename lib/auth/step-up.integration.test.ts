import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '@/lib/db/client';
import { createDb } from '@/lib/db/client';
import { builtInRights } from '@/lib/testing/rights';
import { hashPassword } from './password';
import type { Staff } from './staff';
import { lastProof, proveByPassword, purgeStepUps } from './step-up';

let db: Db;
let passwordHash: string;
let at = new Date();
const now = () => at;
const password = 'a long sentence of one person';
beforeAll(async () => {
  db = createDb(process.env.DATABASE_URL ?? '');
  passwordHash = await hashPassword(password);
});
afterAll(() => db.$disconnect());

async function newSession(): Promise<{ staff: Staff; sessionId: string }> {
  const { id, email, name, roles, locale, timeZone } = await db.staff.create({
    data: { email: `${crypto.randomUUID()}@practice.example`, name: 'One', roles: ['checker'], passwordHash },
  });
  const staff = { id, email, name, ...builtInRights(roles), locale, timeZone, ip: '198.51.100.7', confirmedAt: null };
  return { staff, sessionId: crypto.randomUUID() };
}
const trailOf = async (staffId: string) =>
  (await db.auditEntry.findMany({ where: { actorId: staffId }, orderBy: { id: 'asc' } })).map(({ action, data }) => [
    action,
    data,
  ]);
const proofOf = ({ staff, sessionId }: { staff: Staff; sessionId: string }, signedInAt: Date | null = null) =>
  lastProof(db, { staffId: staff.id, sessionId, signedInAt });

describe('step-up', () => {
  it('a right password proves this session and no other one, and the trail says so', async () => {
    const session = await newSession();
    expect(await proofOf(session)).toBeNull();
    expect(await proveByPassword({ db, now }, session, password)).toEqual({ ok: true, value: null });
    expect(await proofOf(session)).toEqual(at);
    expect(await proofOf({ ...session, sessionId: crypto.randomUUID() })).toBeNull();
    const other = await newSession();
    expect(await proofOf({ ...other, sessionId: session.sessionId })).toBeNull();
    expect(await trailOf(session.staff.id)).toEqual([['staff.proven', { by: 'password' }]]);
  });

  it('the later one of signing in and of a proof counts', async () => {
    const session = await newSession();
    const before = new Date(at.getTime() - 60_000);
    const after = new Date(at.getTime() + 60_000);
    expect(await proofOf(session, before)).toEqual(before);
    await proveByPassword({ db, now }, session, password);
    expect(await proofOf(session, before)).toEqual(at);
    expect(await proofOf(session, after)).toEqual(after);
  });

  it('a wrong password proves nothing, and ten of them are all that are heard', async () => {
    const session = await newSession();
    for (let n = 0; n < 10; n += 1) {
      expect(await proveByPassword({ db, now }, session, 'not it')).toMatchObject({
        refusal: { kind: 'conflict', rule: 'password-wrong' },
      });
    }
    expect(await proveByPassword({ db, now }, session, password)).toMatchObject({
      refusal: { kind: 'conflict', rule: 'too-many-tries', params: { minutes: 15 } },
    });
    expect(await proofOf(session)).toBeNull();
    const trail = await trailOf(session.staff.id);
    expect(trail).toHaveLength(11);
    expect(trail[0]).toEqual(['staff.step-up-refused', { cause: 'credentials' }]);
    expect(trail[10]).toEqual(['staff.step-up-refused', { cause: 'locked' }]);
  });

  it('proofs are removed after a day', async () => {
    const session = await newSession();
    await proveByPassword({ db, now }, session, password);
    at = new Date(at.getTime() + 25 * 60 * 60_000);
    const young = await newSession();
    await proveByPassword({ db, now }, young, password);
    expect(await purgeStepUps({ db, now })).toBeGreaterThan(0);
    expect(await proofOf(session)).toBeNull();
    expect(await proofOf(young)).toEqual(at);
  });
});
