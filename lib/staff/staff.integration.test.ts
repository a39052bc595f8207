// People, their rights and their passwords, over a real database: what one may do alone, and two at once.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decide } from '@/lib/approvals/decide';
import type { About, Approved, Deed, StaffActor } from '@/lib/approvals/deed';
import { NotCarriedOut } from '@/lib/approvals/deed';
import { perform } from '@/lib/approvals/perform';
import { passwordFits } from '@/lib/auth/password';
import type { Role } from '@/lib/auth/permissions';
import { beginSession } from '@/lib/auth/sessions';
import type { Staff } from '@/lib/auth/staff';
import { actorOf } from '@/lib/auth/staff';
import { lastProof } from '@/lib/auth/step-up';
import { ruleInForce } from '@/lib/policies/policies';
import { listPolicies } from '@/lib/policies/queries';
import { builtInRights } from '@/lib/testing/rights';
import type { TestWorld } from '@/lib/testing/world';
import { openTestWorld } from '@/lib/testing/world';
import { readLink, setPasswordByLink, showLink } from './link';
import { changeStaffRoles, inviteStaff, reinstateStaff, resetStaffFactors, resetStaffPassword } from './operation';
import { changeOwnPassword } from './own-password';
import { listStaff } from './queries';
import { endOneSession, endSessions, suspendStaff } from './suspend';

const HOUR = 60 * 60_000;
const password = 'a long sentence of one person';
let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  const { db } = world.context;
  await db.approvalDecision.deleteMany();
  await db.approval.deleteMany();
  await db.staffLink.deleteMany();
  await db.signInAttempt.deleteMany();
  await db.stepUp.deleteMany();
  await db.staffSession.deleteMany();
  await db.staff.deleteMany();
});

type Person = Staff & { actor: StaffActor };

/** Somebody with these roles, who signed in a moment ago. */
async function person(roles: Role[], more: { disabledAt?: Date; passwordHash?: string | null } = {}): Promise<Person> {
  const { id, email, name, locale, timeZone } = await world.context.db.staff.create({
    data: { email: `${crypto.randomUUID()}@practice.example`, name: roles.join(), roles, passwordHash: 'x', ...more },
  });
  const staff = {
    id,
    email,
    name,
    ...builtInRights<string>(roles),
    locale,
    timeZone,
    ip: '198.51.100.7',
    confirmedAt: world.context.now(),
  };
  const actor = actorOf(staff);
  return { ...staff, actor };
}
const rowOf = ({ id }: { id: string }) => world.context.db.staff.findUniqueOrThrow({ where: { id } });
const trailOf = async (objectId: string) =>
  (await world.context.db.auditEntry.findMany({ where: { objectId }, orderBy: { id: 'asc' } })).map(
    ({ action, data, reason, actorId }) => ({ action, data, reason, actorId }),
  );

const aboutOf = ({ actor }: Person): About => ({
  context: world.context,
  account: null,
  actor,
  at: world.context.now(),
});

/** Prepares a deed and carries it out at once, as if its approvals were there. */
async function carryOut(deed: Deed, maker: Person, objectId: string, input: unknown = {}) {
  const about = aboutOf(maker);
  return world.context.db.$transaction(async (tx) => {
    const prepared = await deed.prepare(tx, about, objectId, input);
    if (!prepared.ok) return prepared;
    const approved: Approved = {
      ...prepared.value,
      replaces: null,
      intent: crypto.randomUUID(),
      approvalId: null,
      reason: 'A reason',
    };
    return { ok: true as const, value: (await deed.carryOut(tx, about, approved)).value };
  });
}
const refused = (rule: string) => ({ ok: false, refusal: { kind: 'conflict', rule } });

const publicUrl = 'https://console.example';
const show = (maker: Person, staffId: string) =>
  showLink({ ...world.context, publicUrl }, { actor: maker.actor, staffId });
const tokenOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';
const setBy = (token: string, chosen = password, repeated = chosen) =>
  setPasswordByLink(world.context, { token, password: chosen, repeated, ip: '198.51.100.9' });

async function invited(maker: Person, roles: Role[] = ['operator']) {
  const email = `${crypto.randomUUID()}@practice.example`;
  const answer = await carryOut(inviteStaff, maker, email, { name: 'Invited', roles });
  expect(answer).toMatchObject({ ok: true });
  return world.context.db.staff.findUniqueOrThrow({ where: { email } });
}

/** The secret of the link that one may show now. */
async function shownToken(maker: Person, staffId: string) {
  const shown = await show(maker, staffId);
  if (!shown.ok) throw new Error('no link');
  return tokenOf(shown.value.url);
}

