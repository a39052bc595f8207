// What is approved is what leaves: sealed, looked at again in the transaction that sends, by somebody else than its makers.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportTrail } from '@/lib/audit/export';
import { getAuditEntry } from '@/lib/audit/queries';
import { dropDraft, saveDraft } from '@/lib/drafts/drafts';
import { keepEvidence } from '@/lib/evidence/evidence';
import { sha256 } from '@/lib/platform/crypto/sha256';
import { bytesAbout } from '@/lib/requests/open';
import { getRequestDetail } from '@/lib/requests/queries';
import { purgeKind } from '@/lib/retention/purge';
import { world } from '@/lib/sandbox/world';
import { suspendStaff } from '@/lib/staff/suspend';
import { askToModify, modifySubMerchant } from '@/lib/sub-merchants/modify';
import { draftPlace } from '@/lib/sub-merchants/operation';
import { getFieldHistory } from '@/lib/sub-merchants/queries';
import type { EditValues } from '@/lib/sub-merchants/schema';
import type { TestWorld } from '@/lib/testing/world';
import { holdSubMerchant, newPerson, openTestWorld, sampleRecord } from '@/lib/testing/world';
import { announceApprovalsOf } from './announce';
import { decide } from './decide';
import type { StaffActor } from './deed';
import { delegate, endDelegation } from './delegations';
import { countForMe, listApprovals, listPending } from './list';
import { getApproval, getApprovalBehind } from './queries';
import { remind } from './remind';
import type { Sealed } from './seal';
import { sweepApprovals } from './sweep';
import type { CallBackTyped, Verdict } from './view';
import { callBackAbout, contentAbout } from './write';

const HOUR = 60 * 60_000;
const subMchid =
  world.find(({ pageOnly, status }) => !pageOnly && status.sub_merchant_status === 'OPERATING')?.sub_mchid ?? '';
/** A call of an hour ago. */
const spoken = (): CallBackTyped => ({
  'spoke-to': 'Sample Director',
  'number-from': 'our-records',
  at: new Date(test.context.now().getTime() - HOUR).toISOString(),
  confirmed: true,
});

let test: TestWorld;
let connectionId: string;
let operator: StaffActor;
let second: StaffActor;
let checker: StaffActor;
let other: StaffActor;

const person = (...roles: string[]) => newPerson(test.context, ...roles);

beforeAll(async () => {
  test = await openTestWorld();
  connectionId = test.account.connection.id;
  [operator, second, checker, other] = [
    await person('operator'),
    await person('operator', 'checker'),
    await person('checker'),
    await person('checker'),
  ];
});
afterAll(() => test.close());
beforeEach(() => clear());

const wholeRecord = {
  ...sampleRecord,
  registration_certificate_copy: 'copy1',
  'business.app_download': 'https://a.example/app',
};

async function clear() {
  const { db } = test.context;
  await test.control('reset', {});
  await db.connection.updateMany({ data: { pausedUntil: null, pauseReason: null, alertedAt: null } });
  await db.objectLock.deleteMany();
  await db.requestTry.deleteMany();
  await db.platformRequest.deleteMany();
  await db.evidence.deleteMany();
  await db.approvalDecision.deleteMany();
  await db.approval.deleteMany();
  await db.delegation.deleteMany();
  await db.policyRule.deleteMany();
  await db.draft.deleteMany();
  await db.subMerchant.deleteMany();
  await holdSubMerchant(test.context, connectionId, subMchid, wholeRecord, { domains: ['shop.example'] });
  for (const one of [operator, second, checker, other]) {
    await stand(one);
    one.confirmedAt = test.context.now();
  }
}

/** Gives somebody back what they came with. */
const stand = (actor: StaffActor) =>
  test.context.db.staff.update({ where: { id: actor.id }, data: { disabledAt: null, roles: [...actor.roles] } });

/** Saves what this person typed, as the form does. */
async function typed(actor: StaffActor, values: EditValues, objectId = subMchid) {
  const { db } = test.context;
  const place = draftPlace(connectionId, objectId, actor.id);
  const before = await db.draft.findUnique({ where: { connectionId_kind_objectId_staffId: place } });
  const { version: baseVersion } = await test.baseOf(objectId);
  const saved = await saveDraft(test.context, place, {
    version: before?.version ?? null,
    baseVersion,
    content: { values },
  });
  if (!saved.ok) throw new Error('draft not saved');
  return { subMchid: objectId, draft: { id: saved.value.id, version: saved.value.version }, baseVersion, values };
}

const contactOf = (phone: string) => ({ contact: { name: '', phone, email: '' } });

async function askAs(
  actor: StaffActor,
  change: Partial<EditValues>,
  more: { callBack?: CallBackTyped; reason?: string } = {},
) {
  const edit = await typed(actor, await test.valuesWith(subMchid, change));
  return askToModify(test.context, test.account, actor, { reason: 'The sub-merchant wrote to us', ...edit, ...more });
}

async function asked(
  actor: StaffActor = operator,
  change: Partial<EditValues> = contactOf('+85223450000'),
): Promise<string> {
  const answer = await askAs(actor, change, { callBack: spoken() });
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal));
  return answer.value.approvalId;
}

const rowOf = (id: string) => test.context.db.approval.findUniqueOrThrow({ where: { id }, include: { request: true } });
async function say(
  actor: StaffActor,
  approvalId: string,
  verdict: Verdict = 'approve',
  remark = 'looked at',
  seal?: string,
) {
  const row = await rowOf(approvalId);
  return decide(test.context, actor, connectionId, { approvalId, verdict, remark, seal: seal ?? row.seal });
}
const trail = async (action: string) =>
  test.context.db.auditEntry.findMany({ where: { action }, orderBy: { id: 'desc' }, take: 1 });
const rule = (key: string, change: object) =>
  test.context.db.policyRule.create({
    data: {
      key,
      approvers: ['checker', 'administrator'],
      people: 2,
      stepUp: 'none',
      expiryHours: 72,
      coolOffHours: 0,
      dailyCap: null,
      updatedAt: test.context.now(),
      ...change,
    },
  });
const failure = (kind: string, rule: string, params?: object) => ({
  ok: false,
  refusal: { kind, rule, ...(params && { params }) },
});

