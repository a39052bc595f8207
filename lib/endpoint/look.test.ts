import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { lookAt } from './look';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/notifications/practice`;
}

const fail = JSON.stringify({ code: 'FAIL', message: 'no' });
/** A receiver as ours answers, with another status where told. */
const receiver =
  (answers: { post?: number; get?: number; body?: string } = {}): RequestListener =>
  (request, response) => {
    response.statusCode = request.method === 'POST' ? (answers.post ?? 401) : (answers.get ?? 405);
    response.end(answers.body ?? fail);
  };

const look = async (url: string, more: { environment?: string; arrived?: boolean } = {}) => {
  const { checks, tookMs } = await lookAt(url, {
    environment: more.environment ?? 'practice',
    headers: { 'subdesk-self-test': 'x' },
    hasArrived: async () => more.arrived ?? true,
  });
  return { tookMs, checks: Object.fromEntries(checks.map(({ check, ok }) => [check, ok])), details: checks };
};
const failed = ({ checks }: { checks: Record<string, boolean | null> }) =>
  Object.keys(checks).filter((check) => checks[check] === false);

describe('a look at the endpoint', () => {
  it('passes where a receiver of ours refuses both calls in its own words', async () => {
    const seen = await look(await serve(receiver()));
    expect(failed(seen)).toEqual([]);
    expect(seen.checks).toMatchObject({ chain: null, 'refuses-unsigned': true, 'refuses-get': true, arrived: true });
    expect(seen.tookMs).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ['a redirect', { post: 308, get: 308 }, ['no-redirect', 'refuses-unsigned', 'refuses-get']],
    ['a sign-in page', { post: 200, get: 200, body: '<html>' }, ['refuses-unsigned', 'refuses-get']],
    ['a 401 that is not ours', { body: '{"error":"unauthorized"}' }, ['refuses-unsigned', 'refuses-get']],
    ['a success', { post: 200, body: '{"code":"SUCCESS","message":""}' }, ['refuses-unsigned', 'refuses-get']],
    ['GET answered otherwise', { get: 404 }, ['refuses-get']],
  ])('fails on %s', async (_, answers, checks) => {
    expect(failed(await look(await serve(receiver(answers))))).toEqual(checks);
  });

  it('tells that the answer came from another receiver than ours', async () => {
    expect(failed(await look(await serve(receiver()), { arrived: false }))).toEqual(['arrived']);
  });

  it('follows no redirect, also where it leads to a receiver', async () => {
    let calls = 0;
    const url = await serve((request, response) => {
      calls += 1;
      response.writeHead(307, { Location: `${request.url}/there` }).end();
    });
    expect(failed(await look(url))).toContain('no-redirect');
    expect(calls).toBe(2);
  });

  it('says that nothing answered, and judges nothing that needs an answer', async () => {
    const seen = await look('http://127.0.0.1:9/api/notifications/practice');
    expect(failed(seen)).toEqual(['reached']);
    expect(seen.checks).toMatchObject({
      'no-redirect': null,
      'refuses-unsigned': null,
      arrived: null,
      'in-time': null,
    });
    expect(seen.details.find(({ check }) => check === 'reached')?.detail).toBe('refused-connection');
    expect(seen.tookMs).toBeNull();
  });

  it('knows that plain http, a query and this machine are no address for a live connection', async () => {
    const seen = await look(`${(await serve(receiver())).replace('127.0.0.1', 'localhost')}?a=1`, {
      environment: 'live',
    });
    expect(failed(seen)).toEqual(['public', 'no-query']);
    const far = await look('http://receiver.invalid/api/notifications/main', { environment: 'live' });
    expect(failed(far)).toEqual(['https', 'reached']);
  });

  it('a certificate that nobody vouches for fails the chain, not the way there', async () => {
    const plain = new URL(await serve(receiver()));
    const seen = await look(`https://127.0.0.1:${plain.port}/api/notifications/main`);
    expect(seen.checks).toMatchObject({ https: true, reached: true, chain: false, 'refuses-unsigned': null });
  });
});
