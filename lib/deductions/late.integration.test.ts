// A charge, or the end of a contract, that has waited for a day behind a stop does not leave by itself any more.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StaffActor } from '@/lib/approvals/deed';
import { terminateContractOperation } from '@/lib/contracts/operation';
import { countLate } from '@/lib/requests/attention';
import { drainOnce } from '@/lib/requests/drain';
import { confirmLate, discardLate } from '@/lib/requests/late';
import { repeatNow } from '@/lib/requests/repeat';
import { sendRequest } from '@/lib/requests/send';
import { createCharging } from '@/lib/testing/charging';
import type { TestWorld } from '@/lib/testing/world';
import { letOnePersonSend, newPerson, openTestWorld } from '@/lib/testing/world';
import { knownOf } from './operation';
import { mayChargeAgain, whoseMove } from './rules';

let world: TestWorld;
let at: ReturnType<typeof createCharging>;
let payments: StaffActor;
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  world = await openTestWorld();
  at = createCharging(world);
  await letOnePersonSend(world.context);
  payments = await newPerson(world.context, 'payments');
});
afterAll(() => world.close());
beforeEach(() => stopped(null));

const stopped = (stoppedAt: Date | null) =>
  world.context.db.connection.update({ where: { id: at.connectionId }, data: { stoppedAt, pausedUntil: null } });
const stop = () => stopped(world.context.now());
const goOn = () => stopped(null);
const requestOf = (id: string) => world.context.db.platformRequest.findUniqueOrThrow({ where: { id } });
const trailOf = async (requestId: string) => {
  const entries = await world.context.db.auditEntry.findMany({ where: { requestId }, orderBy: { id: 'asc' } });
  return entries.map(({ action }) => action);
};

/** A charge that was sent while all sending was stopped, and is older by so many hours once it goes on. */
async function chargeBehindStop(hours: number) {
  const contract = await at.contract();
  const intent = await at.intent(contract, {}, payments);
  await stop();
  const sent = await at.send(intent);
  if (!sent.ok) throw new Error(JSON.stringify(sent.refusal));
  expect(sent.value.outcome).toBe('waiting');
  world.pass(hours * HOUR_MS);
  await goOn();
  return { contract, intent, requestId: sent.value.requestId };
}
const deciding = (requestId: string, actor = payments) => ({
  connectionId: at.connectionId,
  actor,
  requestId,
  reason: 'The customer still wants it',
});

