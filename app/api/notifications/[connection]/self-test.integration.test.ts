// Looks at our own endpoint, through both doors of the receiver, over a real database.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getEndpoint } from '@/lib/endpoint/queries';
import { purgeSelfTests, RUNNING, runSelfTest, TEST_EVERY_MS, testOnce } from '@/lib/endpoint/self-test';
import { SELF_TEST_HEADER, selfTestValue } from '@/lib/notifications/self-test';
import type { ReceiverWorld } from '@/lib/testing/platform-sender';
import { envelopeOf, openReceiverWorld, record } from '@/lib/testing/platform-sender';
import { GET, POST } from './route';

const actor = {
  kind: 'staff',
  id: crypto.randomUUID(),
  name: 'Integrations',
  roles: ['integrations'],
  ip: null,
} as const;
let world: ReceiverWorld;
let consoleUrl = '';
/** The console's route behind a plain server, as the framework would call it. */
const consoleServer = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const handler = request.method === 'POST' ? POST : GET;
  const answer = await handler(
    new Request(`http://localhost${request.url}`, {
      method: request.method ?? 'GET',
      headers: request.headers as Record<string, string>,
      ...(request.method === 'POST' && { body: Buffer.concat(chunks) }),
    }),
    { params: Promise.resolve({ connection: request.url?.split('/').at(-1) ?? '' }) },
  );
  response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
});

