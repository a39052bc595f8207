import { createPrivateKey } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../platform/crypto/sha256';
import { authorizationHeader, requestText, signRsaSha256 } from '../platform/crypto/sign';
import { dialects } from '../platform/dialect';
import type { Upload } from '../platform/multipart';
import { buildUpload } from '../platform/multipart';
import { send } from '../platform/transport';
import { MEDIA_BYTES_MAX, metaText } from '../platform/wire/media';
import { vectorCase } from '../testing/vectors';
import type { SandboxKeys } from './keys';
import { makeKeys } from './keys';
import { pictureOf } from './media';
import type { Sandbox } from './server';
import { createSandbox } from './server';
import { answered, certificatesOf, clientOf, json } from './test-client';
import { sampleInstitution } from './world';

const path = '/v3/merchant/media/upload';
const png = Buffer.from(vectorCase('media-upload', 'med-php-02').file_base64, 'base64');

describe('image upload (protocol notes 8)', () => {
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

  const credentials = () => ({
    mchid: sampleInstitution.mchid,
    serial: keys.institution.serial,
    privateKey: createPrivateKey(keys.institution.privateKeyPem),
  });
  const upload = async ({ meta, contentType, body }: Upload, signed = meta) =>
    answered(
      await send({
        baseUrl: url,
        dialect: dialects.servicepay,
        credentials: credentials(),
        method: 'POST',
        path,
        body,
        form: { contentType, signed },
        headers: {},
        timeoutMs: 5_000,
        certificates: certificatesOf(keys),
        now: () => new Date(),
      }),
    );
  const built = (bytes = png, fileName = 'home.png', type: 'png' | 'jpeg' | 'bmp' = 'png') =>
    buildUpload({ fileName, type, bytes });
  /** A body of our own, so that each part can be wrong. */
  const written = (
    change: Partial<Record<'meta' | 'metaHead' | 'fileHead' | 'end', string>> = {},
    bytes = png,
  ): Upload => {
    const meta = change.meta ?? metaText('home.png', sha256(bytes));
    const metaHead = change.metaHead ?? 'Content-Disposition: form-data; name="meta"\r\nContent-Type: application/json';
    const fileHead =
      change.fileHead ?? 'Content-Disposition: form-data; name="file"; filename="home.png"\r\nContent-Type: image/png';
    const text = `--b\r\n${metaHead}\r\n\r\n${meta}\r\n--b\r\n${fileHead}\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(text), bytes, Buffer.from(change.end ?? '\r\n--b--\r\n')]);
    return { meta, contentType: 'multipart/form-data; boundary=b', body };
  };

  it('gives a media ID, signed, and remembers what it was given for', async () => {
    const answer = await upload(built());
    expect(answer).toMatchObject({ status: 200, signature: 'valid' });
    const mediaId = String(json(answer).media_id);
    expect(mediaId).toMatch(/^[0-9a-f-]{36}$/);
    expect(pictureOf(sandbox.state, mediaId)).toEqual({ sha256: sha256(png), type: 'png' });
    expect(pictureOf(sandbox.state, 'constructor')).toBeUndefined();
    expect(sandbox.journal.at(-1)).toMatchObject({ operation: 'media.upload', effect: true, status: 200 });
  });

  it('gives another media ID for the same picture', async () => {
    const [one, other] = [json(await upload(built())).media_id, json(await upload(built())).media_id];
    expect(one).not.toBe(other);
  });

  it('wants the signature over the text of part meta, and over nothing else (bug-upload-01)', async () => {
    const whole = built();
    const over = async (signed: string | Buffer) => {
      const timestamp = String(Math.floor(Date.now() / 1000));
      const nonce = 'c5ac7061fccab6bf3e254dcf98995b8c';
      const text = requestText({ method: 'POST', path, timestamp, nonce, body: signed });
      const { mchid, serial, privateKey } = credentials();
      const authorization = authorizationHeader({
        scheme: dialects.servicepay.scheme,
        mchid,
        serial_no: serial,
        nonce_str: nonce,
        timestamp,
        signature: signRsaSha256(text, privateKey),
      });
      return new Promise<number>((resolve, reject) => {
        const headers = {
          Accept: 'application/json',
          'User-Agent': 'test',
          'Content-Type': whole.contentType,
          Authorization: authorization,
        };
        const call = request(`${url}${path}`, { method: 'POST', headers, agent: false }, (response) => {
          response.resume();
          response.on('end', () => resolve(response.statusCode ?? 0));
        });
        call.on('error', reject);
        call.end(whole.body);
      });
    };
    expect(await over(whole.body)).toBe(401);
    expect(await over('')).toBe(401);
    expect(await over(`${whole.meta} `)).toBe(401);
    expect(await over(whole.meta)).toBe(200);
  });

  it('takes a picture of exactly 2 MB and refuses one byte more', async () => {
    const filled = (length: number) => Buffer.concat([png, Buffer.alloc(length - png.length)]);
    expect((await upload(built(filled(MEDIA_BYTES_MAX)))).status).toBe(200);
    const refused = await upload(built(filled(MEDIA_BYTES_MAX + 1)));
    expect(refused.status).toBe(400);
    expect(json(refused)).toMatchObject({ code: 'PARAM_ERROR', detail: { field: '/file' } });
  });

  it('takes no longer body for anything else', async () => {
    const long = Buffer.alloc(1024 * 1024 + 1, 0x20);
    const answer = await client.call('PATCH', '/v3/global/merchants/1900003001', long);
    expect(answer.kind === 'response' ? answer.status : 413).toBe(413);
  });

  it.each(['med-drv-03', 'med-php-01', 'med-easy-02'])(
    'refuses what is no picture whatever it is called: %s (bug-upload-06)',
    async (id) => {
      const bytes = Buffer.from(vectorCase('media-upload', id).file_base64, 'base64');
      const answer = await upload(written({}, bytes));
      expect(answer.status).toBe(400);
      expect(json(answer)).toMatchObject({ code: 'PARAM_ERROR', detail: { field: '/file' } });
      expect(sandbox.state.media).toEqual({});
    },
  );

  it('refuses a picture of another type than its name and its part say', async () => {
    expect((await upload(built(png, 'home.jpg', 'jpeg'))).status).toBe(400);
    const jpegPart = 'Content-Disposition: form-data; name="file"; filename="home.png"\r\nContent-Type: image/jpeg';
    expect((await upload(written({ fileHead: jpegPart }))).status).toBe(400);
  });

  it.each([
    ['another hash', { meta: metaText('home.png', '0'.repeat(64)) }, '/meta/sha256'],
    ['a hash in upper case', { meta: metaText('home.png', sha256(png).toUpperCase()) }, '/meta/sha256'],
    ['another name in meta', { meta: metaText('front.png', sha256(png)) }, '/file'],
    [
      'a foreign field in meta',
      { meta: JSON.stringify({ filename: 'home.png', sha256: sha256(png), a: 1 }) },
      '/meta/a',
    ],
    ['no JSON in meta', { meta: 'home.png' }, '/meta/'],
  ])('refuses %s with PARAM_ERROR', async (_, change, field) => {
    const answer = await upload(written(change));
    expect(answer.status).toBe(400);
    expect(json(answer)).toMatchObject({ code: 'PARAM_ERROR', detail: { field } });
  });

  it.each([
    [
      'a meta with a file name',
      { metaHead: 'Content-Disposition: form-data; name="meta"; filename="blob"\r\nContent-Type: application/json' },
    ],
    ['a meta of no type', { metaHead: 'Content-Disposition: form-data; name="meta"' }],
    ['a file without a name', { fileHead: 'Content-Disposition: form-data; name="file"\r\nContent-Type: image/png' }],
    ['no last boundary', { end: '' }],
    ['something behind the last boundary', { end: '\r\n--b--\r\nmore' }],
    ['a third part', { end: '\r\n--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--b--\r\n' }],
  ])('refuses a body with %s', async (_, change) => {
    const answer = await upload(written(change));
    expect(answer.status).toBe(400);
    expect(json(answer).code).toBe('PARAM_ERROR');
  });

  it('refuses another media type of the body, and no boundary', async () => {
    const whole = built();
    for (const contentType of ['application/json', 'multipart/form-data', 'multipart/mixed; boundary=b']) {
      expect((await upload({ ...whole, contentType })).status).toBe(400);
    }
  });

  it('meets armed faults like every other operation', async () => {
    await client.control('fail-next', { operation: 'media.upload', mode: '500-after' });
    expect((await upload(built())).status).toBe(500);
    expect(Object.keys(sandbox.state.media)).toHaveLength(1);
  });
});
