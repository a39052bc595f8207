// Looks at personal values: one at a time, with a reason, counted over all tabs, capped by the policy, in the trail
// without the value.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { writePenalty } from '@/lib/applications/penalty';
import type { StaffActor } from '@/lib/approvals/deed';
import { askApproval } from '@/lib/approvals/perform';
import { sealRecord } from '@/lib/deductions/keep';
import { loadPolicy } from '@/lib/policies/policies';
import { modifySubMerchantOperation } from '@/lib/sub-merchants/operation';
import type { TestWorld } from '@/lib/testing/world';
import { holdContract, holdSubMerchant, newPerson, openTestWorld, sampleRecord } from '@/lib/testing/world';
import { listLooks } from './queries';
import type { LookInput } from './schema';
import { lookInput } from './schema';
import { showValue } from './show';

let test: TestWorld;
let connectionId: string;
let operator: StaffActor;
const subMchid = '1900003001';

beforeAll(async () => {
  test = await openTestWorld();
  connectionId = test.account.connection.id;
  await test.context.db.subMerchant.deleteMany({ where: { subMchid } });
  await holdSubMerchant(test.context, connectionId, subMchid);
});
afterAll(() => test.close());
beforeEach(async () => {
  operator = await newPerson(test.context, 'operator');
  await test.context.db.policyRule.deleteMany();
});

const look = (change: Partial<LookInput> = {}): LookInput => ({
  kind: 'sub-merchant',
  objectId: subMchid,
  path: 'contact.email',
  reason: 'call',
  words: '',
  ...change,
});
const show = (change: Partial<LookInput> = {}, actor = operator) =>
  showValue(test.context, connectionId, actor, look(change));
const trail = () => test.context.db.auditEntry.findMany({ where: { actorId: operator.id }, orderBy: { id: 'asc' } });
const cap = async (dailyCap: number | null, stepUp = 'none') => {
  const { 'personal.show': row } = await loadPolicy(test.context.db);
  const data = { ...row, dailyCap, stepUp, updatedAt: new Date() };
  await test.context.db.policyRule.upsert({
    where: { key: 'personal.show' },
    create: { key: 'personal.show', ...data },
    update: data,
  });
};

it('shows one value, and the trail keeps who, which field of what, why and how often, and not the value', async () => {
  expect(await show({ words: 'They did not answer the letter' })).toEqual({
    ok: true,
    value: { value: sampleRecord['contact.email'], seconds: 60 },
  });
  const [entry] = await trail();
  expect(entry).toMatchObject({
    action: 'personal.shown',
    objectKind: 'sub-merchant',
    objectId: subMchid,
    reason: 'call: They did not answer the letter',
    data: { kind: 'sub-merchant', path: 'contact.email', seconds: 60, looks: 1 },
  });
  for (const value of [sampleRecord['contact.email'], sampleRecord['contact.name']])
    expect(JSON.stringify(entry, (_, held) => (typeof held === 'bigint' ? '' : held))).not.toContain(value);
});

it.each([
  ['a field that is not personal', { path: 'shortname' }],
  ['a field that is not held', { path: 'principal.number' }],
  ['a field of the prototype', { path: 'constructor' }],
  ['another sub-merchant', { objectId: '1900009999' }],
  ['an approval that is none', { kind: 'approval', objectId: 'none' }],
  ['an order without payer', { kind: 'deduction', objectId: 'none', path: 'payer.openid' }],
  ['a case that is none', { kind: 'penalty', objectId: 'none', path: 'contacts' }],
] as const)('finds nothing behind %s, and counts nothing', async (_, change) => {
  expect(await show(change)).toEqual({ ok: false, refusal: { kind: 'not-found' } });
  expect(await trail()).toEqual([]);
});

it('refuses a reason that says the value, however it is written, and one of a few letters', async () => {
  for (const words of [`it is ${sampleRecord['contact.phone']}`, 'it is +852 2345-6789 I think']) {
    expect(await show({ path: 'contact.phone', words })).toMatchObject({
      refusal: { kind: 'invalid', issues: [{ path: 'words', rule: 'says-value' }] },
    });
  }
  expect(lookInput.safeParse(look({ reason: 'other', words: 'because ' })).success).toBe(false);
  expect(lookInput.safeParse(look({ reason: 'other', words: 'a letter came back' })).success).toBe(true);
});

