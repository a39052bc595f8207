import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCertificateList } from '../platform/certificates';
import type { SandboxKeys } from './keys';
import type { Sandbox } from './server';
import { createSandbox } from './server';
import { answered, applying, clientOf, json, newKey, raw, validBody } from './test-client';
import { world } from './world';

const id = '1900003004';

describe('the controls', () => {
  let keys: SandboxKeys;
  let sandbox: Sandbox;
  let url: string;
  let client: ReturnType<typeof clientOf>;

  beforeAll(async () => {
    sandbox = await createSandbox({ stateDir: null });
    // A rotation adds to these.
    keys = sandbox.keys;
    url = await sandbox.listen(0);
    client = clientOf(sandbox, url);
  }, 60_000);
  afterAll(() => sandbox.close());
  beforeEach(() => client.control('reset'));

  const h5 = (state: string, reason?: string) =>
    client.control(`sub-merchants/${id}/h5`, { state, ...(reason ? { reason } : {}) });
  const read = async () => json(answered(await client.read(id))).h5_payment;
  const apply = () => client.modify(id, validBody(keys, applying('new.example')));

  it('approves: what was asked for is in force', async () => {
    await apply();
    expect(await read()).toEqual({ h5_authorization_state: 'UNDER_REVIEW' });
    await h5('approve');
    expect(await read()).toEqual({ h5_authorization_state: 'APPROVED' });
    expect(await client.look(`sub-merchants/${id}`)).toMatchObject({
      h5: { domains: ['new.example'], website_url: 'https://www.harbour-kite.example/shop' },
      record: { contact: { email: 'contact@shop.example' } },
    });
  });

  it('rejects with a reason, which a new application clears', async () => {
    await apply();
    await h5('reject', 'No prices.');
    expect(await read()).toEqual({ h5_authorization_state: 'REJECTED', audit_reject_detail: 'No prices.' });
    expect(json(answered(await apply())).h5_authorization_state).toBe('UNDER_REVIEW');
    expect(await read()).toEqual({ h5_authorization_state: 'UNDER_REVIEW' });
  });

  it('penalises, and lifts to what it was before', async () => {
    await h5('APPROVED');
    await h5('penalise');
    expect(answered(await apply()).status).toBe(400);
    await h5('lift');
    expect(await read()).toEqual({ h5_authorization_state: 'APPROVED' });
    expect(answered(await apply()).status).toBe(200);
  });

  it('fails to create the next application, once; the rest of the edit counts', async () => {
    await h5('application-failed-next');
    expect(json(answered(await apply())).h5_authorization_state).toBe('APPLICATION_FAILED');
    expect(sandbox.state.effects[id]?.modifications).toBe(1);
    expect(json(answered(await apply())).h5_authorization_state).toBe('UNDER_REVIEW');
  });

  it('sets each state of 3.2 by its name', async () => {
    for (const state of [
      'APPROVED',
      'UNAUTHORIZED',
      'UNDER_REVIEW',
      'REJECTED',
      'UNDER_PUNISHMENT',
      'APPLICATION_FAILED',
    ]) {
      await h5(state);
      expect(await read()).toMatchObject({ h5_authorization_state: state });
    }
    await expect(h5('PENDING')).rejects.toThrow();
  });

  it('reviews nothing by itself until told to', async () => {
    await apply();
    expect(sandbox.state.review.mode).toBe('manual');
    expect(await read()).toEqual({ h5_authorization_state: 'UNDER_REVIEW' });
    await client.control('review', { mode: 'auto', afterMs: 0 });
    expect(await read()).toEqual({ h5_authorization_state: 'APPROVED' });
  });

  it('moves onboarding on, and back', async () => {
    const onboarding = (body: Record<string, unknown>) => client.control('sub-merchants/1900003041/onboarding', body);
    await onboarding({ sub_merchant_status: 'OPERATING', application_status: null });
    expect(answered(await client.modify('1900003041', validBody(keys))).status).toBe(200);
    await onboarding({ pageOnly: true });
    expect(answered(await client.modify('1900003041', validBody(keys))).status).toBe(400);
  });

  it('rotates certificates: both are listed, the old one ends earlier, the new one signs and seals', async () => {
    const old = client.newestSerial();
    const sealedBefore = Buffer.from(JSON.stringify(validBody(keys)));
    const before = await client.call('GET', '/v3/global/certificates');
    const { serial } = await client.control('rotate-certificates', { oldExpiresInMs: 3_600_000 });
    const answer = answered(await client.call('GET', '/v3/global/certificates'));
    const list = readCertificateList(answer.body, [Buffer.from(keys.apiKey)])?.certificates ?? [];
    expect(list.map((certificate) => certificate.serial).sort()).toEqual([old, serial].sort());
    const [earlier] = readCertificateList(answered(before).body, [Buffer.from(keys.apiKey)])?.certificates ?? [];
    const shortened = list.find((certificate) => certificate.serial === old);
    expect(shortened?.expireTime.getTime()).toBeLessThan(earlier?.expireTime.getTime() ?? 0);
    expect(answer.headers['servicepay-serial']).toBe(serial);
    expect(answer.signature).toBe('valid');
    expect(client.newestSerial()).toBe(serial);
    expect(answered(await client.modify(id, validBody(sandbox.keys))).status).toBe(200);
    expect(answered(await client.patch(id, sealedBefore, newKey(), old)).status).toBe(200);
    expect(answered(await client.patch(id, sealedBefore, newKey(), String(serial))).status).toBe(400);
  });

  it('keeps a journal of every call, without bodies', async () => {
    const key = newKey();
    await client.modify(id, validBody(keys), key);
    await raw(`${url}/v3/nowhere?x=1`, 'GET', {});
    const journal = await client.look('journal');
    expect(journal).toMatchObject([
      {
        n: 1,
        operation: 'sub-merchant.modify',
        method: 'PATCH',
        path: `/v3/global/merchants/${id}`,
        idempotencyKey: key,
        serial: client.newestSerial(),
        bodySha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        mchid: '1900002241',
        status: 200,
        effect: true,
      },
      { n: 2, operation: null, method: 'GET', path: '/v3/nowhere?x=1', mchid: null, status: 404, effect: false },
    ]);
  });

  it('travels in time', async () => {
    await client.control('clock', { offsetMs: 600_000 });
    expect(answered(await client.read(id)).status).toBe(401);
    await client.control('clock', { offsetMs: 0 });
    expect(answered(await client.read(id)).status).toBe(200);
  });

  it('resets to the sample world', async () => {
    await apply();
    await client.control('fail-next', { mode: 'hang' });
    await client.control('reset');
    expect(sandbox.state.effects).toEqual({});
    expect(sandbox.journal).toEqual([]);
    expect(Object.keys(sandbox.state.subMerchants)).toHaveLength(world.length);
    expect(await read()).toEqual({ h5_authorization_state: 'UNAUTHORIZED' });
  });

  it('says what is wrong with a control', async () => {
    await expect(client.control('fail-next', { mode: 'nonsense' })).rejects.toThrow();
    await expect(client.control('sub-merchants/1/h5', { state: 'approve' })).rejects.toThrow('no sub-merchant 1');
    await expect(client.control('nowhere')).rejects.toThrow('no such control');
    await expect(client.control('sub-merchants/toString/h5', { state: 'approve' })).rejects.toThrow('no sub-merchant');
    expect((await raw(`${url}/_sandbox/reset`, 'POST', { 'Content-Type': 'application/json' }, '{')).status).toBe(400);
  });

  const host = () => new URL(url).host;
  it.each([
    ['another site', () => ({ Origin: 'https://evil.example' })],
    ['a sandboxed page', () => ({ Origin: 'null' })],
    ['another port of this machine', () => ({ Origin: 'http://127.0.0.1:1' })],
    ['the same host over https', () => ({ Origin: `https://${host()}` })],
    ['a rebound name', () => ({ Host: 'evil.example' })],
    ['a rebound name with our port', () => ({ Host: `evil.example:${new URL(url).port}` })],
    ['a cross-site fetch', () => ({ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' })],
  ])('refuses %s at the controls', async (_, headers) => {
    for (const [method, path] of [
      ['POST', 'reset'],
      ['GET', 'journal'],
      ['GET', ''],
    ] as const) {
      expect((await raw(`${url}/_sandbox/${path}`, method, headers(), method === 'POST' ? '{}' : '')).status).toBe(403);
    }
  });

  it('refuses a form, whatever its origin', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    expect((await raw(`${url}/_sandbox/reset`, 'POST', headers, '{}')).status).toBe(415);
    expect((await raw(`${url}/_sandbox/reset`, 'PUT', {})).status).toBe(405);
  });

  it('takes its own page, by address and by name', async () => {
    const { port } = new URL(url);
    for (const name of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      const headers = {
        Host: name,
        Origin: `http://${name}`,
        'Content-Type': 'application/json',
        'Sec-Fetch-Site': 'same-origin',
      };
      expect((await raw(`${url}/_sandbox/clear`, 'POST', headers, '{}')).status).toBe(200);
    }
  });

  it('serves a page that may only run its own script', async () => {
    const page = await raw(`${url}/_sandbox/`, 'GET', {});
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(page.body.toString()).toContain('<title>Sandbox</title>');
    expect((await raw(`${url}/_sandbox`, 'GET', {})).headers.location).toBe('/_sandbox/');
    const overview = JSON.stringify(await client.look('overview'));
    expect(overview).not.toContain('Sample Contact');
  });

  it('shows a world with every state, in valid records', async () => {
    expect(world).toHaveLength(42);
    const states = new Set(world.map((entry) => entry.h5.state));
    expect(states.size).toBe(6);
    const gaps = ['1900003035', '1900003036', '1900003037'];
    for (const { sub_mchid, record } of world) {
      if (gaps.includes(sub_mchid)) continue;
      await client.control(`sub-merchants/${sub_mchid}/onboarding`, {
        application_status: null,
        sub_merchant_status: 'OPERATING',
        pageOnly: false,
      });
      const { contact, ...fields } = record;
      const { contact: sealed, ...ids } = validBody(keys);
      const body = { sp_appid: ids.sp_appid, sp_mchid: ids.sp_mchid, contact: sealed, ...fields };
      const answer = answered(await client.modify(sub_mchid, body));
      expect([sub_mchid, answer.status, json(answer).detail]).toEqual([sub_mchid, 200, undefined]);
    }
  });
});
