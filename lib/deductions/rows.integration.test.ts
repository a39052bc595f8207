// Table 2.1 for 4.4, each cell at the practice platform; what news and two people make of an unknown; the page of an order.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide } from '@/lib/approvals/decide';
import { perform } from '@/lib/approvals/perform';
import { terminateContractOperation } from '@/lib/contracts/operation';
import type { DispositionId } from '@/lib/platform/rows/all';
import { drainOnce } from '@/lib/requests/drain';
import { repeatNow } from '@/lib/requests/repeat';
import { sendRequest } from '@/lib/requests/send';
import { settleByHand } from '@/lib/requests/settle';
import type { ChargingWorld } from '@/lib/testing/charging';
import { openChargingWorld } from '@/lib/testing/charging';
import { letOnePersonSend, newPerson } from '@/lib/testing/world';
import { knownOf } from './operation';
import { chargesOf, getDeduction } from './queries';
import { releaseContract } from './release-deed';
import type { Standing } from './rules';
import { mayReplace, standingOf } from './rules';

let world: ChargingWorld['world'];
let at: ChargingWorld['at'];
let notifyUrl: string;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ world, at, notifyUrl, close } = await openChargingWorld());
  await letOnePersonSend(world.context);
});
afterAll(() => close());

const known = async (outTradeNo: string) => knownOf(await at.order(outTradeNo));
const told = (more = {}) => ({ notify_url: notifyUrl, ...more });

/** Asks for the same bytes once more and lets them out. */
async function repeat(outTradeNo: string) {
  const { requestId } = await at.order(outTradeNo);
  await repeatNow(world.context, await newPerson(world.context, 'payments'), at.connectionId, requestId ?? '');
  await at.unpause();
  await drainOnce(world.context);
}

type Cell = [outcome: string, standing: Standing];
const cells: [row: DispositionId, first: Cell, afterUnknown: Cell, mayReplaceFirst: boolean][] = [
  ['deduction-param-error', ['refused', 'not-paid'], ['unknown', 'unknown'], false],
  ['deduction-system-error', ['unknown', 'unknown'], ['unknown', 'unknown'], false],
  ['deduction-invalid-request', ['refused', 'not-paid'], ['unknown', 'unknown'], false],
  ['deduction-no-auth', ['refused', 'not-paid'], ['unknown', 'unknown'], false],
  ['deduction-user-not-exist', ['refused', 'not-paid'], ['unknown', 'unknown'], false],
  ['deduction-order-paid', ['refused', 'number-taken'], ['accepted', 'paid'], false],
  ['deduction-order-closed', ['refused', 'not-paid'], ['refused', 'not-paid'], true],
  ['deduction-already-exists', ['refused', 'number-taken'], ['unknown', 'unknown'], true],
  ['deduction-bank-error', ['refused', 'not-paid'], ['unknown', 'unknown'], true],
  ['deduction-contract-error', ['refused', 'not-paid'], ['unknown', 'unknown'], false],
  ['deduction-user-error', ['refused', 'not-paid'], ['unknown', 'unknown'], false],
  ['deduction-rule-limit', ['refused', 'not-paid'], ['unknown', 'unknown'], false],
  ['deduction-not-enough', ['refused', 'not-paid'], ['unknown', 'unknown'], false],
  ['deduction-too-many-requests', ['waiting', 'sending'], ['unknown', 'unknown'], false],
  ['deduction-unauthorized', ['refused', 'not-paid'], ['unknown', 'unknown'], false],
  ['deduction-unknown-code', ['refused', 'not-paid'], ['unknown', 'unknown'], false],
];

