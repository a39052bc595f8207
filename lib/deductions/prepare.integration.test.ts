import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide } from '@/lib/approvals/decide';
import type { StaffActor } from '@/lib/approvals/deed';
import { perform } from '@/lib/approvals/perform';
import { loadDraft, saveDraft } from '@/lib/drafts/drafts';
import { keepEvidence } from '@/lib/evidence/evidence';
import { createCharging } from '@/lib/testing/charging';
import type { TestWorld } from '@/lib/testing/world';
import { holdSubMerchant, letOnePersonSend, newPerson, openTestWorld } from '@/lib/testing/world';
import { chargeDraftPlace } from './charge';
import { knownOf } from './operation';
import type { ChargePage } from './prepare';
import { prepareCharge } from './prepare';
import { recordOrder } from './record-deed';
import { standingOf } from './rules';
import type { ChargeOrigin } from './schema';
import { chargeValuesOf } from './values';

let world: TestWorld;
let at: ReturnType<typeof createCharging>;

beforeAll(async () => {
  world = await openTestWorld({}, { hasCommon: true });
  at = createCharging(world);
  await letOnePersonSend(world.context);
  await holdSubMerchant(world.context, at.connectionId, '1900003001');
});
afterAll(() => world.close());

const notifyUrl = 'http://127.0.0.1:9/api/notifications/practice';
type Asked = { contract: string } | { order: string; isNew: boolean };
const prepare = (actor: StaffActor, asked: Asked) =>
  prepareCharge(world.context, at.account, actor.id, { ...asked, notifyUrl });

async function sheetOf(actor: StaffActor, asked: Asked) {
  const page = await prepare(actor, asked);
  if (page?.kind !== 'form') throw new Error(`no form: ${JSON.stringify(page)}`);
  return page;
}

/** What the form does: keeps what was typed as a draft, and charges it. */
async function fillAndCharge(actor: StaffActor, asked: Asked, currency = 'HKD') {
  const { base } = await sheetOf(actor, asked);
  const { contractId, origin } = base;
  const values = {
    ...base.values,
    description: 'Harbour Kite-Central-Books',
    amount: { total: '88', currency },
    lookAlikeReason: 'Another book',
  };
  const place = chargeDraftPlace(at.connectionId, contractId, actor.id);
  const saved = await saveDraft(world.context, place, { version: null, baseVersion: 1, content: { values, base } });
  if (!saved.ok) throw new Error('the draft was not saved');
  const { id, version } = saved.value;
  const intent = { account: at.account, actor, draft: { id, version }, values: chargeValuesOf(contractId, values) };
  const sent = await at.send(intent, { origin, lookAlikeReason: values.lookAlikeReason });
  return { number: values.out_trade_no, sent, origin: origin as ChargeOrigin, place };
}

const blocked = (rule: string, order: string | null): Partial<ChargePage> => ({ kind: 'blocked', rule, order });

