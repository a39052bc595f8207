import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applicationKindOf } from '../platform/wire/application';
import type { SandboxKeys } from './keys';
import { isNotifyUrl } from './notification-controls';
import type { Sandbox } from './server';
import { createSandbox } from './server';
import { answered, applying, clientOf, raw, validBody } from './test-client';
import { failed, judge, openReceiver, success } from './test-receiver';
import { world } from './world';

const id = '1900003004';

describe('what is told of applications', () => {
  let keys: SandboxKeys;
  let sandbox: Sandbox;
  let url: string;
  let client: ReturnType<typeof clientOf>;
  let receiver: Awaited<ReturnType<typeof openReceiver>>;

  beforeAll(async () => {
    receiver = await openReceiver(() => success);
    sandbox = await createSandbox({ stateDir: null, notifyUrl: receiver.url });
    keys = sandbox.keys;
    url = await sandbox.listen(0);
    client = clientOf(sandbox, url);
  }, 60_000);
  afterAll(async () => {
    await sandbox.close();
    await receiver.close();
  });
  beforeEach(async () => {
    await client.control('reset');
    receiver.received.length = 0;
  });

  const h5 = (state: string, more = {}) => client.control(`sub-merchants/${id}/h5`, { state, ...more });
  const apply = (...domains: string[]) => client.modify(id, validBody(keys, applying(...domains)));
  const arrived = async () => {
    await sandbox.deliverDue();
    return receiver.received.splice(0).map((message) => judge(message, keys));
  };
  const ofThis = () => sandbox.state.applications.filter(({ sub_mchid }) => sub_mchid === id);

  it('holds an application for each H5 state that came from one, some with numbers that no double holds', async () => {
    const withOne = world.filter(({ h5: { state } }) => state !== 'UNAUTHORIZED' && state !== 'APPLICATION_FAILED');
    const applications = (await client.look('applications')) as unknown as {
      applyment_id: string;
      sub_mchid: string;
    }[];
    expect(applications.map(({ sub_mchid }) => sub_mchid)).toEqual(withOne.map(({ sub_mchid }) => sub_mchid));
    const numbers = applications.map(({ applyment_id }) => applyment_id);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers[0]).toBe('9007199254740993');
    const lost = numbers.filter((number) => String(Number(number)) !== number);
    expect(lost.length).toBeGreaterThan(3);
    expect(lost.length).toBeLessThan(numbers.length / 2);
  });

  it('tells an approval of an edit with H5 payment, with every digit of its number', async () => {
    await apply('new.example');
    const [application] = ofThis();
    expect(application).toMatchObject({ applyment_state: 'UNDER_REVIEW', domains: ['new.example'] });
    expect(await arrived()).toEqual([]);
    await h5('approve');
    const [told] = await arrived();
    expect(told?.plaintext).toContain(`"applyment_id":${application?.applyment_id},`);
    expect(told).toMatchObject({
      signature: 'valid',
      envelope: { event_type: 'APPLYMENT_STATE.APPROVED' },
      record: {
        applyment_id: application?.applyment_id,
        sub_mchid: id,
        sp_mchid: '1900002241',
        applyment_state: 'APPROVED',
        applyment_type: 'APPLY_FOR_PAYMENT_AUTHORITY',
        transaction_limit_type: 'NORMAL_LIMIT',
        domains: ['new.example'],
        website_url: 'https://www.harbour-kite.example/shop',
        notify_url: receiver.url,
      },
    });
    await h5('approve');
    expect(await arrived()).toEqual([]);
  });

  it('keeps old applications when there is a new one, and none where creating it failed', async () => {
    await apply('a.example');
    await h5('approve');
    await apply('b.example');
    await h5('approve');
    expect(ofThis()).toMatchObject([{ domains: ['a.example'] }, { domains: ['b.example'] }]);
    expect(new Set(ofThis().map(({ applyment_id }) => applyment_id)).size).toBe(2);
    await h5('application-failed-next');
    await apply('c.example');
    expect(ofThis()).toHaveLength(2);
  });

  it('tells a rejection only where that is wanted', async () => {
    await apply('a.example');
    await h5('reject', { reason: 'No prices.' });
    expect(await arrived()).toEqual([]);
    expect(ofThis()).toMatchObject([{ applyment_state: 'REJECTED', audit_reject_detail: 'No prices.' }]);
    await client.control('notifications/rejections', { notify: true });
    await apply('b.example');
    await h5('reject', { reason: 'No order page.' });
    expect(await arrived()).toMatchObject([
      {
        envelope: { event_type: 'APPLYMENT_STATE.REJECTED' },
        record: { applyment_state: 'REJECTED', audit_reject_detail: 'No order page.' },
      },
    ]);
  });

  it('tells what automatic review approves, though nobody looks', async () => {
    await apply('a.example');
    await client.control('review', { mode: 'auto', afterMs: 60_000 });
    expect((await arrived()).filter(({ record }) => record?.sub_mchid === id)).toEqual([]);
    await client.control('clock', { offsetMs: 61_000 });
    expect((await arrived()).filter(({ record }) => record?.sub_mchid === id)).toMatchObject([
      { record: { applyment_state: 'APPROVED' } },
    ]);
  });

  it('tells a domain change in its own shape, under the same event name', async () => {
    await apply('a.example');
    await h5('approve', { kind: 'domain-change' });
    const [told] = await arrived();
    if (!told?.record) throw new Error('Nothing was told');
    expect(told.envelope?.event_type).toBe('APPLYMENT_STATE.APPROVED');
    expect(applicationKindOf(told.record)).toBe('domain-change');
    expect(told.record).toMatchObject({ sub_mchid: id, out_applyment_id: expect.any(String) });
    expect(told.record).not.toHaveProperty('applyment_type');
    expect(told.record).not.toHaveProperty('transaction_limit_type');
    await client.control('notifications', { sub_mchid: '1900003001', kind: 'domain-change' });
    expect((await arrived()).map(({ record }) => record && applicationKindOf(record))).toEqual(['domain-change']);
  });

  it('gives a fault and copies to the next that a review tells', async () => {
    await client.control('notifications/next', { fault: 'wrong-signature', copies: 3 });
    await apply('a.example');
    await h5('approve');
    expect((await arrived()).map(({ signature }) => signature)).toEqual(['wrong', 'wrong', 'wrong']);
    await apply('b.example');
    await h5('approve');
    expect((await arrived()).map(({ signature }) => signature)).toEqual(['valid']);
  });

  it('sends what a tester writes, and leaves the world as it is', async () => {
    const before = structuredClone(sandbox.state.applications);
    await client.control('notifications', {
      sub_mchid: '1900003006',
      state: 'REJECTED',
      create_time: '2020-01-01T00:00:00+08:00',
      id: 'an-id-of-my-own',
      overrides: { audit_reject_detail: 'Late news.', extra: { deep: [1] } },
      without: ['sp_mchid'],
    });
    const [told] = await arrived();
    expect(told).toMatchObject({
      signature: 'valid',
      envelope: {
        id: 'an-id-of-my-own',
        create_time: '2020-01-01T00:00:00+08:00',
        event_type: 'APPLYMENT_STATE.REJECTED',
      },
      record: { sub_mchid: '1900003006', audit_reject_detail: 'Late news.', extra: { deep: [1] } },
    });
    expect(told?.record).not.toHaveProperty('sp_mchid');
    expect(sandbox.state.applications).toEqual(before);
  });

  it('tells of one that is not in the world, and of a number with all the digits that were typed', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = '{"sub_mchid":"1988888888","applyment_id":90071992547409931,"overrides":{"seen":90071992547409933}}';
    expect((await raw(`${url}/_sandbox/notifications`, 'POST', headers, body)).status).toBe(200);
    const [told] = await arrived();
    expect(told?.plaintext).toContain('"applyment_id":90071992547409931,');
    expect(told?.plaintext).toContain('"seen":90071992547409933}');
    expect(told?.record).toMatchObject({ sub_mchid: '1988888888', applyment_state: 'APPROVED' });
    await client.control('notifications', { applyment_id: '9007199254740993', state: 'UNDER_APPEAL' });
    expect((await arrived())[0]?.record).toMatchObject({ sub_mchid: '1900003001', applyment_state: 'UNDER_APPEAL' });
  });

  it('lists notifications with their deliveries, and one with its bytes', async () => {
    const sent = await client.control('notifications', { sub_mchid: '1900003001' });
    await arrived();
    expect(await client.look('notifications')).toMatchObject([
      {
        ...sent,
        sub_mchid: '1900003001',
        applyment_id: '9007199254740993',
        applyment_state: 'APPROVED',
        state: 'acknowledged',
        nextDue: null,
        rungs: 1,
        rungsMax: 16,
        url: receiver.url,
        deliveries: [{ kind: 'real', status: 200, code: 'SUCCESS', dueSeconds: 0, failedTest: null }],
      },
    ]);
    const one = await client.look(`notifications/${sent.id}`);
    expect(JSON.parse(one.body).id).toBe(sent.id);
    expect((await client.look('overview')).notifications).toHaveLength(1);
  });

  it('says what is wrong with a control', async () => {
    await expect(client.control('notifications', {})).rejects.toThrow('name a sub_mchid');
    await expect(client.control('notifications', { applyment_id: '1' })).rejects.toThrow('name a sub_mchid');
    await expect(client.control('notifications', { sub_mchid: id, fault: 'x' })).rejects.toThrow('fault');
    await expect(client.control('notifications', { sub_mchid: id, copies: 101 })).rejects.toThrow('copies');
    await expect(client.control('notifications/ladder', { speed: 0 })).rejects.toThrow('speed');
    await expect(client.control('notifications/nowhere')).rejects.toThrow('no notification nowhere');
    await expect(client.control('notify-url', { url: 'https://shop.example/?a=1' })).rejects.toThrow('query');
  });

  it('posts to web addresses without parameters', () => {
    for (const good of ['https://console.example/api/notifications/main', 'http://127.0.0.1:3000/x', 'http://[::1]:1/'])
      expect(isNotifyUrl(good)).toBe(true);
    for (const bad of ['https://console.example/?a=1', 'https://console.example/#a', 'ftp://127.0.0.1/', 'x', ''])
      expect(isNotifyUrl(bad)).toBe(false);
  });

  it('goes back to the address that it was started with when it is reset', async () => {
    await client.control('notify-url', { url: null });
    await client.control('notifications', { sub_mchid: id });
    await client.control('reset');
    expect(sandbox.state.notify.url).toBe(receiver.url);
    expect(sandbox.state.notifications).toEqual([]);
  });

  it('changes the pace of what is already waiting', async () => {
    receiver.answer = () => failed;
    await client.control('notifications', { sub_mchid: id });
    await sandbox.deliverDue();
    const due = () => (sandbox.state.notifications[0]?.dueAt ?? 0) - Date.now();
    expect(due()).toBeGreaterThan(13_000);
    await client.control('notifications/ladder', { speed: 10 });
    expect(due()).toBeLessThan(1_600);
    await client.control('notifications/ladder', { speed: 1 });
    expect(due()).toBeGreaterThan(10_000);
    receiver.answer = () => success;
  });

  it('takes up a state file from before there were notifications, and keeps a rotated message key', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
    const first = await createSandbox({ stateDir: folder, keys });
    const old = clientOf(first, await first.listen(0));
    await old.control(`sub-merchants/${id}/h5`, { state: 'UNDER_REVIEW' });
    await old.control('rotate-message-key');
    await first.close();
    const { applications, lastApplymentId, notifications, notify, ...kept } = JSON.parse(
      await readFile(join(folder, 'state.json'), 'utf8'),
    );
    expect([applications.length > 0, lastApplymentId, notifications, notify.url]).toEqual([
      true,
      expect.any(String),
      [],
      null,
    ]);
    await writeFile(join(folder, 'state.json'), JSON.stringify(kept));

    const second = await createSandbox({ stateDir: folder });
    expect(second.state.applications.find(({ sub_mchid }) => sub_mchid === id)).toMatchObject({
      applyment_state: 'UNDER_REVIEW',
    });
    expect(second.keys).toMatchObject({ apiKey: first.keys.apiKey, previousApiKey: keys.apiKey });
    const credentials = JSON.parse(await readFile(join(folder, 'credentials.json'), 'utf8'));
    expect(await readFile(credentials.apiKeyFile, 'utf8')).toBe(first.keys.apiKey);
    expect(await readFile(credentials.previousApiKeyFile, 'utf8')).toBe(keys.apiKey);
    await second.close();
    await rm(folder, { recursive: true });
  });

  it('approves an application once, and opens none for one that is penalised', async () => {
    await apply('a.example');
    await h5('approve');
    await h5('penalise');
    await h5('lift');
    await h5('penalise');
    await h5('approve');
    expect(ofThis()).toHaveLength(1);
    expect(await arrived()).toHaveLength(1);
    expect(answered(await apply('b.example')).status).toBe(200);
  });
});
