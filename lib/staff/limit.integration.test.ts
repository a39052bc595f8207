// Somebody limited to one connection: what they see, count and decide there, and that nothing of the other reaches them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decide } from '@/lib/approvals/decide';
import { listDelegates } from '@/lib/approvals/delegations';
import { countForMe, listApprovals } from '@/lib/approvals/list';
import { perform } from '@/lib/approvals/perform';
import { getApproval, getApprovalStanding } from '@/lib/approvals/queries';
import { rightsNow } from '@/lib/auth/roles';
import type { StaffActor } from '@/lib/auth/staff';
import { findOwnership, listCandidates, listOwners } from '@/lib/ownership/queries';
import { listPolicies } from '@/lib/policies/queries';
import type { TestWorld } from '@/lib/testing/world';
import { newPerson, openTestWorld } from '@/lib/testing/world';
import { changeStaffLimit, changeStaffRoles, inviteStaff } from './operation';

let world: TestWorld;
let here: string;
let there: string;
beforeAll(async () => {
  world = await openTestWorld({}, { hasCommon: true });
  here = world.account.connection.id;
  there = world.context.accountBySlug('practice-common')?.connection.id ?? '';
}, 60_000);
afterAll(() => world.close());
beforeEach(async () => {
  const { db } = world.context;
  await db.staff.updateMany({ data: { disabledAt: new Date(0) } });
});

const rowOf = ({ id }: { id: string }) => world.context.db.staff.findUniqueOrThrow({ where: { id } });
/** As the guard hands them on at this moment. */
async function now(person: StaffActor): Promise<StaffActor> {
  const { db } = world.context;
  return { ...person, ...(await rightsNow(db, await rowOf(person))) };
}
async function limited(connectionId: string, ...roles: string[]): Promise<StaffActor> {
  const person = await newPerson(world.context, ...roles);
  await world.context.db.staff.update({
    where: { id: person.id },
    data: { isLimited: true, limitedTo: [connectionId] },
  });
  return now(person);
}
const ask = async (deed: typeof inviteStaff, actor: StaffActor, objectId: string, input: unknown) => {
  const intent = crypto.randomUUID();
  return perform(world.context, deed, { account: null, actor, objectId, input, intent, reason: 'As agreed' });
};
async function asked(deed: typeof inviteStaff, actor: StaffActor, objectId: string, input: unknown): Promise<string> {
  const performed = await ask(deed, actor, objectId, input);
  if (!performed.ok || performed.value.kind !== 'asked') throw new Error(JSON.stringify(performed));
  return performed.value.approvalId;
}
async function say(actor: StaffActor, approvalId: string, connectionId = here) {
  const { seal } = await world.context.db.approval.findUniqueOrThrow({ where: { id: approvalId } });
  return decide(world.context, actor, connectionId, { approvalId, verdict: 'approve', remark: '', seal });
}
const twoAdministrators = () =>
  Promise.all([newPerson(world.context, 'administrator'), newPerson(world.context, 'administrator')]);
const refused = (rule: string) => ({ ok: false, refusal: { kind: 'conflict', rule } });

describe('the limit of a person', () => {
  it('is a matter of two administrators, ends every session, and the trail says from what to what', async () => {
    const [first, second] = await twoAdministrators();
    const person = await newPerson(world.context, 'operator');
    const approvalId = await asked(changeStaffLimit, first, person.id, { connectionLimit: [here] });
    expect(await rowOf(person)).toMatchObject({ isLimited: false, tokenVersion: 1 });
    expect(await say(first, approvalId)).toEqual(refused('own-approval'));
    expect(await say(second, approvalId)).toMatchObject({ ok: true, value: { state: 'carried-out' } });
    expect(await rowOf(person)).toMatchObject({ isLimited: true, limitedTo: [here], tokenVersion: 2, version: 2 });
    const entries = await world.context.db.auditEntry.findMany({ where: { objectId: person.id } });
    expect(entries.find(({ action }) => action === 'staff.limit-changed')?.data).toEqual({
      from: null,
      to: 'practice',
      approvalId,
    });
    expect(await ask(changeStaffLimit, first, person.id, { connectionLimit: [here] })).toEqual(
      refused('nothing-changes'),
    );
    const lifting = await asked(changeStaffLimit, first, person.id, { connectionLimit: null });
    expect(await say(second, lifting)).toMatchObject({ ok: true });
    expect(await rowOf(person)).toMatchObject({ isLimited: false, limitedTo: [], tokenVersion: 3 });
  });

  it('goes with no administrator, and names connections that there are', async () => {
    const [first, second] = await twoAdministrators();
    expect(await ask(changeStaffLimit, first, second.id, { connectionLimit: [here] })).toEqual(
      refused('administrator-limited'),
    );
    const person = await limited(here, 'operator');
    expect(await ask(changeStaffRoles, first, person.id, { roles: ['administrator'] })).toEqual(
      refused('administrator-limited'),
    );
    expect(await ask(changeStaffLimit, first, person.id, { connectionLimit: [crypto.randomUUID()] })).toEqual(
      refused('connection-gone'),
    );
    expect(await ask(changeStaffLimit, first, person.id, { connectionLimit: [] })).toMatchObject({ ok: false });
    // Not even past the rules.
    await expect(
      world.context.db.staff.update({ where: { id: second.id }, data: { isLimited: true, limitedTo: [here] } }),
    ).rejects.toThrow();
  });

  it('is given with the invitation too', async () => {
    const [first, second] = await twoAdministrators();
    const email = 'limited@practice.example';
    const input = { name: 'Limited', roles: ['operator'], connectionLimit: [there] };
    expect(await say(second, await asked(inviteStaff, first, email, input))).toMatchObject({ ok: true });
    expect(await world.context.db.staff.findUniqueOrThrow({ where: { email } })).toMatchObject({
      isLimited: true,
      limitedTo: [there],
    });
  });
});