describe('a charge that waited behind a stop', () => {
  it('leaves by itself within a day', async () => {
    const { contract } = await chargeBehindStop(23);
    await drainOnce(world.context);
    expect(await at.charges(contract)).toHaveLength(1);
  });

  it('waits for a person after a day, keeps what it holds, and is told of', async () => {
    const { contract, intent, requestId } = await chargeBehindStop(25);
    expect(await drainOnce(world.context)).toBe(0);
    expect(await at.charges(contract)).toEqual([]);
    expect(await requestOf(requestId)).toMatchObject({
      outcome: 'waiting',
      tries: 0,
      nextTryAt: null,
      needsPersonSince: expect.any(Date),
      meaning: 'waited-too-long',
    });
    expect(await trailOf(requestId)).toEqual(['deduction.charge-requested', 'request.held-for-person']);
    expect(await countLate(world.context.db, at.connectionId)).toMatchObject({ count: 1 });
    expect(whoseMove(knownOf(await at.order(intent.values.out_trade_no)))).toBe('operator');
    // Nothing goes round it: the contract is held, and asking for a repeat is no confirmation.
    expect(await at.lockOf(contract)).not.toBeNull();
    expect(await at.send(await at.intent(contract))).toMatchObject({ ok: false });
    expect(await repeatNow(world.context, payments, at.connectionId, requestId)).toMatchObject({
      refusal: { rule: 'nothing-to-repeat' },
    });
    world.pass(48 * HOUR_MS);
    expect(await drainOnce(world.context)).toBe(0);
    expect(await trailOf(requestId)).toHaveLength(2);

    expect(await confirmLate(world.context, deciding(requestId))).toEqual({ ok: true, value: null });
    await drainOnce(world.context);
    expect(await requestOf(requestId)).toMatchObject({ outcome: 'accepted', tries: 1 });
    expect(await at.charges(contract)).toHaveLength(1);
    expect(await confirmLate(world.context, deciding(requestId))).toMatchObject({
      refusal: { rule: 'waits-for-nobody' },
    });
    expect(await trailOf(requestId)).toEqual([
      'deduction.charge-requested',
      'request.held-for-person',
      'request.confirmed',
      'request.settled',
    ]);
  });

  it('is over without a call when it is discarded, and may be charged anew', async () => {
    const { contract, intent, requestId } = await chargeBehindStop(25);
    await drainOnce(world.context);
    expect(await discardLate(world.context, deciding(requestId))).toEqual({ ok: true, value: null });
    expect(await drainOnce(world.context)).toBe(0);
    expect(await at.charges(contract)).toEqual([]);
    expect(await requestOf(requestId)).toMatchObject({ meaning: 'discarded', settledHow: 'never-taken' });
    expect(await at.lockOf(contract)).toBeNull();
    expect(mayChargeAgain(knownOf(await at.order(intent.values.out_trade_no)))).toBe(true);
    const again = await at.send(intent, {
      origin: { kind: 'again', outTradeNo: intent.values.out_trade_no },
      isDraftGone: true,
    });
    expect(again).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    expect(await at.charges(contract)).toHaveLength(1);
  });

  it('is decided once, where two people decide at once', async () => {
    const { contract, requestId } = await chargeBehindStop(25);
    await drainOnce(world.context);
    const both = await Promise.all([
      discardLate(world.context, deciding(requestId)),
      confirmLate(world.context, deciding(requestId)),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    await drainOnce(world.context);
    const charged = (await requestOf(requestId)).outcome === 'accepted' ? 1 : 0;
    expect(charged).toBe(both[1]?.ok ? 1 : 0);
    expect(await at.charges(contract)).toHaveLength(charged);
  });

  it('is asked of a person again where it waits as long again after it was confirmed', async () => {
    const { contract, requestId } = await chargeBehindStop(25);
    await drainOnce(world.context);
    await stop();
    await confirmLate(world.context, deciding(requestId));
    world.pass(25 * HOUR_MS);
    await goOn();
    expect(await drainOnce(world.context)).toBe(0);
    expect(await at.charges(contract)).toEqual([]);
    expect(await requestOf(requestId)).toMatchObject({ needsPersonSince: expect.any(Date) });
    expect(await discardLate(world.context, deciding(requestId))).toMatchObject({ ok: true });
  });

  it('is decided by whoever may charge, under its own connection', async () => {
    const { requestId } = await chargeBehindStop(25);
    await drainOnce(world.context);
    const other = await newPerson(world.context, 'integrations');
    expect(await confirmLate(world.context, deciding(requestId, other))).toMatchObject({
      refusal: { kind: 'forbidden', permission: 'deduction:charge' },
    });
    expect(
      await discardLate(world.context, { ...deciding(requestId), connectionId: crypto.randomUUID() }),
    ).toMatchObject({
      refusal: { kind: 'not-found' },
    });
    expect(await discardLate(world.context, deciding(requestId))).toMatchObject({ ok: true });
  });
});

it('the end of a contract waits for a person too, also where an earlier try of it is unknown', async () => {
  const terminate = async (contractId: string) => {
    const place = { connectionId_contractId: { connectionId: at.connectionId, contractId } };
    const { version } = await world.context.db.contract.findUniqueOrThrow({ where: place });
    const sent = await sendRequest(world.context, terminateContractOperation, {
      account: at.account,
      actor: payments,
      objectId: contractId,
      input: { baseVersion: version, values: { termination_note: 'Test.', sub_appid: '' }, isNoteChecked: false },
      intent: crypto.randomUUID(),
    });
    if (!sent.ok) throw new Error(JSON.stringify(sent.refusal));
    return sent.value.requestId;
  };
  const [never, lost] = [await at.contract(), await at.contract()];
  await world.failNext({ operation: 'contract.terminate', contract_id: lost, mode: 'cut-before' });
  const unknown = await terminate(lost);
  await stop();
  const waiting = await terminate(never);
  world.pass(25 * HOUR_MS);
  await goOn();
  expect(await drainOnce(world.context)).toBe(0);
  expect(await requestOf(waiting)).toMatchObject({ outcome: 'waiting', meaning: 'waited-too-long', nextTryAt: null });
  expect(await requestOf(unknown)).toMatchObject({
    outcome: 'unknown',
    nextTryAt: null,
    needsPersonSince: expect.any(Date),
  });
  // What is unknown is nobody's to discard; its bytes go out again when a person asks.
  expect(await discardLate(world.context, deciding(unknown))).toMatchObject({ refusal: { rule: 'waits-for-nobody' } });
  expect(await repeatNow(world.context, payments, at.connectionId, unknown)).toMatchObject({ ok: true });
  expect(await confirmLate(world.context, deciding(waiting))).toMatchObject({ ok: true });
  expect(await drainOnce(world.context)).toBe(2);
  expect(await requestOf(waiting)).toMatchObject({ outcome: 'accepted' });
  expect((await requestOf(unknown)).outcome).not.toBe('unknown');
});