describe('table 2.1 for 4.4 at the practice platform', () => {
  it.each(cells)('%s: first %j, after an unknown %j', async (row, first, afterUnknown, mayReplaceFirst) => {
    const fresh = await at.intent(await at.contract());
    await at.fail(fresh.values.contract_id, { row });
    expect(await at.send(fresh)).toMatchObject({ ok: true, value: { outcome: first[0] } });
    expect(standingOf(await known(fresh.values.out_trade_no))).toBe(first[1]);
    expect(mayReplace(await known(fresh.values.out_trade_no))).toBe(mayReplaceFirst);
    await at.unpause();

    const lost = await at.intent(await at.contract());
    await at.fail(lost.values.contract_id, { mode: 'cut-before' });
    await at.fail(lost.values.contract_id, { row });
    expect(await at.send(lost)).toMatchObject({ ok: true, value: { outcome: 'unknown' } });
    await repeat(lost.values.out_trade_no);
    const number = lost.values.out_trade_no;
    expect([(await at.order(number)).request?.outcome, standingOf(await known(number))]).toEqual(afterUnknown);
    const isOver = afterUnknown[0] !== 'unknown';
    // While it is unknown the contract is held, and no new number is offered.
    expect((await at.lockOf(lost.values.contract_id)) === null).toBe(isOver);
    if (!isOver) expect(mayReplace(await known(number))).toBe(false);
    await at.unpause();
  });

  it('a 429 was not taken: it waits and goes out again with the same number and bytes', async () => {
    const intent = await at.intent(await at.contract());
    await at.fail(intent.values.contract_id, { mode: '429' });
    expect(await at.send(intent)).toMatchObject({ ok: true, value: { outcome: 'waiting' } });
    world.pass(70_000);
    await drainOnce(world.context);
    expect(standingOf(await known(intent.values.out_trade_no))).toBe('paid');
    expect(await at.charges(intent.values.contract_id)).toHaveLength(1);
  });
});

describe('what settles an unknown', () => {
  it('its notification: accepted by news, once, and the contract is free (bug-charge-safety-04)', async () => {
    const intent = await at.intent(await at.contract(), told());
    await at.fail(intent.values.contract_id, { mode: 'cut-after' });
    expect(await at.send(intent)).toMatchObject({ ok: true, value: { outcome: 'unknown' } });
    await world.deliverDue();
    const number = intent.values.out_trade_no;
    expect(await at.order(number)).toMatchObject({ tradeState: 'SUCCESS', tradeStateHow: 'notification' });
    await drainOnce(world.context);
    expect((await at.order(number)).request).toMatchObject({ outcome: 'accepted', settledHow: 'news', tries: 1 });
    expect(await at.lockOf(intent.values.contract_id)).toBeNull();
    const [message] = await world.context.db.notification.findMany({ where: { outTradeNo: number } });
    expect(message).toMatchObject({ state: 'applied', eventType: 'TRANSACTION.SUCCESS' });
    expect(message?.effects).toEqual([{ path: 'trade_state', kind: 'added', from: null, to: 'SUCCESS' }]);
    const detail = await getDeduction(world.context, at.connectionId, number);
    expect(detail).toMatchObject({ standing: 'paid', tradeStateHow: 'notification', total: '8880' });
    expect(detail?.notifications).toHaveLength(1);
    expect(detail?.record).not.toContain('sample-openid');
  });

  it('its notification after two people recorded that it did not happen: paid, and a difference for somebody', async () => {
    const intent = await at.intent(await at.contract(), told());
    await at.fail(intent.values.contract_id, { mode: 'cut-after' });
    await at.send(intent);
    const number = intent.values.out_trade_no;
    const { request } = await at.order(number);
    if (!request) throw new Error('nothing was sent');
    const actor = await newPerson(world.context, 'checker');
    await world.context.db.$transaction((tx) =>
      settleByHand(world.context, tx, request, 'refused', actor, 'Support said so.', world.context.now()),
    );
    expect(standingOf(await known(number))).toBe('not-paid');
    await world.deliverDue();
    expect(standingOf(await known(number))).toBe('paid');
    const [message] = await world.context.db.notification.findMany({ where: { outTradeNo: number } });
    expect(message).toMatchObject({ state: 'applied' });
    expect(await world.context.db.discrepancy.findMany({ where: { outTradeNo: number } })).toMatchObject([
      {
        cause: 'contradicts-record',
        notificationId: message?.id,
        differences: [{ path: 'outcome', ours: 'refused', theirs: 'accepted' }],
      },
    ]);
  });

  it('a late result of an order in progress lets its contract go', async () => {
    const intent = await at.intent(await at.contract(), told());
    await at.pays(intent.values.contract_id, { next: 'USERPAYING' });
    await at.send(intent);
    expect(await at.lockOf(intent.values.contract_id)).not.toBeNull();
    await at.result(intent.values.out_trade_no, 'SUCCESS', true);
    await world.deliverDue();
    expect(standingOf(await known(intent.values.out_trade_no))).toBe('paid');
    expect(await at.lockOf(intent.values.contract_id)).toBeNull();
  });

  it('a message of another amount, or of an order that nobody made, changes nothing', async () => {
    const intent = await at.intent(await at.contract(), told());
    await at.pays(intent.values.contract_id, { next: 'USERPAYING' });
    await at.send(intent);
    const number = intent.values.out_trade_no;
    await world.control('notify-url', { url: notifyUrl });
    const say = async (out_trade_no: string) => {
      const amount = { total: 1, payer_total: 1, currency: 'HKD', payer_currency: 'HKD' };
      await world.control('notifications', {
        sub_mchid: '1900003001',
        event_type: 'TRANSACTION.SUCCESS',
        overrides: { out_trade_no, amount },
      });
      await world.deliverDue();
      return world.context.db.notification.findFirst({ where: { outTradeNo: out_trade_no } });
    };
    expect(await say(number)).toMatchObject({ state: 'discrepancy', cause: 'other-order' });
    expect(standingOf(await known(number))).toBe('in-progress');
    expect(await say('NOBODYS1')).toMatchObject({ state: 'unknown-type', cause: 'order' });
  });
});

