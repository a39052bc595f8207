// What two people know of an unknown, and of a state that nobody told us: with a file that shows it, and never alone.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepEvidence, openEvidence, purgeLooseEvidence } from '@/lib/evidence/evidence';
import { EVIDENCE_BYTES_MAX } from '@/lib/evidence/rules';
import { drainOnce } from '@/lib/requests/drain';
import { getRequestDetail } from '@/lib/requests/queries';
import { settleRequest } from '@/lib/requests/settle-deed';
import { world } from '@/lib/sandbox/world';
import { changeStaffRoles } from '@/lib/staff/operation';
import { recordH5State } from '@/lib/sub-merchants/h5-deed';
import { modifySubMerchant } from '@/lib/sub-merchants/modify';
import { getFieldHistory, getSubMerchant } from '@/lib/sub-merchants/queries';
import type { TestWorld } from '@/lib/testing/world';
import { holdSubMerchant, newPerson, openTestWorld } from '@/lib/testing/world';
import { decide } from './decide';
import type { StaffActor, Wanted } from './deed';
import { listApprovals } from './list';
import { perform } from './perform';
import { getApproval } from './queries';

const HOUR = 60 * 60_000;
const subMchid =
  world.find(({ pageOnly, status }) => !pageOnly && status.sub_merchant_status === 'OPERATING')?.sub_mchid ?? '';

let test: TestWorld;
let connectionId: string;
let operator: StaffActor;
let checker: StaffActor;

beforeAll(async () => {
  test = await openTestWorld();
  connectionId = test.account.connection.id;
  operator = await newPerson(test.context, 'operator');
  checker = await newPerson(test.context, 'checker');
});
afterAll(() => test.close());
beforeEach(async () => {
  const { db } = test.context;
  await test.control('reset', {});
  await db.objectLock.deleteMany();
  await db.requestTry.deleteMany();
  await db.platformRequest.deleteMany();
  await db.evidence.deleteMany();
  await db.approvalDecision.deleteMany();
  await db.approval.deleteMany();
  await db.subMerchant.deleteMany();
  await holdSubMerchant(test.context, connectionId, subMchid);
});

const picture = Buffer.from('what the platform showed');
async function evidence(actor: StaffActor = operator): Promise<string> {
  const kept = await keepEvidence(test.context, { connectionId, actor, fileName: 'shown.png', bytes: picture });
  if (!kept.ok) throw new Error(JSON.stringify(kept.refusal));
  return kept.value.id;
}
const wanted = (objectId: string, input: unknown, files: string[]): Wanted => ({
  account: test.account,
  actor: operator,
  objectId,
  input,
  intent: crypto.randomUUID(),
  reason: 'Seen on the platform’s page',
  evidence: files,
});
/** What staff saw just now in the platform's backend, unless something else is said. */
const seen = (input: object) => ({
  seenAt: test.context.now().toISOString(),
  seenWhere: 'backend',
  seenWhereText: '',
  rejectDetail: '',
  ...input,
});
const sealOf = async (id: string) => (await test.context.db.approval.findUniqueOrThrow({ where: { id } })).seal;
const approve = async (id: string) =>
  decide(test.context, checker, connectionId, {
    approvalId: id,
    verdict: 'approve',
    remark: '',
    seal: await sealOf(id),
  });
const askedFor = async (answer: ReturnType<typeof perform>): Promise<string> => {
  const performed = await answer;
  if (!performed.ok || performed.value.kind !== 'asked') throw new Error(JSON.stringify(performed));
  return performed.value.approvalId;
};

describe('the roles of somebody', () => {
  it('are asked for under their e-mail address, which says whose they are', async () => {
    const { context, account } = test;
    const [first, second, person] = [
      await newPerson(context, 'administrator'),
      await newPerson(context, 'administrator'),
      await newPerson(context, 'operator'),
    ];
    const approvalId = await askedFor(
      perform(context, changeStaffRoles, {
        account: null,
        actor: first,
        objectId: person.id,
        input: { roles: ['support'] },
        intent: crypto.randomUUID(),
        reason: 'Another team',
      }),
    );
    const shownId = `${person.id}@practice.example`;
    expect(await getApproval(context, account.connection.id, approvalId, second)).toMatchObject({ shownId });
    const { rows } = await listApprovals(context, account.connection.id, second, {});
    expect(rows.find(({ id }) => id === approvalId)).toMatchObject({ shownId });
  });
});