describe('somebody who is limited', () => {
  it('neither sees, counts nor decides what belongs to no connection', async () => {
    const [first] = await twoAdministrators();
    const person = await newPerson(world.context, 'operator');
    const approvalId = await asked(changeStaffLimit, first, person.id, { connectionLimit: [there] });
    const checker = await limited(here, 'checker');
    const { context } = world;
    const list = await listApprovals(context, here, checker, { tab: 'team' });
    expect([list.rows, list.counts.team.count]).toEqual([[], 0]);
    expect((await countForMe(context, here, checker)).count).toBe(0);
    expect(await getApproval(context, here, approvalId, checker)).toBeNull();
    expect(await getApprovalStanding(context.db, here, approvalId, checker)).toBeNull();
    expect(await say(checker, approvalId)).toEqual({ ok: false, refusal: { kind: 'not-found' } });
    const all = await newPerson(context, 'checker');
    expect((await listApprovals(context, here, all, { tab: 'team' })).rows.map(({ id }) => id)).toContain(approvalId);
  });

  it('holds nothing that reaches over all connections, whatever the role says', async () => {
    const auditor = await limited(here, 'auditor');
    expect(auditor.permissions).toContain('audit:read');
    expect(auditor.permissions).not.toContain('staff:read');
  });

  it('is named to nobody elsewhere: not as an owner, not as somebody who could approve, not to hand approvals to', async () => {
    const { context } = world;
    const [mine, theirs] = [await limited(here, 'operator'), await limited(there, 'operator')];
    const names = async (connectionId: string) =>
      (await listCandidates(context.db, connectionId, 'request')).map(({ id }) => id);
    expect(await names(here)).toEqual([mine.id]);
    expect(await names(there)).toEqual([theirs.id]);
    expect((await listOwners(context.db, here, 'request')).map(({ id }) => id)).toEqual([mine.id]);
    const [checker, other, all] = [
      await limited(here, 'checker'),
      await limited(there, 'checker'),
      await newPerson(context, 'checker'),
    ];
    expect(await listDelegates(context.db, checker)).toEqual([{ id: all.id, name: all.name }]);
    expect((await listDelegates(context.db, all)).map(({ id }) => id).sort()).toEqual([checker.id, other.id].sort());
    const could = async (ids: string[]) =>
      (await listPolicies(context, ids)).rows.find(({ key }) => key === 'by-hand')?.could ?? [];
    expect(await could([here])).toEqual([all.name, checker.name].sort());
    expect(await could([there])).toEqual([all.name, other.name].sort());
    // One checker of each is no pair anywhere: what two must do can be done where two are.
    await context.db.staff.update({ where: { id: all.id }, data: { disabledAt: context.now() } });
    const row = (await listPolicies(context, [here, there])).rows.find(({ key }) => key === 'by-hand');
    expect(row?.could).toHaveLength(2);
  });

  it('what they owned elsewhere is free for others', async () => {
    const { context } = world;
    const person = await newPerson(context, 'operator');
    const place = { connectionId: there, objectKind: 'request', objectId: crypto.randomUUID() };
    await context.db.ownership.create({
      data: { ...place, objectName: 'One', staffId: person.id, since: context.now() },
    });
    const owner = async () => (await findOwnership(context.db, there, 'request', place.objectId)).owner;
    expect(await owner()).toMatchObject({ id: person.id, isSuspended: false });
    await context.db.staff.update({ where: { id: person.id }, data: { isLimited: true, limitedTo: [here] } });
    expect(await owner()).toMatchObject({ id: person.id, isSuspended: true });
  });
});