describe('termination and charging', () => {
  it('an open charge blocks the end of its contract until two people let it go with a reason (row 39)', async () => {
    const contract = await at.contract();
    const intent = await at.intent(contract);
    await at.fail(contract, { mode: 'cut-before' });
    await at.send(intent);
    const terminate = async () => {
      const place = { connectionId_contractId: { connectionId: at.connectionId, contractId: contract } };
      const { version } = await world.context.db.contract.findUniqueOrThrow({ where: place });
      return sendRequest(world.context, terminateContractOperation, {
        account: at.account,
        actor: await newPerson(world.context, 'payments'),
        objectId: contract,
        input: { baseVersion: version, values: { termination_note: 'Test.', sub_appid: '' }, isNoteChecked: false },
        intent: crypto.randomUUID(),
      });
    };
    expect(await terminate()).toMatchObject({ ok: false, refusal: { rule: 'another-request-is-open' } });
    const wanted = {
      account: at.account,
      actor: await newPerson(world.context, 'payments'),
      objectId: intent.values.out_trade_no,
      input: {},
      intent: crypto.randomUUID(),
    };
    expect(await perform(world.context, releaseContract, { ...wanted, reason: '' })).toMatchObject({ ok: false });
    const asked = await perform(world.context, releaseContract, { ...wanted, reason: 'The payer insists.' });
    if (!asked.ok || asked.value.kind !== 'asked') throw new Error('it was not asked');
    expect(await terminate()).toMatchObject({ ok: false });
    const approval = await world.context.db.approval.findUniqueOrThrow({ where: { id: asked.value.approvalId } });
    const decided = await decide(world.context, await newPerson(world.context, 'checker'), at.connectionId, {
      approvalId: approval.id,
      verdict: 'approve',
      remark: '',
      seal: approval.seal,
    });
    expect(decided).toMatchObject({ ok: true, value: { state: 'carried-out' } });
    // Let go for its end, not for another charge.
    expect(await at.send(await at.intent(contract))).toMatchObject({
      ok: false,
      refusal: { rule: 'charge-open-on-contract' },
    });
    expect(await terminate()).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    const [last] = await chargesOf(world.context, at.connectionId, contract);
    expect(last).toMatchObject({ outTradeNo: intent.values.out_trade_no, standing: 'unknown' });
  });
});