describe('an unknown', () => {
  async function unknown() {
    await test.failNext({ mode: 'cut-after' });
    const sent = await modifySubMerchant(test.context, test.account, operator, {
      subMchid,
      draft: await test.keptDraft(subMchid, operator.id),
      baseVersion: 1,
      values: await test.valuesWith(subMchid, { shortname: 'Kites' }),
    });
    if (!sent.ok) throw new Error(JSON.stringify(sent.refusal));
    expect(sent.value.outcome).toBe('unknown');
    return sent.value.requestId;
  }
  const settle = (id: string, outcome: string, files: string[]) =>
    perform(test.context, settleRequest, wanted(id, { outcome }, files));
  const requestOf = (id: string) => test.context.db.platformRequest.findUniqueOrThrow({ where: { id } });

  it.each([
    ['accepted', 2, 'Kites'],
    ['refused', 1, 'Harbour Kite Books'],
  ])('is settled as %s by two people and a file, and the record is free again', async (outcome, version, shortname) => {
    const id = await unknown();
    const approvalId = await askedFor(settle(id, outcome, [await evidence()]));
    expect(await requestOf(id)).toMatchObject({ outcome: 'unknown' });
    expect(await approve(approvalId)).toMatchObject({ ok: true, value: { state: 'carried-out', sent: null } });
    expect(await requestOf(id)).toMatchObject({ outcome, settledHow: 'evidence', wasUnknown: true, nextTryAt: null });
    expect(await test.context.db.subMerchant.findFirstOrThrow()).toMatchObject({ version, shortname });
    expect(await test.context.db.objectLock.count()).toBe(0);
    const entry = await test.context.db.auditEntry.findFirstOrThrow({
      where: { action: 'request.settled', requestId: id },
    });
    expect(entry).toMatchObject({ actorId: operator.id, reason: 'Seen on the platform’s page', outcome });
    expect(await getRequestDetail(test.context, test.account, id)).toMatchObject({
      approved: null,
      settledBy: { approvalId, askedBy: operator.name, names: [checker.name] },
    });
    test.pass(HOUR);
    expect(await drainOnce(test.context)).toBe(0);
  });

  it('the checker sees by its reference which request it is, and what was sent; personal values masked', async () => {
    const id = await unknown();
    const { reference } = await requestOf(id);
    const approvalId = await askedFor(settle(id, 'refused', [await evidence()]));
    const seen = await getApproval(test.context, test.account.connection.id, approvalId, checker);
    expect(seen).toMatchObject({
      shownId: reference,
      about: {
        reference,
        objectKind: 'sub-merchant',
        objectId: subMchid,
        changes: [{ path: 'shortname', from: 'Harbour Kite Books', to: 'Kites' }],
        maskedBody: { shortname: 'Kites' },
      },
    });
    expect(JSON.stringify(seen)).not.toContain('Sample Contact');
    const { rows } = await listApprovals(test.context, test.account.connection.id, checker, {});
    expect(rows.find((row) => row.id === approvalId)).toMatchObject({ shownId: reference });
  });

  it('is not settled without a file, nor by one person', async () => {
    const id = await unknown();
    expect(await settle(id, 'accepted', [])).toMatchObject({
      ok: false,
      refusal: { kind: 'invalid', issues: [{ path: 'evidence', rule: 'evidence-missing' }] },
    });
    await test.context.db.policyRule.create({
      data: {
        key: 'by-hand',
        approvers: ['checker'],
        people: 1,
        stepUp: 'none',
        expiryHours: 1,
        coolOffHours: 0,
        updatedAt: test.context.now(),
      },
    });
    await askedFor(settle(id, 'accepted', [await evidence()]));
    await test.context.db.policyRule.deleteMany();
    expect(await requestOf(id)).toMatchObject({ outcome: 'unknown' });
  });

  it('that an answer settles first voids what was asked for', async () => {
    const id = await unknown();
    const approvalId = await askedFor(settle(id, 'refused', [await evidence()]));
    test.pass(60_000);
    await drainOnce(test.context);
    expect(await requestOf(id)).toMatchObject({ outcome: 'accepted' });
    expect(await approve(approvalId)).toMatchObject({
      ok: false,
      refusal: { rule: 'approval-void', params: { cause: 'record-moved' } },
    });
    expect(await requestOf(id)).toMatchObject({ outcome: 'accepted', settledHow: 'repeat' });
  });

  it('that repeats meanwhile and stays unknown keeps what was asked for', async () => {
    const id = await unknown();
    const approvalId = await askedFor(settle(id, 'refused', [await evidence()]));
    await test.failNext({ mode: 'cut-before' });
    test.pass(60_000);
    await drainOnce(test.context);
    expect(await requestOf(id)).toMatchObject({ outcome: 'unknown', tries: 2 });
    expect(await approve(approvalId)).toMatchObject({ ok: true });
  });
});

