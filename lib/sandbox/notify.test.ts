import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deliveriesDueSeconds } from '../platform/wire/notification';
import type { SandboxKeys } from './keys';
import { makeKeys } from './keys';
import type { SandboxOptions } from './server';
import { createSandbox } from './server';
import { certificatesOf, clientOf } from './test-client';
import type { Received, Said } from './test-receiver';
import { failed, judge, openReceiver, success } from './test-receiver';

const id = '1900003001';
const ladder = deliveriesDueSeconds('APPLYMENT_STATE.APPROVED');

describe('notifications', { timeout: 30_000 }, () => {
  let keys: SandboxKeys;
  const closers: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    keys = await makeKeys(new Date());
  }, 60_000);
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  /** A sandbox whose clock is in hand, and a receiver that answers as told. */
  async function start(
    answer: (message: Received, before: number) => Said | Promise<Said>,
    more: Partial<SandboxOptions> = {},
  ) {
    const receiver = await openReceiver(answer);
    closers.push(receiver.close);
    const sandbox = await createSandbox({ stateDir: null, keys, notifyUrl: receiver.url, ...more });
    closers.push(sandbox.close);
    const client = clientOf(sandbox, await sandbox.listen(0));
    const held = () => sandbox.state.notifications.at(-1);
    return {
      receiver,
      sandbox,
      client,
      held,
      send: (body = {}) => client.control('notifications', { sub_mchid: id, ...body }),
    };
  }

  it('are delivered sixteen times over 24 h 4 m while every answer is a failure, and then given up', async () => {
    const { receiver, sandbox, client, held, send } = await start(() => failed);
    await send();
    const counts: number[] = [];
    for (const [rung, seconds] of ladder.entries()) {
      if (rung > 0) {
        await client.control('clock', { offsetMs: seconds * 1000 - 10_000 });
        expect(await sandbox.deliverDue()).toBe(0);
      }
      await client.control('clock', { offsetMs: seconds * 1000 });
      counts.push(await sandbox.deliverDue());
    }
    expect(counts).toEqual(Array(16).fill(1));
    expect(held()).toMatchObject({ state: 'given-up', dueAt: null, rungs: 16 });
    expect(held()?.deliveries.map(({ dueSeconds }) => dueSeconds)).toEqual(ladder);
    await client.control('clock', { offsetMs: 48 * 3_600_000 });
    expect(await sandbox.deliverDue()).toBe(0);
    expect(receiver.received).toHaveLength(16);
  });

  it('carry the same bytes at every delivery, signed anew by the wall clock, and keep their create_time', async () => {
    const { receiver, sandbox, client, send } = await start(() => failed);
    await send({ create_time: '2026-11-20T09:00:00+08:00' });
    await client.control('clock', { offsetMs: 86_640_000 });
    expect(await sandbox.deliverDue()).toBe(16);
    const [first] = receiver.received;
    for (const message of receiver.received) {
      expect(judge(message, sandbox.keys)).toMatchObject({
        signature: 'valid',
        envelope: { create_time: '2026-11-20T09:00:00+08:00' },
        record: { sub_mchid: id, applyment_state: 'APPROVED', sp_mchid: '1900002241' },
      });
      expect(message.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
    }
    expect(new Set(receiver.received.map(({ headers }) => headers['servicepay-nonce'])).size).toBe(16);
  });

  it('look on the wire as the captured ones do', async () => {
    const { receiver, sandbox, send } = await start(() => success);
    const { id: sent } = await send();
    await sandbox.deliverDue();
    const [message] = receiver.received;
    if (!message) throw new Error('Nothing arrived');
    expect(message).toMatchObject({ method: 'POST', path: '/notifications/practice' });
    expect(message.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Mozilla/4.0',
      accept: '*/*',
      'request-id': expect.stringMatching(/^08[0-9A-F]{40}-0$/),
      'servicepay-nonce': expect.stringMatching(/^[0-9a-f]{32}$/),
      'servicepay-signature-type': 'SERVICEPAY2-SHA256-RSA2048',
    });
    const body = JSON.parse(message.body.toString());
    expect(Object.keys(body)).toEqual(['id', 'create_time', 'resource_type', 'event_type', 'summary', 'resource']);
    expect(Object.keys(body.resource)).toEqual([
      'original_type',
      'algorithm',
      'ciphertext',
      'associated_data',
      'nonce',
    ]);
    expect(body).toMatchObject({ event_type: 'APPLYMENT_STATE.APPROVED', resource_type: 'applyment', id: sent });
    expect(String(sent)).toHaveLength(36);
    expect(body.resource).toMatchObject({ original_type: 'applyment', associated_data: 'applyment' });
    expect(judge(message, sandbox.keys).plaintext).toContain('"applyment_id":9007199254740993,');
  });

  it.each([
    ['200 with SUCCESS', success, null],
    ['204', { status: 204 }, null],
    ['200 without SUCCESS, which is noted', { status: 200, body: '{"code":"FAIL"}' }, 'code-not-success'],
  ] as const)('end with %s', async (_, answer, failedTest) => {
    const { receiver, sandbox, client, held, send } = await start((_message, before) => (before < 2 ? failed : answer));
    await send();
    await client.control('clock', { offsetMs: 86_640_000 });
    expect(await sandbox.deliverDue()).toBe(3);
    expect(held()).toMatchObject({ state: 'acknowledged', rungs: 3 });
    expect(held()?.deliveries.at(-1)?.failedTest).toBe(failedTest);
    expect(receiver.received).toHaveLength(3);
  });

  it('do not follow a redirect, and note what was no answer', async () => {
    const elsewhere = await openReceiver(() => success);
    closers.push(elsewhere.close);
    const { sandbox, client, held, send } = await start((_, before) =>
      before === 0 ? { status: 307, headers: { Location: elsewhere.url } } : null,
    );
    await send();
    await client.control('clock', { offsetMs: 15_000 });
    await sandbox.deliverDue();
    expect(held()?.deliveries).toMatchObject([
      { status: 307, cause: null },
      { status: null, cause: 'cut' },
    ]);
    expect(elsewhere.received).toHaveLength(0);
  });

  it('wait five seconds for an answer', async () => {
    const { sandbox, held, send } = await start(() => new Promise(() => {}));
    await send();
    await sandbox.deliverDue();
    expect(held()?.deliveries).toMatchObject([{ status: null, cause: 'timeout' }]);
    expect(held()?.deliveries[0]?.ms).toBeGreaterThanOrEqual(4_990);
    expect(held()?.deliveries[0]?.ms).toBeLessThan(5_500);
  });

  it('play a whole outage in seconds on a faster ladder', async () => {
    const { receiver, client, held, send } = await start(() => failed, { deliver: 'timer' });
    await client.control('notifications/ladder', { speed: 86_640 });
    const began = Date.now();
    await send();
    await expect.poll(() => held()?.state, { timeout: 10_000, interval: 20 }).toBe('given-up');
    expect(receiver.received).toHaveLength(16);
    const took = Date.now() - began;
    expect(took).toBeGreaterThan(900);
    expect(took).toBeLessThan(5_000);
  });

  it('survive a restart, and go on where they were; time that was slept through is not made up for', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const receiver = await openReceiver(() => failed);
    closers.push(receiver.close);
    let now = Date.now();
    const open = () => createSandbox({ stateDir: folder, keys, notifyUrl: receiver.url, now: () => new Date(now) });
    const first = await open();
    await clientOf(first, await first.listen(0)).control('notifications', { sub_mchid: id });
    await first.deliverDue();
    now += 15_000;
    await first.deliverDue();
    await first.close();

    now += 3_600_000;
    const second = await open();
    closers.push(second.close);
    expect(second.state.notifications).toMatchObject([{ state: 'delivering', rungs: 2 }]);
    expect(await second.deliverDue()).toBe(1);
    receiver.answer = () => success;
    now += 30_000;
    expect(await second.deliverDue()).toBe(1);
    expect(second.state.notifications).toMatchObject([{ state: 'acknowledged', rungs: 4 }]);
    const [message, ...rest] = receiver.received;
    for (const each of rest) expect(each.body.equals(message?.body ?? Buffer.alloc(0))).toBe(true);
    expect(receiver.received).toHaveLength(4);
  });

  it('count as not made when they are cut off by a stop', async () => {
    const { receiver, sandbox, held, send } = await start(() => new Promise(() => {}));
    await send({ copies: 3 });
    const run = sandbox.deliverDue();
    await expect.poll(() => receiver.received.length).toBe(3);
    await sandbox.close();
    await run;
    closers.pop();
    expect(held()).toMatchObject({ state: 'delivering', rungs: 0, extra: 2, deliveries: [] });
  });

  it('are kept when there is no address, with the cause, and start when they are sent again', async () => {
    const { receiver, sandbox, client, held, send } = await start(() => success, { notifyUrl: null });
    const sent = await send();
    expect(await sandbox.deliverDue()).toBe(0);
    expect(held()).toMatchObject({ state: 'undeliverable', cause: 'no-notify-url', deliveries: [] });
    await client.control('notify-url', { url: receiver.url });
    expect(await sandbox.deliverDue()).toBe(0);
    await client.control(`notifications/${sent.id}/redeliver`);
    expect(await sandbox.deliverDue()).toBe(1);
    expect(held()).toMatchObject({ state: 'acknowledged', cause: null, rungs: 1 });
  });

  it('send a probe before every n-th: the same message but for a signature that must not pass', async () => {
    const { receiver, sandbox, client, held, send } = await start(({ headers }) =>
      String(headers['servicepay-signature']).includes('/SIGNTEST/') ? { status: 401 } : success,
    );
    await client.control('notifications/probes', { every: 3 });
    for (let n = 1; n <= 6; n += 1) {
      await send();
      await sandbox.deliverDue();
    }
    const states = receiver.received.map((message) => judge(message, sandbox.keys).signature);
    expect(states).toEqual(['valid', 'valid', 'probe', 'valid', 'valid', 'valid', 'probe', 'valid']);
    const [probe, real] = receiver.received.slice(-2);
    const { 'servicepay-signature': junk, ...probeHeaders } = probe?.headers ?? {};
    const { 'servicepay-signature': proper, ...realHeaders } = real?.headers ?? {};
    expect(probeHeaders).toEqual(realHeaders);
    expect(probe?.body).toEqual(real?.body);
    expect(junk).toMatch(/^SERVICEPAY\/SIGNTEST\//);
    expect(held()?.deliveries).toMatchObject([
      { kind: 'probe', status: 401, failedTest: null },
      { kind: 'real', status: 200, failedTest: null },
    ]);
  });

  it('hold it against the receiver when it takes a probe, which acknowledges nothing', async () => {
    const { sandbox, held, send } = await start((_, before) => (before === 0 ? success : failed));
    await send({ probe: true });
    await sandbox.deliverDue();
    expect(held()).toMatchObject({ state: 'delivering', rungs: 1 });
    expect(held()?.deliveries[0]).toMatchObject({ kind: 'probe', failedTest: 'probe-taken' });
  });

  it('go out as many copies at once, each signed for itself', async () => {
    let open = 0;
    let most = 0;
    const { receiver, sandbox, held, send } = await start(async () => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 300));
      open -= 1;
      return success;
    });
    await send({ copies: 50 });
    expect(await sandbox.deliverDue()).toBe(50);
    expect(most).toBeGreaterThan(25);
    expect(held()?.deliveries.filter(({ kind }) => kind === 'duplicate')).toHaveLength(49);
    expect(new Set(receiver.received.map(({ headers }) => headers['servicepay-nonce'])).size).toBe(50);
    expect(new Set(receiver.received.map(({ body }) => String(body))).size).toBe(1);
  });

  it('are signed by the new certificate once it is rotated, and sealed by the new key only when sealed anew', async () => {
    const { receiver, sandbox, client, held, send } = await start(() => failed);
    const { id: sent } = await send();
    await sandbox.deliverDue();
    const { serial } = await client.control('rotate-certificates', { oldExpiresInMs: 3_600_000 });
    await client.control('rotate-message-key');
    await client.control(`notifications/${sent}/redeliver`);
    await sandbox.deliverDue();
    await client.control(`notifications/${sent}/redeliver`, { reseal: true });
    await sandbox.deliverDue();
    await client.control(`notifications/${sent}/redeliver`, { sealWith: 'previous' });
    await sandbox.deliverDue();

    expect(held()?.deliveries.map((made) => made.serial)).toEqual([
      certificatesOf(keys)[0]?.serial,
      serial,
      serial,
      serial,
    ]);
    expect(sandbox.keys.previousApiKey).toBe(keys.apiKey);
    const before = { ...sandbox.keys, apiKey: sandbox.keys.previousApiKey ?? '' };
    const opened = receiver.received.map((message) => [
      judge(message, sandbox.keys).signature,
      judge(message, before).record !== null,
      judge(message, sandbox.keys).record !== null,
    ]);
    expect(opened).toEqual([
      ['valid', true, false],
      ['valid', true, false],
      ['valid', false, true],
      ['valid', true, false],
    ]);
  });

  it('are signed by a certificate that the receiver knows although the clock was moved when it was made', async () => {
    const { receiver, sandbox, client, send } = await start(() => success);
    await client.control('clock', { offsetMs: 12 * 3_600_000 });
    const { serial } = await client.control('rotate-certificates', { oldExpiresInMs: 24 * 3_600_000 });
    await send();
    await sandbox.deliverDue();
    expect(receiver.received[0]?.headers['servicepay-serial']).toBe(serial);
    expect(receiver.received.map((message) => judge(message, sandbox.keys).signature)).toEqual(['valid']);
  });
});
