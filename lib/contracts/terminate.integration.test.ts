import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainOnce } from '@/lib/requests/drain';
import { sendRequest } from '@/lib/requests/send';
import type { TestWorld } from '@/lib/testing/world';
import { holdContract, letOnePersonSend, newPerson, openTestWorld } from '@/lib/testing/world';
import { terminateContractOperation } from './operation';
import type { TerminationValues } from './schema';

let world: TestWorld;
let connectionId: string;

beforeAll(async () => {
  world = await openTestWorld({}, { hasCommon: true });
  connectionId = world.account.connection.id;
  await letOnePersonSend(world.context);
});
afterAll(() => world.close());

const seconds = (count: number) => count * 1000;
const note: TerminationValues = { termination_note: 'The payer asked us to.', sub_appid: '' };

/** A contract that the platform has too; its number is new. */
async function signed(more: Parameters<typeof holdContract>[3] = {}, subMchid: string | undefined = '1900003001') {
  const made = (await world.control('contracts', subMchid === undefined ? {} : { sub_mchid: subMchid })) as {
    contract_ids: string[];
  };
  const [id = ''] = made.contract_ids;
  await holdContract(world.context, connectionId, id, more);
  return id;
}

const held = (contractId: string) =>
  world.context.db.contract.findUniqueOrThrow({ where: { connectionId_contractId: { connectionId, contractId } } });

async function terminate(contractId: string, values: Partial<TerminationValues> = {}, isNoteChecked = false) {
  const { version } = await held(contractId);
  return sendRequest(world.context, terminateContractOperation, {
    account: world.account,
    actor: await newPerson(world.context, 'payments'),
    objectId: contractId,
    input: { baseVersion: version, values: { ...note, ...values }, isNoteChecked },
    intent: crypto.randomUUID(),
  });
}

const failNext = (contractId: string, fault: Parameters<TestWorld['failNext']>[0]) =>
  world.failNext({ operation: 'contract.terminate', contract_id: contractId, ...fault });

const sentOf = async (contractId: string) =>
  (await world.journal()).filter(({ path }) => path.includes(encodeURIComponent(contractId)));

/** What the platform holds of it. */
const atPlatform = (contractId: string) =>
  world.control(`contracts/${encodeURIComponent(contractId)}`) as Promise<Record<string, unknown>>;