beforeAll(async () => {
  world = await openReceiverWorld();
  await new Promise<void>((resolve) => consoleServer.listen(0, '127.0.0.1', resolve));
  consoleUrl = `http://127.0.0.1:${(consoleServer.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => consoleServer.close(resolve));
  await world.close();
});
beforeEach(async () => {
  world.setClock(null);
  await world.context.db.endpointTest.deleteMany();
  await world.context.db.refusedCount.deleteMany();
});

const at = (notifyUrl: string) => ({ ...world.context, environment: { notifyUrl } });
const staff = { how: 'staff', actor } as const;
const refusedSoon = async () => {
  await new Promise((resolve) => setTimeout(resolve, 1300));
  return world.context.db.refusedCount.findMany();
};

describe.each(['receiver', 'console'] as const)('through the door of the %s', (door) => {
  const url = () => (door === 'receiver' ? world.url : consoleUrl);

  it('a test passes, is known by the receiver and is not counted as refused', async () => {
    const answer = await runSelfTest(at(url()), world.account, staff);
    expect(answer).toMatchObject({ ok: true, value: { result: 'passed', url: `${url()}/api/notifications/main` } });
    const [row] = await world.context.db.endpointTest.findMany();
    expect(row).toMatchObject({
      how: 'staff',
      result: 'passed',
      arrivedAt: expect.any(Date),
      tookMs: expect.any(Number),
    });
    expect(await refusedSoon()).toEqual([]);
  });

  it('whoever repeats its header, invents one or comes late is counted as refused like everybody', async () => {
    const { db } = world.context;
    const row = (more: object = {}) =>
      db.endpointTest.create({
        data: {
          connectionId: world.connectionId,
          at: new Date(),
          how: 'staff',
          url: '',
          result: RUNNING,
          checks: [],
          ...more,
        },
      });
    const value = (id: string) => selfTestValue(world.context.vault, world.connectionId, id);
    const post = async (header: string) =>
      (
        await fetch(`${url()}/api/notifications/main`, {
          method: 'POST',
          headers: { [SELF_TEST_HEADER]: header },
          body: '{}',
        })
      ).status;
    const fresh = await row();
    const old = await row({ at: new Date(Date.now() - 61_000) });
    expect(await post(value(fresh.id))).toBe(401);
    expect(await post(value(fresh.id))).toBe(401);
    expect(await post(value(old.id))).toBe(401);
    expect(await post(value(crypto.randomUUID()))).toBe(401);
    // The id alone, which a list or a log could tell, is not under our seal; nor is that of another connection.
    const other = await row();
    expect(await post(other.id)).toBe(401);
    expect(await post(selfTestValue(world.context.vault, crypto.randomUUID(), other.id))).toBe(401);
    expect(await post('no id')).toBe(401);
    expect((await refusedSoon()).map(({ cause, count }) => [cause, count])).toEqual([['headers', 6]]);
    expect((await db.endpointTest.findUniqueOrThrow({ where: { id: old.id } })).arrivedAt).toBeNull();
  });

  it('a flood of invented ids is counted, and stands in the way of no test', async () => {
    const flood = Array.from({ length: 200 }, () =>
      fetch(`${url()}/api/notifications/main`, {
        method: 'POST',
        headers: { [SELF_TEST_HEADER]: crypto.randomUUID() },
        body: '{}',
      }),
    );
    const test = await runSelfTest(at(url()), world.account, staff);
    expect(test).toMatchObject({ ok: true, value: { result: 'passed' } });
    expect((await Promise.all(flood)).every(({ status }) => status === 401)).toBe(true);
    expect((await refusedSoon()).map(({ count }) => count)).toEqual([200]);
  });

  it('a signed message with the header is a message', async () => {
    const signed = world.platform.signed(envelopeOf(record()), { [SELF_TEST_HEADER]: crypto.randomUUID() });
    const answer = await fetch(`${url()}/api/notifications/main`, {
      method: 'POST',
      headers: signed.headers,
      body: new Uint8Array(signed.body),
    });
    expect(answer.status).toBe(200);
  });
});

describe('tests by themselves', () => {
  it('eight processes that look at once make one test in five minutes', async () => {
    const start = Date.now();
    world.setClock(new Date(start));
    const round = () => Promise.all(Array.from({ length: 8 }, () => testOnce(at(world.url), [world.account])));
    await round();
    expect(await world.context.db.endpointTest.count()).toBe(1);
    world.setClock(new Date(start + TEST_EVERY_MS - 1));
    await round();
    expect(await world.context.db.endpointTest.count()).toBe(1);
    world.setClock(new Date(start + TEST_EVERY_MS));
    await round();
    expect(await world.context.db.endpointTest.count()).toBe(2);
  });

  it('are not made where the platform cannot reach us, and leave no entry in the trail', async () => {
    const { db } = world.context;
    const live = { ...world.account, connection: { ...world.account.connection, environment: 'live' } };
    await testOnce(at(world.url), [live]);
    expect(await db.endpointTest.count()).toBe(0);
    const before = await db.auditEntry.count();
    await testOnce(at(world.url), [world.account]);
    expect(await db.auditEntry.count()).toBe(before);
    await runSelfTest(at(world.url), world.account, staff);
    const [entry] = await db.auditEntry.findMany({ orderBy: { id: 'desc' }, take: 1 });
    expect(entry).toMatchObject({ action: 'endpoint.tested', objectId: 'main', actorName: 'Integrations' });
  });

  it('of staff run one at a time', async () => {
    const both = await Promise.all([
      runSelfTest(at(world.url), world.account, staff),
      runSelfTest(at(world.url), world.account, staff),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ refusal: { rule: 'self-test-running' } });
  });

  it('are kept for thirty days', async () => {
    const { db } = world.context;
    const day = 86_400_000;
    const made = (days: number) =>
      db.endpointTest.create({
        data: {
          connectionId: world.connectionId,
          at: new Date(Date.now() - days * day),
          how: 'scheduled',
          url: '',
          result: 'passed',
          checks: [],
        },
      });
    await made(31);
    const young = await made(29);
    expect(await purgeSelfTests(world.context)).toBe(1);
    expect(await db.endpointTest.findMany()).toMatchObject([{ id: young.id }]);
  });
});

describe('the page', () => {
  it('shows the last test, the outage, the answer times and how far messages came', async () => {
    const { db } = world.context;
    await db.notification.deleteMany();
    const start = Date.now();
    const clock = (minutes: number) => world.setClock(new Date(start - minutes * 60_000));
    clock(30);
    await testOnce(at(world.url), [world.account]);
    clock(20);
    await testOnce(at('http://127.0.0.1:9'), [world.account]);
    // As if nothing had listened at the address itself.
    const url = `${world.url}/api/notifications/main`;
    await db.endpointTest.updateMany({ data: { url } });
    clock(10);
    await testOnce(at(world.url), [world.account]);
    world.setClock(null);
    await world.post(world.platform.signed(envelopeOf(record())));
    await world.post({ headers: {}, body: Buffer.from('{}') });
    await refusedSoon();
    const view = await getEndpoint(at(world.url), world.account);
    expect(view).toMatchObject({
      url,
      isSetUp: true,
      last: { result: 'passed', how: 'scheduled' },
      day: { passed: 2, total: 3 },
      week: { passed: 2, total: 3 },
      outages: [{ tests: 1, checks: ['reached'], until: new Date(start - 600_000).toISOString() }],
      times: { tests: { day: { count: 2 } }, deliveries: { day: { count: 1 }, week: { count: 1 } } },
    });
    expect(view.times.deliveries.day.p95Ms).toBeGreaterThan(0);
    expect(view.steps.map(({ step, passed }) => [step, passed])).toContainEqual(['headers', 1]);
    expect(view.steps.at(-1)?.ended).toEqual([{ cause: 'applied', count: 1 }]);
  });

  it('of a new address shows nothing that another one answered, and looks at it at once', async () => {
    await testOnce(at(world.url), [world.account]);
    const moved = at(consoleUrl);
    expect(await getEndpoint(moved, world.account)).toMatchObject({
      url: `${consoleUrl}/api/notifications/main`,
      isSetUp: true,
      last: null,
      earlier: [],
      day: { total: 0 },
      times: { tests: { week: { count: 0 } } },
    });
    await testOnce(moved, [world.account]);
    expect(await getEndpoint(moved, world.account)).toMatchObject({ last: { result: 'passed' }, day: { total: 1 } });
    expect(await getEndpoint(at(world.url), world.account)).toMatchObject({ day: { total: 1 } });
  });

  it('says that a live connection at this machine is not set up', async () => {
    const live = { ...world.account, connection: { ...world.account.connection, environment: 'live' } };
    expect(await getEndpoint(at('http://localhost:3000'), live)).toMatchObject({
      isSetUp: false,
      last: null,
      day: { total: 0 },
    });
  });
});