describe('the page that makes a charge', () => {
  it('begins with what is held: brand and category of the record, our callback address, a new number each time', async () => {
    const actor = await newPerson(world.context, 'payments');
    const contract = await at.contract();
    const { base, ids, isNumberFixed, recordMcc } = await sheetOf(actor, { contract });
    expect(base).toMatchObject({ contractId: contract, origin: { kind: 'new' } });
    expect(base.values).toMatchObject({ notify_url: notifyUrl, amount: { total: '', currency: '' } });
    expect(base.values.builder.brand).not.toBe('');
    expect(base.values.merchant_category_code).toBe(recordMcc);
    expect(ids).toMatchObject({ mode: 'institutional', sub_mchid: '1900003001' });
    expect(isNumberFixed).toBe(false);
    expect((await sheetOf(actor, { contract })).base.values.out_trade_no).not.toBe(base.values.out_trade_no);
    expect(await prepare(actor, { contract: 'none' })).toBeNull();
    expect(await prepare(actor, { order: 'none', isNew: false })).toBeNull();
  });

  it('tells what was charged lately: the last one, its currency, what may be repeated, and how much by this person', async () => {
    const actor = await newPerson(world.context, 'payments');
    const contract = await at.contract();
    const { number } = await fillAndCharge(actor, { contract }, 'JPY');
    const sheet = await sheetOf(actor, { contract });
    expect(sheet.last).toMatchObject({ outTradeNo: number, standing: 'paid' });
    expect(sheet.base.values.amount).toEqual({ total: '', currency: 'JPY' });
    expect(sheet.alikes).toEqual([{ outTradeNo: number, total: '88', currency: 'JPY' }]);
    expect(sheet.charged).toEqual([{ currency: 'JPY', total: '88' }]);
    expect((await sheetOf(await newPerson(world.context, 'payments'), { contract })).charged).toEqual([]);
  });

  it('is closed while a charge is open, for everybody, and says which', async () => {
    const contract = await at.contract();
    await at.fail(contract, { mode: 'cut-after' });
    const actor = await newPerson(world.context, 'payments');
    const { number } = await fillAndCharge(actor, { contract });
    const other = await newPerson(world.context, 'payments');
    for (const person of [actor, other]) {
      expect(await prepare(person, { contract })).toMatchObject(blocked('charge-open-on-contract', number));
      expect(await prepare(person, { order: number, isNew: true })).toMatchObject(
        blocked('order-not-replaceable', number),
      );
      expect(await prepare(person, { order: number, isNew: false })).toMatchObject(blocked('order-not-again', number));
    }
  });

  it('leads a tab that was left open to what another tab sent, and never to another number', async () => {
    const contract = await at.contract();
    const actor = await newPerson(world.context, 'payments');
    const { base } = await sheetOf(actor, { contract });
    const place = chargeDraftPlace(at.connectionId, contract, actor.id);
    const values = { ...base.values, description: 'Books', amount: { total: '88', currency: 'HKD' } };
    const content = { values, base };
    const press = async () => {
      const saved = await saveDraft(world.context, place, { version: null, baseVersion: 1, content });
      if (!saved.ok) throw new Error('the draft was not saved');
      const { id, version } = saved.value;
      const draft = { id, version };
      return at.send({ account: at.account, actor, draft, values: chargeValuesOf(contract, values) });
    };
    expect(await press()).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    const order = values.out_trade_no;
    // The draft went with its order: what the other tab saves is a new one, under the number that it still shows.
    expect(await press()).toMatchObject({ ok: false, refusal: { rule: 'order-not-again', params: { order } } });
    expect(await prepare(actor, { contract })).toMatchObject({ kind: 'other-draft', outTradeNo: order, isOver: true });
    expect(await at.charges(contract)).toHaveLength(1);
  });

  it('keeps number and values of what was refused, for its maker and for a colleague', async () => {
    const contract = await at.contract();
    await at.pays(contract, { methods: [{ bank_type: 'CFT', fails: 'NOTENOUGH' }] });
    const actor = await newPerson(world.context, 'payments');
    const { number } = await fillAndCharge(actor, { contract });
    const own = await sheetOf(actor, { contract });
    expect(own).toMatchObject({ isNumberFixed: true, base: { values: { out_trade_no: number } } });
    const colleague = await newPerson(world.context, 'payments');
    const again = await sheetOf(colleague, { order: number, isNew: false });
    expect(again).toMatchObject({
      isNumberFixed: true,
      base: { origin: { kind: 'again', outTradeNo: number }, values: { out_trade_no: number } },
    });
    expect(again.base.values.amount).toEqual({ total: '88.00', currency: 'HKD' });
    // The maker comes by the order: it is the draft that it was made in.
    expect(await sheetOf(actor, { order: number, isNew: false })).toMatchObject({
      isNumberFixed: true,
      base: { origin: { kind: 'new' }, values: { out_trade_no: number } },
    });
    const other = await at.contract();
    await at.pays(other, { methods: [{ bank_type: 'CFT', fails: 'NOTENOUGH' }] });
    const theirs = await fillAndCharge(colleague, { contract: other });
    const { base } = await sheetOf(actor, { contract: other });
    await saveDraft(world.context, chargeDraftPlace(at.connectionId, other, actor.id), {
      version: null,
      baseVersion: 1,
      content: { values: base.values, base },
    });
    expect(await prepare(actor, { order: theirs.number, isNew: false })).toMatchObject({
      kind: 'other-draft',
      outTradeNo: base.values.out_trade_no,
      isOver: false,
    });
  });

  it('lets go of a draft whose number is of no more use; the new order that follows begins with its values', async () => {
    const contract = await at.contract();
    await at.fail(contract, { row: 'deduction-order-closed' });
    const actor = await newPerson(world.context, 'payments');
    const closed = await fillAndCharge(actor, { contract });
    expect(closed.sent).toMatchObject({ ok: true, value: { outcome: 'refused' } });
    expect(await loadDraft(world.context, closed.place)).toBeNull();
    const { base, isNumberFixed } = await sheetOf(actor, { order: closed.number, isNew: true });
    expect(base.origin).toEqual({ kind: 'after', outTradeNo: closed.number });
    expect(base.values.amount).toEqual({ total: '88.00', currency: 'HKD' });
    expect(base.values.out_trade_no).not.toBe(closed.number);
    expect(isNumberFixed).toBe(false);

    const next = await fillAndCharge(actor, { order: closed.number, isNew: true });
    expect(next.sent).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    expect(await prepare(actor, { order: closed.number, isNew: true })).toMatchObject(
      blocked('order-not-replaceable', next.number),
    );
  });

  it('makes room for another new order once the one that was begun is given up, and not before', async () => {
    const contract = await at.contract();
    await at.fail(contract, { row: 'deduction-order-closed' });
    const actor = await newPerson(world.context, 'payments');
    const { number: closed } = await fillAndCharge(actor, { contract });
    // Begun, written down, and not sent: it is above what one person may charge within a day.
    const begun = await at.intent(contract, { amount: { total: '2000001', currency: 'HKD' } }, actor);
    const origin = { kind: 'after', outTradeNo: closed } as const;
    expect(await at.send(begun, { origin })).toMatchObject({ ok: false });
    const colleague = await newPerson(world.context, 'payments');
    const theirs = await at.intent(contract, {}, colleague);
    expect(await at.send(theirs, { origin })).toMatchObject({ refusal: { rule: 'order-not-replaceable' } });
    await world.context.db.draft.delete({ where: { id: begun.draft.id } });
    expect(await at.send(theirs, { origin })).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    expect(await at.send(begun, { origin: { kind: 'new' } })).toMatchObject({ ok: false });
    expect(await at.charges(contract)).toHaveLength(1);
  });

  it('leads to the form of its contract what was written down and never sent', async () => {
    const contract = await at.contract();
    const actor = await newPerson(world.context, 'payments');
    const begun = await at.intent(contract, { amount: { total: '100001', currency: 'HKD' } }, actor);
    await at.send(begun);
    expect(await prepare(actor, { order: begun.values.out_trade_no, isNew: false })).toEqual({
      kind: 'elsewhere',
      contractId: contract,
    });
  });
});

