import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/audit/record';
import { keyAbout } from '@/lib/connections/message-keys';
import type { EnvelopeOptions, ReceiverWorld } from '@/lib/testing/platform-sender';
import { envelopeOf, forgetTold, openReceiverWorld, record, serveReceiver } from '@/lib/testing/platform-sender';
import { holdSubMerchant } from '@/lib/testing/world';
import { countQuarantine } from './list';
import { park } from './park';
import { reprocess } from './reprocess';
import { bodyAbout } from './sealed';

let world: ReceiverWorld;
const actor: Actor = { kind: 'staff', id: 'a', name: 'Integrations', roles: ['integrations'], ip: null };
const otherKey = Buffer.from('another-key-of-32-bytes-ABCDEFGH');
const published: [topic: string, ids: readonly string[]][] = [];

beforeAll(async () => {
  world = await openReceiverWorld();
  world.context.publish = (_, topic, ids) => void published.push([topic, ids]);
});
afterAll(() => world.close());
beforeEach(async () => {
  published.length = 0;
  const { db } = world.context;
  await forgetTold(world.context);
  await db.messageKey.deleteMany();
});

const deliver = (content: unknown, options: EnvelopeOptions = {}) =>
  world.post(world.platform.signed(envelopeOf(content, options)));
const row = (notificationId: string) =>
  world.context.db.notification.findFirstOrThrow({ where: { notificationId }, include: { received: true } });
const again = (rowId: string) => reprocess(world.context, actor, world.account, rowId);
const soon = () => new Date(Date.now() + 2000).toISOString();

async function addKey(key: Buffer, fingerprint = 'f0') {
  const { db, vault, now } = world.context;
  const { connectionId } = world;
  await db.messageKey.create({
    data: {
      connectionId,
      sealed: vault.seal(key, keyAbout(connectionId, fingerprint)),
      fingerprint,
      addedAt: now(),
      addedBy: 'a',
    },
  });
}

it('opens under a key that was added since, and it is written down which one opened it and when', async () => {
  const { db } = world.context;
  await deliver(record(), { id: 'old-key', key: otherKey });
  const before = await row('old-key');
  expect(before).toMatchObject({ state: 'quarantine', cause: 'key', openedBy: null });
  await addKey(otherKey);
  expect(await again(before.id)).toMatchObject({ ok: true, value: { from: 'quarantine', to: 'applied', isNew: true } });
  const key = await db.messageKey.findFirstOrThrow({ where: { connectionId: world.connectionId } });
  expect(await row('old-key')).toMatchObject({ state: 'applied', openedBy: key.fingerprint });
  expect(key.lastUsedAt).toEqual(expect.any(Date));
});

const audits = (rowId: string, action: string) =>
  world.context.db.auditEntry.findMany({
    where: { action, data: { path: ['notificationId'], equals: rowId } },
    orderBy: { id: 'asc' },
  });

