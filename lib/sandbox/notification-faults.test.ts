import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ciphertextMax, deliveriesDueSeconds } from '../platform/wire/notification';
import type { Sandbox } from './server';
import { createSandbox } from './server';
import { clientOf } from './test-client';
import type { Received } from './test-receiver';
import { failed, judge, openReceiver, success } from './test-receiver';

const id = '1900003001';

describe('a notification with a fault', () => {
  let sandbox: Sandbox;
  let client: ReturnType<typeof clientOf>;
  let receiver: Awaited<ReturnType<typeof openReceiver>>;

  beforeAll(async () => {
    receiver = await openReceiver(() => success);
    sandbox = await createSandbox({ stateDir: null, notifyUrl: receiver.url });
    client = clientOf(sandbox, await sandbox.listen(0));
  }, 60_000);
  afterAll(async () => {
    await sandbox.close();
    await receiver.close();
  });
  beforeEach(async () => {
    await client.control('reset');
    receiver.received.length = 0;
    receiver.answer = () => success;
  });

  /** Sends one and hands over what arrived. */
  async function send(body: Record<string, unknown>): Promise<Received> {
    await client.control('notifications', { sub_mchid: id, ...body });
    await sandbox.deliverDue();
    const message = receiver.received.at(-1);
    if (!message) throw new Error('Nothing arrived');
    return message;
  }
  const judged = async (body: Record<string, unknown>) => judge(await send(body), sandbox.keys);

  it.each([
    ['wrong-signature', 'wrong'],
    ['unknown-serial', 'unknown-serial'],
    ['stale-timestamp', 'stale'],
  ])('%s is in the signature alone', async (fault, signature) => {
    expect(await judged({ fault })).toMatchObject({ signature, record: { sub_mchid: id } });
  });

  it('millisecond-timestamp has thirteen digits, and is properly signed by itself', async () => {
    const message = await send({ fault: 'millisecond-timestamp' });
    const timestamp = String(message.headers['servicepay-timestamp']);
    expect(timestamp).toMatch(/^\d{13}$/);
    expect(judge(message, sandbox.keys).signature).toBe('stale');
    // A clock that counted like this would find nothing wrong.
    const thousandfold = {
      ...sandbox.keys,
      platform: sandbox.keys.platform.map((key) => ({ ...key, expireTime: '+099999-01-01T00:00:00.000Z' })),
    };
    expect(judge(message, thousandfold, new Date(Number(timestamp) * 1000)).signature).toBe('valid');
  });

  it.each(['timestamp', 'nonce', 'signature', 'serial'])(
    'missing-header leaves out the %s, and only that',
    async (header) => {
      const message = await send({ fault: 'missing-header', header });
      const there = ['timestamp', 'nonce', 'signature', 'serial'].filter(
        (name) => message.headers[`servicepay-${name}`] !== undefined,
      );
      expect(there).not.toContain(header);
      expect(there).toHaveLength(3);
      expect(judge(message, sandbox.keys).signature).toBe(header === 'signature' ? 'none' : 'wrong');
    },
  );

  it.each([
    ['malformed-nonce', 'nonce'],
    ['bad-associated-data', 'associated-data'],
    ['other-associated-data', 'tag'],
    ['truncated-ciphertext', 'ciphertext'],
  ])('%s is in the seal alone', async (fault, refused) => {
    expect(await judged({ fault })).toMatchObject({ signature: 'valid', opened: { refused } });
  });

  it('not-json opens, to something that is none', async () => {
    expect(await judged({ fault: 'not-json' })).toMatchObject({
      signature: 'valid',
      plaintext: 'This is not JSON.',
      record: null,
    });
  });

  it('huge-body is a proper message, and longer than any can be', async () => {
    const message = await send({ fault: 'huge-body' });
    expect(message.body.length).toBeGreaterThan(2 * ciphertextMax);
    expect(judge(message, sandbox.keys)).toMatchObject({ signature: 'valid', record: { sub_mchid: id } });
  });

  it('foreign-mchid is of another institution', async () => {
    expect(await judged({ fault: 'foreign-mchid' })).toMatchObject({
      signature: 'valid',
      record: { sp_mchid: '1900009999', sub_mchid: id },
    });
  });

  it('unknown-event-type is of no family that there is', async () => {
    expect(await judged({ fault: 'unknown-event-type' })).toMatchObject({
      signature: 'valid',
      envelope: { event_type: 'SAMPLE.UNKNOWN' },
      record: { sub_mchid: id },
    });
  });

  it('same-id takes the id of the one before it, with other content', async () => {
    const first = await judged({});
    const second = await judged({ fault: 'same-id' });
    expect(second.envelope?.id).toBe(first.envelope?.id);
    expect(second.record).toMatchObject({ domains: ['other-content.example'] });
    expect(first.record?.domains).not.toEqual(second.record?.domains);
    await expect(client.control('notifications', { sub_mchid: '1900003002', fault: 'same-id' })).rejects.toThrow(
      'no notification about 1900003002',
    );
  });

  it('may be sealed with a key that nobody knows, or with the one before', async () => {
    expect(await judged({ sealWith: 'unknown' })).toMatchObject({ signature: 'valid', opened: { refused: 'tag' } });
    await client.control('rotate-message-key');
    const message = await send({ sealWith: 'previous' });
    expect(judge(message, sandbox.keys)).toMatchObject({ signature: 'valid', opened: { refused: 'tag' } });
    const before = { ...sandbox.keys, apiKey: sandbox.keys.previousApiKey ?? '' };
    expect(judge(message, before).record).toMatchObject({ sub_mchid: id });
  });

  it('heals after as many deliveries as told', async () => {
    receiver.answer = () => failed;
    await client.control('notifications', { sub_mchid: id, fault: 'malformed-nonce', faultDeliveries: 2 });
    await client.control('clock', { offsetMs: 60_000 });
    expect(await sandbox.deliverDue()).toBe(4);
    expect(receiver.received.map((message) => judge(message, sandbox.keys).record !== null)).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(sandbox.state.notifications[0]?.deliveries.map(({ fault }) => fault)).toEqual([
      'malformed-nonce',
      'malformed-nonce',
      null,
      null,
    ]);
  });

  it('is sealed anew at each delivery only where that is asked for', async () => {
    receiver.answer = () => failed;
    await client.control('notifications', { sub_mchid: id, reseal: true });
    await client.control('clock', { offsetMs: 30_000 });
    await sandbox.deliverDue();
    expect(new Set(receiver.received.map(({ body }) => String(body))).size).toBe(3);
  });

  it.each(['PAPAY.SIGN', 'PAPAY.TERMINATE'])(
    '%s has a sample of notes 11.4, on the short ladder',
    async (event_type) => {
      receiver.answer = () => failed;
      const { envelope, plaintext } = await judged({ event_type });
      expect(envelope?.event_type).toBe(event_type);
      const mode = event_type === 'PAPAY.TERMINATE' ? { contract_termination_mode: 'USER' } : {};
      expect(JSON.parse(plaintext ?? '')).toMatchObject({
        sp_mchid: '1900002241',
        sub_mchid: id,
        contract_id: expect.any(String),
        plan_id: expect.any(Number),
        ...mode,
      });
      await client.control('clock', { offsetMs: 86_640_000 });
      await sandbox.deliverDue();
      expect(receiver.received).toHaveLength(deliveriesDueSeconds(event_type).length);
      expect(sandbox.state.notifications[0]?.state).toBe('given-up');
    },
  );

  it('TRANSACTION.SUCCESS has a sample of notes 12.5', async () => {
    const { envelope, plaintext } = await judged({ event_type: 'TRANSACTION.SUCCESS', without: ['sub_mchid'] });
    expect(envelope).toMatchObject({
      resource_type: 'encrypt-resource',
      resource: { original_type: 'transaction', associated_data: 'transaction' },
    });
    const record = JSON.parse(plaintext ?? '');
    expect(record).toMatchObject({ trade_type: 'AUTH', trade_state: 'SUCCESS', amount: { currency: 'HKD' } });
    expect(record).not.toHaveProperty('sub_mchid');
  });
});
