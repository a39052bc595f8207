// What a charge of a currency takes: the defaults, and what two administrators made of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide } from '@/lib/approvals/decide';
import type { StaffActor } from '@/lib/approvals/deed';
import { perform } from '@/lib/approvals/perform';
import { createCharging } from '@/lib/testing/charging';
import type { TestWorld } from '@/lib/testing/world';
import { newPerson, openTestWorld } from '@/lib/testing/world';
import { askToCharge } from './charge';
import { changeChargeLimit } from './limit-deed';
import { listLimits } from './limits';
import { limitChange } from './schema';

let world: TestWorld;
let at: ReturnType<typeof createCharging>;
let first: StaffActor;
let second: StaffActor;

beforeAll(async () => {
  world = await openTestWorld();
  at = createCharging(world);
  first = await newPerson(world.context, 'administrator');
  second = await newPerson(world.context, 'administrator');
});
afterAll(() => world.close());

const proven = (actor: StaffActor) => ({ ...actor, confirmedAt: world.context.now() });
const ask = (currency: string, input: unknown) =>
  perform(world.context, changeChargeLimit, {
    ...{ account: null, actor: proven(first), objectId: currency, input },
    ...{ intent: crypto.randomUUID(), reason: 'Tickets cost more by now' },
  });
async function agreed(currency: string, input: unknown) {
  const asked = await ask(currency, input);
  if (!asked.ok || asked.value.kind !== 'asked') throw new Error(JSON.stringify(asked));
  const { approvalId } = asked.value;
  const { seal } = await world.context.db.approval.findUniqueOrThrow({ where: { id: approvalId } });
  const decision = { approvalId, verdict: 'approve' as const, remark: '', seal };
  return decide(world.context, proven(second), at.connectionId, decision);
}
const charge = async (total: string, currency: string, actor?: StaffActor) =>
  at.send(await at.intent(await at.contract(), { amount: { total, currency } }, actor));
const held = async (currency: string) => (await listLimits(world.context.db)).find((row) => row.currency === currency);

describe('limits of charges', () => {
  it('are the defaults until two administrators agree on others, and hold for the next charge', async () => {
    expect(await held('HKD')).toEqual({ currency: 'HKD', above: '100000', daily: '2000000', isChanged: false });
    expect(await charge('100001', 'HKD')).toMatchObject({ ok: false, refusal: { rule: 'approval-needed' } });

    const asked = await ask('HKD', { above: '150000', daily: '160000' });
    expect(asked).toMatchObject({ ok: true, value: { kind: 'asked' } });
    expect(await charge('100001', 'HKD')).toMatchObject({ ok: false, refusal: { rule: 'approval-needed' } });

    expect(await agreed('HKD', { above: '150000', daily: '160000' })).toMatchObject({ ok: true });
    expect(await held('HKD')).toEqual({ currency: 'HKD', above: '150000', daily: '160000', isChanged: true });
    const actor = await newPerson(world.context, 'payments');
    expect(await charge('100001', 'HKD', actor)).toMatchObject({ ok: true });
    expect(await charge('60000', 'HKD', actor)).toMatchObject({
      ok: false,
      refusal: { rule: 'daily-amount-reached', params: { cap: 'HKD 1600.00' } },
    });
    expect(await charge('150001', 'HKD')).toMatchObject({ ok: false, refusal: { rule: 'approval-needed' } });
    const entry = await world.context.db.auditEntry.findFirstOrThrow({ where: { action: 'charge-limit.changed' } });
    expect(entry).toMatchObject({
      ...{ connectionId: null, objectKind: 'charge-limit', objectId: 'HKD', reason: 'Tickets cost more by now' },
      data: {
        changes: [
          { path: 'above', kind: 'changed', from: 'HKD 1000.00', to: 'HKD 1500.00' },
          { path: 'daily', kind: 'changed', from: 'HKD 20000.00', to: 'HKD 1600.00' },
        ],
      },
    });
  });

  it('can be given to a currency that has none: until then each charge of it takes two', async () => {
    expect(await held('THB')).toBeUndefined();
    expect(await charge('100', 'THB')).toMatchObject({ ok: false, refusal: { rule: 'approval-needed' } });
    expect(await agreed('THB', { above: '50000', daily: '900000' })).toMatchObject({ ok: true });
    expect(await charge('100', 'THB')).toMatchObject({ ok: true });
    expect((await listLimits(world.context.db)).map(({ currency }) => currency)).toContain('THB');
  });

  it('are not changed to what they are, to what is no amount, nor of what is no currency', async () => {
    const limits = { above: '150000', daily: '160000' };
    expect(await ask('HKD', limits)).toMatchObject({ ok: false, refusal: { rule: 'nothing-changes' } });
    expect(await ask('hkd', limits)).toMatchObject({ ok: false, refusal: { kind: 'not-found' } });
    for (const wrong of ['0', '-1', '1.5', '', '9007199254740992'])
      expect(limitChange.safeParse({ ...limits, above: wrong }).success, wrong).toBe(false);
  });

  it('that somebody else changed meanwhile are not changed by what was asked before', async () => {
    const asked = await ask('EUR', { above: '20000', daily: '900000' });
    if (!asked.ok || asked.value.kind !== 'asked') throw new Error(JSON.stringify(asked));
    const { approvalId } = asked.value;
    const { seal } = await world.context.db.approval.findUniqueOrThrow({ where: { id: approvalId } });
    const data = { above: 1n, daily: 1n, updatedAt: world.context.now() };
    await world.context.db.chargeLimit.create({ data: { currency: 'EUR', ...data } });
    const decision = { approvalId, verdict: 'approve' as const, remark: '', seal };
    expect(await decide(world.context, proven(second), at.connectionId, decision)).toMatchObject({
      ok: false,
      refusal: { rule: 'approval-void', params: { cause: 'record-moved' } },
    });
    expect(await held('EUR')).toMatchObject({ above: '1' });
  });

  it('that put a charge under another row of the policy make void what was asked for under the former', async () => {
    const { account, actor, draft, values } = await at.intent(await at.contract(), {
      amount: { total: '20000', currency: 'GBP' },
    });
    const asked = await askToCharge(world.context, {
      ...{ account, actor, origin: { kind: 'new' }, reason: 'A group ticket' },
      input: { draft, values, lookAlikeReason: '' },
    });
    if (!asked.ok) throw new Error(JSON.stringify(asked.refusal));
    const { approvalId } = asked.value;
    expect(await agreed('GBP', { above: '30000', daily: '900000' })).toMatchObject({ ok: true });
    const { seal } = await world.context.db.approval.findUniqueOrThrow({ where: { id: approvalId } });
    const checker = proven(await newPerson(world.context, 'checker'));
    const decision = { approvalId, verdict: 'approve' as const, remark: '', seal };
    expect(await decide(world.context, checker, at.connectionId, decision)).toMatchObject({
      ok: false,
      refusal: { rule: 'approval-void', params: { cause: 'policy-changed' } },
    });
    expect(await at.send({ account, actor, draft, values })).toMatchObject({ ok: true });
  });
});
