import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixtureOf } from '@/components/notifications/fixture';
import type { Actor } from '@/lib/audit/record';
import { fingerprintOf } from '@/lib/connections/message-keys';
import type { EnvelopeOptions, ReceiverWorld } from '@/lib/testing/platform-sender';
import { apiKey, envelopeOf, forgetTold, openReceiverWorld, record } from '@/lib/testing/platform-sender';
import { holdSubMerchant } from '@/lib/testing/world';
import { park } from './park';
import { getMessageIds, getNotification, getNotificationStatus, getReceiving } from './queries';
import { createRefusals, getRefused } from './refused';
import { reprocess } from './reprocess';
import type { RefusedCause } from './view';

let world: ReceiverWorld;
const actor: Actor = { kind: 'staff', id: 'a', name: 'Integrations', roles: ['integrations'], ip: null };

beforeAll(async () => {
  world = await openReceiverWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  const { db } = world.context;
  await forgetTold(world.context);
  await db.refusedCount.deleteMany();
  await db.refusedSample.deleteMany();
});

async function delivered(content: unknown, options: EnvelopeOptions = {}) {
  await world.post(world.platform.signed(envelopeOf(content, { id: 'one', ...options })));
  return detail(options.id ?? 'one');
}
async function detail(notificationId: string, delivery?: number) {
  const { id } = await world.context.db.notification.findFirstOrThrow({ where: { notificationId } });
  const found = await getNotification(world.context, world.account, id, delivery);
  if (!found) throw new Error('the notification is not there');
  return found;
}
const unused = '00000000-0000-4000-8000-000000000000';

