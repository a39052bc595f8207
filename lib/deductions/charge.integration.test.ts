import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide } from '@/lib/approvals/decide';
import { terminateContractOperation } from '@/lib/contracts/operation';
import { drainOnce } from '@/lib/requests/drain';
import { repeatNow } from '@/lib/requests/repeat';
import { sendRequest } from '@/lib/requests/send';
import { createCharging } from '@/lib/testing/charging';
import type { TestWorld } from '@/lib/testing/world';
import { letOnePersonSend, newPerson, openTestWorld } from '@/lib/testing/world';
import { askToCharge, isNumberFree } from './charge';
import { openRecord } from './keep';
import { knownOf } from './operation';
import { queryDue, queryOrder } from './query';
import { mayChargeAgain, mayReplace, standingOf } from './rules';

let world: TestWorld;
let at: ReturnType<typeof createCharging>;

beforeAll(async () => {
  world = await openTestWorld({}, { hasCommon: true });
  at = createCharging(world);
  await letOnePersonSend(world.context);
});
afterAll(() => world.close());

const known = async (outTradeNo: string) => knownOf(await at.order(outTradeNo));
const standing = async (outTradeNo: string) => standingOf(await known(outTradeNo));
const repeat = async (outTradeNo: string) => {
  const { requestId } = await at.order(outTradeNo);
  const actor = await newPerson(world.context, 'payments');
  const asked = await repeatNow(world.context, actor, at.connectionId, requestId ?? '');
  await drainOnce(world.context);
  return asked;
};

async function terminate(contractId: string) {
  const place = { connectionId_contractId: { connectionId: at.connectionId, contractId } };
  const { version } = await world.context.db.contract.findUniqueOrThrow({ where: place });
  return sendRequest(world.context, terminateContractOperation, {
    account: at.account,
    actor: await newPerson(world.context, 'payments'),
    objectId: contractId,
    input: { baseVersion: version, values: { termination_note: 'Test.', sub_appid: '' }, isNoteChecked: false },
    intent: crypto.randomUUID(),
  });
}