describe('an invitation', () => {
  it('adds a person who counts for nothing yet, with a link of three days', async () => {
    const admin = await person(['administrator']);
    const row = await invited(admin, ['administrator']);
    expect(row).toMatchObject({ passwordHash: null, roles: ['administrator'] });
    const list = await listStaff(world.context, admin);
    expect(list.administrators).toBe(1);
    expect(list.rows.map(({ standing }) => standing)).toEqual(['active', 'invited']);
    const [, listed] = list.rows;
    expect(new Date(listed?.link?.expiresAt ?? 0).getTime() - row.createdAt.getTime()).toBe(72 * HOUR);
    expect(await trailOf(row.id)).toEqual([
      {
        action: 'staff.invited',
        data: { email: row.email, roles: ['administrator'], limit: null, approvalId: null },
        reason: 'A reason',
        actorId: admin.id,
      },
    ]);
  });

  it('is a matter of the first days, and needs two otherwise', async () => {
    const admin = await person(['administrator']);
    const keysOf = async (deed: Deed, objectId: string, input: unknown) => {
      const prepared = await world.context.db.$transaction((tx) => deed.prepare(tx, aboutOf(admin), objectId, input));
      return prepared.ok ? prepared.value.policyKeys : prepared.refusal;
    };
    expect(await keysOf(inviteStaff, 'one@practice.example', { name: 'One', roles: ['operator'] })).toEqual([
      'staff.invite',
    ]);
    const active = await person(['operator']);
    expect(await keysOf(changeStaffRoles, active.id, { roles: ['support'] })).toEqual(['roles']);
    expect(await keysOf(resetStaffPassword, active.id, {})).toEqual(['roles']);
    const still = await invited(admin);
    expect(await keysOf(resetStaffPassword, still.id, {})).toEqual(['staff.invite']);
  });

  it('to an address that is on the list is refused, in whichever case it is written', async () => {
    const admin = await person(['administrator']);
    const row = await invited(admin);
    expect(await carryOut(inviteStaff, admin, row.email, { name: 'Again', roles: ['operator'] })).toMatchObject(
      refused('email-taken'),
    );
    expect(await carryOut(inviteStaff, admin, row.email.toUpperCase(), { name: 'Again', roles: ['operator'] })).toEqual(
      { ok: false, refusal: { kind: 'not-found' } },
    );
  });

  it('of one address twice at once adds one person', async () => {
    const admin = await person(['administrator']);
    const email = 'twice@practice.example';
    const answers = await Promise.all(
      [1, 2].map(() => carryOut(inviteStaff, admin, email, { name: 'Twice', roles: ['operator'] })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await world.context.db.staff.count({ where: { email } })).toBe(1);
    const versions = await inviteStaff.versions(world.context.db, null, [email, 'free@practice.example']);
    expect([...versions]).toEqual([
      [email, 'taken'],
      ['free@practice.example', 'new'],
    ]);
  });

  it('gives nothing that its maker may not do, and a maker who was suspended since gives nothing', async () => {
    const email = 'above@practice.example';
    const maker = await person(['integrations']);
    expect(await carryOut(inviteStaff, maker, email, { name: 'Above', roles: ['administrator'] })).toMatchObject(
      refused('above-own'),
    );
    const gone = await person(['administrator'], { disabledAt: new Date() });
    expect(await carryOut(inviteStaff, gone, email, { name: 'Above', roles: ['support'] })).toMatchObject(
      refused('above-own'),
    );
  });
});

describe('the link', () => {
  it('is shown once: only its hash is kept, and another showing ends the one before', async () => {
    const admin = await person(['administrator']);
    const { id, email } = await invited(admin);
    const first = await shownToken(admin, id);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(await readLink(world.context, first)).toEqual({ kind: 'invite', name: 'Invited', email });
    const kept = JSON.stringify([await world.context.db.staffLink.findMany(), await trailOf(id)]);
    expect(kept).not.toContain(first);
    const second = await shownToken(admin, id);
    expect(await readLink(world.context, first)).toBeNull();
    expect(await setBy(first)).toMatchObject(refused('no-link'));
    expect(await readLink(world.context, second)).not.toBeNull();
    expect((await trailOf(id)).map(({ action }) => action)).toEqual([
      'staff.invited',
      'staff.link-shown',
      'staff.link-shown',
    ]);
  });

  it('is shown to nobody whose proof is old, who may do less, or where none is open', async () => {
    const admin = await person(['administrator']);
    const { id } = await invited(admin, ['administrator']);
    const old = { ...admin, actor: { ...admin.actor, confirmedAt: new Date(Date.now() - 6 * 60_000) } };
    expect(await show(old, id)).toMatchObject(refused('step-up-needed'));
    expect(await show({ ...admin, actor: { ...admin.actor, confirmedAt: null } }, id)).toMatchObject(
      refused('step-up-needed'),
    );
    expect(await show(await person(['integrations']), id)).toMatchObject(refused('above-own'));
    expect(await show(admin, (await person(['operator'])).id)).toMatchObject(refused('no-link'));
    expect(await show(admin, crypto.randomUUID())).toMatchObject({ refusal: { kind: 'not-found' } });
  });

  it('sets a password once, also when two come with it at once', async () => {
    const admin = await person(['administrator']);
    const { id, version, tokenVersion } = await invited(admin);
    const token = await shownToken(admin, id);
    const answers = await Promise.all([1, 2, 3].map(() => setBy(token)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter(({ ok }) => !ok)).toMatchObject([refused('no-link'), refused('no-link')]);
    expect(await setBy(token)).toMatchObject(refused('no-link'));
    expect(await readLink(world.context, token)).toBeNull();
    const row = await rowOf({ id });
    expect(await passwordFits(row.passwordHash, password)).toBe(true);
    expect(row).toMatchObject({ version: version + 1, tokenVersion: tokenVersion + 1 });
    expect((await trailOf(id)).at(-1)).toMatchObject({
      action: 'staff.password-set',
      data: { how: 'invite' },
      actorId: id,
    });
  });

  it('says what is wrong with a password, and works on', async () => {
    const admin = await person(['administrator']);
    const { id, email } = await invited(admin);
    const token = await shownToken(admin, id);
    const issue = (path: string, rule: string) => ({ refusal: { kind: 'invalid', issues: [{ path, rule }] } });
    expect(await setBy(token, 'short')).toMatchObject(issue('password', 'password-short'));
    expect(await setBy(token, email)).toMatchObject(issue('password', 'password-is-name'));
    expect(await setBy(token, password, `${password}.`)).toMatchObject(issue('repeated', 'password-differs'));
    expect(await setBy(token)).toMatchObject({ ok: true });
  });

  it('ends after its time, and with a suspension', async () => {
    const admin = await person(['administrator']);
    const one = await invited(admin);
    const token = await shownToken(admin, one.id);
    await suspendStaff(world.context, { actor: admin.actor, staffId: one.id, reason: 'Wrong address' });
    expect(await readLink(world.context, token)).toBeNull();
    expect(await setBy(token)).toMatchObject(refused('no-link'));
    const other = await invited(admin);
    const late = await shownToken(admin, other.id);
    world.pass(73 * HOUR);
    expect(await readLink(world.context, late)).toBeNull();
    expect(await setBy(late)).toMatchObject(refused('no-link'));
  });

  it('is guessed a hundred times from one network address, and no more', async () => {
    const admin = await person(['administrator']);
    const { id } = await invited(admin);
    const token = await shownToken(admin, id);
    const guesses = await Promise.all(Array.from({ length: 100 }, (_, n) => setBy(String(n).padStart(43, 'x'))));
    for (const guess of guesses) expect(guess).toMatchObject(refused('no-link'));
    expect(await setBy(token)).toMatchObject({ refusal: { rule: 'too-many-tries', params: { minutes: 15 } } });
  });
});

describe('a password that is reset', () => {
  it('ends every session at once, and is set by a link of a day', async () => {
    const [admin, other] = [await person(['administrator']), await person(['operator'])];
    expect(await carryOut(resetStaffPassword, admin, other.id)).toMatchObject({ ok: true });
    expect(await rowOf(other)).toMatchObject({ tokenVersion: 2, version: 2, passwordHash: 'x' });
    const token = await shownToken(admin, other.id);
    expect(await readLink(world.context, token)).toMatchObject({ kind: 'reset' });
    expect(await setBy(token)).toMatchObject({ ok: true });
    expect(await rowOf(other)).toMatchObject({ tokenVersion: 3, version: 3 });
    expect((await trailOf(other.id)).map(({ action }) => action)).toEqual([
      'staff.password-reset',
      'staff.link-shown',
      'staff.password-set',
    ]);
  });

  it('of somebody who was invited is another invitation, and ends the first', async () => {
    const admin = await person(['administrator']);
    const { id } = await invited(admin);
    const first = await shownToken(admin, id);
    await carryOut(resetStaffPassword, admin, id);
    expect(await readLink(world.context, first)).toBeNull();
    expect(await readLink(world.context, await shownToken(admin, id))).toMatchObject({ kind: 'invite' });
  });

  it('is not that of somebody who is suspended or may do more', async () => {
    const admin = await person(['administrator']);
    const gone = await person(['operator'], { disabledAt: new Date() });
    expect(await carryOut(resetStaffPassword, admin, gone.id)).toMatchObject(refused('suspended'));
    const less = await person(['integrations']);
    expect(await carryOut(resetStaffPassword, less, admin.id)).toMatchObject(refused('above-own'));
  });
});

describe('second factors that are reset', () => {
  const withFactors = async (roles: Role[] = ['operator']) => {
    const other = await person(roles);
    const { db, now } = world.context;
    await db.totpSecret.create({ data: { staffId: other.id, secret: Buffer.from('sealed'), confirmedAt: now() } });
    await db.passkey.create({
      data: {
        staffId: other.id,
        credentialId: crypto.randomUUID(),
        publicKey: Buffer.from('k'),
        counter: 0n,
        name: 'Key',
      },
    });
    await db.recoveryCode.create({ data: { staffId: other.id, codeSha256: 'x' } });
    return other;
  };
  const rowIn = async (admin: Person, id: string) =>
    (await listStaff(world.context, admin)).rows.find((row) => row.id === id);

  it('stand until the link is used, which takes them all away with the old password', async () => {
    const [admin, other] = [await person(['administrator']), await withFactors()];
    expect(await rowIn(admin, other.id)).toMatchObject({ hasSecondFactor: true, link: null });
    expect(await carryOut(resetStaffFactors, admin, other.id)).toMatchObject({ ok: true });
    expect(await rowOf(other)).toMatchObject({ tokenVersion: 2, version: 2, passwordHash: 'x' });
    expect(await rowIn(admin, other.id)).toMatchObject({ hasSecondFactor: true, link: { kind: 'factors' } });
    const token = await shownToken(admin, other.id);
    expect(await readLink(world.context, token)).toMatchObject({ kind: 'factors' });
    expect(await setBy(token, 'short')).toMatchObject({ ok: false });
    expect(await rowIn(admin, other.id)).toMatchObject({ hasSecondFactor: true });
    expect(await setBy(token)).toMatchObject({ ok: true });
    expect(await rowIn(admin, other.id)).toMatchObject({ hasSecondFactor: false, link: null });
    expect(await world.context.db.recoveryCode.count({ where: { staffId: other.id } })).toBe(0);
    expect((await trailOf(other.id)).map(({ action, data }) => [action, data])).toEqual([
      ['staff.factors-reset', { approvalId: null }],
      ['staff.link-shown', expect.objectContaining({ kind: 'factors' })],
      ['staff.password-set', { how: 'factors' }],
    ]);
  });

  it('are untouched by the link that resets a password', async () => {
    const [admin, other] = [await person(['administrator']), await withFactors()];
    await carryOut(resetStaffPassword, admin, other.id);
    expect(await setBy(await shownToken(admin, other.id))).toMatchObject({ ok: true });
    expect(await rowIn(admin, other.id)).toMatchObject({ hasSecondFactor: true });
  });

  it('are a matter of two administrators, and of somebody who is there and may not do more', async () => {
    const [admin, other] = [await person(['administrator']), await withFactors(['administrator'])];
    const prepared = await world.context.db.$transaction((tx) =>
      resetStaffFactors.prepare(tx, aboutOf(admin), other.id, {}),
    );
    expect(prepared).toMatchObject({ ok: true, value: { policyKeys: ['roles'] } });
    const gone = await person(['operator'], { disabledAt: new Date() });
    expect(await carryOut(resetStaffFactors, admin, gone.id)).toMatchObject(refused('suspended'));
    expect(await carryOut(resetStaffFactors, admin, (await invited(admin)).id)).toMatchObject(refused('no-factor'));
    expect(await carryOut(resetStaffFactors, await person(['integrations']), other.id)).toMatchObject(
      refused('above-own'),
    );
  });
});

describe('roles', () => {
  it('are changed, end every session, and void what was asked over the former version', async () => {
    const [admin, other] = [await person(['administrator']), await person(['operator'])];
    const about = aboutOf(admin);
    const prepared = await world.context.db.$transaction((tx) =>
      changeStaffRoles.prepare(tx, about, other.id, { roles: ['support'] }),
    );
    if (!prepared.ok) throw new Error('not prepared');
    expect(prepared.value).toMatchObject({
      object: { kind: 'staff', id: other.id },
      recordVersion: '1',
      changes: [{ path: 'staff.roles', from: 'operator', to: 'support' }],
    });
    expect(await carryOut(changeStaffRoles, admin, other.id, { roles: ['checker', 'payments'] })).toMatchObject({
      ok: true,
    });
    expect(await rowOf(other)).toMatchObject({ roles: ['checker', 'payments'], version: 2, tokenVersion: 2 });
    const stale = { ...prepared.value, replaces: null, intent: '', approvalId: null, reason: '' };
    const again = world.context.db.$transaction((tx) => changeStaffRoles.carryOut(tx, about, stale));
    await expect(again).rejects.toThrow(NotCarriedOut);
    await expect(again).rejects.toMatchObject({ refusal: { rule: 'record-moved' } });
    expect([...(await changeStaffRoles.versions(world.context.db, null, [other.id]))]).toEqual([[other.id, '2']]);
  });

  it('are not given above one’s own, nor taken from somebody above, nor changed into the same', async () => {
    const [admin, less] = [await person(['administrator']), await person(['integrations'])];
    const other = await person(['support']);
    const change = (maker: Person, id: string, roles: Role[]) => carryOut(changeStaffRoles, maker, id, { roles });
    expect(await change(less, other.id, ['operator'])).toMatchObject(refused('above-own'));
    expect(await change(less, admin.id, ['support'])).toMatchObject(refused('above-own'));
    expect(await change(admin, other.id, ['support'])).toMatchObject(refused('nothing-changes'));
    expect(await change(admin, 'nobody', ['operator'])).toMatchObject({ refusal: { kind: 'not-found' } });
  });

  it('of administrator stay with the last one who can sign in', async () => {
    const admin = await person(['administrator']);
    await invited(admin, ['administrator']);
    await person(['administrator'], { disabledAt: new Date() });
    expect(await carryOut(changeStaffRoles, admin, admin.id, { roles: ['auditor'] })).toMatchObject(
      refused('last-administrator'),
    );
  });
});

describe('suspending', () => {
  it('ends rights, sessions and links at once, with its reason in the trail; reinstating gives them back', async () => {
    const [admin, other] = [await person(['administrator']), await person(['operator'])];
    const suspend = () => suspendStaff(world.context, { actor: admin.actor, staffId: other.id, reason: 'Left us' });
    expect(await suspend()).toEqual({ ok: true, value: null });
    expect(await rowOf(other)).toMatchObject({ version: 2, tokenVersion: 2, disabledAt: expect.any(Date) });
    expect(await suspend()).toMatchObject(refused('suspended'));
    expect(await carryOut(reinstateStaff, admin, other.id)).toMatchObject({ ok: true });
    expect(await rowOf(other)).toMatchObject({ version: 3, tokenVersion: 3, disabledAt: null, roles: ['operator'] });
    expect(await carryOut(reinstateStaff, admin, other.id)).toMatchObject(refused('not-suspended'));
    expect(await trailOf(other.id)).toMatchObject([
      { action: 'staff.suspended', reason: 'Left us', actorId: admin.id, data: { from: 'active', to: 'suspended' } },
      { action: 'staff.reinstated', data: { approvalId: null, from: 'suspended', to: 'active' } },
    ]);
  });

  it('is not for oneself, nor for somebody who may do more', async () => {
    const [admin, less] = [await person(['administrator']), await person(['integrations'])];
    await person(['administrator']);
    const suspend = (maker: Person, staffId: string) =>
      suspendStaff(world.context, { actor: maker.actor, staffId, reason: 'Why' });
    expect(await suspend(admin, admin.id)).toMatchObject(refused('own'));
    expect(await suspend(less, admin.id)).toMatchObject(refused('above-own'));
    expect(await suspend(admin, crypto.randomUUID())).toMatchObject({ refusal: { kind: 'not-found' } });
  });

  const DAY = 24 * HOUR;
  const suspended = (maker: Person, whose: Person) =>
    suspendStaff(world.context, { actor: maker.actor, staffId: whose.id, reason: 'Why' });
  const neededNow = async (maker: Person) =>
    (await ruleInForce(world.context.db, ['staff.invite'], maker, world.context.now())).needed;

  it.each([
    ['suspended', suspended],
    [
      'no administrator any more',
      (maker: Person, whose: Person) => carryOut(changeStaffRoles, maker, whose.id, { roles: ['auditor'] }),
    ],
  ] as const)(
    'one stolen administrator does not bring the first days back: who is %s counts as there for seven days',
    async (_, take) => {
      const { context } = world;
      const [thief, other] = [await person(['administrator']), await person(['administrator'])];
      expect(await take(thief, other)).toMatchObject({ ok: true });
      expect(await neededNow(thief)).toBe(1);
      thief.actor.confirmedAt = context.now();
      const puppet = await perform(context, inviteStaff, {
        account: null,
        actor: thief.actor,
        objectId: 'puppet@practice.example',
        input: { name: 'Puppet', roles: ['administrator'] },
        intent: crypto.randomUUID(),
        reason: 'A second administrator',
      });
      expect(puppet).toMatchObject({ ok: true, value: { kind: 'asked' } });
      expect(await context.db.staff.count({ where: { email: 'puppet@practice.example' } })).toBe(0);
      const lingering = [{ name: other.name, until: expect.any(String) }];
      expect(await listPolicies(context, context.connections())).toMatchObject({ administrators: 1, lingering });
      expect(
        (await listPolicies(context, context.connections())).rows.find(({ key }) => key === 'keys')?.isSatisfiable,
      ).toBe(false);
      expect(await listStaff(context, thief)).toMatchObject({ administrators: 1, lingering });
      world.pass(7 * DAY - HOUR);
      expect(await neededNow(thief)).toBe(1);
      world.pass(HOUR);
      expect(await neededNow(thief)).toBe(0);
      expect(await listPolicies(context, context.connections())).toMatchObject({ administrators: 1, lingering: [] });
    },
  );

  it('nobody lingers who was no administrator to sign in, nor who is one again', async () => {
    const admin = await person(['administrator']);
    await suspended(admin, await person(['operator']));
    const never = await person(['administrator'], { passwordHash: null });
    expect(await suspended(admin, never)).toMatchObject({ ok: true });
    expect(await neededNow(admin)).toBe(0);
    const back = await person(['administrator']);
    await suspended(admin, back);
    await carryOut(reinstateStaff, admin, back.id);
    expect(await listStaff(world.context, admin)).toMatchObject({ administrators: 2, lingering: [] });
  });

  it('two administrators who suspend each other at once leave one', async () => {
    for (let round = 0; round < 5; round += 1) {
      await world.context.db.staff.deleteMany();
      const [one, other] = [await person(['administrator']), await person(['administrator'])];
      const answers = await Promise.all([
        suspendStaff(world.context, { actor: one.actor, staffId: other.id, reason: 'Why' }),
        suspendStaff(world.context, { actor: other.actor, staffId: one.id, reason: 'Why' }),
      ]);
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      expect((await listStaff(world.context, one)).administrators).toBe(1);
    }
  });

  it('one who suspends while the other’s role is taken leaves one', async () => {
    for (let round = 0; round < 5; round += 1) {
      await world.context.db.staff.deleteMany();
      const [one, other] = [await person(['administrator']), await person(['administrator'])];
      await Promise.allSettled([
        suspendStaff(world.context, { actor: one.actor, staffId: other.id, reason: 'Why' }),
        carryOut(changeStaffRoles, other, one.id, { roles: ['auditor'] }),
      ]);
      expect((await listStaff(world.context, one)).administrators).toBe(1);
    }
  });
});

it('sessions are ended without moving what waits about the person', async () => {
  const [admin, other] = [await person(['administrator']), await person(['operator'])];
  const end = (staffId: string) => endSessions(world.context, { actor: admin.actor, staffId, reason: 'Lost a laptop' });
  expect(await end(other.id)).toEqual({ ok: true, value: null });
  expect(await rowOf(other)).toMatchObject({ version: 1, tokenVersion: 2 });
  expect(await end(admin.id)).toMatchObject(refused('own'));
  expect(await trailOf(other.id)).toMatchObject([{ action: 'staff.sessions-ended', reason: 'Lost a laptop' }]);
});

describe('the sessions of a person end with what they may do', () => {
  const from = { ip: '198.51.100.7', browser: 'Firefox', system: 'Linux' };
  const sessionOf = ({ id }: Person) =>
    beginSession(world.context.db, { staffId: id, at: world.context.now(), from, how: 'password' });
  const endOfSession = async (id: string) => {
    const row = await world.context.db.staffSession.findUniqueOrThrow({ where: { id } });
    return [row.endedCause, row.endedById];
  };

  it('suspended, given other roles, let in again, or sent a link: each session of theirs and of nobody else', async () => {
    const [admin, other] = [await person(['administrator']), await person(['operator'])];
    const own = await sessionOf(admin);
    const why = { actor: admin.actor, staffId: other.id, reason: 'Why' };
    const ends: [string, () => Promise<unknown>][] = [
      ['roles', () => carryOut(changeStaffRoles, admin, other.id, { roles: ['checker'] })],
      ['password', () => carryOut(resetStaffPassword, admin, other.id, {})],
      ['by-hand', () => endSessions(world.context, why)],
      ['suspended', () => suspendStaff(world.context, why)],
      ['reinstated', () => carryOut(reinstateStaff, admin, other.id, {})],
    ];
    for (const [cause, end] of ends) {
      const both = [await sessionOf(other), await sessionOf(other)];
      await end();
      for (const session of both) expect(await endOfSession(session)).toEqual([cause, admin.id]);
    }
    expect(await endOfSession(own)).toEqual([null, null]);
  });

  it('one alone: that of a person, once, by somebody who may, with its reason in the trail', async () => {
    const [admin, other] = [await person(['administrator']), await person(['operator'])];
    const [lost, kept, own] = [await sessionOf(other), await sessionOf(other), await sessionOf(admin)];
    const end = (sessionId: string, staffId = other.id, actor = admin.actor) =>
      endOneSession(world.context, { actor, staffId, sessionId, reason: 'A stranger’s browser' });
    expect(await end(own)).toMatchObject({ ok: false, refusal: { kind: 'not-found' } });
    expect(await end(own, admin.id)).toMatchObject(refused('own'));
    expect(await end(own, admin.id, other.actor)).toMatchObject(refused('above-own'));
    expect(await end(lost)).toEqual({ ok: true, value: null });
    expect(await end(lost)).toMatchObject({ ok: false, refusal: { kind: 'not-found' } });
    expect(await Promise.all([lost, kept, own].map(endOfSession))).toEqual([
      ['by-hand', admin.id],
      [null, null],
      [null, null],
    ]);
    expect(await trailOf(other.id)).toMatchObject([
      {
        action: 'staff.session-ended',
        data: { sessionId: lost, device: 'Firefox, Linux' },
        reason: 'A stranger’s browser',
        actorId: admin.id,
      },
    ]);
  });
});

describe('one’s own password', () => {
  const change = (staff: Staff, present: string, chosen: string, repeated = chosen) =>
    changeOwnPassword(
      world.context,
      { staff, sessionId: crypto.randomUUID() },
      { present, password: chosen, repeated },
    );
  const withPassword = async () => {
    const admin = await person(['administrator']);
    const { id } = await invited(admin);
    await setBy(await shownToken(admin, id));
    const { email, name, roles, locale, timeZone } = await rowOf({ id });
    return { id, email, name, ...builtInRights(roles), locale, timeZone, ip: '198.51.100.7', confirmedAt: null };
  };

  it('is changed by whoever knows the present one, and ends every session', async () => {
    const staff = await withPassword();
    const before = await rowOf(staff);
    expect(await change(staff, password, 'another long sentence')).toEqual({ ok: true, value: null });
    const after = await rowOf(staff);
    expect(after).toMatchObject({ tokenVersion: before.tokenVersion + 1, version: before.version + 1 });
    expect(await passwordFits(after.passwordHash, 'another long sentence')).toBe(true);
    expect((await trailOf(staff.id)).at(-1)).toMatchObject({ action: 'staff.password-set', data: { how: 'own' } });
  });

  it('stays where the present one is wrong or the new one will not do', async () => {
    const staff = await withPassword();
    expect(await change(staff, 'not it', 'another long sentence')).toMatchObject(refused('password-wrong'));
    expect(await change(staff, password, 'short')).toMatchObject({ refusal: { kind: 'invalid' } });
    expect(await change(staff, password, 'another long sentence', 'x')).toMatchObject({
      refusal: { issues: [{ path: 'repeated', rule: 'password-differs' }] },
    });
    expect(await passwordFits((await rowOf(staff)).passwordHash, password)).toBe(true);
    expect(await lastProof(world.context.db, { staffId: staff.id, sessionId: null, signedInAt: null })).toBeNull();
  });
});

describe('with the policy in force', () => {
  const ask = (deed: Deed, maker: Person, objectId: string, input: unknown = {}) =>
    perform(world.context, deed, {
      account: null,
      actor: maker.actor,
      objectId,
      input,
      intent: crypto.randomUUID(),
      reason: 'A reason',
    });
  const askedId = async (deed: Deed, maker: Person, objectId: string, input: unknown = {}) => {
    const answer = await ask(deed, maker, objectId, input);
    if (!answer.ok || answer.value.kind !== 'asked') throw new Error(JSON.stringify(answer));
    return answer.value.approvalId;
  };
  const approve = async (checker: Person, approvalId: string) => {
    const { seal } = await world.context.db.approval.findUniqueOrThrow({ where: { id: approvalId } });
    const decision = { approvalId, verdict: 'approve', remark: '', seal } as const;
    return decide(world.context, checker.actor, world.account.connection.id, decision);
  };

  it('a single administrator invites alone, proven by password, and changes nobody else', async () => {
    const [admin, other] = [await person(['administrator']), await person(['operator'])];
    const email = 'alone@practice.example';
    const late = { ...admin, actor: { ...admin.actor, confirmedAt: null } };
    expect(await ask(inviteStaff, late, email, { name: 'Second', roles: ['administrator'] })).toMatchObject(
      refused('step-up-needed'),
    );
    expect(await ask(inviteStaff, admin, email, { name: 'Second', roles: ['administrator'] })).toMatchObject({
      value: { kind: 'done' },
    });
    const approvalId = await askedId(changeStaffRoles, admin, other.id, { roles: ['support'] });
    expect(await approve(admin, approvalId)).toMatchObject(refused('own-approval'));
    expect(await rowOf(other)).toMatchObject({ roles: ['operator'] });
    // Who was invited counts only once a password is set.
    const { id } = await world.context.db.staff.findUniqueOrThrow({ where: { email } });
    await carryOut(resetStaffPassword, admin, id);
    expect(await ask(resetStaffPassword, admin, id)).toMatchObject({ value: { kind: 'done' } });
    await setBy(await shownToken(admin, id));
    expect(await ask(resetStaffPassword, admin, id)).toMatchObject({ value: { kind: 'asked' } });
  });

  it('two administrators change roles together, and what moved meanwhile voids it', async () => {
    const [one, two] = [await person(['administrator']), await person(['administrator'])];
    const other = await person(['operator']);
    const first = await askedId(changeStaffRoles, one, other.id, { roles: ['support'] });
    expect(await approve(two, first)).toMatchObject({ ok: true, value: { state: 'carried-out' } });
    expect(await rowOf(other)).toMatchObject({ roles: ['support'] });
    expect((await trailOf(other.id)).find(({ action }) => action === 'staff.roles-changed')).toMatchObject({
      data: { from: ['operator'], to: ['support'], approvalId: first },
      reason: 'A reason',
    });
    const second = await askedId(changeStaffRoles, one, other.id, { roles: ['payments'] });
    await suspendStaff(world.context, { actor: two.actor, staffId: other.id, reason: 'Left us' });
    expect(await approve(two, second)).toMatchObject(refused('approval-void'));
    expect(await rowOf(other)).toMatchObject({ roles: ['support'] });
  });

  it('approving and being suspended at once are both answered', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await person(['administrator']), await person(['administrator'])];
      const other = await person(['operator']);
      const approvalId = await askedId(changeStaffRoles, one, other.id, { roles: ['support'] });
      const [approved, suspended] = await Promise.all([
        approve(two, approvalId),
        suspendStaff(world.context, { actor: one.actor, staffId: two.id, reason: 'Why' }),
      ]);
      expect(approved).toHaveProperty('ok');
      expect(suspended).toMatchObject({ ok: true });
    }
  });
});

