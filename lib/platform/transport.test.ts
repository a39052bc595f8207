import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { certificateOf, signingPair, vectorCase } from '../testing/vectors';
import { publicKeyOf } from './certificates';
import { messageText, parseAuthorization, requestText, signRsaSha256, verifyRsaSha256 } from './crypto/sign';
import { dialects } from './dialect';
import type { Call } from './transport';
import { addressOf, productVersion, send } from './transport';

const { certificate, privateKey } = signingPair();
const other = certificateOf(vectorCase('certificates', 'crt-go-02').certificate);
const now = new Date('2026-11-01T00:00:00Z');
const path = '/v3/global/merchants/2400000100';
const answerBody = '{"sub_mchid":"2400000100"}';

const servers: { close: () => void; closeAllConnections?: () => void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections?.();
    server.close();
  }
});

function signed(body: string, change: Record<string, string> = {}) {
  const timestamp = String(now.getTime() / 1000);
  const nonce = 'c5ac7061fccab6bf3e254dcf98995b8c';
  return {
    'Request-ID': '08C0-0',
    'Servicepay-Timestamp': timestamp,
    'Servicepay-Nonce': nonce,
    'Servicepay-Serial': certificate.serial,
    'Servicepay-Signature': signRsaSha256(messageText({ timestamp, nonce, body }), privateKey),
    ...change,
  };
}

type Seen = { request: IncomingMessage; body: Buffer };