describe('a state that staff saw', () => {
  type Seen = { state: string; seenAt?: string; seenWhere?: string; seenWhereText?: string; rejectDetail?: string };
  const record = (input: Seen, files: string[]) =>
    perform(test.context, recordH5State, wanted(subMchid, seen(input), files));

  it('is recorded by two people, as seen by staff, at the time at which it was seen', async () => {
    const seenAt = new Date(test.context.now().getTime() - 60_000).toISOString();
    const held = await test.context.db.subMerchant.findFirstOrThrow();
    await test.context.db.subMerchant.updateMany({
      data: { h5StateAsOf: new Date(held.h5StateAsOf.getTime() - HOUR) },
    });
    const files = [await evidence()];
    const approvalId = await askedFor(
      record({ state: 'REJECTED', seenAt, rejectDetail: 'The page has no price', seenWhere: 'phone' }, files),
    );
    // The checker reads where it was seen, and that nobody held a reviewer's words before.
    expect((await getApproval(test.context, connectionId, approvalId, checker))?.changes).toEqual([
      { path: 'h5_authorization_state', kind: 'changed', from: 'APPROVED', to: 'REJECTED' },
      { path: 'h5_state_as_of', kind: 'changed', from: expect.any(String), to: seenAt },
      { path: 'seen_where', kind: 'added', from: null, to: 'phone' },
      { path: 'reject_detail', kind: 'added', from: null, to: 'The page has no price' },
    ]);
    expect(await approve(approvalId)).toMatchObject({ ok: true });
    expect(await test.context.db.subMerchant.findFirstOrThrow()).toMatchObject({
      h5State: 'REJECTED',
      h5StateHow: 'staff',
      h5StateAsOf: new Date(seenAt),
      h5RejectDetail: 'The page has no price',
      version: 2,
    });
    const approved = { approvalId, askedBy: operator.name, names: [checker.name] };
    expect((await getSubMerchant(test.context, connectionId, subMchid))?.h5).toMatchObject({
      how: 'staff',
      proof: { kind: 'approval', id: approvalId },
      approved,
    });
    expect(await getFieldHistory(test.context, connectionId, subMchid)).toMatchObject(
      Array.from({ length: 4 }, () => ({ how: 'sub-merchant.h5-recorded', actorName: operator.name, approved })),
    );
  });

  it('is recorded with the place where it was seen, in words where no other fits, and never without', async () => {
    const files = [await evidence()];
    expect(await record({ state: 'REJECTED', seenWhere: '' }, files)).toMatchObject({ ok: false });
    expect(await record({ state: 'REJECTED', seenWhere: 'other', seenWhereText: ' ' }, files)).toMatchObject({
      ok: false,
      refusal: { issues: [{ path: 'seenWhereText', rule: 'required' }] },
    });
    const held = await test.context.db.subMerchant.findFirstOrThrow();
    await test.context.db.subMerchant.update({
      where: { id: held.id },
      data: { h5StateAsOf: new Date(held.h5StateAsOf.getTime() - HOUR) },
    });
    await approve(await askedFor(record({ state: 'REJECTED', seenWhere: 'other', seenWhereText: 'A letter' }, files)));
    const entry = await test.context.db.auditEntry.findFirstOrThrow({
      where: { action: 'sub-merchant.h5-recorded' },
      orderBy: { id: 'desc' },
    });
    expect(entry.data).toMatchObject({ seenWhere: 'A letter' });
  });

  it('in the future, or older than what is known, is no news', async () => {
    const files = [await evidence()];
    const later = new Date(test.context.now().getTime() + HOUR).toISOString();
    const issue = (rule: string) => ({ ok: false, refusal: { issues: [{ path: 'seenAt', rule }] } });
    expect(await record({ state: 'REJECTED', seenAt: later }, files)).toMatchObject(issue('in-the-future'));
    expect(await record({ state: 'REJECTED', seenAt: '2020-01-01T00:00:00Z' }, files)).toMatchObject(
      issue('older-than-known'),
    );
  });
});

