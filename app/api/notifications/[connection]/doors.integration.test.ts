// The receiver through both of its doors, over a real database: freshly signed messages, vectors, floods and repeats.
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bodyAbout } from '@/lib/notifications/sealed';
import { readApiKey } from '@/lib/platform/crypto/pem';
import { parseJson } from '@/lib/platform/json';
import type { Answered, EnvelopeOptions, Message, ReceiverWorld } from '@/lib/testing/platform-sender';
import { envelopeOf, forgetTold, openReceiverWorld, record, serveReceiver } from '@/lib/testing/platform-sender';
import { vectorCases } from '@/lib/testing/vectors';
import { holdSubMerchant } from '@/lib/testing/world';
import { GET, POST } from './route';

let world: ReceiverWorld;

/** The console's route as the framework calls it. */
async function postToRoute(
  { headers, body }: Message,
  method = 'POST',
  path = '/api/notifications/main',
): Promise<Answered> {
  const handler = method === 'POST' ? POST : GET;
  const request = new Request(`http://localhost:3000${path}`, {
    method,
    headers,
    ...(method === 'POST' && { body: new Uint8Array(body) }),
  });
  const answer = await handler(request, { params: Promise.resolve({ connection: path.split('/').at(-1) ?? '' }) });
  const text = await answer.text();
  return { status: answer.status, type: answer.headers.get('content-type'), body: text === '' ? {} : JSON.parse(text) };
}

const doors = {
  receiver: (...call: Parameters<typeof postToRoute>) => world.post(...call),
  console: postToRoute,
};

beforeAll(async () => {
  world = await openReceiverWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  world.setClock(null);
  await forgetTold(world.context);
});

const fresh = (content: unknown, options: EnvelopeOptions = {}) => world.platform.signed(envelopeOf(content, options));
const only = async () => {
  const [row, ...more] = await world.context.db.notification.findMany({ include: { received: true } });
  expect(more).toEqual([]);
  if (!row) throw new Error('no notification was kept');
  return row;
};
const subMerchant = (subMchid: string) =>
  world.context.db.subMerchant.findUniqueOrThrow({
    where: { connectionId_subMchid: { connectionId: world.connectionId, subMchid } },
  });
const success = { status: 200, body: { code: 'SUCCESS', message: '' } };

