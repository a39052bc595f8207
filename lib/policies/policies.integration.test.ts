// The policy as data: read row by row with who could satisfy it today, and changed by two administrators or not at all.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decide } from '@/lib/approvals/decide';
import type { StaffActor } from '@/lib/approvals/deed';
import { listDelegates } from '@/lib/approvals/delegations';
import { listPending } from '@/lib/approvals/list';
import { perform } from '@/lib/approvals/perform';
import { getApproval } from '@/lib/approvals/queries';
import { filtersFor } from '@/lib/audit/filters';
import { listAudit } from '@/lib/audit/queries';
import type { TestWorld } from '@/lib/testing/world';
import { newPerson, openTestWorld } from '@/lib/testing/world';
import { changePolicy } from './operation';
import { loadPolicy, ruleInForce } from './policies';
import { listPolicies } from './queries';
import type { PolicyKey, PolicyRow } from './rules';
import { defaultPolicy } from './rules';
import { policyChange } from './schema';

let test: TestWorld;
let connectionId: string;
let first: StaffActor;
let second: StaffActor;
let checker: StaffActor;

const person = (...roles: string[]) => newPerson(test.context, ...roles);

beforeAll(async () => {
  test = await openTestWorld();
  connectionId = test.account.connection.id;
  [first, second, checker] = [await person('administrator'), await person('administrator'), await person('checker')];
});
afterAll(() => test.close());
beforeEach(async () => {
  const { db } = test.context;
  await db.approvalDecision.deleteMany();
  await db.approval.deleteMany();
  await db.policyRule.deleteMany();
  await suspend(second, false);
});

const suspend = (who: StaffActor, isSuspended = true) =>
  test.context.db.staff.update({ where: { id: who.id }, data: { disabledAt: isSuspended ? new Date() : null } });

const ask = (actor: StaffActor, key: string, change: Partial<PolicyRow>, reason = 'Reviewed in November') =>
  perform(test.context, changePolicy, {
    account: null,
    actor,
    objectId: key,
    input: { ...defaultPolicy[key as PolicyKey], ...change },
    intent: crypto.randomUUID(),
    reason,
  });

async function asked(actor: StaffActor, key: PolicyKey, change: Partial<PolicyRow>): Promise<string> {
  const answer = await ask(actor, key, change);
  if (!answer.ok || answer.value.kind !== 'asked') throw new Error(JSON.stringify(answer));
  return answer.value.approvalId;
}

async function approve(actor: StaffActor, approvalId: string) {
  const { seal } = await test.context.db.approval.findUniqueOrThrow({ where: { id: approvalId } });
  return decide(test.context, actor, connectionId, { approvalId, verdict: 'approve', remark: '', seal });
}

const refusal = (rule: string) => ({ ok: false, refusal: { kind: 'conflict', rule } });
const rowOf = async (key: PolicyKey) =>
  (await listPolicies(test.context, test.context.connections())).rows.find((row) => row.key === key);

