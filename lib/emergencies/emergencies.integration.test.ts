// Break-glass over the real database and the real sandbox: who may begin it, what it reaches, that the seal and the one
// request stand as ever, that it ends by itself, and that somebody else is told.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decide } from '@/lib/approvals/decide';
import type { StaffActor } from '@/lib/approvals/deed';
import { getApproval } from '@/lib/approvals/queries';
import { saveDraft } from '@/lib/drafts/drafts';
import { world } from '@/lib/sandbox/world';
import { suspendStaff } from '@/lib/staff/suspend';
import { askToModify } from '@/lib/sub-merchants/modify';
import { draftPlace } from '@/lib/sub-merchants/operation';
import type { EditValues } from '@/lib/sub-merchants/schema';
import type { TestWorld } from '@/lib/testing/world';
import { holdSubMerchant, newPerson, openTestWorld, sampleRecord } from '@/lib/testing/world';
import { beginEmergency, endEmergency, getEmergency, readEmergency, sweepEmergencies } from './emergencies';

const MINUTE = 60_000;
const subMchid =
  world.find(({ pageOnly, status }) => !pageOnly && status.sub_merchant_status === 'OPERATING')?.sub_mchid ?? '';
const typed = {
  reason: 'Its page takes money for another company by now',
  tried: 'Rang up both checkers twice, and the administrator',
};

let test: TestWorld;
let connectionId: string;
let operator: StaffActor;
let checker: StaffActor;
let auditor: StaffActor;
let at: Date;
const context = () => ({ ...test.context, now: () => at });
const later = (minutes: number) => {
  at = new Date(at.getTime() + minutes * MINUTE);
  operator.confirmedAt = at;
};

beforeAll(async () => {
  test = await openTestWorld();
  connectionId = test.account.connection.id;
});
afterAll(() => test.close());
beforeEach(async () => {
  const { db } = test.context;
  at = test.context.now();
  await test.control('reset', {});
  await db.emergency.deleteMany();
  await db.objectLock.deleteMany();
  await db.requestTry.deleteMany();
  await db.platformRequest.deleteMany();
  await db.approvalDecision.deleteMany();
  await db.approval.deleteMany();
  await db.policyRule.deleteMany();
  await db.draft.deleteMany();
  await db.subMerchant.deleteMany();
  await db.staff.updateMany({ data: { disabledAt: at } });
  [operator, checker, auditor] = [
    await newPerson(test.context, 'operator'),
    await newPerson(test.context, 'checker'),
    await newPerson(test.context, 'auditor'),
  ];
  operator.confirmedAt = at;
  await holdSubMerchant(
    test.context,
    connectionId,
    subMchid,
    { ...sampleRecord, registration_certificate_copy: 'copy1', 'business.app_download': 'https://a.example/app' },
    { domains: ['shop.example'] },
  );
});

/** Asks for an edit that needs a second person. */
async function asked(change: Partial<EditValues> = { contact: { name: '', phone: '+85223450000', email: '' } }) {
  const values = await test.valuesWith(subMchid, change);
  const place = draftPlace(connectionId, subMchid, operator.id);
  const { version: baseVersion } = await test.baseOf(subMchid);
  const saved = await saveDraft(context(), place, { version: null, baseVersion, content: { values } });
  if (!saved.ok) throw new Error('draft not saved');
  const draft = { id: saved.value.id, version: saved.value.version };
  const answer = await askToModify(context(), test.account, operator, {
    ...{ subMchid, draft, baseVersion, values, reason: 'The sub-merchant wrote to us' },
    callBack: {
      'spoke-to': 'Sample Director',
      'number-from': 'our-records',
      at: new Date(at.getTime() - 60 * MINUTE).toISOString(),
      confirmed: true,
    },
  });
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal));
  return answer.value.approvalId;
}
const begin = (approvalId: string, more: Partial<typeof typed> & { actor?: StaffActor } = {}) =>
  beginEmergency(context(), { account: test.account, actor: operator, approvalId, ...typed, ...more });
const rowOf = (id: string) => test.context.db.approval.findUniqueOrThrow({ where: { id } });
const approve = async (approvalId: string, seal?: string) =>
  decide(context(), operator, connectionId, {
    ...{ approvalId, verdict: 'approve', remark: '' },
    seal: seal ?? (await rowOf(approvalId)).seal,
  });
const trail = async (emergencyId: string) =>
  (
    await test.context.db.auditEntry.findMany({
      where: { action: { startsWith: 'emergency.' }, data: { path: ['emergencyId'], equals: emergencyId } },
      orderBy: { id: 'asc' },
    })
  ).map(({ action }) => action);
const refusedBy = (rule: string) => ({ ok: false, refusal: { kind: 'conflict', rule } });
const toldTo = (reader: StaffActor) => getEmergency(context(), connectionId, reader);