describe('charging a contract (§4.4)', () => {
  it('charges once, keeps what was told, and lets go: a second click meets the same order', async () => {
    const contract = await at.contract();
    const intent = await at.intent(contract, { goods_tag: 'TEA', attach: 'ticket 7' });
    expect(await at.send(intent)).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    expect(await at.send(intent)).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    const order = await at.order(intent.values.out_trade_no);
    expect(order).toMatchObject({
      total: 8880n,
      currency: 'HKD',
      tradeState: 'SUCCESS',
      tradeStateHow: 'answer',
      bankType: 'CFT',
      payerTotal: 7992n,
      sendings: 1,
      subMchid: '1900003001',
    });
    expect(order.finalAt).not.toBeNull();
    expect(order.request?.result).toMatchObject({ tradeState: 'SUCCESS' });
    // Who pays is sealed, and stands nowhere else.
    expect(Buffer.from(order.record ?? []).toString('utf8')).not.toContain('openid');
    expect(openRecord(world.context.vault, order)?.payer?.sp_openid).toMatch(/^sample-openid-/);
    expect(JSON.stringify(order.request?.maskedBody)).not.toContain('openid');
    expect(await at.charges(contract)).toHaveLength(1);
    expect(await at.lockOf(contract)).toBeNull();
    const entries = await world.context.db.auditEntry.findMany({
      where: { objectId: intent.values.out_trade_no },
      orderBy: { id: 'asc' },
    });
    expect(entries.map(({ action }) => action)).toEqual(['deduction.charge-requested', 'request.settled']);
  });

  it('two clicks at once are one charge', async () => {
    const contract = await at.contract();
    const intent = await at.intent(contract);
    const answers = await Promise.all([at.send(intent), at.send(intent), at.send(intent)]);
    expect(answers.every(({ ok }) => ok)).toBe(true);
    await drainOnce(world.context);
    expect(await at.charges(contract)).toHaveLength(1);
  });

  it('a lost answer is an unknown that nothing repeats by itself and no new number goes round (bug-charge-safety-01)', async () => {
    const contract = await at.contract();
    const intent = await at.intent(contract);
    await at.fail(contract, { mode: 'cut-after' });
    expect(await at.send(intent)).toMatchObject({ ok: true, value: { outcome: 'unknown' } });
    expect((await at.order(intent.values.out_trade_no)).request).toMatchObject({ nextTryAt: null });
    world.pass(3_600_000);
    expect(await drainOnce(world.context)).toBe(0);
    // The same intent, another draft, a linked order, another number for the same draft: nothing leaves.
    expect(await at.send(intent)).toMatchObject({ ok: true, value: { outcome: 'unknown' } });
    const other = await at.intent(contract);
    expect(await at.send(other)).toMatchObject({ ok: false, refusal: { rule: 'charge-open-on-contract' } });
    const after = { kind: 'after', outTradeNo: intent.values.out_trade_no } as const;
    expect(await at.send(other, { origin: after })).toMatchObject({ ok: false });
    const renumbered = { ...intent, values: { ...intent.values, out_trade_no: 'ANOTHER1' } };
    expect(await at.send(renumbered)).toMatchObject({ ok: false, refusal: { rule: 'order-fixed' } });
    expect(await terminate(contract)).toMatchObject({ ok: false, refusal: { rule: 'another-request-is-open' } });
    expect(await standing(intent.values.out_trade_no)).toBe('unknown');
    // A person repeats the same bytes: ORDERPAID says that the first try charged.
    expect(await repeat(intent.values.out_trade_no)).toMatchObject({ ok: true });
    expect(await at.order(intent.values.out_trade_no)).toMatchObject({
      tradeState: 'SUCCESS',
      tradeStateHow: 'inferred',
      request: { outcome: 'accepted', settledHow: 'repeat', meaning: 'deduction-order-paid', tries: 2 },
    });
    const sent = (await world.journal()).filter(({ path }) => path.endsWith('/papay/transactions')).slice(-2);
    expect(new Set(sent.map(({ bodySha256 }) => bodySha256)).size).toBe(1);
    expect(await at.charges(contract)).toHaveLength(1);
    expect(await at.lockOf(contract)).toBeNull();
  });

  it('the row is there before the call and whatever becomes of it (bug-charge-safety-02)', async () => {
    const contract = await at.contract();
    const intent = await at.intent(contract);
    await at.fail(contract, { mode: 'delay', ms: 1500 });
    expect(await at.send(intent)).toMatchObject({ ok: true, value: { outcome: 'unknown' } });
    expect(await at.order(intent.values.out_trade_no)).toMatchObject({ sendings: 1, tradeState: null });
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(await at.charges(contract)).toHaveLength(1);
    const actor = await newPerson(world.context, 'payments');
    const queried = await queryOrder(world.context, at.account, actor, intent.values.out_trade_no);
    expect(queried).toMatchObject({ ok: true, value: { result: 'told', tradeState: 'SUCCESS' } });
    expect(await at.order(intent.values.out_trade_no)).toMatchObject({
      tradeStateHow: 'reading',
      request: { outcome: 'accepted', settledHow: 'news' },
    });
    expect(await at.lockOf(contract)).toBeNull();
  });

  it('an order that the platform does not know proves nothing: it stays unknown', async () => {
    const contract = await at.contract();
    const intent = await at.intent(contract);
    await at.fail(contract, { mode: 'cut-before' });
    await at.send(intent);
    const actor = await newPerson(world.context, 'payments');
    const queried = await queryOrder(world.context, at.account, actor, intent.values.out_trade_no);
    expect(queried).toMatchObject({ ok: true, value: { result: 'not-found' } });
    expect(await standing(intent.values.out_trade_no)).toBe('unknown');
    expect(await at.lockOf(contract)).not.toBeNull();
    await repeat(intent.values.out_trade_no);
    expect(await standing(intent.values.out_trade_no)).toBe('paid');
    expect(await at.charges(contract)).toHaveLength(1);
  });

  it.each(['USERPAYING', 'NOTPAY'])(
    '%s is accepted and not over: it holds its contract and is watched',
    async (next) => {
      const contract = await at.contract();
      await at.pays(contract, { next });
      const intent = await at.intent(contract);
      expect(await at.send(intent)).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
      const number = intent.values.out_trade_no;
      expect(await standing(number)).toBe('in-progress');
      expect(await at.lockOf(contract)).not.toBeNull();
      expect(await terminate(contract)).toMatchObject({ ok: false, refusal: { rule: 'another-request-is-open' } });
      expect(await at.send(await at.intent(contract))).toMatchObject({
        ok: false,
        refusal: { rule: 'charge-open-on-contract' },
      });
      await at.result(number, 'SUCCESS');
      world.pass(15_000);
      expect(await queryDue(world.context, world.context.accounts())).toBeGreaterThan(0);
      expect(await standing(number)).toBe('paid');
      expect(await at.lockOf(contract)).toBeNull();
      expect(await terminate(contract)).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    },
  );

  it.each(['CLOSED', 'PAYERROR'])('%s is over unpaid: a linked new order may follow, once', async (next) => {
    const contract = await at.contract();
    await at.pays(contract, { next });
    const intent = await at.intent(contract);
    await at.send(intent);
    const number = intent.values.out_trade_no;
    expect(await standing(number)).toBe('not-paid');
    expect(mayReplace(await known(number))).toBe(true);
    await at.pays(contract, {});
    const next1 = await at.intent(contract, {}, intent.actor);
    expect(await at.send(next1, { origin: { kind: 'after', outTradeNo: number } })).toMatchObject({
      ok: true,
      value: { outcome: 'accepted' },
    });
    const next2 = await at.intent(contract);
    expect(await at.send(next2, { origin: { kind: 'after', outTradeNo: number } })).toMatchObject({
      ok: false,
      refusal: { rule: 'order-not-replaceable' },
    });
    expect((await at.order(next1.values.out_trade_no)).replacesId).toBe((await at.order(number)).id);
    expect(await at.charges(contract)).toHaveLength(1);
  });

  it('what was refused is charged again under its own number, with or without its draft', async () => {
    const contract = await at.contract();
    await at.pays(contract, { methods: [{ bank_type: 'CFT', fails: 'NOTENOUGH' }] });
    const intent = await at.intent(contract);
    expect(await at.send(intent)).toMatchObject({ ok: true, value: { outcome: 'refused' } });
    const number = intent.values.out_trade_no;
    expect(mayChargeAgain(await known(number))).toBe(true);
    expect(mayReplace(await known(number))).toBe(false);
    const origin = { kind: 'again', outTradeNo: number } as const;
    await at.pays(contract, {});
    expect(await at.send({ ...intent }, { origin, isDraftGone: true })).toMatchObject({
      ok: true,
      value: { outcome: 'accepted' },
    });
    expect(await at.order(number)).toMatchObject({ sendings: 2, tradeState: 'SUCCESS' });
    expect(await at.send({ ...intent }, { origin, isDraftGone: true })).toMatchObject({
      ok: false,
      refusal: { rule: 'order-not-again' },
    });
    expect(await at.charges(contract)).toHaveLength(1);
  });

  it('NO_AUTH marks the contract "not found at charge" and asks a person (row 40)', async () => {
    const contract = await at.contract();
    await world.control(`contracts/${contract}`, { by: 'payer', notify: false });
    const intent = await at.intent(contract);
    expect(await at.send(intent)).toMatchObject({ ok: true, value: { outcome: 'refused' } });
    const place = { connectionId_contractId: { connectionId: at.connectionId, contractId: contract } };
    const held = await world.context.db.contract.findUniqueOrThrow({ where: place });
    expect(held).toMatchObject({ state: 'SIGNED', notFoundHow: 'charge', endedBy: null });
    expect(held.notFoundAt).not.toBeNull();
    expect(await at.send(await at.intent(contract))).toMatchObject({
      ok: false,
      refusal: { rule: 'contract-not-found' },
    });
  });

  it('asks why when one like it was charged within a day, and counts what one person charges', async () => {
    const contract = await at.contract();
    const first = await at.intent(contract);
    await at.send(first);
    const second = await at.intent(contract, {}, first.actor);
    expect(await at.send(second)).toMatchObject({
      ok: false,
      refusal: { issues: [{ path: 'lookAlikeReason', rule: 'look-alike' }] },
    });
    const lookAlikeReason = 'A second ticket.';
    expect(await at.send(second, { lookAlikeReason })).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    expect(await at.charges(contract)).toHaveLength(2);
    // JPY 20,000 need nobody else; 400,000 are what one person may charge within a day.
    const actor = await newPerson(world.context, 'payments');
    const yen = (total: string) => ({ amount: { total, currency: 'JPY' } });
    await world.context.db.policyRule.create({
      data: {
        key: 'deduction.charge-large',
        approvers: ['checker'],
        people: 1,
        stepUp: 'none',
        expiryHours: 72,
        coolOffHours: 0,
        updatedAt: world.context.now(),
      },
    });
    expect(await at.send(await at.intent(await at.contract(), yen('399999'), actor))).toMatchObject({ ok: true });
    expect(await at.send(await at.intent(await at.contract(), yen('2'), actor))).toMatchObject({
      ok: false,
      refusal: { rule: 'daily-amount-reached', params: { cap: 'JPY 400000' } },
    });
    await world.context.db.policyRule.delete({ where: { key: 'deduction.charge-large' } });
    expect(await at.send(await at.intent(await at.contract(), yen('20001')))).toMatchObject({
      ok: false,
      refusal: { rule: 'approval-needed' },
    });
  });

  it('a second person approves exactly what was asked for; it leaves once, and what changed since is void', async () => {
    const contract = await at.contract();
    const intent = await at.intent(contract, { amount: { total: '100001', currency: 'HKD' } });
    expect(await at.send(intent)).toMatchObject({ ok: false, refusal: { rule: 'approval-needed' } });
    const { account, actor, draft, values } = intent;
    const wanted = { account, actor, origin: { kind: 'new' }, reason: 'Yearly fee.' } as const;
    const asked = await askToCharge(world.context, { ...wanted, input: { draft, values, lookAlikeReason: '' } });
    if (!asked.ok) throw new Error(JSON.stringify(asked.refusal));
    const approval = await world.context.db.approval.findUniqueOrThrow({ where: { id: asked.value.approvalId } });
    expect(approval).toMatchObject({ objectKind: 'deduction', objectId: values.out_trade_no, state: 'pending' });
    expect(approval.changes).toContainEqual({
      path: 'amount_major',
      kind: 'added',
      from: null,
      to: 'HKD 1000.01',
    });
    expect(await at.charges(contract)).toHaveLength(0);
    const checker = await newPerson(world.context, 'checker');
    const decision = { approvalId: approval.id, verdict: 'approve', remark: '', seal: approval.seal } as const;
    expect(await decide(world.context, checker, at.connectionId, decision)).toMatchObject({
      ok: true,
      value: { state: 'carried-out', sent: { outcome: 'accepted' } },
    });
    expect(await decide(world.context, checker, at.connectionId, decision)).toMatchObject({ ok: false });
    expect(await at.charges(contract)).toHaveLength(1);
    expect(await standing(values.out_trade_no)).toBe('paid');
  });

  it('refuses values that 4.4 does not take, a number in use and a contract that has ended', async () => {
    const contract = await at.contract();
    const issuesOf = async (more: Parameters<typeof at.intent>[1]) => {
      const result = await at.send(await at.intent(contract, more));
      return result.ok || result.refusal.kind !== 'invalid' ? result : result.refusal.issues;
    };
    expect(await issuesOf({ notify_url: 'https://pay.example/cb?x=1' })).toMatchObject([
      { path: 'notify_url', rule: 'has-parameters' },
    ]);
    expect(await issuesOf({ amount: { total: '88.80', currency: 'HKD' } })).toMatchObject([
      { path: 'amount.total', rule: 'not-an-amount' },
    ]);
    expect(await issuesOf({ description: 'x'.repeat(129) })).toMatchObject([{ path: 'description', rule: 'too-long' }]);
    const first = await at.intent(await at.contract());
    await at.send(first);
    expect(await issuesOf({ out_trade_no: first.values.out_trade_no })).toMatchObject([{ rule: 'order-number-used' }]);
    expect(await isNumberFree(world.context, at.connectionId, first.values.out_trade_no)).toBe(false);
    expect(await terminate(contract)).toMatchObject({ ok: true });
    expect(await at.send(await at.intent(contract))).toMatchObject({ ok: false, refusal: { rule: 'contract-ended' } });
  });

  it('a merchant in common mode sends that mode’s body and nothing else', async () => {
    const common = createCharging(world, 'practice-common');
    const contract = await common.contract();
    const intent = await common.intent(contract);
    expect(await common.send(intent)).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    const { request } = await common.order(intent.values.out_trade_no);
    expect(Object.keys(request?.maskedBody as object).sort()).toEqual([
      'amount',
      'appid',
      'contract_id',
      'description',
      'merchant_category_code',
      'notify_url',
      'out_trade_no',
    ]);
    const actor = await newPerson(world.context, 'payments');
    expect(await queryOrder(world.context, common.account, actor, intent.values.out_trade_no)).toMatchObject({
      ok: false,
      refusal: { rule: 'institutional-only' },
    });
  });
});