describe('ending one contract (§4.3)', () => {
  it('204 without a body ends it: once, with what proves it (bug-responses-01, bug-privacy-03)', async () => {
    const id = await signed();
    const result = await terminate(id);
    expect(result).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    expect(await held(id)).toMatchObject({
      state: 'TERMINATED',
      stateHow: 'answer',
      endedBy: 'us',
      endedNote: note.termination_note,
      version: 2,
    });
    expect(await atPlatform(id)).toMatchObject({ state: 'TERMINATED', termination_note: note.termination_note });
    const entries = await world.context.db.auditEntry.findMany({ where: { objectId: id }, orderBy: { id: 'asc' } });
    expect(entries.map(({ action }) => action)).toEqual(['contract.termination-requested', 'request.settled']);
    expect(entries[0]).toMatchObject({ actorKind: 'staff', objectKind: 'contract', ip: '192.0.2.7' });
    expect(entries[0]?.actorName).toMatch(/^payments /);
    // A second click is not offered, and would not be sent.
    expect(await terminate(id)).toMatchObject({ ok: false, refusal: { rule: 'contract-ended' } });
    expect(await sentOf(id)).toHaveLength(1);
  });

  it('sends the number of a contract in one segment, whatever stands in it (bug-signing-05)', async () => {
    const id = 'WX 2024/01#7';
    await holdContract(world.context, connectionId, id);
    expect(await terminate(id)).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    expect((await sentOf(id))[0]?.path).toBe('/v3/global/papay/contracts/WX%202024%2F01%237/terminate');
  });

  it('an answer that was lost, then 403 to the same bytes: ended by us, as it seems (bug-charge-safety-05)', async () => {
    const id = await signed();
    await failNext(id, { mode: 'cut-after' });
    expect(await terminate(id)).toMatchObject({ ok: true, value: { outcome: 'unknown' } });
    expect(await held(id)).toMatchObject({ state: 'SIGNED', version: 1 });
    expect(await terminate(id)).toMatchObject({ ok: false, refusal: { rule: 'another-request-is-open' } });
    world.pass(seconds(17));
    await drainOnce(world.context);
    const request = await world.context.db.platformRequest.findFirstOrThrow({ where: { objectId: id } });
    expect(request).toMatchObject({
      outcome: 'accepted',
      settledHow: 'repeat',
      meaning: 'contract-not-exist',
      tries: 2,
    });
    expect(await held(id)).toMatchObject({ state: 'TERMINATED', stateHow: 'inferred', endedBy: 'us' });
    const sent = await sentOf(id);
    expect(sent.map(({ status }) => status)).toEqual([null, 403]);
    expect(new Set(sent.map(({ bodySha256 }) => bodySha256)).size).toBe(1);
  });

  it('a contract that only staff knew: 403 after an unknown asks a person and settles nothing', async () => {
    const id = await signed({ stateHow: 'staff', source: 'by-hand' });
    await failNext(id, { mode: 'cut-after' });
    await terminate(id);
    world.pass(seconds(17));
    await drainOnce(world.context);
    const request = await world.context.db.platformRequest.findFirstOrThrow({ where: { objectId: id } });
    expect(request).toMatchObject({ outcome: 'unknown', meaning: 'contract-not-exist', nextTryAt: null });
    expect(request.needsPersonSince).not.toBeNull();
    expect(await held(id)).toMatchObject({ state: 'SIGNED', notFoundAt: null });
  });

  it('403 on a first try is a question: nothing is closed, and the contract says what it waits for', async () => {
    const id = await signed();
    await world.control(`contracts/${id}`, { by: 'payer', notify: false });
    expect(await terminate(id)).toMatchObject({ ok: true, value: { outcome: 'refused' } });
    expect(await held(id)).toMatchObject({ state: 'SIGNED', notFoundHow: 'terminate', endedBy: null, version: 2 });
    expect((await held(id)).notFoundAt).not.toBeNull();
  });

  it.each([
    ['contract-param-error', 'refused'],
    ['contract-system-error', 'unknown'],
    ['contract-too-many-requests', 'waiting'],
    ['contract-unauthorized', 'refused'],
    ['contract-unknown-code', 'refused'],
  ])('%s of the practice platform is %s on a first try and leaves the contract signed', async (row, outcome) => {
    const id = await signed();
    await failNext(id, { row });
    expect(await terminate(id)).toMatchObject({ ok: true, value: { outcome } });
    expect(await held(id)).toMatchObject({ state: 'SIGNED', notFoundAt: null });
    await world.context.db.connection.update({ where: { id: connectionId }, data: { pausedUntil: null } });
  });

  it('a 500 before the effect is repeated with the same bytes until it is taken', async () => {
    const id = await signed();
    await failNext(id, { mode: '500-before' });
    expect(await terminate(id)).toMatchObject({ ok: true, value: { outcome: 'unknown' } });
    world.pass(seconds(17));
    await drainOnce(world.context);
    expect(await held(id)).toMatchObject({ state: 'TERMINATED', stateHow: 'answer', endedBy: 'us' });
    expect((await sentOf(id)).map(({ status }) => status)).toEqual([500, 204]);
  });

  it('a body of the mode and nothing else leaves: sub_appid only where it is given', async () => {
    const id = await signed();
    await terminate(id, { sub_appid: 'wx0000000000000001' });
    const bodies = await world.context.db.platformRequest.findFirstOrThrow({ where: { objectId: id } });
    expect(bodies.maskedBody).toEqual({
      sub_mchid: '1900003001',
      sp_appid: world.account.connection.appid,
      sub_appid: 'wx0000000000000001',
      termination_note: note.termination_note,
    });
    expect(JSON.stringify(bodies.maskedBody)).not.toContain('"appid"');
  });

  it('refuses what is empty, too long, or may say who somebody is', async () => {
    const id = await signed();
    const refusedAt = async (termination_note: string, isChecked = false) => {
      const result = await terminate(id, { termination_note }, isChecked);
      return result.ok || result.refusal.kind !== 'invalid' ? result : result.refusal.issues;
    };
    expect(await refusedAt('')).toMatchObject([{ path: 'termination_note', rule: 'required' }]);
    expect(await refusedAt('x'.repeat(257))).toMatchObject([{ path: 'termination_note', rule: 'too-long' }]);
    expect(await refusedAt('Asked by +852 5123 4567')).toMatchObject([{ rule: 'maybe-personal' }]);
    expect(await sentOf(id)).toEqual([]);
    expect(await refusedAt('Ticket 20261128001', true)).toMatchObject({ ok: true });
  });
});