describe.each(['receiver', 'console'] as const)('the door of the %s', (door) => {
  const post = (...call: Parameters<typeof postToRoute>) => doors[door](...call);
  const deliver = (content: unknown, options: EnvelopeOptions = {}) => post(fresh(content, options));

  describe('an approval', () => {
    it('moves the application, the state of its sub-merchant and the domains in force, once', async () => {
      await holdSubMerchant(world.context, world.connectionId, '1900003001', undefined, { h5State: 'UNDER_REVIEW' });
      const createTime = new Date(Date.now() + 2000).toISOString();
      const message = fresh(record({ applyment_id: '9007199254740993' }), { createTime });
      expect(await post(message)).toMatchObject({ ...success, type: 'application/json' });
      expect(await post(message)).toMatchObject(success);
      const row = await only();
      expect(row).toMatchObject({
        state: 'applied',
        deliveries: 2,
        applymentId: '9007199254740993',
        openedBy: 'current',
      });
      expect(row.received.map(({ verdict }) => verdict).sort()).toEqual(['applied', 'repeat']);
      const held = await subMerchant('1900003001');
      expect(held).toMatchObject({
        h5State: 'APPROVED',
        h5StateHow: 'inferred',
        h5StateProof: row.id,
        domains: ['shop.example'],
        domainsHow: 'notification',
        limitGrade: 'NORMAL_LIMIT',
        version: 2,
      });
      expect(held.h5StateAsOf.toISOString()).toBe(createTime);
      const [application] = await world.context.db.application.findMany();
      expect(application).toMatchObject({
        applymentId: '9007199254740993',
        state: 'APPROVED',
        stateHow: 'notification',
      });
      const trail = await world.context.db.auditEntry.findMany({ where: { action: 'notification.received' } });
      expect(trail.filter(({ data }) => JSON.stringify(data).includes(row.id))).toHaveLength(1);
    });

    it('of a sub-merchant that nobody holds is kept as unclaimed', async () => {
      expect(await deliver(record({ sub_mchid: '1900009999' }))).toMatchObject(success);
      expect(await only()).toMatchObject({ state: 'applied', isUnclaimed: true, subMchid: '1900009999' });
    });

    it('fifty copies at once have one effect and fifty SUCCESS', async () => {
      await holdSubMerchant(world.context, world.connectionId, '1900003001', undefined, { h5State: 'UNKNOWN' });
      const message = fresh(record(), { createTime: new Date(Date.now() + 2000).toISOString() });
      const answers = await Promise.all(Array.from({ length: 50 }, () => post(message)));
      for (const answer of answers) expect(answer).toMatchObject(success);
      expect(await only()).toMatchObject({ deliveries: 50, state: 'applied' });
      expect(await subMerchant('1900003001')).toMatchObject({ h5State: 'APPROVED', version: 2 });
    });
  });

  describe('what is kept and what is not', () => {
    it('keeps the raw body byte for byte', async () => {
      const body = Buffer.from(envelopeOf(record()).toString().replaceAll('":', '" :\r\n'));
      expect(await post(world.platform.signed(body))).toMatchObject(success);
      const row = await only();
      expect(world.context.vault.open(row.body ?? Buffer.alloc(0), bodyAbout(row.id, row.bodySha256))).toEqual(body);
    });

    it('a message for somebody else, an unreadable key and rubbish go to quarantine, and heal when they come again', async () => {
      const otherKey = randomBytes(16).toString('hex');
      const sealed = fresh(record(), { id: 'sealed-under-another-key', key: Buffer.from(otherKey) });
      expect(await post(sealed)).toMatchObject({ status: 500, body: { code: 'SYSTEM_ERROR' } });
      expect(await only()).toMatchObject({ state: 'quarantine', cause: 'key', lastAnswer: 500 });
      expect(await deliver(record({ sp_mchid: '1' }), { id: 'foreign' })).toMatchObject({ status: 500 });
      expect(await deliver(record(), { id: 'nonce', nonce: 'abcdefghijklmnop' })).toMatchObject({ status: 500 });
      expect(await post(world.platform.signed(Buffer.from('[1')))).toMatchObject({ status: 500 });
      const causes = await world.context.db.notification.findMany({ orderBy: { firstReceivedAt: 'asc' } });
      expect(causes.map(({ cause }) => cause)).toEqual(['key', 'foreign', 'malformed', 'not-an-envelope']);
      world.account.apiKeys.push(Buffer.from(otherKey));
      const served = await serveReceiver(world.context);
      expect(await served.post(sealed)).toMatchObject(success);
      await served.close();
      world.account.apiKeys.splice(1);
      const healed = await world.context.db.notification.findFirstOrThrow({
        where: { notificationId: 'sealed-under-another-key' },
      });
      expect(healed).toMatchObject({ state: 'applied', cause: null, deliveries: 2, openedBy: 'previous' });
    });

    it('an unknown type, an unknown state and a contradiction are kept and never applied', async () => {
      expect(await deliver({ a: 1 }, { eventType: 'PAPAY.SIGN' })).toMatchObject(success);
      expect(await deliver(record({ applyment_state: 'UNDER_APPEAL' }))).toMatchObject(success);
      expect(await deliver(record(), { eventType: 'APPLYMENT_STATE.REJECTED' })).toMatchObject(success);
      const rows = await world.context.db.notification.findMany({ orderBy: { firstReceivedAt: 'asc' } });
      expect(rows.map(({ state, cause }) => [state, cause])).toEqual([
        ['unknown-type', 'type'],
        ['unknown-type', 'state'],
        ['unknown-type', 'contradiction'],
      ]);
      expect(await world.context.db.application.count()).toBe(0);
    });

    it('older news never undoes newer, in instants and not in letters', async () => {
      await deliver(record({ applyment_state: 'REJECTED', audit_reject_detail: 'Screenshots missing' }), {
        createTime: '2024-03-07T03:00:00Z',
      });
      expect(await deliver(record(), { createTime: '2024-03-07T10:00:00+08:00' })).toMatchObject(success);
      const [application] = await world.context.db.application.findMany();
      expect(application).toMatchObject({ state: 'REJECTED', rejectDetail: 'Screenshots missing' });
      const rows = await world.context.db.notification.findMany({ orderBy: { firstReceivedAt: 'asc' } });
      expect(rows.map(({ state }) => state)).toEqual(['applied', 'older']);
    });

    it('the same id with other content, another sub-merchant, other domains and a tie open discrepancies and apply nothing', async () => {
      const createTime = '2026-03-07T10:00:00+08:00';
      await deliver(record(), { id: 'one', createTime });
      expect(await deliver(record({ applyment_state: 'REJECTED' }), { id: 'one', createTime })).toMatchObject(success);
      expect(
        await deliver(record({ sub_mchid: '1900003002' }), { createTime: '2026-03-08T10:00:00+08:00' }),
      ).toMatchObject(success);
      expect(
        await deliver(record({ domains: ['other.example'] }), { createTime: '2026-03-09T10:00:00+08:00' }),
      ).toMatchObject(success);
      expect(await deliver(record({ applyment_state: 'REJECTED' }), { createTime })).toMatchObject(success);
      const found = await world.context.db.discrepancy.findMany({ orderBy: { openedAt: 'asc' } });
      expect(found.map(({ cause }) => cause)).toEqual([
        'same-id-other-content',
        'other-sub-merchant',
        'other-domains',
        'same-time-other-content',
      ]);
      expect(found[0]?.differences).toEqual([{ path: 'applyment_state', ours: 'APPROVED', theirs: 'REJECTED' }]);
      const [application] = await world.context.db.application.findMany();
      expect(application).toMatchObject({ state: 'APPROVED', subMchid: '1900003001', domains: ['shop.example'] });
    });
  });

  describe('what does not matter', () => {
    it('is the Content-Type, a session, and where a page would come from', async () => {
      const expired = { cookie: 'next-auth.session-token=expired', origin: 'https://elsewhere.example' };
      for (const more of [
        { 'content-type': 'application/json; charset=utf-8' },
        { 'content-type': 'APPLICATION/JSON' },
        { 'content-type': undefined },
        expired,
      ]) {
        const message = world.platform.signed(envelopeOf(record()), more);
        expect(await post(message)).toMatchObject(success);
      }
    });
  });

  describe('what is not believed', () => {
    it('stores no content: it is counted, with the newest few samples of headers', async () => {
      const { db } = world.context;
      // What an earlier test was refused is written within a second: not into the counts of this one.
      await world.flush();
      await db.refusedCount.deleteMany();
      await db.refusedSample.deleteMany();
      const body = envelopeOf(record());
      const without = (name: string) => world.platform.signed(body, { [name]: undefined });
      for (const name of ['signature', 'serial', 'nonce', 'timestamp']) {
        expect(await post(without(`servicepay-${name}`))).toMatchObject({ status: 401, body: { code: 'FAIL' } });
      }
      expect(await post({ headers: {}, body })).toMatchObject({ status: 401 });
      expect(await post(world.platform.signed(body, { 'servicepay-signature': '' }))).toMatchObject({
        status: 401,
      });
      const probe = world.platform.signed(body, { 'servicepay-signature': `WECHATPAY/SIGNTEST/${'A'.repeat(300)}` });
      expect(await post(probe)).toMatchObject({ status: 401, body: { code: 'FAIL' } });
      const stale = world.platform.signed(body, {}, new Date(Date.now() - 302_000));
      expect(await post(stale)).toMatchObject({ status: 401 });
      for (const timestamp of ['1.5', '0x10', ' ', '1e9', '-1', `${Date.now()}`]) {
        expect(await post(world.platform.signed(body, { 'servicepay-timestamp': timestamp }))).toMatchObject({
          status: 401,
        });
      }
      const answers = await Promise.all(
        Array.from({ length: 200 }, () =>
          post(world.platform.signed(body, { 'servicepay-serial': randomBytes(16).toString('hex') })),
        ),
      );
      for (const answer of answers) expect(answer.status).toBe(401);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const counts = Object.fromEntries((await db.refusedCount.findMany()).map(({ cause, count }) => [cause, count]));
      expect(counts).toEqual({ headers: 7, probe: 1, time: 6, serial: 200 });
      expect(await db.refusedSample.count()).toBeLessThanOrEqual(20);
      expect(await db.notification.count()).toBe(0);
    });

    it('says 404 for an unknown connection, 405 for another method, 413 for too much, each as FAIL', async () => {
      const message = fresh(record());
      expect(await post(message, 'POST', '/api/notifications/nobody')).toMatchObject({
        status: 404,
        body: { code: 'FAIL' },
      });
      expect(await post(message, 'GET')).toMatchObject({ status: 405, body: { code: 'FAIL' } });
      const large = world.platform.signed(Buffer.alloc(3 * 1024 * 1024, 0x20));
      expect(await post(large)).toMatchObject({ status: 413, body: { code: 'FAIL' } });
    });

    it('takes the longest ciphertext that the interface permits', async () => {
      const padding = 'x'.repeat(1_048_576 * 0.75 - 16 - JSON.stringify({ ...record(), pad: '' }).length - 3);
      const body = envelopeOf({ ...record(), pad: padding });
      expect(body.length).toBeGreaterThan(1024 * 1024);
      expect(await post(world.platform.signed(body))).toMatchObject(success);
    });
  });
});

