import type { IncomingHttpHeaders } from 'node:http';
import { createServer, request as requestHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openFrontDoor } from './front-door';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server behind the door, with what reached it. */
async function serve(proxies: number) {
  const seen: { headers: IncomingHttpHeaders; errors: string[] }[] = [];
  closers.push(openFrontDoor({ proxies, publicUrl: 'https://console.example' }));
  const server = createServer((request, response) => {
    const arrived = { headers: request.headers, errors: [] as string[] };
    seen.push(arrived);
    request.on('error', ({ name }) => arrived.errors.push(name));
    request.resume().on('end', () => response.end('ok'));
  });
  closers.push(() => server.close());
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; allow: string | undefined }>((answered, failed) =>
      requestHttp({ host: '127.0.0.1', port, method, path, headers, agent: false })
        .on('response', (answer) => {
          answered({ status: answer.statusCode ?? 0, allow: answer.headers.allow });
          answer.resume();
        })
        .on('error', failed)
        .end(),
    );
  return { ask, seen, port };
}

describe('a method that nothing here has', () => {
  it.each([
    ['TRACE', '/'],
    ['TRACE', '/api/health'],
    ['TRACE', '/_next/static/x.js'],
    ['PROPFIND', '/api/health'],
    ['PUT', '/c/practice'],
    ['DELETE', '/sign-in'],
    ['OPTIONS', '/'],
    ['PUT', '/apis'],
    ['POST', '/sign-in'],
  ])('%s %s goes no further', async (method, path) => {
    const { ask, seen } = await serve(0);
    expect(await ask(method, path)).toMatchObject({ status: 405, allow: expect.stringContaining('GET') });
    expect(seen).toEqual([]);
  });

  it.each([
    ['GET', '/'],
    ['HEAD', '/c/practice'],
    ['POST', '/api/drafts'],
    ['PUT', '/api/drafts'],
    ['DELETE', '/api/drafts'],
  ])('%s %s is served', async (method, path) => {
    expect((await (await serve(0)).ask(method, path)).status).toBe(200);
  });
});

it.each([{ 'Next-Action': 'x' }, { 'Content-Type': 'multipart/form-data; boundary=x' }])(
  'a page is sent an action or a form, and nothing else: %j',
  async (headers) => {
    expect((await (await serve(0)).ask('POST', '/sign-in', headers as Record<string, string>)).status).toBe(200);
  },
);

describe('who calls', () => {
  const claimed = {
    'X-Forwarded-For': '203.0.113.9',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'https',
    Forwarded: 'for=203.0.113.9',
  };

  it('is the other end of the connection where no proxy is in front, whatever is claimed', async () => {
    const { ask, seen } = await serve(0);
    await ask('GET', '/', claimed);
    expect(seen[0]?.headers['x-forwarded-for']).toBe('127.0.0.1');
    for (const name of ['x-forwarded-host', 'x-forwarded-proto', 'forwarded'])
      expect(seen[0]?.headers[name], name).toBeUndefined();
  });

  it('is told by the proxies where there are some, and the console has its own name', async () => {
    const { ask, seen } = await serve(1);
    await ask('GET', '/', claimed);
    expect(seen[0]?.headers).toMatchObject({ 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'console.example' });
  });
});

describe('a caller who breaks off', () => {
  it('has aborted, which is no fault', async () => {
    const { seen, port } = await serve(0);
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na');
    await expect.poll(() => seen.length).toBe(1);
    socket.destroy();
    await expect.poll(() => seen[0]?.errors).toEqual(['AbortError']);
  });
});