describe('the page of one notification', () => {
  it('tells what came, what it says, what it changed, and what we hold of it', async () => {
    await holdSubMerchant(world.context, world.connectionId, '1900003001', undefined, { h5State: 'UNDER_REVIEW' });
    const createTime = new Date(Date.now() + 2000).toISOString();
    const found = await delivered(record(), { createTime });
    expect(found).toMatchObject({
      state: 'applied',
      subMerchantName: 'Harbour Kite Books Limited',
      createTimeText: createTime,
      applicationKind: 'authorization',
      openedBy: fingerprintOf(apiKey),
      isBodyHeld: true,
      parked: null,
      content: { applyment_id: 100000, domains: ['shop.example'], sp_mchid: '1900002241' },
    });
    expect(found.effects).toContainEqual({
      path: 'h5_authorization_state',
      kind: 'changed',
      from: 'UNDER_REVIEW',
      to: 'APPROVED',
    });
    expect(found.comparison).toContainEqual({ path: 'domains', ours: 'shop.example', theirs: 'shop.example' });
    expect(found.comparison.every(({ ours, theirs }) => ours === theirs)).toBe(true);
    expect(found.received).toMatchObject([{ number: 1, verdict: 'applied', answer: 200, door: 'receiver' }]);
    expect(found.received[0]?.steps.at(-1)?.step).toBe('applied');
    expect(found.auditEntryIds).toHaveLength(1);
  });

  it('shows the envelope with its ciphertext cut short', async () => {
    const { envelope } = await delivered(record());
    const { ciphertext } = (envelope as { resource: { ciphertext: string } }).resource;
    expect(envelope).toMatchObject({ id: 'one', resource: { algorithm: 'AEAD_AES_256_GCM' } });
    expect(ciphertext).toMatch(/^[\w+/]{32}… \(\d+\)$/);
  });

  it('shows a state that nobody knows in its own word, and reads over members that it does not know (bug-responses-04)', async () => {
    const unknown = await delivered(record({ applyment_state: 'UNDER_APPEAL' }));
    expect(unknown).toMatchObject({
      state: 'unknown-type',
      cause: 'state',
      content: { applyment_state: 'UNDER_APPEAL' },
    });
    expect(await world.context.db.application.count()).toBe(0);
    const more = await delivered({ ...record(), appeal: { level: 2 } }, { id: 'two' });
    expect(more).toMatchObject({ state: 'applied', content: { applyment_state: 'APPROVED' } });
  });

  it('masks whoever pays, in every part of it', async () => {
    const order = { sp_mchid: '1900002241', out_trade_no: 'order-1', payer: { sp_openid: 'canary' }, attach: 'canary' };
    const found = await delivered(order, { eventType: 'TRANSACTION.SUCCESS', envelope: { sent_to: 'canary' } });
    expect(found).toMatchObject({ state: 'unknown-type', content: { out_trade_no: 'order-1' } });
    expect(JSON.stringify(found)).not.toContain('canary');
  });

  it('says of what does not open, and of what is no envelope, as much as there is', async () => {
    const sealed = await delivered(record(), { key: Buffer.from('another-key-of-32-bytes-ABCDEFGH') });
    expect(sealed).toMatchObject({ state: 'quarantine', cause: 'key', content: null, comparison: [] });
    expect(sealed.envelope).not.toBeNull();
    await world.post(world.platform.signed(Buffer.from('<xml>canary</xml>')));
    const { notificationId } = await world.context.db.notification.findFirstOrThrow({
      where: { cause: 'not-an-envelope' },
    });
    const rubbish = await detail(notificationId);
    expect(rubbish).toMatchObject({ envelope: null, content: null, createTime: null, bodySize: 17 });
    expect(JSON.stringify(rubbish)).not.toContain('canary');
  });

  it('puts what it tells beside what we hold, where the two differ', async () => {
    await delivered(record(), { createTime: '2024-03-07T02:00:00Z' });
    const other = record({ domains: ['other.example'] });
    const found = await delivered(other, { id: 'two', createTime: '2024-03-07T03:00:00Z' });
    expect(found.state).toBe('discrepancy');
    expect(found.comparison).toContainEqual({ path: 'domains', ours: 'shop.example', theirs: 'other.example' });
    expect(found.openDiscrepancies).toMatchObject([{ cause: 'other-domains' }]);
  });

  it('names a difference under an id that was applied, and shows each delivery with its own bytes', async () => {
    await delivered(record());
    const found = await delivered(record({ domains: ['other.example'] }));
    expect(found).toMatchObject({
      state: 'applied',
      discrepanciesOpen: 1,
      openDiscrepancies: [{ cause: 'same-id-other-content', delivery: 2 }],
      // What decided where it stands, not what waits for a person.
      chosen: { number: 1, verdict: 'applied' },
      content: { domains: ['shop.example'] },
    });
    const other = await detail('one', 2);
    expect(other).toMatchObject({
      chosen: { number: 2, verdict: 'discrepancy', isOtherBody: true },
      content: { domains: ['other.example'] },
    });
    expect(other.comparison).toContainEqual({ path: 'domains', ours: 'shop.example', theirs: 'other.example' });
    expect(other.envelope).not.toEqual(found.envelope);
    const fixtures = [found, other].map((one) => JSON.parse(one.chosen === null ? '' : fixtureOf(one, one.chosen)));
    expect(fixtures).toMatchObject([
      { cameTo: 'applied', headers: { nonce: found.received[0]?.nonce }, content: { domains: ['shop.example'] } },
      {
        cameTo: 'discrepancy (same-id-other-content)',
        headers: { nonce: found.received[1]?.nonce },
        content: { domains: ['other.example'] },
      },
    ]);
    // A key that is gone takes nothing away: what was told is kept with the difference.
    const keyless = { ...world.account, apiKeys: [] };
    expect(await getNotification(world.context, keyless, found.id, 2)).toMatchObject({
      content: { domains: ['other.example'] },
    });
    await world.context.db.notificationDelivery.updateMany({ where: { number: 2 }, data: { body: null } });
    expect(await detail('one', 2)).toMatchObject({ chosenSize: null, content: null, envelope: null, comparison: [] });
    await world.context.db.discrepancy.updateMany({ data: { resolvedAt: new Date() } });
    expect(await detail('one')).toMatchObject({ discrepanciesOpen: 0, openDiscrepancies: [] });
  });

  it('is known by the id that the platform gave it, by the row id under which the trail names it', async () => {
    const { id } = await delivered(record());
    const ids = await getMessageIds(world.context.db, world.connectionId, [id, unused, 'none']);
    expect([...ids]).toEqual([[id, 'one']]);
    expect(await getMessageIds(world.context.db, unused, [id])).toEqual(new Map());
  });

  it('names who set it aside and why, and forgets it when it is processed again', async () => {
    const { id } = await delivered(record(), { eventType: 'SAMPLE.UNKNOWN' });
    await park(world.context, actor, world.connectionId, { rowId: id, reason: 'a sample' });
    expect(await detail('one')).toMatchObject({ isParked: true, parked: { reason: 'a sample', by: 'Integrations' } });
    await reprocess(world.context, actor, world.account, id);
    expect(await detail('one')).toMatchObject({ isParked: false, parked: null });
    expect((await detail('one')).auditEntryIds).toHaveLength(3);
  });

  it('is not there for another connection, nor for an id that is none', async () => {
    const { id } = await delivered(record());
    const elsewhere = { ...world.account, connection: { ...world.account.connection, id: unused } };
    expect(await getNotification(world.context, elsewhere, id)).toBeNull();
    expect(await getNotification(world.context, world.account, 'none')).toBeNull();
    expect(await getNotificationStatus(world.context.db, unused, id, new Date())).toBeNull();
    expect(await getNotificationStatus(world.context.db, world.connectionId, id, new Date())).toMatchObject({
      id,
      state: 'applied',
      lastAnswer: 200,
    });
  });
});