describe('a message that was touched on its way', () => {
  const body = envelopeOf(record());
  const stateNow = async () => {
    const { db } = world.context;
    return [await db.notification.count(), await db.application.count(), await db.auditEntry.count()];
  };
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'];
  /** The text with the letter at `place` exchanged for another one. */
  const touched = (text: string, place: number, step: number) => {
    const at = place % text.length;
    const letter = letters[(letters.indexOf(text[at] ?? '') + 1 + (step % (letters.length - 1))) % letters.length];
    return `${text.slice(0, at)}${letter}${text.slice(at + 1)}`;
  };

  it('never changes state and is never answered with 200, whichever byte or header value it was', async () => {
    const before = await stateNow();
    const change = fc.record({
      what: fc.constantFrom(
        'body',
        'servicepay-timestamp',
        'servicepay-nonce',
        'servicepay-signature',
        'servicepay-serial',
      ),
      place: fc.nat(2000),
      step: fc.nat(200),
      bit: fc.integer({ min: 0, max: 7 }),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ what, place, step, bit }) => {
        const message = world.platform.signed(body);
        const bytes = Buffer.from(body);
        const { headers } = message;
        if (what === 'body') bytes[place % bytes.length] = (bytes[place % bytes.length] ?? 0) ^ (1 << bit);
        else headers[what] = touched(headers[what] ?? '', place, step);
        // A serial in another case is the same serial (bug-cert-rotation-01), not another one.
        const { serial } = world.platform.certificate;
        fc.pre(what !== 'servicepay-serial' || headers[what]?.toUpperCase() !== serial);
        const answer = await world.post({ headers, body: bytes });
        expect(answer.status).toBe(401);
      }),
      { numRuns: 150 },
    );
    expect(await stateNow()).toEqual(before);
  });
});