describe('recording what was seen of an order in progress', () => {
  async function record(outTradeNo: string, state: 'SUCCESS' | 'CLOSED') {
    const maker = await newPerson(world.context, 'payments');
    const kept = await keepEvidence(world.context, {
      connectionId: at.connectionId,
      actor: maker,
      fileName: 'answer.png',
      bytes: Buffer.from('what the platform showed'),
    });
    if (!kept.ok) throw new Error('the file was not kept');
    const asked = await perform(world.context, recordOrder, {
      account: at.account,
      actor: maker,
      objectId: outTradeNo,
      input: { state, seenAt: world.context.now().toISOString(), seenWhere: 'backend', seenWhereText: '' },
      intent: crypto.randomUUID(),
      reason: 'Seen in the merchant backend.',
      evidence: [kept.value.id],
    });
    if (!asked.ok || asked.value.kind !== 'asked') return asked;
    const { id, seal } = await world.context.db.approval.findUniqueOrThrow({ where: { id: asked.value.approvalId } });
    const checker = await newPerson(world.context, 'checker');
    return decide(world.context, checker, at.connectionId, { approvalId: id, verdict: 'approve', remark: '', seal });
  }
  const standing = async (number: string) => standingOf(knownOf(await at.order(number)));

  it('two people close it with evidence, which lets its contract go; the platform’s later word takes its place', async () => {
    const contract = await at.contract();
    await at.pays(contract, { next: 'USERPAYING' });
    const intent = await at.intent(contract);
    await at.send(intent);
    const number = intent.values.out_trade_no;
    expect(await record(number, 'CLOSED')).toMatchObject({ ok: true, value: { state: 'carried-out' } });
    expect(await standing(number)).toBe('not-paid');
    expect(await at.order(number)).toMatchObject({ tradeStateHow: 'staff' });
    expect(await at.lockOf(contract)).toBeNull();
    expect(await record(number, 'SUCCESS')).toMatchObject({ ok: false, refusal: { rule: 'order-not-in-progress' } });
  });

  it('what is unknown is settled on its request, not here', async () => {
    const contract = await at.contract();
    await at.fail(contract, { mode: 'cut-before' });
    const intent = await at.intent(contract);
    await at.send(intent);
    expect(await record(intent.values.out_trade_no, 'SUCCESS')).toMatchObject({
      ok: false,
      refusal: { rule: 'order-not-in-progress' },
    });
  });
});