describe('an edit that the policy wants two people for', () => {
  it('does not leave by one person’s hand, and leaves as the checker saw it, once, when it is approved', async () => {
    const values = await test.valuesWith(subMchid, contactOf('+85223450000'));
    const edit = await typed(operator, values);
    expect(await modifySubMerchant(test.context, test.account, operator, edit)).toMatchObject(
      failure('conflict', 'approval-needed', { needed: 1 }),
    );
    const answer = await askToModify(test.context, test.account, operator, { ...edit, reason: 'New phone' });
    if (!answer.ok) throw new Error(JSON.stringify(answer.refusal));
    expect(await test.journal()).toHaveLength(0);
    const { approvalId } = answer.value;
    const seen = await getApproval(test.context, connectionId, approvalId, checker);
    expect(seen).toMatchObject({
      hindrance: null,
      needed: 1,
      given: 0,
      stale: null,
      reason: 'New phone',
      changes: [{ path: 'contact.phone', kind: 'changed' }],
    });
    expect(JSON.stringify(seen)).not.toContain('23450000');
    const decided = await say(checker, approvalId);
    expect(decided).toMatchObject({ ok: true, value: { state: 'carried-out', sent: { outcome: 'accepted' } } });
    const row = await rowOf(approvalId);
    expect(row.request).toMatchObject({ outcome: 'accepted', staffId: operator.id, bytesSha256: row.contentSha256 });
    expect((await test.journal()).map(({ bodySha256 }) => bodySha256)).toEqual([row.contentSha256]);
    expect(await trail('approval.decided')).toMatchObject([
      {
        actorId: checker.id,
        data: { verdict: 'approve', seal: row.seal, given: 1, needed: 1, changes: seen?.changes },
      },
    ]);
    expect(await trail('approval.asked')).toMatchObject([{ actorId: operator.id, reason: 'New phone' }]);
    expect(await trail('approval.carried-out')).toMatchObject([{ actorId: checker.id, requestId: row.request?.id }]);
    // The entry of the deed itself says by which approval it left and why it was asked for, and is what its hash is of.
    const [entry] = await trail('sub-merchant.modification-requested');
    expect(entry).toMatchObject({ actorId: operator.id, reason: 'New phone', data: { approvalId } });
    const told = await getAuditEntry(test.context.db, connectionId, String(entry?.id), checker);
    expect(told).toMatchObject({ isIntact: true, entry: { reason: 'New phone', approvalId } });
    if (!told) throw new Error('the entry is not there');
    const behind = { approvalId, askedBy: operator.name, names: [checker.name], reason: 'New phone' };
    expect(await getApprovalBehind(test.context.db, connectionId, told.entry)).toEqual(behind);
    // One from before entries said so is found by its request; what came of the request is no deed of theirs.
    const before = { ...told.entry, approvalId: null };
    expect(await getApprovalBehind(test.context.db, connectionId, before)).toEqual(behind);
    const [settled] = await trail('request.settled');
    expect(settled).toMatchObject({ requestId: row.request?.id, reason: null });
    expect(settled?.data).not.toHaveProperty('approvalId');
    for (const format of ['csv', 'jsonl'] as const) {
      let text = '';
      const filters = { action: 'sub-merchant.modification-requested' } as const;
      const where = { connectionId, actor: checker };
      for await (const piece of exportTrail(test.context, where, {
        filters,
        span: { from: null, before: null },
        format,
      }))
        text += piece;
      expect(text).toContain(format === 'csv' ? `,New phone,${approvalId},` : `"approvalId":"${approvalId}"`);
      expect(text).toContain('New phone');
    }
    // Whoever looks at the request or at the record reads who let it leave.
    const approved = { approvalId, askedBy: operator.name, names: [checker.name] };
    expect(await getRequestDetail(test.context, test.account, row.request?.id ?? '')).toMatchObject({ approved });
    expect(await getFieldHistory(test.context, connectionId, subMchid)).toMatchObject([{ approved }]);
  });

  it.each([
    ['name', { name: 'Harbour Kite Books (HK) Limited' }, ['sub-merchant.edit', 'sub-merchant.edit-sensitive']],
    [
      'certificate',
      { registration_certificate_number: '30001428' },
      ['sub-merchant.edit', 'sub-merchant.edit-sensitive'],
    ],
    ['contact', contactOf('+85223450001'), ['sub-merchant.edit', 'sub-merchant.edit-sensitive']],
    [
      'settlement account',
      { settlement_bank_number: '99988877' },
      ['sub-merchant.edit', 'sub-merchant.settlement-account'],
    ],
    ['short name', { shortname: 'Kites' }, ['sub-merchant.edit']],
  ] as [string, Partial<EditValues>, string[]][])('by what changes: %s', async (_, change, keys) => {
    expect((await rowOf(await asked(operator, change))).policyKeys).toEqual(keys);
  });

  it('a domain that leaves the list is one of them, one that comes is not', async () => {
    const base = await test.valuesWith(subMchid, {});
    const h5 = (domains: string[], removed: string[]) => ({
      apply_h5_payment: 'change' as const,
      h5_payment_apply_info: { website_url: 'https://shop.harbour-kite.example', domains },
      ticked: { ...base.ticked, removedDomains: removed },
    });
    const removing = await rowOf(await asked(operator, h5(['pay.example'], ['shop.example'])));
    expect(removing.policyKeys).toEqual(['sub-merchant.edit', 'sub-merchant.remove-domain']);
    // The checker reads the choice that the maker made, not the flag of the wire.
    expect(removing.changes).toContainEqual({ path: 'apply_h5_payment', kind: 'changed', from: 'leave', to: 'change' });
    const edit = await typed(operator, await test.valuesWith(subMchid, h5(['shop.example', 'pay.example'], [])));
    expect(await modifySubMerchant(test.context, test.account, operator, edit)).toMatchObject({ ok: true });
  });

  it('another settlement account wants the call-back checklist, each question at its field', async () => {
    const change = { settlement_bank_number: '99988877' };
    const missing = await askAs(operator, change, { callBack: { ...spoken(), 'spoke-to': ' ', confirmed: false } });
    expect(missing).toMatchObject({
      ok: false,
      refusal: { kind: 'invalid', issues: [{ path: 'callBack.spoke-to' }, { path: 'callBack.confirmed' }] },
    });
    const at = (days: number) => new Date(test.context.now().getTime() - days * 24 * HOUR).toISOString();
    for (const [when, rule] of [
      [at(-1), 'in-the-future'],
      [at(30.5), 'too-long-ago'],
      ['Thursday morning', 'required'],
    ] as const)
      expect(await askAs(operator, change, { callBack: { ...spoken(), at: when } })).toMatchObject({
        ok: false,
        refusal: { kind: 'invalid', issues: [{ path: 'callBack.at', rule }] },
      });
    const id = await asked(operator, change);
    expect((await getApproval(test.context, connectionId, id, checker))?.callBack).toMatchObject({
      'spoke-to': 'Sample Director',
      at: expect.stringMatching(/Z$/),
    });
  });

  it('one that the policy lets one person send can be asked for all the same, and is approved by one other', async () => {
    const id = await asked(operator, { shortname: 'Another short name' });
    expect((await rowOf(id)).policyKeys).toEqual(['sub-merchant.edit']);
    expect(await getApproval(test.context, connectionId, id, checker)).toMatchObject({ needed: 1, stale: null });
    expect(await say(checker, id)).toMatchObject({ ok: true, value: { state: 'carried-out' } });
  });

  it('a reason is asked for', async () => {
    expect(await askAs(operator, contactOf('+85223450000'), { reason: '  ' })).toMatchObject({
      ok: false,
      refusal: { kind: 'invalid', issues: [{ path: 'reason', rule: 'required' }] },
    });
  });
});