describe('a message that no key opened', () => {
  const sealed = async (options: EnvelopeOptions = {}) => {
    await holdSubMerchant(world.context, world.connectionId, '1900003001', undefined, { h5State: 'UNDER_REVIEW' });
    const answer = await deliver(record(), { id: 'old-key', key: otherKey, createTime: soon(), ...options });
    expect(answer.status).toBe(500);
    return row('old-key');
  };

  it('is applied once its key is there, in one go with an entry that says who (bug-aead-10)', async () => {
    const before = await sealed();
    await addKey(otherKey);
    published.length = 0;
    expect(await again(before.id)).toEqual({
      ok: true,
      value: { from: 'quarantine', to: 'applied', cause: null, isNew: true },
    });
    const after = await row('old-key');
    expect(after).toMatchObject({ state: 'applied', cause: null, applymentId: '100000', subMchid: '1900003001' });
    expect(after.reprocessedAt).not.toBeNull();
    const held = await world.context.db.subMerchant.findFirstOrThrow();
    expect(held).toMatchObject({ h5State: 'APPROVED', h5StateHow: 'inferred', h5StateProof: before.id, version: 2 });
    const [entry, ...more] = await audits(before.id, 'notification.reprocessed');
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ actorName: 'Integrations', objectKind: 'sub-merchant', objectId: '1900003001' });
    expect(entry?.data).toMatchObject({ from: 'quarantine', to: 'applied' });
    expect(published).toEqual([
      ['notifications', [before.id]],
      ['sub-merchants', []],
      ['applications', []],
      ['contracts', []],
      ['deductions', []],
    ]);
  });

  it('counts no delivery, keeps our answer, and the next delivery hears success', async () => {
    const body = envelopeOf(record(), { id: 'old-key', key: otherKey, createTime: soon() });
    await world.post(world.platform.signed(body));
    const before = await row('old-key');
    await addKey(otherKey);
    await again(before.id);
    const after = await row('old-key');
    expect(after).toMatchObject({ deliveries: 1, lastAnswer: 500, lastReceivedAt: before.lastReceivedAt });
    expect(after.received).toHaveLength(1);
    expect(await world.post(world.platform.signed(body))).toMatchObject({ status: 200, body: { code: 'SUCCESS' } });
    expect(await row('old-key')).toMatchObject({ deliveries: 2, lastAnswer: 200, state: 'applied' });
  });

  it('is applied once under clicks at the same moment, and each is told what it came to', async () => {
    const before = await sealed();
    await addKey(otherKey);
    const answers = await Promise.all(Array.from({ length: 5 }, () => again(before.id)));
    for (const answer of answers) expect(answer).toMatchObject({ ok: true, value: { to: 'applied' } });
    expect(answers.filter((answer) => answer.ok && answer.value.isNew)).toHaveLength(1);
    expect(await audits(before.id, 'notification.reprocessed')).toHaveLength(1);
    expect(await world.context.db.subMerchant.findFirstOrThrow()).toMatchObject({ version: 2 });
    expect(await again(before.id)).toMatchObject({ ok: true, value: { from: 'applied', to: 'applied', isNew: false } });
  });

  describe('and comes again as other bytes under its id', () => {
    const bodyAt = async (number: number) => {
      const found = await row('old-key');
      const delivery = found.received.find((one) => one.number === number);
      return delivery?.body ? world.context.vault.open(delivery.body, bodyAbout(found.id, delivery.bodySha256)) : null;
    };

    /** At a receiver that has just read the keys: those of the others stay as they were for some seconds. */
    const postAfresh = async (body: Buffer) => {
      const served = await serveReceiver(world.context);
      const answer = await served.post(world.platform.signed(body));
      await served.close();
      return answer;
    };

    it('that cannot be used either: the first stays what is judged, the others stay with their delivery', async () => {
      const before = await sealed();
      const body = envelopeOf(record({ domains: ['other.example'] }), { id: 'old-key', key: Buffer.alloc(32, 'x') });
      expect((await world.post(world.platform.signed(body))).status).toBe(500);
      const after = await row('old-key');
      expect(after).toMatchObject({ state: 'quarantine', bodySha256: before.bodySha256, deliveries: 2 });
      expect(await bodyAt(2)).toEqual(body);
      await addKey(otherKey);
      expect(await again(before.id)).toMatchObject({ ok: true, value: { to: 'applied' } });
    });

    it('that can be used: it heals, and the first bytes stay with the delivery that brought them', async () => {
      const first = envelopeOf(record(), { id: 'old-key', key: otherKey, createTime: soon() });
      await world.post(world.platform.signed(first));
      expect((await deliver(record(), { id: 'old-key', createTime: soon() })).status).toBe(200);
      const after = await row('old-key');
      expect(after).toMatchObject({ state: 'applied', deliveries: 2 });
      expect(await bodyAt(1)).toEqual(first);
      expect(await world.context.db.discrepancy.count()).toBe(0);
    });

    it('with the same content: it heals, whether or not the first could be opened by now', async () => {
      const createTime = soon();
      await sealed({ createTime });
      await addKey(otherKey);
      expect((await postAfresh(envelopeOf(record(), { id: 'old-key', createTime }))).status).toBe(200);
      expect(await row('old-key')).toMatchObject({ state: 'applied' });
      expect(await world.context.db.discrepancy.count()).toBe(0);
    });

    it('with another content than the first, which could be opened by now: a difference, and the first stays', async () => {
      const createTime = soon();
      const before = await sealed({ createTime });
      await addKey(otherKey);
      const other = envelopeOf(record({ domains: ['other.example'] }), { id: 'old-key', createTime });
      expect(await postAfresh(other)).toMatchObject({ status: 200, body: { code: 'SUCCESS' } });
      expect(await row('old-key')).toMatchObject({ state: 'quarantine', bodySha256: before.bodySha256, deliveries: 2 });
      expect(await bodyAt(2)).toEqual(other);
      expect(await world.context.db.application.count()).toBe(0);
      const [difference, ...more] = await world.context.db.discrepancy.findMany();
      expect(more).toEqual([]);
      expect(difference).toMatchObject({
        cause: 'same-id-other-content',
        notificationId: before.id,
        differences: [{ path: 'domains', ours: 'shop.example', theirs: 'other.example' }],
      });
      expect(await again(before.id)).toMatchObject({ ok: true, value: { from: 'quarantine', to: 'applied' } });
    });
  });

  it('stays where it is while the key is not there, and that attempt is an entry too', async () => {
    const before = await sealed();
    expect(await again(before.id)).toMatchObject({ ok: true, value: { to: 'quarantine', cause: 'key' } });
    expect(await row('old-key')).toMatchObject({ state: 'quarantine', cause: 'key' });
    expect(await audits(before.id, 'notification.reprocessed')).toHaveLength(1);
  });

  it('does not undo what is newer', async () => {
    const before = await sealed({ createTime: '2024-03-07T02:00:00Z' });
    await deliver(record({ applyment_state: 'REJECTED' }), { eventType: 'APPLYMENT_STATE.REJECTED' });
    await addKey(otherKey);
    expect(await again(before.id)).toMatchObject({ ok: true, value: { to: 'older' } });
    expect(await world.context.db.application.findFirstOrThrow()).toMatchObject({ state: 'REJECTED' });
  });

  it('opens a discrepancy where it differs from what we hold', async () => {
    await deliver(record(), { createTime: '2024-03-07T02:00:00Z' });
    const before = await sealed({ content: JSON.stringify(record({ domains: ['other.example'] })) });
    await addKey(otherKey);
    expect(await again(before.id)).toMatchObject({ ok: true, value: { to: 'discrepancy', cause: 'other-domains' } });
    expect(await world.context.db.discrepancy.findMany()).toMatchObject([{ notificationId: before.id }]);
  });

  it('cannot be judged again when its bytes are purged', async () => {
    const before = await sealed();
    await world.context.db.notification.update({ where: { id: before.id }, data: { body: null } });
    expect(await again(before.id)).toEqual({ ok: false, refusal: { kind: 'conflict', rule: 'body-purged' } });
  });
});