it('refuses beyond the cap of a day, which the trail says, however many tabs ask at once', async () => {
  await cap(3);
  const answers = await Promise.all(Array.from({ length: 6 }, () => show()));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
  expect(answers.find(({ ok }) => !ok)).toMatchObject({
    refusal: { kind: 'conflict', rule: 'daily-cap-reached', params: { cap: 3 } },
  });
  const entries = await trail();
  expect(entries.filter(({ action }) => action === 'personal.look-refused')).toHaveLength(3);
  const { days, cap: told } = await listLooks(test.context.db, {
    connectionId,
    zone: 'Asia/Hong_Kong',
    now: test.context.now(),
  });
  expect(told).toBe(3);
  expect(days.find(({ person }) => person === operator.name)).toMatchObject({ looks: 3, refused: 3 });
});

it('asks for a proof after ten looks of a day, and at once where the policy says so', async () => {
  const unproven = { ...operator, confirmedAt: null };
  const needed = { ok: false, refusal: { kind: 'conflict', rule: 'step-up-needed' } };
  for (let n = 0; n < 10; n += 1) expect(await show({}, unproven)).toMatchObject({ ok: true });
  expect(await show({}, unproven)).toEqual(needed);
  expect(await show()).toMatchObject({ ok: true });
  operator = await newPerson(test.context, 'operator');
  await cap(null, 'both');
  expect(await show({}, { ...operator, confirmedAt: null })).toEqual(needed);
});

it('takes the right to see the mask too, and its lack is in the trail', async () => {
  operator = await newPerson(test.context, 'none');
  expect(await show()).toMatchObject({ refusal: { kind: 'forbidden', permission: 'sub-merchant:read' } });
  expect(await trail()).toMatchObject([{ action: 'personal.look-refused', data: { cause: 'forbidden' } }]);
});

it('shows what an approval would set, who paid, and whom to talk to about a penalty', async () => {
  const { context, account } = test;
  const draft = await test.keptDraft(subMchid, operator.id);
  const base = await test.baseOf(subMchid);
  const values = await test.valuesWith(subMchid, { settlement_bank_number: '998877665544' });
  const deed = context.deed(modifySubMerchantOperation.name);
  if (!deed) throw new Error('no such deed');
  const asked = await askApproval(context, deed, {
    account,
    actor: operator,
    objectId: subMchid,
    input: { baseVersion: base.version, draft, values },
    intent: crypto.randomUUID(),
    reason: 'A new account',
    callBack: {
      'spoke-to': 'Their accountant',
      'number-from': 'contract',
      at: context.now().toISOString(),
      confirmed: true,
    },
  });
  if (!asked.ok) throw new Error(JSON.stringify(asked));
  const { approvalId } = asked.value;
  expect(await show({ kind: 'approval', objectId: approvalId, path: 'settlement_bank_number' })).toMatchObject({
    value: { value: '998877665544' },
  });

  await holdContract(context, connectionId, 'CLOOK', { subMchid });
  const id = crypto.randomUUID();
  await context.db.deduction.create({
    data: {
      id,
      connectionId,
      outTradeNo: 'DLOOK',
      draftId: crypto.randomUUID(),
      contractId: 'CLOOK',
      values: {},
      total: 100n,
      currency: 'HKD',
      staffId: operator.id,
      reservedAt: context.now(),
      record: sealRecord(context.vault, id, {
        out_trade_no: 'DLOOK',
        trade_state: 'SUCCESS',
        payer: { sp_openid: 'oPayerOfTheTest' },
      }),
    },
  });
  expect(await show({ kind: 'deduction', objectId: 'DLOOK', path: 'payer.sp_openid' })).toMatchObject({
    value: { value: 'oPayerOfTheTest' },
  });

  await context.db.subMerchant.updateMany({ where: { subMchid }, data: { h5State: 'UNDER_PUNISHMENT' } });
  const written = await writePenalty(context, connectionId, operator, {
    subMchid,
    version: null,
    platformWords: 'Suspended',
    contacts: 'Sample Person, desk 4',
    promisedOn: '',
    note: '',
  });
  expect(written).toMatchObject({ ok: true });
  const held = await context.db.penaltyCase.findFirstOrThrow();
  expect(await show({ kind: 'penalty', objectId: held.id, path: 'contacts' })).toMatchObject({
    value: { value: 'Sample Person, desk 4' },
  });
});