describe('who may', () => {
  it('nobody approves what they made, whatever else they may; the attempt is an entry', async () => {
    const id = await asked(second);
    expect((await getApproval(test.context, connectionId, id, second))?.hindrance).toBe('own');
    expect(await say(second, id)).toEqual(failure('conflict', 'own-approval'));
    expect(await trail('approval.attempt-refused')).toMatchObject([
      { actorId: second.id, data: { cause: 'own-approval' } },
    ]);
    expect((await rowOf(id)).state).toBe('pending');
  });

  it('nor what they edited before: who made what was sent back stays a maker of what follows', async () => {
    const first = await asked(second);
    expect(await say(checker, first, 'send-back', 'The phone lacks a digit')).toMatchObject({ ok: true });
    const next = await asked(operator);
    expect((await rowOf(next)).replacesId).toBe(first);
    expect(await say(second, next)).toEqual(failure('conflict', 'own-approval'));
    expect(await say(other, next)).toMatchObject({ ok: true, value: { state: 'carried-out' } });
  });

  it('an operator approves nothing', async () => {
    const id = await asked(second);
    expect(await say(operator, id)).toEqual(failure('conflict', 'not-an-approver'));
  });

  it('a checker proves by password who they are, within five minutes', async () => {
    const id = await asked();
    checker.confirmedAt = new Date(test.context.now().getTime() - 5 * 60_000 - 1000);
    expect(await say(checker, id)).toEqual(failure('conflict', 'step-up-needed'));
    checker.confirmedAt = test.context.now();
    expect(await say(checker, id)).toMatchObject({ ok: true });
  });

  it('as many others as the policy says, each once', async () => {
    await rule('sub-merchant.edit-sensitive', { people: 3 });
    const id = await asked();
    expect(await say(checker, id)).toMatchObject({ ok: true, value: { state: 'pending' } });
    expect(await say(checker, id)).toEqual(failure('conflict', 'approved-already'));
    expect(await test.journal()).toHaveLength(0);
    expect(await say(other, id)).toMatchObject({ ok: true, value: { state: 'carried-out' } });
  });

  it('two checkers at once: one lets it leave, the other hears that it is over; one body left', async () => {
    const id = await asked();
    const answers = await Promise.all([say(checker, id), say(other, id), say(second, id)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter(({ ok }) => !ok)).toEqual([
      failure('conflict', 'approval-over', { state: 'carried-out' }),
      failure('conflict', 'approval-over', { state: 'carried-out' }),
    ]);
    expect(await test.journal()).toHaveLength(1);
  });

  it('a policy that nobody can satisfy never passes', async () => {
    await rule('sub-merchant.edit-sensitive', { approvers: ['administrator'] });
    const id = await asked();
    expect((await getApproval(test.context, connectionId, id, checker))?.couldApprove).toEqual([]);
    for (const one of [checker, other, second, operator]) expect((await say(one, id)).ok).toBe(false);
    expect(await test.journal()).toHaveLength(0);
  });

  describe('an approval counts while its giver is active and may approve', () => {
    const suspend = (actor: StaffActor) =>
      test.context.db.staff.update({ where: { id: actor.id }, data: { disabledAt: test.context.now() } });
    const takeRole = (actor: StaffActor) =>
      test.context.db.staff.update({ where: { id: actor.id }, data: { roles: ['support'] } });

    it.each([
      ['suspended', suspend],
      ['not-an-approver', takeRole],
    ] as const)('and not once they are: %s', async (cause, fall) => {
      await rule('sub-merchant.edit-sensitive', { people: 3 });
      const leaving = await person('checker');
      const id = await asked();
      expect(await say(leaving, id)).toMatchObject({ ok: true, value: { state: 'pending' } });
      await fall(leaving);
      // The page and the list say so before anybody decides.
      expect(await getApproval(test.context, connectionId, id, checker)).toMatchObject({
        given: 0,
        hindrance: null,
        history: [{ by: leaving.name, ceased: cause }],
      });
      expect((await listApprovals(test.context, connectionId, checker, {})).rows).toMatchObject([{ id, given: 0 }]);
      expect(await say(checker, id)).toMatchObject({ ok: true, value: { state: 'pending' } });
      expect(await test.journal()).toHaveLength(0);
      expect(await trail('approval.word-ceased')).toMatchObject([
        { actorKind: 'system', data: { by: leaving.name, cause, given: 0, needed: 2 } },
      ]);
      // What has stopped to count stays so, whatever its giver becomes again.
      await stand(leaving);
      expect(await getApproval(test.context, connectionId, id, leaving)).toMatchObject({ given: 1, hindrance: null });
      expect(await say(leaving, id)).toMatchObject({ ok: true, value: { state: 'carried-out' } });
      const { request } = await rowOf(id);
      const seen = await getRequestDetail(test.context, test.account, request?.id ?? '');
      expect(seen?.approved?.names).toEqual([checker.name, leaving.name]);
      // What is over keeps what was counted then.
      await suspend(leaving);
      expect(await getApproval(test.context, connectionId, id, checker)).toMatchObject({ given: 2 });
    });

    it('also in a cool-off: what was complete waits for another one, at once when its giver is suspended', async () => {
      await rule('sub-merchant.edit-sensitive', { coolOffHours: 24 });
      const [leaving, administrator] = [await person('checker'), await person('administrator')];
      const id = await asked();
      expect(await say(leaving, id)).toMatchObject({ ok: true, value: { state: 'approved' } });
      const taking = { actor: administrator, staffId: leaving.id, reason: 'Left us' };
      expect(await suspendStaff(test.context, taking)).toMatchObject({ ok: true });
      expect(await rowOf(id)).toMatchObject({ state: 'pending', notBefore: null, decidedAt: null });
      test.pass(25 * HOUR);
      await sweepApprovals(test.context);
      expect(await test.journal()).toHaveLength(0);
      checker.confirmedAt = test.context.now();
      expect(await say(checker, id)).toMatchObject({ ok: true, value: { state: 'approved' } });
      test.pass(24 * HOUR);
      expect(await sweepApprovals(test.context)).toBe(1);
      expect(await rowOf(id)).toMatchObject({ state: 'carried-out' });
    });

    it('also where a role went while it cooled off, in the very transaction that would send it', async () => {
      await rule('sub-merchant.edit-sensitive', { coolOffHours: 24 });
      const leaving = await person('checker');
      const id = await asked();
      await say(leaving, id);
      await takeRole(leaving);
      test.pass(24 * HOUR);
      await sweepApprovals(test.context);
      expect(await rowOf(id)).toMatchObject({ state: 'pending' });
      expect(await test.journal()).toHaveLength(0);
    });

    it('who decides is looked at as they are now, not as they were when the page was drawn', async () => {
      const leaving = await person('checker');
      const id = await asked();
      await suspend(leaving);
      expect(await say(leaving, id)).toEqual(failure('conflict', 'not-an-approver'));
      expect(await test.journal()).toHaveLength(0);
    });
  });

  it('who handed their approvals on is named in the decision of the one who looks after them', async () => {
    const day = 24 * HOUR;
    const now = test.context.now().getTime();
    const period = { startsAt: new Date(now - HOUR), endsAt: new Date(now + day) };
    expect(await delegate(test.context, other, { toId: operator.id, ...period })).toEqual(
      failure('conflict', 'not-an-approver'),
    );
    expect(await delegate(test.context, other, { toId: checker.id, ...period })).toEqual({ ok: true, value: null });
    const id = await asked();
    await say(checker, id);
    const seen = await getApproval(test.context, connectionId, id, other);
    expect(seen?.history).toMatchObject([{ by: checker.name, onBehalfOf: other.name, verdict: 'approve' }]);
    const { id: delegation } = await test.context.db.delegation.findFirstOrThrow();
    expect(await endDelegation(test.context, checker, delegation)).toMatchObject({ ok: false });
    expect(await endDelegation(test.context, other, delegation)).toEqual({ ok: true, value: null });
  });
});

describe('what voids it', () => {
  const isVoid = async (id: string, cause: string) => {
    const seen = await getApproval(test.context, connectionId, id, checker);
    expect(seen).toMatchObject({ stale: cause, hindrance: 'stale' });
    expect(await say(checker, id)).toEqual(failure('conflict', 'approval-void', { cause }));
    expect(await rowOf(id)).toMatchObject({ state: 'void', cause });
    expect(await trail('approval.void')).toMatchObject([{ data: { approvalId: id, cause } }]);
    expect(await test.journal()).toHaveLength(0);
  };

  it('a newer draft', async () => {
    const id = await asked();
    await typed(operator, await test.valuesWith(subMchid, contactOf('+85223459999')));
    await isVoid(id, 'edited');
  });

  const discard = (actor: StaffActor = operator) =>
    dropDraft(test.context.db, draftPlace(connectionId, subMchid, actor.id));
  const staleIn = async (id: string) =>
    (await listApprovals(test.context, connectionId, checker, { tab: 'team' })).rows.find((row) => row.id === id)
      ?.stale;

  it('a draft that was let go', async () => {
    const id = await asked();
    await discard();
    expect(await staleIn(id)).toBe('discarded');
    await isVoid(id, 'discarded');
  });

  it('another draft of the same person for the same record', async () => {
    const id = await asked();
    await discard();
    await typed(operator, await test.valuesWith(subMchid, contactOf('+85223450000')));
    expect(await staleIn(id)).toBe('discarded');
    await isVoid(id, 'discarded');
  });

  it('a draft that was let go, without anybody looking; also while it cools off', async () => {
    await rule('sub-merchant.edit-sensitive', { coolOffHours: 24 });
    const waiting = await asked(second);
    const cooling = await asked();
    await say(checker, cooling);
    expect(await sweepApprovals(test.context)).toBe(0);
    await discard();
    expect(await sweepApprovals(test.context)).toBe(1);
    expect(await rowOf(cooling)).toMatchObject({ state: 'void', cause: 'discarded' });
    expect(await rowOf(waiting)).toMatchObject({ state: 'pending' });
    test.pass(25 * HOUR);
    await sweepApprovals(test.context);
    expect(await test.journal()).toHaveLength(0);
  });

  it('nothing can be asked for from a draft that was let go', async () => {
    const edit = await typed(operator, await test.valuesWith(subMchid, contactOf('+85223450000')));
    await discard();
    expect(await askToModify(test.context, test.account, operator, { ...edit, reason: 'r' })).toEqual(
      failure('conflict', 'draft-moved'),
    );
  });

  it('nor from a draft of another record or person, or a version that was never saved; the same question elsewhere is its own', async () => {
    const values = await test.valuesWith(subMchid, contactOf('+85223450000'));
    const edit = { ...(await typed(operator, values)), reason: 'r' };
    const elsewhere = world.find(({ sub_mchid }) => sub_mchid !== subMchid)?.sub_mchid ?? '';
    await holdSubMerchant(test.context, connectionId, elsewhere, wholeRecord);
    const ask = (actor: StaffActor, more: object) =>
      askToModify(test.context, test.account, actor, { ...edit, ...more });
    const movedDraft = failure('conflict', 'draft-moved');
    expect(await ask(operator, { draft: { ...edit.draft, version: 99 } })).toEqual(movedDraft);
    expect(await ask(second, {})).toEqual(movedDraft);
    expect(await ask(operator, { subMchid: elsewhere })).toEqual(movedDraft);
    const answer = await ask(operator, {});
    expect(answer).toMatchObject({ ok: true });
    // Nor is what was asked from it the answer to another record that names it.
    expect(await ask(operator, { subMchid: elsewhere })).toEqual(movedDraft);
    expect(await ask(operator, {})).toEqual(answer);
  });

  it('a draft that was let go because it was sent and accepted is not why: the record moved', async () => {
    const id = await asked(operator, { shortname: 'Kites' });
    const [draft] = await test.context.db.draft.findMany();
    const values = await test.valuesWith(subMchid, { shortname: 'Kites' });
    const edit = { subMchid, draft: { id: draft?.id ?? '', version: draft?.version ?? 0 }, baseVersion: 1, values };
    const sent = await modifySubMerchant(test.context, test.account, operator, edit);
    expect(sent).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    expect(await test.context.db.draft.count()).toBe(0);
    expect(await staleIn(id)).toBe('record-moved');
    await sweepApprovals(test.context);
    expect(await rowOf(id)).toMatchObject({ state: 'void', cause: 'record-moved' });
  });

  it('its maker’s suspension, which the list says until somebody looks; not that of another maker', async () => {
    const { db } = test.context;
    const [id, theirs] = [await asked(), await asked(second)];
    await db.staff.update({ where: { id: operator.id }, data: { disabledAt: test.context.now() } });
    expect(await staleIn(id)).toBe('maker-suspended');
    await isVoid(id, 'maker-suspended');
    await db.staff.update({ where: { id: operator.id }, data: { disabledAt: null } });
    expect(await rowOf(theirs)).toMatchObject({ state: 'pending' });
    // In their own name somebody else may ask for the same.
    expect(await say(checker, theirs)).toMatchObject({ ok: true, value: { state: 'carried-out' } });
  });

  it('a limit that takes its connection from its maker, which lifting does not bring back', async () => {
    const { db } = test.context;
    const [waiting, staying] = [await asked(), await asked(second)];
    const limitTo = (limitedTo: string[], isLimited = true) =>
      db.staff.update({ where: { id: operator.id }, data: { isLimited, limitedTo } });
    await limitTo([test.account.connection.id]);
    expect(await staleIn(waiting)).toBeNull();
    await limitTo([crypto.randomUUID()]);
    expect(await staleIn(waiting)).toBe('maker-limited');
    await sweepApprovals(test.context);
    expect(await rowOf(waiting)).toMatchObject({ state: 'void', cause: 'maker-limited' });
    expect(await rowOf(staying)).toMatchObject({ state: 'pending' });
    await limitTo([], false);
    expect(await say(checker, waiting)).toMatchObject({ ok: false });
    // Before anybody looked for it, it is not given either.
    const another = await asked();
    await limitTo([crypto.randomUUID()]);
    await isVoid(another, 'maker-limited');
    await limitTo([], false);
  });

  it('suspending its maker does so at once, a cool-off included, and reinstating brings nothing back', async () => {
    await rule('sub-merchant.edit-sensitive', { coolOffHours: 24 });
    const administrator = await person('administrator');
    const leaving = await person('operator');
    const [waiting, cooling] = [await asked(second), await asked(leaving)];
    await say(checker, cooling);
    const taking = { actor: administrator, staffId: leaving.id, reason: 'Left us' };
    expect(await suspendStaff(test.context, taking)).toMatchObject({ ok: true });
    expect(await rowOf(cooling)).toMatchObject({ state: 'void', cause: 'maker-suspended' });
    expect(await rowOf(waiting)).toMatchObject({ state: 'pending' });
    await test.context.db.staff.update({ where: { id: leaving.id }, data: { disabledAt: null } });
    test.pass(25 * HOUR);
    await sweepApprovals(test.context);
    expect(await test.journal()).toHaveLength(0);
  });

  it('the list says so of a newer draft too', async () => {
    const id = await asked();
    expect(await staleIn(id)).toBeNull();
    await typed(operator, await test.valuesWith(subMchid, contactOf('+85223459999')));
    expect(await staleIn(id)).toBe('edited');
  });

  it('a newer record', async () => {
    const id = await asked();
    await test.context.db.subMerchant.updateMany({ data: { version: { increment: 1 } } });
    await isVoid(id, 'record-moved');
  });

  it('its last hour', async () => {
    const id = await asked();
    test.pass(72 * HOUR);
    checker.confirmedAt = test.context.now();
    await isVoid(id, 'expired');
  });

  it('another policy', async () => {
    const id = await asked();
    await rule('sub-merchant.edit-sensitive', { stepUp: 'checker', expiryHours: 71 });
    await isVoid(id, 'policy-changed');
  });

  it('a newer ask of the same maker; the older one cannot be given any more', async () => {
    const id = await asked();
    const next = await asked(operator, contactOf('+85223459999'));
    expect(await rowOf(id)).toMatchObject({ state: 'void', cause: 'superseded' });
    expect(await say(checker, id)).toEqual(failure('conflict', 'approval-over', { state: 'void' }));
    expect(await say(checker, next)).toMatchObject({ ok: true });
  });

  it('a certificate that is no longer held: its values could not be opened', async () => {
    const id = await asked();
    await test.context.db.platformCertificate.updateMany({ data: { expireTime: new Date(0) } });
    expect(await say(checker, id)).toEqual(failure('conflict', 'approval-void', { cause: 'seal-outdated' }));
    await test.control('reset', {});
    await test.context.db.platformCertificate.updateMany({ data: { expireTime: new Date('2099-01-01') } });
  });

  it('nothing, where another request holds the record: it waits, and can be given afterwards', async () => {
    const id = await asked();
    await test.failNext({ mode: '429' });
    const edit = await typed(second, await test.valuesWith(subMchid, { shortname: 'Kites' }));
    const open = await modifySubMerchant(test.context, test.account, second, edit);
    expect(open).toMatchObject({ ok: true, value: { outcome: 'waiting' } });
    expect(await say(checker, id)).toMatchObject(failure('conflict', 'another-request-is-open'));
    expect(await rowOf(id)).toMatchObject({ state: 'pending' });
    expect(await test.context.db.approvalDecision.count()).toBe(0);
  });
});

describe('the seal', () => {
  it('is broken by whoever changes any part of it behind our back', async () => {
    const { db, vault } = test.context;
    const id = await asked(operator, { settlement_bank_number: '99988877' });
    const { request: _, ...held } = await rowOf(id);
    const file = await keepEvidence(test.context, {
      connectionId,
      actor: operator,
      fileName: 'another.png',
      bytes: Buffer.from('another file'),
    });
    if (!file.ok) throw new Error('file not kept');
    const as = (data: object) => () => db.approval.update({ where: { id }, data });
    // Every part has its case: one that is added without is no program.
    const tampered: Record<keyof Sealed, (() => Promise<unknown>)[]> = {
      deed: [as({ deed: 'request.settle' })],
      connectionId: [as({ connectionId: null })],
      object: [as({ objectId: '1900003099' }), as({ objectKind: 'request' })],
      contentSha256: [as({ content: vault.seal('{}', contentAbout(id)) })],
      changes: [as({ changes: [] })],
      maskedContent: [as({ maskedContent: {} })],
      recordVersion: [as({ recordVersion: '9' })],
      draft: [as({ draftVersion: 7 }), as({ draftId: crypto.randomUUID() }), as({ draftId: null })],
      policyKeys: [as({ policyKeys: ['sub-merchant.edit'] })],
      policy: [as({ policy: { ...(held.policy as object), stepUp: 'none' } })],
      makers: [as({ makers: [] }), as({ makers: [operator.id, second.id] })],
      reason: [as({ reason: 'another' })],
      callBack: [as({ callBack: null }), as({ callBack: vault.sealJson({ ...spoken(), at: '' }, callBackAbout(id)) })],
      evidence: [() => db.evidence.update({ where: { id: file.value.id }, data: { approvalId: id } })],
      expiresAt: [as({ expiresAt: new Date('2099-01-01') })],
    };
    for (const [part, ways] of Object.entries(tampered))
      for (const tamper of ways) {
        await tamper();
        const answer = await say(checker, id);
        expect(answer, part).toEqual(failure('conflict', 'approval-void', { cause: 'seal-broken' }));
        await db.evidence.updateMany({ data: { approvalId: null } });
        await db.approval.update({ where: { id }, data: held as never });
      }
    expect(await test.journal()).toHaveLength(0);
    expect(await say(checker, id)).toMatchObject({ ok: true });
  });

  it('that stood on the page must be the one that is there', async () => {
    const id = await asked();
    expect(await say(checker, id, 'approve', '', 'f'.repeat(64))).toEqual(failure('conflict', 'other-content'));
  });
});

describe('what else is said', () => {
  it('declining and sending back want a remark, withdrawing is the maker’s, and each ends it', async () => {
    const id = await asked();
    expect(await say(checker, id, 'decline', ' ')).toMatchObject({ ok: false, refusal: { kind: 'invalid' } });
    expect(await say(checker, id, 'withdraw')).toEqual(failure('conflict', 'not-the-maker'));
    expect(await say(checker, id, 'decline', 'Not theirs')).toMatchObject({ ok: true, value: { state: 'declined' } });
    expect(await say(checker, id)).toEqual(failure('conflict', 'approval-over', { state: 'declined' }));
    const next = await asked(operator, contactOf('+85223450002'));
    expect(await say(operator, next, 'withdraw', '')).toMatchObject({ ok: true, value: { state: 'withdrawn' } });
    expect(await test.journal()).toHaveLength(0);
  });

  it('the maker reminds once an hour', async () => {
    const id = await asked();
    expect(await remind(test.context, operator, connectionId, id)).toEqual(failure('conflict', 'reminded-lately'));
    test.pass(HOUR);
    expect(await remind(test.context, checker, connectionId, id)).toEqual(failure('conflict', 'not-the-maker'));
    expect(await remind(test.context, operator, connectionId, id)).toEqual({ ok: true, value: null });
  });

  it('the inbox of each: what waits for me, what is mine, what the team has, what is decided', async () => {
    const id = await asked();
    const of = async (actor: StaffActor) => {
      const { counts } = await listApprovals(test.context, connectionId, actor, { tab: 'team' });
      return [counts['for-me'].count, counts.mine.count, counts.team.count, counts.decided.count];
    };
    expect(await of(operator)).toEqual([0, 1, 1, 0]);
    expect(await of(checker)).toEqual([1, 0, 1, 0]);
    expect(await countForMe(test.context, connectionId, checker)).toMatchObject({ count: 1 });
    expect(await listPending(test.context, connectionId, 'sub-merchant', [subMchid])).toMatchObject([
      { id, askedBy: operator.name },
    ]);
    await test.context.db.subMerchant.updateMany({ data: { version: { increment: 1 } } });
    const { rows } = await listApprovals(test.context, connectionId, checker, { tab: 'team' });
    expect(rows).toMatchObject([{ id, connectionId, stale: 'record-moved', given: 0, needed: 1 }]);
    // Nobody can give it: it waits for nobody, and its record does not say that a change waits.
    expect(await of(checker)).toEqual([0, 0, 1, 0]);
    expect(await listPending(test.context, connectionId, 'sub-merchant', [subMchid])).toEqual([]);
    expect((await listApprovals(test.context, connectionId, checker, {})).rows).toEqual([]);
    for (const [kind, found] of [
      ['sub-merchant', 1],
      ['request', 0],
    ] as const) {
      const narrowed = await listApprovals(test.context, connectionId, checker, { kind, tab: 'team' });
      expect([narrowed.rows.length, narrowed.counts.team.count]).toEqual([found, found]);
    }
    await say(checker, id);
    expect(await of(checker)).toEqual([0, 0, 0, 1]);
  });
});

describe('what waits for me', () => {
  it.each([
    ['a newer draft', async () => typed(operator, await test.valuesWith(subMchid, contactOf('+85223459999')))],
    ['a newer record', () => test.context.db.subMerchant.updateMany({ data: { version: { increment: 1 } } })],
    ['another policy', () => rule('sub-merchant.edit-sensitive', { stepUp: 'checker', expiryHours: 71 })],
  ] as [string, () => Promise<unknown>][])('is not what is void once I try: %s', async (_, move) => {
    const id = await asked();
    const countOf = async () => (await countForMe(test.context, connectionId, checker)).count;
    expect(await countOf()).toBe(1);
    await move();
    expect(await countOf()).toBe(0);
    const { rows, counts } = await listApprovals(test.context, connectionId, checker, {});
    expect([rows, counts['for-me'].count, counts.team.count]).toEqual([[], 0, 1]);
    const seen = await getApproval(test.context, connectionId, id, checker);
    const { rows: team } = await listApprovals(test.context, connectionId, checker, { tab: 'team' });
    expect(team.map(({ stale }) => stale)).toEqual([seen?.stale]);
  });

  it('and screens hear of a draft that moved or went, so that they offer it no longer', async () => {
    const id = await asked();
    const row = await rowOf(id);
    const told: string[] = [];
    const context = {
      ...test.context,
      publish: (_: string, topic: string, ids: readonly string[]) => told.push(`${topic} ${ids}`),
    };
    await announceApprovalsOf(context, row.draftId ?? '');
    expect(told).toContain(`approvals ${id}`);
  });
});

describe('a cool-off', () => {
  beforeEach(() => rule('sub-merchant.settlement-account', { coolOffHours: 24 }));
  const change = { settlement_bank_number: '99988877' };

  it('lets it leave when it is over, as it was approved, and not before', async () => {
    const id = await asked(operator, change);
    expect(await say(checker, id)).toMatchObject({ ok: true, value: { state: 'approved', sent: null } });
    test.pass(23 * HOUR);
    expect(await sweepApprovals(test.context)).toBe(0);
    expect(await test.journal()).toHaveLength(0);
    test.pass(HOUR);
    expect(await sweepApprovals(test.context)).toBe(1);
    expect(await rowOf(id)).toMatchObject({ state: 'carried-out', request: { outcome: 'accepted' } });
    expect(await sweepApprovals(test.context)).toBe(0);
  });

  it('can be used to stop it, by its maker or by who could approve', async () => {
    const id = await asked(operator, change);
    await say(checker, id);
    expect(await say(other, id, 'withdraw', 'They called again')).toMatchObject({
      ok: true,
      value: { state: 'withdrawn' },
    });
    test.pass(25 * HOUR);
    expect(await sweepApprovals(test.context)).toBe(0);
  });

  it('ends in nothing where the record moved meanwhile', async () => {
    const id = await asked(operator, change);
    await say(checker, id);
    await test.context.db.subMerchant.updateMany({ data: { version: { increment: 1 } } });
    test.pass(24 * HOUR);
    expect(await sweepApprovals(test.context)).toBe(1);
    expect(await rowOf(id)).toMatchObject({ state: 'void', cause: 'record-moved' });
  });

  it('what nobody approved in time is void without anybody looking', async () => {
    const id = await asked();
    test.pass(72 * HOUR);
    await sweepApprovals(test.context);
    expect(await rowOf(id)).toMatchObject({ state: 'void', cause: 'expired' });
    expect(await trail('approval.void')).toMatchObject([{ actorKind: 'system' }]);
  });
});

describe('what is over for thirty days', () => {
  it('loses what is sealed of it, and keeps what was seen and said', async () => {
    const id = await asked();
    await say(checker, id);
    const waiting = await asked(second, contactOf('+85223450002'));
    test.pass(31 * 24 * HOUR);
    expect((await purgeKind(test.context, 'approval-content')).purged).toBe(1);
    expect(await rowOf(id)).toMatchObject({ content: null, payload: null, state: 'carried-out' });
    expect((await getApproval(test.context, connectionId, id, checker))?.changes).toHaveLength(1);
    expect((await rowOf(waiting)).content).not.toBeNull();
  });
});

describe('a cap of a day', () => {
  it('is what one person may ask for', async () => {
    await rule('sub-merchant.edit-sensitive', { dailyCap: 2 });
    await asked();
    await asked(operator, contactOf('+85223450002'));
    expect(await askAs(operator, contactOf('+85223450003'))).toEqual(
      failure('conflict', 'daily-cap-reached', { cap: 2 }),
    );
    test.pass(24 * HOUR);
    await asked(operator, contactOf('+85223450003'));
  });

  const sendAs = async (actor: StaffActor, shortname: string, objectId = subMchid) => {
    const values = await test.valuesWith(objectId, { shortname });
    const edit = await typed(actor, values, objectId);
    return modifySubMerchant(test.context, test.account, actor, edit);
  };

  it('holds against any number of tabs that send at once', async () => {
    await rule('sub-merchant.edit', { people: 1, dailyCap: 1 });
    const ids = world.filter(({ sub_mchid }) => sub_mchid !== subMchid).slice(0, 3);
    for (const { sub_mchid } of ids) await holdSubMerchant(test.context, connectionId, sub_mchid, wholeRecord);
    const all = [subMchid, ...ids.map(({ sub_mchid }) => sub_mchid)];
    const answers = await Promise.all(all.map((objectId) => sendAs(operator, 'Kites', objectId)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter(({ ok }) => !ok)).toEqual(
      Array.from({ length: 3 }, () => failure('conflict', 'daily-cap-reached', { cap: 1 })),
    );
    expect(await test.context.db.platformRequest.count()).toBe(1);
    // Somebody else has a day of their own.
    expect(await sendAs(second, 'Kites', all[3])).not.toMatchObject({ refusal: { rule: 'daily-cap-reached' } });
  });

  it('is counted by the row: what is asked under another one takes nothing of it', async () => {
    await rule('sub-merchant.edit', { people: 1, dailyCap: 1 });
    await rule('sub-merchant.edit-sensitive', { dailyCap: 2 });
    await asked();
    await asked(operator, contactOf('+85223450002'));
    expect(await sendAs(operator, 'Kites')).toMatchObject({ ok: true });
    expect(await sendAs(operator, 'More kites')).toEqual(failure('conflict', 'daily-cap-reached', { cap: 1 }));
    expect(await askAs(operator, contactOf('+85223450003'))).toEqual(
      failure('conflict', 'daily-cap-reached', { cap: 2 }),
    );
    // Asked for though one person may send it: it is one of that row all the same.
    test.pass(24 * HOUR);
    await asked(operator, { shortname: 'Kites of today' });
    expect(await sendAs(operator, 'More kites')).toEqual(failure('conflict', 'daily-cap-reached', { cap: 1 }));
  });
});

describe('whatever happens in whatever order', () => {
  /** What a checker saw and approved, by hash; the only bodies that may ever leave. */
  type Step =
    | { do: 'type'; who: number; phone: number }
    | { do: 'ask'; who: number }
    | { do: 'send'; who: number }
    | { do: 'say'; who: number; verdict: Verdict }
    | { do: 'move' }
    | { do: 'pass'; hours: number }
    | { do: 'discard'; who: number }
    | { do: 'fall'; who: number; how: 'suspended' | 'role' }
    | { do: 'return'; who: number }
    | { do: 'sweep' };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ do: fc.constant('type' as const), who: fc.nat(1), phone: fc.nat(9) }),
    fc.record({ do: fc.constant('ask' as const), who: fc.nat(1) }),
    fc.record({ do: fc.constant('send' as const), who: fc.nat(1) }),
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('say' as const),
        who: fc.nat(3),
        verdict: fc.constantFrom<Verdict>('approve', 'approve', 'decline', 'send-back', 'withdraw'),
      }),
    },
    fc.constant({ do: 'move' as const }),
    fc.record({ do: fc.constant('discard' as const), who: fc.nat(1) }),
    fc.record({ do: fc.constant('pass' as const), hours: fc.constantFrom(1, 30, 80) }),
    fc.constant({ do: 'sweep' as const }),
    fc.record({
      do: fc.constant('fall' as const),
      // The checkers, and the maker who is one too.
      who: fc.constantFrom(1, 2, 3),
      how: fc.constantFrom('suspended' as const, 'role' as const),
    }),
    fc.record({ do: fc.constant('return' as const), who: fc.constantFrom(1, 2, 3) }),
  );

  const policy = fc.record({ coolOffHours: fc.constantFrom(0, 2), people: fc.constantFrom(2, 3) });

  it('nothing leaves but the bytes that those saw who approved them and still may', async () => {
    let leftInAll = 0;
    await fc.assert(
      fc.asyncProperty(policy, fc.array(step, { minLength: 2, maxLength: 10 }), async (policy, steps) => {
        await clear();
        await rule('sub-merchant.edit-sensitive', policy);
        // Who said yes to what and has not fallen since: the only words that may let anything leave.
        const words = new Map<string, Set<string>>();
        const fallen = new Set<string>();
        const left = new Set<string>();
        const people = [operator, second, checker, other];
        const edits = new Map<string, Awaited<ReturnType<typeof typed>>>();
        const seen = new Map<string, string>();
        const begun: Step[] = [
          { do: 'type', who: 0, phone: 0 },
          { do: 'ask', who: 0 },
        ];
        for (const one of [...begun, ...steps]) {
          for (const each of people) each.confirmedAt = test.context.now();
          const actor = 'who' in one ? people[one.who] : undefined;
          if (one.do === 'move') await test.context.db.subMerchant.updateMany({ data: { version: { increment: 1 } } });
          if (one.do === 'pass') test.pass(one.hours * HOUR);
          if (one.do === 'sweep') await sweepApprovals(test.context);
          if (one.do === 'fall' && actor) {
            await test.context.db.staff.update({
              where: { id: actor.id },
              data: one.how === 'role' ? { roles: ['support'] } : { disabledAt: test.context.now() },
            });
            fallen.add(actor.id);
            for (const said of words.values()) said.delete(actor.id);
            // As suspending does.
            await sweepApprovals(test.context, actor.id);
          }
          if (one.do === 'return' && actor) {
            await stand(actor);
            fallen.delete(actor.id);
          }
          if (!actor) continue;
          if (one.do === 'discard') await dropDraft(test.context.db, draftPlace(connectionId, subMchid, actor.id));
          if (one.do === 'type')
            edits.set(
              actor.id,
              await typed(actor, await test.valuesWith(subMchid, contactOf(`+8522345000${one.phone}`))),
            );
          const edit = edits.get(actor.id);
          if (one.do === 'ask' && edit) await askToModify(test.context, test.account, actor, { ...edit, reason: 'r' });
          if (one.do === 'send' && edit) await modifySubMerchant(test.context, test.account, actor, edit);
          if (one.do === 'say') {
            const latest = await test.context.db.approval.findFirst({ orderBy: [{ askedAt: 'desc' }, { id: 'desc' }] });
            if (!latest) continue;
            const page = await getApproval(test.context, connectionId, latest.id, actor);
            const said = await say(actor, latest.id, one.verdict, 'r', page?.seal);
            if (said.ok && one.verdict === 'approve') {
              expect(fallen.has(actor.id)).toBe(false);
              seen.set(latest.id, page?.contentSha256 ?? '');
              words.set(latest.id, (words.get(latest.id) ?? new Set()).add(actor.id));
            }
          }
          for (const { approvalId } of await test.context.db.platformRequest.findMany()) {
            if (approvalId === null || left.has(approvalId)) continue;
            left.add(approvalId);
            expect(words.get(approvalId)?.size).toBe(policy.people - 1);
          }
        }
        const requests = await test.context.db.platformRequest.findMany();
        leftInAll += requests.filter(({ approvalId }) => approvalId !== null).length;
        for (const request of requests) {
          // What was accepted and is typed once more differs in nothing: that one person may send.
          if (request.approvalId === null) {
            expect(request.changes).toEqual([]);
            continue;
          }
          expect(seen.get(request.approvalId)).toBe(request.bytesSha256);
          const bytes = request.bytes && test.context.vault.open(request.bytes, bytesAbout(request.id));
          expect(bytes && sha256(bytes)).toBe(request.bytesSha256);
          const row = await rowOf(request.approvalId);
          const approvals = await test.context.db.approvalDecision.findMany({
            where: { approvalId: row.id, verdict: 'approve' },
          });
          expect(approvals.some(({ staffId }) => row.makers.includes(staffId))).toBe(false);
        }
        const sent = new Set(requests.map(({ bytesSha256 }) => bytesSha256));
        expect((await test.journal()).every(({ bodySha256 }) => sent.has(bodySha256))).toBe(true);
      }),
      { numRuns: 60 },
    );
    // Some of the ways must lead out, or nothing was looked at.
    expect(leftInAll).toBeGreaterThan(0);
  }, 120_000);
});
