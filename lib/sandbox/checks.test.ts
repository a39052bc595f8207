import { constants, createPrivateKey, publicEncrypt } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCertificateList } from '../platform/certificates';
import { unsealPkcs1 } from '../platform/crypto/seal';
import type { SandboxKeys } from './keys';
import { makeKeys } from './keys';
import type { Sandbox } from './server';
import { createSandbox } from './server';
import { answered, clientOf, json, newKey, plainContact, raw, sealContact, validBody } from './test-client';

const id = '1900003001';
const path = `/v3/global/merchants/${id}`;

describe('the order of checks (protocol notes 5.5)', () => {
  let keys: SandboxKeys;
  let sandbox: Sandbox;
  let url: string;
  let client: ReturnType<typeof clientOf>;

  beforeAll(async () => {
    keys = await makeKeys(new Date());
    sandbox = await createSandbox({ stateDir: null, keys });
    url = await sandbox.listen(0);
    client = clientOf(sandbox, url);
  }, 60_000);
  afterAll(() => sandbox.close());
  beforeEach(() => client.control('reset'));

  const patchRaw = (headers: Record<string, string>, body: string) => raw(`${url}${path}`, 'PATCH', headers, body);
  const good = (body: string) => ({
    ...client.headersFor('PATCH', path, body),
    'Content-Type': 'application/json',
    'Idempotency-Key': newKey(),
    'Servicepay-Serial': client.newestSerial(),
  });
  const bodyText = () => JSON.stringify(validBody(keys));

  it('takes a proper call and signs the answer', async () => {
    const body = bodyText();
    const answer = await patchRaw(good(body), body);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body.toString())).toEqual({ sub_mchid: id });
    expect(answer.headers['servicepay-signature-type']).toBe('SERVICEPAY2-SHA256-RSA2048');
    expect(answer.headers['servicepay-nonce']).toMatch(/^[0-9a-f]{32}$/);
    expect(answer.headers['request-id']).toMatch(/^08[0-9A-F]+-0$/);
    expect(answered(await client.modify(id, validBody(keys))).signature).toBe('valid');
  });

  it.each([
    ['GET', '/v3/global/merchant'],
    ['GET', '/v3/global/merchants'],
    ['GET', `${path}/`],
    ['POST', path],
    ['PATCH', '/v3/global/certificates'],
    ['GET', '/v3/global/merchants/%ff'],
  ])('answers an unknown route with an empty 404 before anything else: %s %s', async (method, route) => {
    const answer = await raw(`${url}${route}`, method, {});
    expect(answer.status).toBe(404);
    expect(answer.body).toHaveLength(0);
    expect(answer.headers['request-id']).toBeUndefined();
    expect(answer.headers['servicepay-signature']).toBeUndefined();
  });

  it.each(['Accept', 'User-Agent'])('refuses a call without %s, before it looks at the signature', async (name) => {
    const body = bodyText();
    const { [name]: _, ...rest }: Record<string, string> = good(body);
    const answer = await patchRaw({ ...rest, Authorization: 'nonsense' }, body);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body.toString()).code).toBe('PARAM_ERROR');
    expect(sandbox.state.effects).toEqual({});
  });

  it('refuses an Accept that wants something else than JSON', async () => {
    const body = bodyText();
    expect((await patchRaw({ ...good(body), Accept: 'text/html' }, body)).status).toBe(400);
  });

  const past = (seconds: number) => String(Math.floor(Date.now() / 1000) - seconds);
  it.each([
    ['no Authorization', () => ({ Authorization: '' })],
    ['a malformed Authorization', () => ({ Authorization: 'SERVICEPAY2-SHA256-RSA2048 mchid="1"' })],
    ['another scheme', (body: string) => client.headersFor('PATCH', path, body, { scheme: 'BASIC2' })],
    ['another mchid', (body: string) => client.headersFor('PATCH', path, body, { mchid: '1900000001' })],
    ['another serial', (body: string) => client.headersFor('PATCH', path, body, { serial: 'A'.repeat(40) })],
    ['a clock that is late', (body: string) => client.headersFor('PATCH', path, body, { timestamp: past(302) })],
    ['a clock that is early', (body: string) => client.headersFor('PATCH', path, body, { timestamp: past(-302) })],
    ['a timestamp that is no number', (body: string) => client.headersFor('PATCH', path, body, { timestamp: '1e9' })],
    ['a signature over other bytes', (body: string) => client.headersFor('PATCH', path, `${body} `)],
    ['a signature over another path', (body: string) => client.headersFor('PATCH', `${path}?`, body)],
    ['a signature over another method', (body: string) => client.headersFor('POST', path, body)],
  ])('refuses %s with an unsigned 401, whatever the body', async (_, change) => {
    const body = '{';
    const answer = await patchRaw({ ...good(body), ...change(body) }, body);
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.body.toString()).code).toBe('SIGN_ERROR');
    expect(answer.headers['servicepay-signature']).toBeUndefined();
  });

  it('takes a clock that is 299 seconds off', async () => {
    const body = bodyText();
    const headers = { ...good(body), ...client.headersFor('PATCH', path, body, { timestamp: past(298) }) };
    expect((await patchRaw(headers, body)).status).toBe(200);
  });

  it('shows its view of the signed text, with only the start of the body', async () => {
    const body = bodyText();
    const answer = await patchRaw({ ...good(body), ...client.headersFor('PATCH', path, '') }, body);
    const { detail } = JSON.parse(answer.body.toString());
    expect(detail.field).toBe('signature');
    expect(detail.sign_information.method).toBe('PATCH');
    expect(detail.sign_information.truncated_sign_message).toContain(`PATCH\n${path}\n`);
    expect(detail.sign_information.truncated_sign_message).not.toContain('contact');
  });

  it('compares exact bytes: other JSON of the same meaning does not verify', async () => {
    const body = bodyText();
    expect((await patchRaw(good(body), JSON.stringify(JSON.parse(body), null, 1))).status).toBe(401);
  });

  it.each([
    ['no Idempotency-Key', { 'Idempotency-Key': undefined }],
    ['a key with a hyphen', { 'Idempotency-Key': 'a-b' }],
    ['a key of 65 characters', { 'Idempotency-Key': 'a'.repeat(65) }],
    ['another content type', { 'Content-Type': 'text/plain' }],
    ['no serial header', { 'Servicepay-Serial': undefined }],
    ['an unknown serial', { 'Servicepay-Serial': 'B'.repeat(40) }],
  ])('refuses %s with a signed 400 PARAM_ERROR', async (_, change) => {
    const body = bodyText();
    const headers = Object.entries({ ...good(body), ...change }).filter(([, value]) => value !== undefined);
    const answer = await patchRaw(Object.fromEntries(headers) as Record<string, string>, body);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body.toString()).code).toBe('PARAM_ERROR');
    expect(answer.headers['servicepay-signature']).toBeDefined();
    expect(answer.headers['request-id']).toMatch(/-\d{9}$/);
    expect(sandbox.state.effects).toEqual({});
  });

  it.each(['', '{', '[]', 'null', '"text"', '\uFEFF{}'])(
    'refuses a body that is not a JSON object: %j',
    async (body) => {
      const answer = answered(await client.patch(id, Buffer.from(body)));
      expect(answer.status).toBe(400);
      expect(json(answer).code).toBe('PARAM_ERROR');
    },
  );

  it('refuses bytes that are not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from(bodyText().slice(0, -1)), Buffer.from([0xff]), Buffer.from('}')]);
    expect(answered(await client.patch(id, bytes)).status).toBe(400);
  });

  it('tells undefined fields at every depth, before a required one that is missing', async () => {
    const business = { business_type: 'ONLINE', website: 'https://shop.example', mcc: '5942', colour: 'red' };
    const answer = answered(await client.modify(id, validBody(keys, { name: undefined, business, attach: 'x' })));
    expect(answer.status).toBe(400);
    expect(json(answer).detail).toEqual({ location: null, value: ['/body/business/colour', '/body/attach'] });
  });

  it('names the field by pointer, with value, issue and location', async () => {
    const business = { business_type: 'ONLINE', website: 'https://shop.example', mcc: '59' };
    const answer = answered(await client.modify(id, validBody(keys, { business })));
    expect(json(answer)).toMatchObject({
      code: 'PARAM_ERROR',
      detail: { field: '/business/mcc', value: '59', location: 'body' },
    });
  });

  it('does not repeat personal values in an error', async () => {
    const director = { name: 'x'.repeat(129) };
    expect(json(answered(await client.modify(id, validBody(keys, { director })))).detail).toMatchObject({
      field: '/director/name',
      value: '***',
    });
  });

  it('checks the shape before the seal, and the seal before the state', async () => {
    const bad = validBody(keys, { contact: sealContact(plainContact, await makeKeys(new Date())) });
    expect(json(answered(await client.modify('1900003009', { ...bad, name: '' }))).detail).toBeDefined();
    const unsealed = answered(await client.modify('1900003009', bad));
    expect([unsealed.status, json(unsealed).code]).toEqual([400, 'PARAM_ERROR']);
    expect(String(json(unsealed).message)).toMatch(/decrypt/i);
    const state = answered(await client.modify('1900003041', validBody(keys)));
    expect([state.status, json(state).code]).toEqual([400, 'INVALID_REQUEST']);
  });

  it('says of contact that is sealed with OAEP that it cannot be decrypted (bug-field-encryption-01)', async () => {
    const [key] = keys.platform;
    const oaep = (value: string) =>
      publicEncrypt(
        { key: key?.certificatePem ?? '', padding: constants.RSA_PKCS1_OAEP_PADDING },
        Buffer.from(value),
      ).toString('base64');
    const contact = Object.fromEntries(Object.entries(plainContact).map(([name, value]) => [name, oaep(value)]));
    const answer = answered(await client.modify(id, validBody(keys, { contact })));
    expect([answer.status, json(answer).code]).toEqual([400, 'PARAM_ERROR']);
    expect(String(json(answer).message)).toMatch(/decrypt/i);
    expect(sandbox.state.effects).toEqual({});
  });

  it.each([
    ['a contact in clear text', { ...plainContact }],
    ['a block of random bytes', { name: 'A'.repeat(344), phone: 'A'.repeat(344), email: 'A'.repeat(344) }],
  ])('refuses %s', async (_, contact) => {
    expect(answered(await client.modify(id, validBody(keys, { contact }))).status).toBe(400);
  });

  it.each([
    ['sp_mchid', '1900000001', 403, 'NO_AUTH'],
    ['sp_appid', 'wx1', 400, 'INVALID_REQUEST'],
    ['sub_mchid', '1900003002', 400, 'PARAM_ERROR'],
  ])('refuses a foreign %s in the body', async (field, value, status, code) => {
    const answer = answered(await client.modify(id, validBody(keys, { [field]: value })));
    expect([answer.status, json(answer).code]).toEqual([status, code]);
  });

  it('takes a sub_mchid in the body that repeats the path', async () => {
    expect(answered(await client.modify(id, validBody(keys, { sub_mchid: id }))).status).toBe(200);
  });

  it('knows only sub-merchants of this institution', async () => {
    expect(answered(await client.modify('1900009999', validBody(keys))).status).toBe(403);
    expect(answered(await client.read('1900009999')).status).toBe(403);
  });

  it('answers in Chinese unless English is asked for', async () => {
    const body = '{';
    const chinese = await patchRaw(good(body), body);
    const english = await patchRaw({ ...good(body), 'Accept-Language': 'en' }, body);
    expect(chinese.headers['content-language']).toBe('zh-CN');
    expect(JSON.parse(chinese.body.toString()).message).toMatch(/[\u4e00-\u9fff]/);
    expect(english.headers['content-language']).toBe('en');
  });

  it('reads a record: contact sealed for the institution, photos and channel not echoed', async () => {
    const answer = answered(await client.read('1900003003'));
    expect([answer.status, answer.signature]).toEqual([200, 'valid']);
    const record = json(answer);
    const contact = record.contact as Record<string, string>;
    const privateKey = createPrivateKey(keys.institution.privateKeyPem);
    expect(unsealPkcs1(contact.email ?? '', privateKey)).toBe('contact@harbour-tea.example');
    expect(record).not.toHaveProperty('channel_id');
    expect(record.business).not.toHaveProperty('store_photos');
    expect(record.h5_payment).toEqual({ h5_authorization_state: 'APPROVED' });
    expect(record.sub_merchant_state).toEqual({ sub_merchant_status: 'OPERATING' });
  });

  it.each(['', 'sp_appid=wx0000000000002241', 'sp_appid=wx0000000000002241&sp_mchid=1900002241&limit=1'])(
    'refuses a reading with the query "%s"',
    async (query) => {
      expect(answered(await client.read(id, query)).status).toBe(400);
    },
  );

  it('lists its certificates, sealed under the API key', async () => {
    const answer = answered(await client.call('GET', '/v3/global/certificates'));
    expect(answer.signature).toBe('valid');
    const list = readCertificateList(answer.body, [Buffer.from(keys.apiKey)])?.certificates ?? [];
    expect(list.map(({ serial }) => serial)).toEqual([keys.platform[0]?.serial]);
  });
});