describe('a file', () => {
  it('is sealed at rest, opened by whoever may look at approvals once one names it, and each look is in the trail', async () => {
    const id = await evidence();
    const row = await test.context.db.evidence.findUniqueOrThrow({ where: { id } });
    expect(Buffer.from(row.content ?? []).includes(picture)).toBe(false);
    expect(await openEvidence(test.context, connectionId, checker, id)).toBeNull();
    const approvalId = await askedFor(
      perform(test.context, recordH5State, wanted(subMchid, seen({ state: 'REJECTED' }), [id])),
    );
    expect(await openEvidence(test.context, connectionId, checker, id)).toEqual({
      fileName: 'shown.png',
      bytes: picture,
    });
    expect(await openEvidence(test.context, crypto.randomUUID(), checker, id)).toBeNull();
    expect((await getApproval(test.context, connectionId, approvalId, checker))?.evidence).toMatchObject([{ id }]);
    const looks = await test.context.db.auditEntry.findMany({ where: { action: 'evidence.opened', objectId: id } });
    expect(looks).toMatchObject([{ actorId: checker.id }]);
  });

  it('of another person, or already named, goes with nothing; another file voids the seal', async () => {
    const theirs = await evidence(checker);
    const input = seen({ state: 'REJECTED' });
    expect(await perform(test.context, recordH5State, wanted(subMchid, input, [theirs]))).toMatchObject({ ok: false });
    const id = await evidence();
    const approvalId = await askedFor(perform(test.context, recordH5State, wanted(subMchid, input, [id])));
    await test.context.db.evidence.update({ where: { id: await evidence() }, data: { approvalId } });
    expect(await approve(approvalId)).toMatchObject({ refusal: { params: { cause: 'seal-broken' } } });
  });

  it('is at most 2 MB, not empty, and swept after a day where nothing names it', async () => {
    const keep = (bytes: Buffer) => keepEvidence(test.context, { connectionId, actor: operator, fileName: 'x', bytes });
    const issue = (rule: string) => ({ ok: false, refusal: { issues: [{ rule }] } });
    expect(await keep(Buffer.alloc(0))).toMatchObject(issue('file-empty'));
    expect(await keep(Buffer.alloc(EVIDENCE_BYTES_MAX + 1))).toMatchObject(issue('file-too-large'));
    expect(await keep(Buffer.alloc(EVIDENCE_BYTES_MAX))).toMatchObject({ ok: true });
    test.pass(25 * HOUR);
    expect(await purgeLooseEvidence(test.context)).toBe(1);
    for (let n = 0; n < 20; n += 1) await evidence();
    expect(await keep(picture)).toMatchObject({ ok: false, refusal: { rule: 'too-many-files' } });
  });
});
