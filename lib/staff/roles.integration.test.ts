// Roles of the institution's own over a real database: made, changed and removed by two administrators, and what of them
// counts at which moment.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decide } from '@/lib/approvals/decide';
import type { Deed } from '@/lib/approvals/deed';
import { perform } from '@/lib/approvals/perform';
import { getApproval } from '@/lib/approvals/queries';
import type { Permission } from '@/lib/auth/permissions';
import { permissions } from '@/lib/auth/permissions';
import { rightsNow } from '@/lib/auth/roles';
import type { StaffActor } from '@/lib/auth/staff';
import { changePolicy } from '@/lib/policies/operation';
import { listPolicies } from '@/lib/policies/queries';
import { defaultPolicy } from '@/lib/policies/rules';
import type { TestWorld } from '@/lib/testing/world';
import { newPerson, openTestWorld } from '@/lib/testing/world';
import { changeStaffRoles, inviteStaff } from './operation';
import { listStaff } from './queries';
import { changeRole, makeRole, removeRole } from './role-deed';
import { suspendStaff } from './suspend';

let world: TestWorld;
let here: string;
let first: StaffActor;
let second: StaffActor;
beforeAll(async () => {
  world = await openTestWorld();
  here = world.account.connection.id;
}, 60_000);
afterAll(() => world.close());
beforeEach(async () => {
  const { db } = world.context;
  await db.approvalDecision.deleteMany();
  await db.approval.deleteMany();
  await db.policyRule.deleteMany();
  await db.staff.updateMany({ data: { disabledAt: new Date(0), roles: [] } });
  await db.ownRole.deleteMany();
  [first, second] = [await person('administrator'), await person('administrator')];
});

const person = (...roles: string[]) => newPerson(world.context, ...roles);
const refused = (rule: string) => ({ ok: false, refusal: expect.objectContaining({ kind: 'conflict', rule }) });
const rowOf = ({ id }: { id: string }) => world.context.db.staff.findUniqueOrThrow({ where: { id } });
const roleOf = (key: string) => world.context.db.ownRole.findUnique({ where: { key } });
const rightsOf = async (who: { id: string }) =>
  (await rightsNow(world.context.db, await rowOf(who))).permissions as Permission[];
/** As the guard hands them on at this moment. */
async function now(who: StaffActor): Promise<StaffActor> {
  return { ...who, ...(await rightsNow(world.context.db, await rowOf(who))) };
}

const ask = async (deed: Deed, actor: StaffActor, objectId: string, input: unknown) => {
  const intent = crypto.randomUUID();
  return perform(world.context, deed, { account: null, actor, objectId, input, intent, reason: 'As agreed' });
};
async function asked(deed: Deed, actor: StaffActor, objectId: string, input: unknown): Promise<string> {
  const performed = await ask(deed, actor, objectId, input);
  if (!performed.ok || performed.value.kind !== 'asked') throw new Error(JSON.stringify(performed));
  return performed.value.approvalId;
}
async function approve(actor: StaffActor, approvalId: string) {
  const { seal } = await world.context.db.approval.findUniqueOrThrow({ where: { id: approvalId } });
  return decide(world.context, actor, here, { approvalId, verdict: 'approve', remark: '', seal });
}
/** Asked for by the first administrator, approved by the second. */
const both = async (deed: Deed, objectId: string, input: unknown) =>
  approve(second, await asked(deed, first, objectId, input));

const nightDesk = { name: 'Night desk', description: 'Looks after the night', permissions: ['request:read'] };
const made = (over: Partial<typeof nightDesk> = {}, key = 'night-desk') =>
  both(makeRole, key, { ...nightDesk, ...over });
/** What is asked for of a role that is there, from what it is now. */
async function changed(over: object, key = 'night-desk') {
  const { name, description, permissions: given, revision } = (await roleOf(key)) ?? nothing();
  return { name, description, permissions: given, revision, ...over };
}
const nothing = (): never => {
  throw new Error('no such role');
};
const give = (who: StaffActor, roles: string[], revisions: Record<string, string> = {}) =>
  both(changeStaffRoles, who.id, { roles, revisions });
async function holder(...more: string[]): Promise<StaffActor> {
  const who = await person('support');
  const role = (await roleOf('night-desk')) ?? nothing();
  expect(await give(who, [...more, 'night-desk'], { 'night-desk': role.revision })).toMatchObject({ ok: true });
  return who;
}
const trail = async (objectId: string) =>
  (await world.context.db.auditEntry.findMany({ where: { objectId, objectKind: 'role' }, orderBy: { id: 'asc' } }))
    .filter(({ action }) => action.startsWith('role.'))
    .map(({ action, data, reason, actorId }) => ({ action, data, reason, actorId }));

