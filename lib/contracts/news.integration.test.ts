// What the practice platform tells of contracts, through the receiver's own door.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainOnce } from '@/lib/requests/drain';
import { sendRequest } from '@/lib/requests/send';
import { serveReceiver } from '@/lib/testing/platform-sender';
import type { TestWorld } from '@/lib/testing/world';
import { holdContract, letOnePersonSend, newPerson, openTestWorld } from '@/lib/testing/world';
import { terminateContractOperation } from './operation';

let world: TestWorld;
let receiver: Awaited<ReturnType<typeof serveReceiver>>;
const ids = { practice: '', 'practice-common': '' };

beforeAll(async () => {
  world = await openTestWorld({}, { hasCommon: true });
  receiver = await serveReceiver(world.context);
  const address = (slug: string) => `${receiver.url}/api/notifications/${slug}`;
  await world.control('notify-url', { url: address('practice'), common: address('practice-common') });
  await world.control('notifications/probes', { every: 0 });
  await letOnePersonSend(world.context);
  for (const { connection } of world.context.accounts()) ids[connection.slug as keyof typeof ids] = connection.id;
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});

type Slug = keyof typeof ids;
const subMchid = '1900003001';

/** New contracts at the practice platform; those of the common merchant have no sub-merchant. */
async function signed(slug: Slug, notify = false): Promise<string> {
  const about = slug === 'practice' ? { sub_mchid: subMchid } : {};
  const made = (await world.control('contracts', { ...about, notify })) as { contract_ids: string[] };
  return made.contract_ids[0] ?? '';
}

const place = (slug: Slug, contractId: string) => ({
  connectionId_contractId: { connectionId: ids[slug], contractId },
});
const held = (contractId: string, slug: Slug = 'practice') =>
  world.context.db.contract.findUniqueOrThrow({ where: place(slug, contractId) });
const messagesOf = (contractId: string) =>
  world.context.db.notification.findMany({ where: { contractId }, orderBy: { firstReceivedAt: 'asc' } });

async function terminate(contractId: string, slug: Slug = 'practice') {
  const account = world.context.accountBySlug(slug);
  if (!account) throw new Error('no such connection');
  const { version } = await held(contractId, slug);
  return sendRequest(world.context, terminateContractOperation, {
    account,
    actor: await newPerson(world.context, 'payments'),
    objectId: contractId,
    input: { baseVersion: version, values: { termination_note: 'Test.', sub_appid: '' }, isNoteChecked: false },
    intent: crypto.randomUUID(),
  });
}

const requestOf = (contractId: string) =>
  world.context.db.platformRequest.findFirstOrThrow({ where: { objectId: contractId }, orderBy: { openedAt: 'desc' } });

/** Makes the outcome of the next termination one that nobody knows. */
const loseAnswer = (contractId: string, mode: 'cut-after' | 'cut-before') =>
  world.failNext({ operation: 'contract.terminate', contract_id: contractId, mode });

describe.each<Slug>(['practice', 'practice-common'])('%s', (slug) => {
  const more = slug === 'practice' ? {} : { subMchid: '' };

  it('what we ended is confirmed by its notification, which changes nothing else', async () => {
    const id = await signed(slug);
    await holdContract(world.context, ids[slug], id, more);
    expect(await terminate(id, slug)).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    await world.deliverDue();
    const contract = await held(id, slug);
    expect(contract).toMatchObject({
      state: 'TERMINATED',
      stateHow: 'answer',
      endedBy: 'us',
      endedMode: 'MERCHANT',
      endedNote: 'Test.',
    });
    const [message] = await messagesOf(id);
    expect(message).toMatchObject({ state: 'applied', eventType: 'PAPAY.TERMINATE', connectionId: ids[slug] });
    expect(contract.confirmedProof).toBe(message?.id);
  });

  it('what the payer ended is ended, by the payer, as soon as it is told', async () => {
    const id = await signed(slug);
    await holdContract(world.context, ids[slug], id, more);
    await world.control(`contracts/${id}`, { by: 'payer' });
    await world.deliverDue();
    expect(await held(id, slug)).toMatchObject({
      state: 'TERMINATED',
      stateHow: 'notification',
      endedBy: 'payer',
      endedMode: 'USER',
      confirmedAt: null,
    });
    expect(await terminate(id, slug)).toMatchObject({ ok: false, refusal: { rule: 'contract-ended' } });
  });

  it('a contract that nobody told us of joins the register when it is signed, without its payer', async () => {
    const id = await signed(slug, true);
    await world.deliverDue();
    const contract = await held(id, slug);
    expect(contract).toMatchObject({ state: 'SIGNED', stateHow: 'notification', source: 'notification', version: 1 });
    expect(contract.planId).not.toBeNull();
    expect(contract.subMchid).toBe(slug === 'practice' ? subMchid : '');
    expect(JSON.stringify(contract)).not.toContain('openid');
    expect(await terminate(id, slug)).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
  });
});