describe('an emergency', () => {
  it('lets its maker approve their own request alone: the sealed bytes leave once, under their key', async () => {
    const approvalId = await asked();
    expect(await approve(approvalId)).toMatchObject(refusedBy('own-approval'));
    later(16);
    expect(await begin(approvalId)).toMatchObject({
      ok: true,
      value: { endsAt: new Date(at.getTime() + 60 * MINUTE).toISOString() },
    });
    expect(await getApproval(context(), connectionId, approvalId, operator as never)).toMatchObject({
      emergency: 'stands',
      hindrance: null,
    });
    const { contentSha256 } = await rowOf(approvalId);
    expect(await approve(approvalId, 'another')).toMatchObject(refusedBy('other-content'));
    const done = await approve(approvalId);
    expect(done).toMatchObject({ ok: true, value: { state: 'carried-out' } });
    const requests = await test.context.db.platformRequest.findMany();
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ approvalId, bytesSha256: contentSha256 });
    // Pressed again, it is over: nothing leaves twice.
    expect(await approve(approvalId)).toMatchObject(refusedBy('approval-over'));
    expect(await test.context.db.platformRequest.count()).toBe(1);
    expect(await toldTo(checker)).toMatchObject({ deeds: 1, isOver: false, reason: typed.reason });
  });

  it('is told to everybody while it stands, and to who reads the trail until one of them has read of it', async () => {
    const approvalId = await asked();
    later(16);
    await begin(approvalId);
    await approve(approvalId);
    for (const reader of [operator, checker]) expect(await toldTo(reader)).toMatchObject({ mayRead: false });
    expect(await toldTo(auditor)).toMatchObject({ mayRead: true, mayEnd: true, isOver: false });
    later(61);
    expect(await sweepEmergencies(context())).toBe(1);
    expect(await sweepEmergencies(context())).toBe(0);
    for (const reader of [operator, checker]) expect(await toldTo(reader)).toBeNull();
    const told = await toldTo(auditor);
    expect(told).toMatchObject({ isOver: true, deeds: 1 });
    const about = { account: test.account, emergencyId: told?.id ?? '' };
    expect(await readEmergency(context(), { ...about, actor: operator })).toMatchObject(refusedBy('emergency-read'));
    expect(await readEmergency(context(), { ...about, actor: auditor })).toMatchObject({ ok: true });
    expect(await toldTo(auditor)).toBeNull();
    expect(await trail(about.emergencyId)).toEqual([
      'emergency.begun',
      'emergency.used',
      'emergency.ended',
      'emergency.read',
    ]);
  });

  it('ends by itself to the second, whether or not anybody has written that down', async () => {
    const approvalId = await asked();
    later(16);
    await begin(approvalId);
    later(59);
    expect(await toldTo(checker)).not.toBeNull();
    later(1);
    expect(await toldTo(checker)).toBeNull();
    expect(await approve(approvalId)).toMatchObject(refusedBy('own-approval'));
    expect(await test.context.db.platformRequest.count()).toBe(0);
  });

  it('ends at once by its maker, by who decides or reads the trail, and with the suspension of its maker', async () => {
    const approvalId = await asked();
    later(16);
    await begin(approvalId);
    const about = { account: test.account, emergencyId: (await toldTo(checker))?.id ?? '' };
    const support = await newPerson(test.context, 'support');
    expect(await endEmergency(context(), { ...about, actor: support })).toMatchObject({ ok: false });
    expect(await endEmergency(context(), { ...about, actor: checker })).toMatchObject({ ok: true });
    expect(await endEmergency(context(), { ...about, actor: checker })).toMatchObject(refusedBy('emergency-over'));
    expect(await approve(approvalId)).toMatchObject(refusedBy('own-approval'));
    later(1);
    expect(await begin(approvalId)).toMatchObject({ ok: true });
    const administrator = await newPerson(test.context, 'administrator');
    await suspendStaff(context(), { actor: administrator, staffId: operator.id, reason: 'Left' });
    expect(await sweepEmergencies(context())).toBe(1);
    const [last] = await test.context.db.emergency.findMany({ orderBy: { beganAt: 'desc' } });
    expect(last).toMatchObject({ endedCause: 'suspended' });
  });
});

describe('an emergency does not begin', () => {
  it('before the request has waited, over somebody else’s, or over one that it does not reach', async () => {
    const approvalId = await asked();
    later(14);
    expect(await begin(approvalId)).toMatchObject(refusedBy('no-waiting-request'));
    later(2);
    checker.confirmedAt = at;
    expect(await begin(approvalId, { actor: checker })).toMatchObject(refusedBy('no-waiting-request'));
    expect(await begin(crypto.randomUUID())).toMatchObject(refusedBy('no-waiting-request'));
    const account = await asked({ settlement_bank_number: '1234567890' } as never).catch(() => null);
    if (account !== null) {
      later(16);
      expect(await begin(account)).toMatchObject(refusedBy('no-waiting-request'));
    }
  });

  it('without a proof, without a reason, where nobody could be told, or oftener than the policy lets', async () => {
    const approvalId = await asked();
    later(16);
    operator.confirmedAt = null;
    expect(await begin(approvalId)).toMatchObject(refusedBy('step-up-needed'));
    operator.confirmedAt = at;
    expect(await begin(approvalId, { reason: 'urgent' })).toMatchObject({ ok: false, refusal: { kind: 'invalid' } });
    expect(await begin(approvalId, { tried: ' '.repeat(40) })).toMatchObject({
      ok: false,
      refusal: { kind: 'invalid' },
    });
    const { db } = test.context;
    await db.staff.update({ where: { id: auditor.id }, data: { disabledAt: at } });
    expect(await begin(approvalId)).toMatchObject(refusedBy('nobody-to-tell'));
    await db.staff.update({ where: { id: auditor.id }, data: { disabledAt: null } });
    for (let n = 0; n < 2; n += 1) {
      expect(await begin(approvalId)).toMatchObject({ ok: true });
      expect(await begin(approvalId)).toMatchObject(refusedBy('emergency-stands'));
      await db.emergency.updateMany({ data: { endedAt: at, endedCause: 'by-hand' } });
    }
    expect(await begin(approvalId)).toMatchObject(refusedBy('daily-cap-reached'));
  });

  it('twice at once', async () => {
    const approvalId = await asked();
    later(16);
    const answers = await Promise.all([begin(approvalId), begin(approvalId)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await test.context.db.emergency.count()).toBe(1);
  });
});