/** A platform on a free port: hands over what it saw, and answers as told. */
async function platform(answer: (response: ServerResponse, seen: Seen) => void) {
  const seen: Seen[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = { request, body: Buffer.concat(chunks) };
      seen.push(call);
      answer(response, call);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const call = (baseUrl: string, change: Partial<Call> = {}) =>
  send({
    baseUrl,
    dialect: dialects.servicepay,
    credentials: { mchid: '1900002241', serial: 'ABCDEF01', privateKey },
    method: 'PATCH',
    path,
    body: Buffer.from('{"name":"港式茶餐廳 🙏"}'),
    headers: { 'Idempotency-Key': 'a'.repeat(32), 'Servicepay-Serial': certificate.serial },
    timeoutMs: 5000,
    certificates: [other, certificate],
    now: () => now,
    ...change,
  });

const ok = (response: ServerResponse) => response.writeHead(200, signed(answerBody)).end(answerBody);

describe('what goes out', () => {
  it('sends a form as it is, and signs the text that is named in place of it', async () => {
    const { baseUrl, seen } = await platform(ok);
    const body = Buffer.from('--b--\r\n');
    await call(baseUrl, {
      method: 'POST',
      body,
      form: { contentType: 'multipart/form-data; boundary=b', signed: '{}' },
    });
    const [only] = seen;
    expect(only?.body.equals(body)).toBe(true);
    expect(only?.request.headers['content-type']).toBe('multipart/form-data; boundary=b');
    const given = parseAuthorization(only?.request.headers.authorization ?? '');
    if (!given) throw new Error('No Authorization');
    const { timestamp, nonce_str: nonce, signature } = given;
    const text = requestText({ method: 'POST', path, timestamp, nonce, body: '{}' });
    expect(verifyRsaSha256(text, signature, publicKeyOf(certificate))).toBe(true);
  });

  it('carries our own serial in Authorization and the platform’s in its header (bug-field-encryption-05)', async () => {
    const { baseUrl, seen } = await platform(ok);
    await call(baseUrl);
    const headers: IncomingMessage['headers'] = seen[0]?.request.headers ?? {};
    expect(parseAuthorization(headers.authorization ?? '')).toMatchObject({
      scheme: 'SERVICEPAY2-SHA256-RSA2048',
      mchid: '1900002241',
      serial_no: 'ABCDEF01',
      timestamp: '1793491200',
      nonce_str: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(headers['servicepay-serial']).toBe(certificate.serial);
  });

  it('is signed over the bytes, method and path that are on the wire (bug-signing-03, bug-signing-05, bug-signing-06)', async () => {
    const { baseUrl, seen } = await platform(ok);
    const note = '{"termination_note":"用户要求解约 🙏 – café"}';
    const method = 'patch';
    await call(`${baseUrl}/gw/`, { method, path: '/v3/x/WX%202024%2F01%237?b=1&a=%E5%95%86', body: Buffer.from(note) });
    const { request, body } = seen[0] ?? {};
    expect(request?.method).toBe('PATCH');
    expect(request?.url).toBe('/gw/v3/x/WX%202024%2F01%237?b=1&a=%E5%95%86');
    const authorization = parseAuthorization(request?.headers.authorization ?? '');
    const text = requestText({
      method: request?.method ?? '',
      path: request?.url ?? '',
      timestamp: authorization?.timestamp ?? '',
      nonce: authorization?.nonce_str ?? '',
      body: body ?? '',
    });
    expect(request?.headers['content-type']).toBe('application/json');
    expect(body).toEqual(Buffer.from(note));
    expect(verifyRsaSha256(text, authorization?.signature ?? '', publicKeyOf(certificate))).toBe(true);
  });

  it('asks for JSON in English under our name, with a length and a key', async () => {
    const { baseUrl, seen } = await platform(ok);
    await call(baseUrl);
    expect(seen[0]?.request.headers).toMatchObject({
      accept: 'application/json',
      'accept-language': 'en',
      'user-agent': `Subdesk/${productVersion}`,
      'content-type': 'application/json',
      'content-length': '31',
      'idempotency-key': 'a'.repeat(32),
    });
    expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({ version: productVersion });
  });

  it('sends nothing where there is no body, and signs that (bug-signing-02)', async () => {
    const { baseUrl, seen } = await platform(ok);
    await call(baseUrl, { method: 'GET', body: null, headers: {} });
    await call(baseUrl, { method: 'POST', path: '/v3/x/close', body: null, headers: {} });
    for (const { request, body } of seen) {
      expect(request.headers['content-type']).toBeUndefined();
      expect(body).toHaveLength(0);
      const {
        timestamp = '',
        nonce_str: nonce = '',
        signature = '',
      } = parseAuthorization(request.headers.authorization ?? '') ?? {};
      const text = `${request.method}\n${request.url}\n${timestamp}\n${nonce}\n\n`;
      expect(verifyRsaSha256(text, signature, publicKeyOf(certificate))).toBe(true);
    }
  });

  it('has a new nonce for every try (bug-idempotency-02)', async () => {
    const { baseUrl, seen } = await platform(ok);
    await call(baseUrl);
    await call(baseUrl);
    const [first, second] = seen.map(
      ({ request }) => parseAuthorization(request.headers.authorization ?? '')?.nonce_str,
    );
    expect(first).not.toBe(second);
  });

  it('joins an address with and without a path (bug-signing-05)', () => {
    const wirePath = (baseUrl: string) => addressOf(baseUrl, '/v3/x').wirePath;
    expect(wirePath('https://platform.example')).toBe('/v3/x');
    expect(wirePath('https://platform.example/')).toBe('/v3/x');
    expect(wirePath('https://platform.example/gw')).toBe('/gw/v3/x');
    expect(wirePath('https://platform.example/gw//')).toBe('/gw/v3/x');
    expect(() => addressOf('ftp://platform.example', '/')).toThrow(TypeError);
  });
});

describe('what comes back', () => {
  it('is verified over its raw bytes', async () => {
    const { baseUrl } = await platform(ok);
    expect(await call(baseUrl)).toMatchObject({
      kind: 'response',
      status: 200,
      signature: 'valid',
      requestId: '08C0-0',
      body: Buffer.from(answerBody),
    });
  });

  it('may be a signed 204 without body (bug-responses-01)', async () => {
    const { baseUrl } = await platform((response) => response.writeHead(204, signed('')).end());
    expect(await call(baseUrl)).toMatchObject({ status: 204, signature: 'valid', body: Buffer.alloc(0) });
  });

  it.each<[string, Record<string, string>, string]>([
    ['changed', { 'Servicepay-Nonce': 'other' }, 'wrong'],
    ['a probe', { 'Servicepay-Signature': 'WECHATPAY/SIGNTEST/xyz' }, 'probe'],
    ['late', { 'Servicepay-Timestamp': '1793490000' }, 'stale'],
    ['of another key', { 'Servicepay-Serial': other.serial }, 'wrong'],
    ['of an unknown key', { 'Servicepay-Serial': 'AB' }, 'unknown-serial'],
  ])('tells a signature that is %s', async (_, change, signature) => {
    const { baseUrl } = await platform((response) =>
      response.writeHead(200, signed(answerBody, change)).end(answerBody),
    );
    expect(await call(baseUrl)).toMatchObject({ signature });
  });

  it('is verified whatever the case of its header names and whatever type it says it has (bug-next-runtime-04, bug-notify-body-06)', async () => {
    const types = ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', null];
    for (const type of types) {
      const { baseUrl } = await platform((response) => {
        const lines = Object.entries(signed(answerBody)).map(([name, value], index): [string, string] => [
          index % 2 === 0 ? name.toUpperCase() : name.toLowerCase(),
          value,
        ]);
        response.writeHead(200, [...lines.flat(), ...(type === null ? [] : ['cOnTeNt-TyPe', type])]).end(answerBody);
      });
      expect(await call(baseUrl)).toMatchObject({ status: 200, signature: 'valid' });
    }
  });

  it('with the signature of a probe makes nobody look for certificates (bug-verify-bypass-02)', async () => {
    const change = { 'Servicepay-Signature': 'SERVICEPAY/SIGNTEST/AAAA', 'Servicepay-Serial': 'AB' };
    const { baseUrl } = await platform((response) =>
      response.writeHead(200, signed(answerBody, change)).end(answerBody),
    );
    const onUnknownSerial = () => Promise.reject(new Error('asked'));
    expect(await call(baseUrl, { onUnknownSerial })).toMatchObject({ status: 200, signature: 'probe' });
  });

  it('is not followed elsewhere', async () => {
    const { baseUrl, seen } = await platform((response) => response.writeHead(307, { Location: '/elsewhere' }).end());
    expect(await call(baseUrl)).toMatchObject({ status: 307, signature: 'none' });
    expect(seen).toHaveLength(1);
  });

  it('is asked for once more certificates when its serial is not held, and once only', async () => {
    const { baseUrl } = await platform(ok);
    let asked = 0;
    const ask = (fresh: Call['certificates'] | null) => async () => {
      asked += 1;
      return fresh;
    };
    expect(await call(baseUrl, { certificates: [], onUnknownSerial: ask([certificate]) })).toMatchObject({
      signature: 'valid',
    });
    expect(await call(baseUrl, { certificates: [], onUnknownSerial: ask([other]) })).toMatchObject({
      signature: 'unknown-serial',
    });
    expect(await call(baseUrl, { certificates: [], onUnknownSerial: ask(null) })).toMatchObject({
      signature: 'unknown-serial',
    });
    expect(await call(baseUrl, { onUnknownSerial: ask(null) })).toMatchObject({ signature: 'valid' });
    expect(asked).toBe(3);
  });

  it('is not lost when no certificates are to be had', async () => {
    const { baseUrl } = await platform(ok);
    const onUnknownSerial = () => Promise.reject(new Error('down'));
    expect(await call(baseUrl, { certificates: [], onUnknownSerial })).toMatchObject({
      signature: 'unknown-serial',
      status: 200,
    });
  });
});

describe('when nothing comes back', () => {
  it('tells a time-out', async () => {
    const { baseUrl } = await platform(() => {});
    expect(await call(baseUrl, { timeoutMs: 100 })).toEqual({ kind: 'no-answer', cause: 'timeout', sent: true });
  });

  it('tells a time-out within an answer', async () => {
    const { baseUrl } = await platform((response) => response.writeHead(200, { 'Content-Length': '9' }).write('half'));
    expect(await call(baseUrl, { timeoutMs: 200 })).toEqual({ kind: 'no-answer', cause: 'timeout', sent: true });
  });

  it('tells a connection cut before, within and instead of an answer', async () => {
    const before = await platform((response) => response.destroy());
    const within = await platform((response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('half');
      setTimeout(() => response.destroy(), 20);
    });
    const garbage = createTcpServer((socket) => socket.end('not a protocol\r\n\r\n'));
    servers.push(garbage);
    await new Promise<void>((resolve) => garbage.listen(0, '127.0.0.1', resolve));
    const noise = `http://127.0.0.1:${(garbage.address() as AddressInfo).port}`;
    for (const baseUrl of [before.baseUrl, within.baseUrl, noise]) {
      expect(await call(baseUrl)).toEqual({ kind: 'no-answer', cause: 'cut', sent: true });
    }
  });

  it('tells a connection that was never made, and a name that does not exist', async () => {
    const { baseUrl } = await platform(ok);
    servers.pop()?.close();
    expect(await call(baseUrl)).toEqual({ kind: 'no-answer', cause: 'refused-connection', sent: false });
    expect(await call('http://platform.invalid')).toMatchObject({ kind: 'no-answer', cause: 'dns', sent: false });
  });

  it('tells a handshake that fails', async () => {
    const { baseUrl } = await platform(ok);
    expect(await call(baseUrl.replace('http:', 'https:'))).toMatchObject({
      kind: 'no-answer',
      cause: 'tls',
      sent: false,
    });
  });

  it('tells an abort', async () => {
    const { baseUrl } = await platform(() => {});
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    expect(await call(baseUrl, { signal: controller.signal })).toMatchObject({ kind: 'no-answer', cause: 'aborted' });
  });

  it('does not read without end', async () => {
    const { baseUrl } = await platform((response) => {
      response.on('error', () => {});
      response.writeHead(200, signed('')).end(Buffer.alloc(1024 * 1024 + 1));
    });
    expect(await call(baseUrl)).toEqual({ kind: 'no-answer', cause: 'cut', sent: true });
  });
});