describe('a role of the institution', () => {
  it('is there once a second administrator agreed, and the trail says with which rights', async () => {
    const approvalId = await asked(makeRole, first, 'made-once', { ...nightDesk, name: 'Made once' });
    expect(await roleOf('made-once')).toBeNull();
    expect((await listStaff(world.context, second)).waitingRoles).toMatchObject([{ key: 'made-once' }]);
    expect(await getApproval(world.context, here, approvalId, second)).toMatchObject({
      deed: 'role.make',
      objectKind: 'role',
      objectName: 'Made once',
      policyKeys: ['roles'],
      changes: [
        { path: 'name', kind: 'added', from: null, to: 'Made once' },
        { path: 'description', kind: 'added', from: null, to: 'Looks after the night' },
        { path: 'request:read', kind: 'added', from: null, to: 'may' },
      ],
    });
    expect(await approve(first, approvalId)).toEqual(refused('own-approval'));
    expect(await approve(second, approvalId)).toMatchObject({ ok: true, value: { state: 'carried-out' } });
    expect(await roleOf('made-once')).toMatchObject({ name: 'Made once', permissions: ['request:read'] });
    expect(await trail('made-once')).toMatchObject([
      {
        action: 'role.made',
        reason: 'As agreed',
        actorId: first.id,
        data: { name: 'Made once', approvalId, changes: [{ path: 'name' }, { path: 'description' }, { to: 'may' }] },
      },
    ]);
    expect((await listStaff(world.context, second)).roles.at(-1)).toMatchObject({ key: 'made-once', holders: [] });
  });

  it.each([
    ['the key of a built-in one', 'operator', 'Another', 'role-key-taken'],
    ['the key of one that is there', 'night-desk', 'Another', 'role-key-taken'],
    ['the name of one that is there, in other letters', 'other', ' NIGHT  desk ', 'role-name-taken'],
    ['the name of a built-in one', 'other', 'checker', 'role-name-taken'],
    ['the name of a built-in one in wide letters', 'other', 'Ｃｈｅｃｋｅｒ', 'role-name-taken'],
    ['the name of a built-in one in Chinese', 'other', '管理員', 'role-name-taken'],
  ])('is refused under %s', async (_, key, name, rule) => {
    await made();
    expect(await ask(makeRole, first, key, { ...nightDesk, name })).toEqual(refused(rule));
  });

  it.each([
    ['a name that reads like two', { name: 'Helper, Administrator' }],
    ['a name with a sign that nobody sees', { name: 'Check\u200ber' }],
    ['no right', { permissions: [] }],
    ['a right that there is not', { permissions: ['all:things'] }],
  ])('is not taken with %s', async (_, over) => {
    expect(await ask(makeRole, first, 'other', { ...nightDesk, ...over })).toEqual(refused('content-not-held'));
  });

  it('is made by two at once only once, and the later name is refused', async () => {
    const [one, other] = [
      await asked(makeRole, first, 'twice', { ...nightDesk, name: 'Twice' }),
      await asked(makeRole, second, 'twice', { ...nightDesk, name: 'Twice', permissions: ['batch:read'] }),
    ];
    const answers = await Promise.all([approve(second, one), approve(first, other)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toEqual(refused('approval-void'));
    expect(await trail('twice')).toHaveLength(1);
  });

  it('gives nobody more than who made it holds, with two administrators or not', async () => {
    await made({ name: 'Personnel', permissions: ['staff:read', 'staff:manage', 'request:read'] }, 'personnel');
    const role = (await roleOf('personnel')) ?? nothing();
    const clerk = await person('support');
    await give(clerk, ['personnel'], { personnel: role.revision });
    const actor = await now(clerk);
    expect(await ask(makeRole, actor, 'above', { ...nightDesk, name: 'Above', permissions: ['keys:manage'] })).toEqual(
      refused('above-own'),
    );
    // What they hold they may ask for: two administrators agree, for they are none.
    const id = await asked(makeRole, actor, 'within', { ...nightDesk, name: 'Within' });
    expect(await approve(second, id)).toMatchObject({ ok: true, value: { state: 'pending' } });
    expect(await approve(first, id)).toMatchObject({ ok: true, value: { state: 'carried-out' } });
    // Nor do they change their own into more, nor one that somebody with more has.
    expect(
      await ask(changeRole, actor, 'personnel', await changed({ permissions: ['audit:read'] }, 'personnel')),
    ).toEqual(refused('above-own'));
    const within = (await roleOf('within')) ?? nothing();
    const checker = await person('checker');
    await give(checker, ['checker', 'within'], { within: within.revision });
    expect(await ask(changeRole, actor, 'within', await changed({ name: 'Other words' }, 'within'))).toEqual(
      refused('above-own'),
    );
  });
});

describe('a role that changes', () => {
  it('counts with the next request of whoever holds it, whose session goes on', async () => {
    await made();
    const who = await holder();
    const { tokenVersion } = await rowOf(who);
    expect(await rightsOf(who)).toEqual(['request:read']);
    const given = ['request:read', 'audit:read'];
    expect(await both(changeRole, 'night-desk', await changed({ permissions: given }))).toMatchObject({ ok: true });
    expect(await rightsOf(who)).toEqual(given);
    expect(await both(changeRole, 'night-desk', await changed({ permissions: ['audit:read'] }))).toMatchObject({
      ok: true,
    });
    expect(await rightsOf(who)).toEqual(['audit:read']);
    expect((await rowOf(who)).tokenVersion).toBe(tokenVersion);
    expect((await trail('night-desk')).slice(-2)).toMatchObject([
      { data: { people: 1, changes: [{ path: 'audit:read', kind: 'added', from: null, to: 'may' }] } },
      { data: { people: 1, changes: [{ path: 'request:read', kind: 'removed', from: 'may', to: null }] } },
    ]);
  });

  it('is refused over another one than its maker saw, and void once it became another one', async () => {
    await made();
    const input = await changed({ description: 'One' });
    const waiting = await asked(changeRole, first, 'night-desk', input);
    expect(await both(changeRole, 'night-desk', await changed({ description: 'Two' }))).toMatchObject({ ok: true });
    expect(await approve(second, waiting)).toMatchObject(refused('approval-over'));
    expect(await ask(changeRole, first, 'night-desk', input)).toEqual(refused('role-moved'));
    expect(await ask(changeRole, first, 'night-desk', await changed({}))).toEqual(refused('role-same'));
    expect(await ask(changeRole, first, 'operator', { ...nightDesk, revision: crypto.randomUUID() })).toEqual({
      ok: false,
      refusal: { kind: 'not-found' },
    });
  });

  it('is changed by two at once one after the other: the later one is void', async () => {
    await made();
    const [one, other] = [
      await asked(changeRole, first, 'night-desk', await changed({ permissions: ['audit:read'] })),
      await asked(changeRole, second, 'night-desk', await changed({ permissions: ['batch:read'] })),
    ];
    const answers = await Promise.all([approve(second, one), approve(first, other)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toEqual(refused('approval-void'));
  });

  it('is not given as it was seen once it changed', async () => {
    await made();
    const who = await person('support');
    const { revision } = (await roleOf('night-desk')) ?? nothing();
    const waiting = await asked(changeStaffRoles, first, who.id, {
      roles: ['night-desk'],
      revisions: { 'night-desk': revision },
    });
    await both(changeRole, 'night-desk', await changed({ permissions: ['keys:manage'] }));
    expect(await approve(second, waiting)).toEqual(refused('approval-void'));
    expect((await rowOf(who)).roles).toEqual(['support']);
  });

  it('makes nobody an administrator, and takes the last one nothing', async () => {
    await made({ permissions: [...permissions] });
    const who = await holder();
    await world.context.db.staff.update({ where: { id: second.id }, data: { disabledAt: new Date() } });
    expect(await ask(changeStaffRoles, first, first.id, { roles: ['night-desk'], revisions: {} })).toMatchObject({
      ok: false,
    });
    // Who holds every right by another role is no administrator: the last one stays.
    const role = (await roleOf('night-desk')) ?? nothing();
    expect(
      await ask(changeStaffRoles, first, first.id, {
        roles: ['night-desk'],
        revisions: { 'night-desk': role.revision },
      }),
    ).toEqual(refused('last-administrator'));
    expect(await suspendStaff(world.context, { actor: await now(who), staffId: first.id, reason: 'Gone' })).toEqual(
      refused('last-administrator'),
    );
  });
});

describe('a role that approves', () => {
  const byHand = (approvers: string[]) => ({ ...defaultPolicy['by-hand'], approvers });
  const secondLine = { name: 'Second line', permissions: ['approval:read', 'approval:decide'] };

  it('is named by the policy once it gives the right to, and its holders count', async () => {
    await made({ name: 'Reader' }, 'reader');
    expect(await ask(changePolicy, first, 'by-hand', byHand(['administrator', 'reader']))).toEqual(
      refused('approver-gone'),
    );
    expect(await ask(changePolicy, first, 'by-hand', byHand(['administrator', 'nobody']))).toEqual(
      refused('approver-gone'),
    );
    expect(await ask(changePolicy, first, 'by-hand', byHand(['operator']))).toEqual(refused('content-not-held'));
    await made(secondLine);
    const who = await holder();
    const approvalId = await asked(changePolicy, first, 'by-hand', byHand(['night-desk', 'administrator']));
    expect(await getApproval(world.context, here, approvalId, second)).toMatchObject({
      changes: [{ path: 'approvers', from: 'checker, administrator', to: 'administrator, Second line' }],
    });
    expect(await approve(second, approvalId)).toMatchObject({ ok: true });
    const { rows, ownRoles } = await listPolicies(world.context, [here]);
    expect(rows.find(({ key }) => key === 'by-hand')).toMatchObject({
      row: { approvers: ['administrator', 'night-desk'] },
      could: expect.arrayContaining([who.name]),
    });
    expect(ownRoles).toEqual([
      { key: 'reader', name: 'Reader', mayApprove: false },
      { key: 'night-desk', name: 'Second line', mayApprove: true },
    ]);
    // What fixes its approvers stays with administrators.
    const fixed = { ...defaultPolicy.roles, approvers: ['night-desk'] };
    expect(await ask(changePolicy, first, 'roles', fixed)).toMatchObject({ refusal: { kind: 'invalid' } });
  });

  it('keeps that right and is not removed while the policy names it, whoever comes first', async () => {
    await made(secondLine);
    expect(await both(changePolicy, 'by-hand', byHand(['administrator', 'night-desk']))).toMatchObject({ ok: true });
    expect((await listStaff(world.context, first)).roles.at(-1)).toMatchObject({ approves: ['by-hand'] });
    expect(await ask(removeRole, first, 'night-desk', {})).toEqual(refused('role-approves'));
    expect(await ask(changeRole, first, 'night-desk', await changed({ permissions: ['approval:read'] }))).toEqual(
      refused('role-approves'),
    );
    expect(await both(changePolicy, 'by-hand', byHand(['administrator']))).toMatchObject({ ok: true });
    // Named and removed at once: one of both.
    const [naming, removing] = [
      await asked(changePolicy, first, 'by-hand', byHand(['administrator', 'night-desk'])),
      await asked(removeRole, first, 'night-desk', {}),
    ];
    const answers = await Promise.all([approve(second, naming), approve(second, removing)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const row = await world.context.db.policyRule.findUnique({ where: { key: 'by-hand' } });
    expect((await roleOf('night-desk')) !== null).toBe(row?.approvers.includes('night-desk'));
  });
});

describe('removing a role', () => {
  it('waits until nobody has it, invited and suspended ones too, and is told by whom', async () => {
    await made();
    const { revision } = (await roleOf('night-desk')) ?? nothing();
    const email = 'night@practice.example';
    const input = { name: 'Invited', roles: ['night-desk'], revisions: { 'night-desk': revision } };
    await world.context.db.staff.deleteMany({ where: { email } });
    expect(await both(inviteStaff, email, input)).toMatchObject({ ok: true });
    await world.context.db.staff.updateMany({ where: { email }, data: { disabledAt: new Date() } });
    expect(await ask(removeRole, first, 'night-desk', {})).toEqual({
      ok: false,
      refusal: { kind: 'conflict', rule: 'role-in-use', params: { people: 1, names: 'Invited' } },
    });
    expect((await listStaff(world.context, first)).roles.at(-1)).toMatchObject({ holders: ['Invited'] });
    await world.context.db.staff.updateMany({ where: { email }, data: { roles: ['support'] } });
    expect(await both(removeRole, 'night-desk', {})).toMatchObject({ ok: true });
    expect(await roleOf('night-desk')).toBeNull();
    expect((await trail('night-desk')).at(-1)).toMatchObject({
      action: 'role.removed',
      data: { name: 'Night desk', changes: [{ path: 'name' }, { path: 'description' }, { from: 'may', to: null }] },
    });
  });

  it('and giving it at once leave nobody with a role that is not there', async () => {
    for (let n = 0; n < 5; n += 1) {
      const [key, name] = [`gone-${n}`, `Gone ${n}`];
      await made({ name }, key);
      const who = await person('support');
      const { revision } = (await roleOf(key)) ?? nothing();
      const [giving, removing] = [
        await asked(changeStaffRoles, first, who.id, { roles: [key], revisions: { [key]: revision } }),
        await asked(removeRole, first, key, {}),
      ];
      const answers = await Promise.all([approve(second, giving), approve(second, removing)]);
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      const isGiven = (await rowOf(who)).roles.includes(key);
      expect((await roleOf(key)) !== null).toBe(isGiven);
    }
  });
});

it('no sequence of deeds gives anybody a right that its maker did not hold, and an administrator is always there', async () => {
  const { db } = world.context;
  const subsets = fc.uniqueArray(fc.nat({ max: permissions.length - 1 }), { minLength: 1, maxLength: 6 });
  const step = fc.record({
    maker: fc.nat({ max: 5 }),
    whom: fc.nat({ max: 5 }),
    role: fc.nat({ max: 8 }),
    what: fc.constantFrom('make', 'change', 'give', 'give', 'remove', 'suspend', 'reinstate'),
    rights: subsets,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      await db.approval.deleteMany();
      await db.staff.updateMany({ data: { disabledAt: new Date(0), roles: [] } });
      await db.ownRole.deleteMany();
      await db.ownRole.create({ data: { key: 'own-0', name: 'Own 0', permissions: ['staff:manage', 'staff:read'] } });
      const people = await Promise.all(
        [['administrator'], ['administrator'], ['own-0', 'operator'], ['own-0', 'checker'], ['support'], []].map(
          (roles) => person(...roles),
        ),
      );
      const names = ['administrator', 'operator', 'checker', 'payments', 'auditor', 'own-0', 'own-1', 'own-2', 'own-3'];
      for (const { maker, whom, role, what, rights } of steps) {
        const [by, person_, key] = [people[maker], people[whom], names[role] ?? ''];
        if (!by || !person_) continue;
        const actor = await now(by);
        const before = await Promise.all(people.map(rightsOf));
        const given = rights.map((n) => permissions[n]);
        const own = await db.ownRole.findUnique({ where: { key } });
        const revisions = own ? { [key]: own.revision } : {};
        const shape = { name: key.replace('-', ' '), description: '', permissions: given };
        const [deed, objectId, input] = {
          make: [makeRole, key, shape] as const,
          change: [changeRole, key, { ...shape, revision: own?.revision }] as const,
          give: [changeStaffRoles, person_.id, { roles: [key], revisions }] as const,
          remove: [removeRole, key, {}] as const,
          reinstate: [null, '', {}] as const,
          suspend: [null, '', {}] as const,
        }[what];
        const isSignedIn = (await rowOf(by)).disabledAt === null;
        if (what === 'suspend' && isSignedIn)
          await suspendStaff(world.context, { actor, staffId: person_.id, reason: 'A step' });
        else if (what === 'reinstate') await db.staff.update({ where: { id: person_.id }, data: { disabledAt: null } });
        else if (deed)
          // As if whoever must agree did: what is refused is refused by the rules alone.
          await db.$transaction(async (tx) => {
            const about = { context: world.context, account: null, actor, at: world.context.now() };
            const prepared = await deed.prepare(tx, about, objectId, input);
            if (!prepared.ok) return;
            const rest = { replaces: null, intent: crypto.randomUUID(), approvalId: null, reason: 'A step' };
            await deed.carryOut(tx, about, { ...prepared.value, ...rest });
          });
        const after = await Promise.all(people.map(rightsOf));
        after.forEach((held, n) => {
          const gained = held.filter((one) => !before[n]?.includes(one));
          expect(
            gained.filter((one) => !actor.permissions.includes(one)),
            `${what} ${key}`,
          ).toEqual([]);
        });
        expect(
          await db.staff.count({ where: { roles: { has: 'administrator' }, disabledAt: null } }),
          `${what} ${key}`,
        ).toBeGreaterThan(0);
        // Nobody holds a role that there is not.
        const there = new Set([
          ...names.slice(0, 5),
          'support',
          ...(await db.ownRole.findMany()).map((one) => one.key),
        ]);
        const held = (await db.staff.findMany({ where: { disabledAt: null } })).flatMap(({ roles }) => roles);
        expect(held.filter((one) => !there.has(one))).toEqual([]);
      }
    }),
    { numRuns: 20 },
  );
}, 120_000);