describe('what did not verify', () => {
  const now = new Date('2024-03-07T12:34:00Z');
  const count = (at: string, cause: RefusedCause, times: number) =>
    world.context.db.refusedCount.create({
      data: { connectionId: world.connectionId, hour: new Date(at), cause, count: times },
    });

  it('is summed by cause over the last 24 hours and seven days, whole hours each, and no further back', async () => {
    await count('2024-03-07T12:00:00Z', 'signature', 2);
    await count('2024-03-06T13:00:00Z', 'signature', 3);
    await count('2024-03-06T12:00:00Z', 'signature', 5);
    await count('2024-03-06T13:00:00Z', 'probe', 7);
    await count('2024-02-29T13:00:00Z', 'serial', 11);
    await count('2024-02-29T12:00:00Z', 'serial', 13);
    const { day, week, hours } = await getRefused(world.context.db, world.connectionId, now);
    expect(day).toEqual({ signature: 5, probe: 7 });
    expect(week).toEqual({ signature: 10, probe: 7, serial: 11 });
    expect(hours).toHaveLength(168);
    expect(hours.at(-1)).toEqual({ hour: '2024-03-07T12:00:00.000Z', counts: { signature: 2 } });
  });

  it('is told to whoever looks, once for all that was counted together', async () => {
    const told: unknown[][] = [];
    const refusals = createRefusals({ ...world.context, publish: (...event) => told.push(event) });
    for (let n = 0; n < 50; n += 1) {
      refusals.count({ connectionId: world.connectionId, at: now, cause: 'time' }, () => ({
        headers: {},
        bodySize: 0,
        bodySha256: null,
        ip: null,
        door: 'receiver',
      }));
    }
    expect(told).toEqual([]);
    await refusals.flush();
    expect(told).toEqual([[world.connectionId, 'notifications', []]]);
    await refusals.flush();
    expect(told).toHaveLength(1);
  });

  it('shows headers of the newest few and never a body', async () => {
    const refusals = createRefusals(world.context);
    const sample = { headers: { 'servicepay-serial': 'AB' }, bodySize: 9, bodySha256: 'ff', ip: null } as const;
    for (let n = 0; n < 3; n += 1) {
      const refused = {
        connectionId: world.connectionId,
        at: new Date(now.getTime() + n),
        cause: 'signature',
      } as const;
      refusals.count(refused, () => ({ ...sample, door: 'receiver' }));
    }
    await refusals.flush();
    const { samples } = await getRefused(world.context.db, world.connectionId, now);
    expect(samples.map(({ at }) => Date.parse(at) - now.getTime())).toEqual([2, 1, 0]);
    expect(samples[0]).toMatchObject(sample);
  });

  it('stands beside when something last came, probes apart', async () => {
    await count('2024-03-07T12:00:00Z', 'probe', 7);
    await count('2024-03-07T11:00:00Z', 'time', 2);
    const here = { connectionId: world.connectionId, url: 'https://console.example/api/notifications/main' };
    const nothing = { newestAt: null, lastTest: null, refusedToday: 2 };
    expect(await getReceiving(world.context.db, here, now)).toEqual(nothing);
    const test = { connectionId: world.connectionId, at: now, how: 'scheduled', checks: [] };
    // Neither a test that is on its way nor one of another address says how this one does.
    await world.context.db.endpointTest.create({ data: { ...test, url: here.url, result: 'running' } });
    await world.context.db.endpointTest.create({ data: { ...test, url: 'https://old.example', result: 'failed' } });
    expect(await getReceiving(world.context.db, here, now)).toEqual(nothing);
    await world.context.db.endpointTest.create({ data: { ...test, url: here.url, result: 'passed' } });
    expect(await getReceiving(world.context.db, here, now)).toMatchObject({ lastTest: { hasPassed: true } });
    await world.context.db.endpointTest.deleteMany();
  });
});