describe('a change of the policy', () => {
  it('holds once a second administrator approved it, and the trail says what changed', async () => {
    const id = await asked(first, 'sub-merchant.remove-domain', { people: 3, coolOffHours: 24 });
    expect(await rowOf('sub-merchant.remove-domain')).toMatchObject({ isChanged: false, row: { people: 2 } });
    expect(await getApproval(test.context, connectionId, id, second)).toMatchObject({
      deed: 'policy.change',
      objectKind: 'policy',
      objectId: 'sub-merchant.remove-domain',
      policyKeys: ['policy'],
      recordVersion: '0',
      hindrance: null,
      changes: [
        { path: 'people', kind: 'changed', from: '2', to: '3' },
        { path: 'coolOffHours', kind: 'changed', from: '0', to: '24' },
      ],
    });
    expect(await getApproval(test.context, connectionId, id, first)).toMatchObject({ hindrance: 'own' });
    expect(await approve(first, id)).toMatchObject(refusal('own-approval'));
    expect(await approve(checker, id)).toMatchObject(refusal('not-an-approver'));
    expect(await approve(second, id)).toMatchObject({ ok: true, value: { state: 'carried-out', sent: null } });
    expect(await rowOf('sub-merchant.remove-domain')).toMatchObject({
      isChanged: true,
      row: { people: 3, coolOffHours: 24 },
    });
    const [entry] = await test.context.db.auditEntry.findMany({
      where: { action: 'policy.changed' },
      orderBy: { id: 'desc' },
      take: 1,
    });
    expect(entry).toMatchObject({
      actorId: first.id,
      objectId: 'sub-merchant.remove-domain',
      reason: 'Reviewed in November',
      data: {
        key: 'sub-merchant.remove-domain',
        changes: [{ path: 'people' }, { path: 'coolOffHours' }],
        approvalId: id,
      },
    });
    const answered = await listAudit(test.context.db, connectionId, filtersFor({ question: 'policy' }, first));
    expect(answered.rows).toMatchObject([{ id: String(entry?.id), approvalId: id, reason: 'Reviewed in November' }]);
  });

  it('is told to whoever looks at the policy while it waits', async () => {
    const id = await asked(first, 'by-hand', { expiryHours: 24 });
    expect(await listPending(test.context, null, 'policy', ['by-hand', 'keys'])).toMatchObject([
      { id, objectId: 'by-hand', askedBy: first.name },
    ]);
  });

  it('is void when the row became another one meanwhile, and versions of defaults are the same text each time', async () => {
    const id = await asked(first, 'by-hand', { expiryHours: 24 });
    const other = await asked(second, 'by-hand', { expiryHours: 48 });
    expect(await approve(first, other)).toMatchObject({ ok: true });
    expect(await approve(second, id)).toMatchObject({
      ok: false,
      refusal: { rule: 'approval-void', params: { cause: 'record-moved' } },
    });
    expect(await rowOf('by-hand')).toMatchObject({ row: { expiryHours: 48 } });
    const versions = await changePolicy.versions(test.context.db, null, ['by-hand', 'keys', 'nothing']);
    expect([...versions]).toEqual([
      ['by-hand', '1'],
      ['keys', '0'],
    ]);
  });

  it('voids what was sealed with the rule that it replaces', async () => {
    const waiting = await asked(first, 'keys', { expiryHours: 48 });
    const id = await asked(second, 'policy', { expiryHours: 24 });
    expect(await approve(first, id)).toMatchObject({ ok: true });
    expect(await getApproval(test.context, connectionId, waiting, second)).toMatchObject({ stale: 'policy-changed' });
  });

  it('is refused to a single administrator: nobody could approve it, and nothing is let through', async () => {
    await suspend(second);
    expect(await ask(first, 'by-hand', { expiryHours: 24 })).toMatchObject(refusal('nobody-to-approve'));
    expect(await test.context.db.approval.count()).toBe(0);
    const { rows, administrators } = await listPolicies(test.context, test.context.connections());
    expect(administrators).toBe(1);
    expect(rows.filter(({ isSatisfiable }) => !isSatisfiable).map(({ key }) => key)).toEqual(['policy', 'roles']);
    expect(rows.find(({ key }) => key === 'policy')?.could).toEqual([first.name]);
  });

  it('is refused where nobody could satisfy the row afterwards, alone or with those it stands beside', async () => {
    expect(await ask(first, 'keys', { people: 5 })).toMatchObject(refusal('nobody-could'));
    const id = await asked(first, 'sub-merchant.edit-sensitive', { approvers: ['checker'] });
    expect(await approve(second, id)).toMatchObject({ ok: true });
    expect(await ask(first, 'sub-merchant.settlement-account', { approvers: ['administrator'] })).toMatchObject(
      refusal('nobody-could-together'),
    );
  });

  it('is refused below the least number of people, for roles that approve nothing, and where nothing changes', async () => {
    expect(await ask(first, 'sub-merchant.settlement-account', { people: 1 })).toEqual({
      ok: false,
      refusal: { kind: 'invalid', issues: [{ path: 'people', rule: 'least-people', params: { min: 2 } }] },
    });
    expect(await ask(first, 'by-hand', { approvers: ['operator'] })).toMatchObject({ ok: false });
    expect(await ask(first, 'by-hand', {})).toMatchObject(refusal('nothing-changes'));
    expect(await ask(first, 'nothing', defaultPolicy.keys)).toMatchObject({
      ok: false,
      refusal: { kind: 'not-found' },
    });
    expect(await test.context.db.approval.count()).toBe(0);
  });

  const guarded = ['keys', 'policy', 'roles', 'staff.invite'] as const;

  it.each(guarded)('never lets another role approve %s, nor without the password of both', async (key) => {
    const loosened: [string, Partial<PolicyRow>][] = [
      ['approvers', { approvers: ['checker', 'administrator'] }],
      ['approvers', { approvers: ['checker'] }],
      ['stepUp', { stepUp: 'checker' }],
      ['stepUp', { stepUp: 'none' }],
    ];
    for (const [path, change] of loosened) {
      const row = { ...defaultPolicy[key], ...change };
      expect(await ask(first, key, change)).toMatchObject({
        ok: false,
        refusal: { kind: 'invalid', issues: [{ path }] },
      });
      expect(policyChange.safeParse({ key, row }).error?.issues.map((issue) => issue.path)).toEqual([['row', path]]);
    }
    expect(policyChange.safeParse({ key, row: { ...defaultPolicy[key], people: 3 } }).success).toBe(true);
    expect(await test.context.db.approval.count()).toBe(0);
  });

  it('reads a stored row that says otherwise as the strictest', async () => {
    const loose = { approvers: ['checker'], people: 1, stepUp: 'none', expiryHours: 24, coolOffHours: 0 };
    for (const key of guarded)
      await test.context.db.policyRule.create({ data: { key, ...loose, updatedAt: test.context.now() } });
    const policy = await loadPolicy(test.context.db);
    for (const key of guarded)
      expect(policy[key]).toMatchObject({
        approvers: ['administrator'],
        people: 2,
        stepUp: 'both',
        expiryHours: 24,
      });
    const { rule, needed } = await ruleInForce(test.context.db, ['roles'], first, test.context.now());
    expect({ needed, approvers: rule.approvers, stepUp: rule.stepUp }).toEqual({
      needed: 1,
      approvers: ['administrator'],
      stepUp: 'both',
    });
  });

  it('asks both for their password', async () => {
    const unproven = { ...first, confirmedAt: null };
    expect(await ask(unproven, 'by-hand', { expiryHours: 24 })).toMatchObject(refusal('step-up-needed'));
    const id = await asked(first, 'by-hand', { expiryHours: 24 });
    expect(await approve({ ...second, confirmedAt: null }, id)).toMatchObject(refusal('step-up-needed'));
  });
});