describe('every vector of notifications', () => {
  it.each(vectorCases('notifications'))('$id $name: $expect', async (vector) => {
    const key = readApiKey(vector.api_v3_key);
    if (vector.expect === 'reject-config') {
      expect(key).toMatchObject({ problem: 'api-key-length', bytes: 16 });
      return;
    }
    if ('problem' in key) throw new Error(key.problem);
    const { context, account } = world;
    const connection = await context.db.connection.create({
      data: { ...account.connection, id: crypto.randomUUID(), slug: vector.id, mchid: addresseeOf(vector) },
    });
    const times = { effectiveTime: new Date('2000-01-01T00:00:00Z'), expireTime: new Date('2090-01-01T00:00:00Z') };
    const named = { serial: vector.known_serial, pem: vector.certificate ?? '', source: 'download' };
    await context.db.platformCertificate.create({ data: { connectionId: connection.id, ...named, ...times } });
    const served = await serveReceiver({
      ...context,
      now: () => new Date(Number(vector.now) * 1000),
      accountBySlug: () => ({ ...account, connection, apiKeys: [key] }),
    });
    const headers = Object.fromEntries(
      Object.entries(vector.headers).map(([name, value]) => [`servicepay-${name}`, value]),
    );
    const answer = await served.post({ headers, body: Buffer.from(vector.body_base64, 'base64') });
    await served.close();
    const kept = await context.db.notification.findMany({ where: { connectionId: connection.id } });
    if (vector.expect === 'accept') {
      expect(answer).toMatchObject(success);
      expect(kept).toHaveLength(1);
    } else if (vector.expect === 'reject-decrypt' || vector.expect === 'reject-content') {
      expect(answer).toMatchObject({ status: 500, body: { code: 'SYSTEM_ERROR' } });
      expect(kept).toMatchObject([{ state: 'quarantine', content: null }]);
      expect(await context.db.application.count({ where: { connectionId: connection.id } })).toBe(0);
    } else {
      expect(answer).toMatchObject({ status: 401, body: { code: 'FAIL' } });
      expect(kept).toEqual([]);
    }
  });
});

const readable = z.object({ sp_mchid: z.string() });

/** The vectors are addressed to institutions of their own. */
function addresseeOf({ plaintext_text: text }: { plaintext_text?: string }): string {
  const read = readable.safeParse(text === undefined ? undefined : parseJson(text));
  return read.success ? read.data.sp_mchid : '2400000001';
}