it('the list tells what waits for an approval, of people and of addresses', async () => {
  const [admin, other] = [await person(['administrator']), await person(['operator'])];
  const { db, now } = world.context;
  const waiting = (objectId: string, deed: string, more = {}) =>
    db.approval.create({
      data: {
        deed,
        objectKind: 'staff',
        objectId,
        objectName: 'Somebody',
        policyKeys: ['roles'],
        changes: [],
        maskedContent: {},
        contentSha256: '',
        recordVersion: '1',
        reason: '',
        policy: {},
        seal: '',
        makers: [admin.id],
        state: 'pending',
        intent: crypto.randomUUID(),
        askedAt: now(),
        expiresAt: new Date(now().getTime() + HOUR),
        staffId: admin.id,
        ...more,
      },
    });
  const change = await waiting(other.id, 'staff.change-roles');
  await waiting(other.id, 'staff.reinstate', { state: 'declined' });
  await waiting(other.id, 'staff.reset-password', { expiresAt: new Date(now().getTime() - 1) });
  await waiting('new@practice.example', 'staff.invite');
  const list = await listStaff(world.context, admin);
  expect(list.rows.find(({ id }) => id === other.id)?.waiting).toEqual([
    {
      approvalId: change.id,
      deed: 'staff.change-roles',
      askedBy: 'administrator',
      askedAt: change.askedAt.toISOString(),
    },
  ]);
  expect(list.waiting).toMatchObject([{ email: 'new@practice.example', name: 'Somebody', deed: 'staff.invite' }]);
});