describe('an unknown termination', () => {
  it('is settled as done when the platform tells that the merchant ended it: no byte goes out again', async () => {
    const id = await signed('practice');
    await holdContract(world.context, ids.practice, id);
    await loseAnswer(id, 'cut-after');
    expect(await terminate(id)).toMatchObject({ ok: true, value: { outcome: 'unknown' } });
    await world.deliverDue();
    expect(await held(id)).toMatchObject({ state: 'TERMINATED', endedBy: 'us', stateHow: 'notification' });
    await drainOnce(world.context);
    expect(await requestOf(id)).toMatchObject({ outcome: 'accepted', settledHow: 'news', tries: 1 });
    expect(await held(id)).toMatchObject({ endedBy: 'us' });
  });

  it('is settled as not done when the payer was faster, and the contract says who it was', async () => {
    const id = await signed('practice');
    await holdContract(world.context, ids.practice, id);
    await loseAnswer(id, 'cut-before');
    expect(await terminate(id)).toMatchObject({ ok: true, value: { outcome: 'unknown' } });
    await world.control(`contracts/${id}`, { by: 'payer' });
    await world.deliverDue();
    await drainOnce(world.context);
    expect(await requestOf(id)).toMatchObject({ outcome: 'refused', settledHow: 'news', tries: 1 });
    expect(await held(id)).toMatchObject({ state: 'TERMINATED', endedBy: 'payer' });
    const locks = await world.context.db.objectLock.count({ where: { objectId: id } });
    expect(locks).toBe(0);
  });
});

describe('messages', () => {
  const tell = (contract_id: string, more: Record<string, unknown>) =>
    world.control('notifications', { contract_id, sub_mchid: subMchid, probe: false, ...more });

  it('a signing told after the ending is older, and undoes nothing', async () => {
    const id = await signed('practice');
    await world.control(`contracts/${id}`, { by: 'platform' });
    await world.deliverDue();
    await tell(id, { event_type: 'PAPAY.SIGN' });
    await world.deliverDue();
    expect(await held(id)).toMatchObject({ state: 'TERMINATED', endedBy: 'platform', source: 'notification' });
    expect((await messagesOf(id)).map(({ state }) => state)).toEqual(['applied', 'older']);
  });

  it('one that comes in copies is applied once', async () => {
    const id = await signed('practice');
    await holdContract(world.context, ids.practice, id);
    await tell(id, { event_type: 'PAPAY.TERMINATE', copies: 10 });
    await world.deliverDue();
    expect(await held(id)).toMatchObject({ state: 'TERMINATED', version: 2 });
    const [message, ...others] = await messagesOf(id);
    expect([message?.deliveries, others.length]).toEqual([10, 0]);
    expect(await world.context.db.auditEntry.count({ where: { objectKind: 'contract', objectId: id } })).toBe(1);
  });

  it('one that gives the contract to another sub-merchant waits for a person', async () => {
    const id = await signed('practice');
    await holdContract(world.context, ids.practice, id, { subMchid: '1900003002' });
    await tell(id, { event_type: 'PAPAY.TERMINATE' });
    await world.deliverDue();
    expect(await held(id)).toMatchObject({ state: 'SIGNED', subMchid: '1900003002', version: 1 });
    const differences = await world.context.db.discrepancy.findMany({ where: { contractId: id } });
    expect(differences).toMatchObject([{ cause: 'other-sub-merchant', subMchid }]);
  });

  it('one without a contract in it is kept and not applied', async () => {
    await tell('202600-nothing', { event_type: 'PAPAY.TERMINATE', without: ['contract_id'] });
    await world.deliverDue();
    const [message] = await world.context.db.notification.findMany({ where: { cause: 'content' } });
    expect(message).toMatchObject({ state: 'unknown-type', eventType: 'PAPAY.TERMINATE' });
  });
});