describe('those to whom approvals can be handed on', () => {
  it('decide the same, can sign in, and are somebody else', async () => {
    const { db } = test.context;
    expect((await listDelegates(db, first)).map(({ id }) => id).sort()).toEqual([second.id, checker.id].sort());
    // By whichever role: a checker's approvals can be looked after by who may give some of them.
    const names = async (from: StaffActor) => (await listDelegates(db, from)).map(({ id }) => id).sort();
    expect(await names(checker)).toEqual([first.id, second.id].sort());
    await suspend(second);
    expect(await names(checker)).toEqual([first.id]);
    expect(await names(await person('operator'))).toEqual([]);
    const rows = ['sub-merchant.edit', 'sub-merchant.edit-sensitive', 'sub-merchant.settlement-account'] as const;
    const contracts = ['contract.terminate', 'contract.terminate-batch'] as const;
    const charges = ['deduction.charge', 'deduction.charge-large', 'deduction.release-contract'] as const;
    const others = ['sub-merchant.remove-domain', 'application.modify', 'by-hand', 'sending.go-on'] as const;
    for (const key of [...rows, ...others, ...contracts, ...charges])
      await db.policyRule.create({
        data: { key, ...defaultPolicy[key], approvers: ['checker'], updatedAt: test.context.now() },
      });
    expect(await names(checker)).toEqual([]);
  });
});