it('a message of an unknown type stays kept, and is an entry about itself', async () => {
  await deliver(record(), { id: 'sample', eventType: 'SAMPLE.UNKNOWN' });
  const before = await row('sample');
  expect(await again(before.id)).toMatchObject({ ok: true, value: { from: 'unknown-type', to: 'unknown-type' } });
  expect(await audits(before.id, 'notification.reprocessed')).toMatchObject([
    { objectKind: 'notification', objectId: before.id },
  ]);
});

it('what is not of this connection, or nowhere, is not found', async () => {
  await deliver(record(), { id: 'sample', eventType: 'SAMPLE.UNKNOWN' });
  const { id } = await row('sample');
  const elsewhere = { ...world.account, connection: { ...world.account.connection, id: crypto.randomUUID() } };
  const notFound = { ok: false, refusal: { kind: 'not-found' } };
  expect(await reprocess(world.context, actor, elsewhere, id)).toEqual(notFound);
  expect(await again('not an id')).toEqual(notFound);
  expect(await park(world.context, actor, elsewhere.connection.id, { rowId: id, reason: 'x' })).toEqual(notFound);
});

describe('parking', () => {
  const parked = (rowId: string, reason = 'not for us, told the platform') =>
    park(world.context, actor, world.connectionId, { rowId, reason });

  it('takes a message off what waits, with the reason in the trail, once for the same reason', async () => {
    await deliver(record(), { id: 'old-key', key: otherKey });
    const { id } = await row('old-key');
    expect(await countQuarantine(world.context.db, world.connectionId)).toMatchObject({ count: 1 });
    expect(await parked(id)).toMatchObject({ ok: true });
    expect(await parked(id)).toMatchObject({ ok: true });
    expect(await countQuarantine(world.context.db, world.connectionId)).toMatchObject({ count: 0, oldestSince: null });
    expect(await audits(id, 'notification.parked')).toMatchObject([
      { reason: 'not for us, told the platform', objectKind: 'notification', objectId: id },
    ]);
  });

  it('ends with reprocessing', async () => {
    await deliver(record(), { id: 'old-key', key: otherKey });
    const { id } = await row('old-key');
    await parked(id);
    await again(id);
    expect(await row('old-key')).toMatchObject({ parkedReason: null, state: 'quarantine' });
  });

  it('is not for what was handled', async () => {
    await deliver(record(), { id: 'applied' });
    const { id } = await row('applied');
    expect(await parked(id)).toEqual({ ok: false, refusal: { kind: 'conflict', rule: 'handled' } });
    expect(await audits(id, 'notification.parked')).toEqual([]);
  });
});
