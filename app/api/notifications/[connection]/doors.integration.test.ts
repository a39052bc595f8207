// The receiver through both of its doors, over a real database: freshly signed messages, vectors, floods and repeats.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fingerprintOf } from '@/lib/connections/message-keys';
import { context as consoleContext } from '@/lib/context';
import { receiverOf } from '@/lib/notifications/receiver';
import { bodyAbout, contentAbout } from '@/lib/notifications/sealed';
import { sealResource } from '@/lib/platform/crypto/open';
import { readApiKey } from '@/lib/platform/crypto/pem';
import { parseJson } from '@/lib/platform/json';
import type { Answered, EnvelopeOptions, Message, ReceiverWorld } from '@/lib/testing/platform-sender';
import {
  apiKey,
  envelopeOf,
  forgetTold,
  openReceiverWorld,
  record,
  serveReceiver,
} from '@/lib/testing/platform-sender';
import { vectorCases } from '@/lib/testing/vectors';
import { holdSubMerchant } from '@/lib/testing/world';
import { GET, POST } from './route';

type Sealed = ReturnType<typeof sealResource>;

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
/** How many entries of the trail tell that this notification was received. */
const entriesAbout = async (rowId: string) => {
  const trail = await world.context.db.auditEntry.findMany({ where: { action: 'notification.received' } });
  return trail.filter(({ data }) => JSON.stringify(data).includes(rowId)).length;
};
/** What was refused since the last call, by cause. What is still only counted is written first. */
const refusedSince = async () => {
  const { db } = world.context;
  await Promise.all([world.flush(), receiverOf(await consoleContext()).close()]);
  const counts = await db.refusedCount.findMany();
  await db.refusedCount.deleteMany();
  await db.refusedSample.deleteMany();
  return Object.fromEntries(counts.map(({ cause, count }) => [cause, count]));
};
const success = { status: 200, body: { code: 'SUCCESS', message: '' } };

describe.each(['receiver', 'console'] as const)('the door of the %s', (door) => {
  const post = (...call: Parameters<typeof postToRoute>) => doors[door](...call);
  const deliver = (content: unknown, options: EnvelopeOptions = {}) => post(fresh(content, options));

  describe('an approval', () => {
    it('moves the application, the state of its sub-merchant and the domains in force, once (bug-notify-answer-02)', async () => {
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
        openedBy: fingerprintOf(apiKey),
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
      expect(await entriesAbout(row.id)).toBe(1);
    });

    it('of a sub-merchant that nobody holds is kept as unclaimed', async () => {
      expect(await deliver(record({ sub_mchid: '1900009999' }))).toMatchObject(success);
      expect(await only()).toMatchObject({ state: 'applied', isUnclaimed: true, subMchid: '1900009999' });
    });

    it('fifty copies at once have one effect and fifty SUCCESS (bug-duplicates-01)', async () => {
      await holdSubMerchant(world.context, world.connectionId, '1900003001', undefined, { h5State: 'UNKNOWN' });
      const message = fresh(record(), { createTime: new Date(Date.now() + 2000).toISOString() });
      const answers = await Promise.all(Array.from({ length: 50 }, () => post(message)));
      for (const answer of answers) expect(answer).toMatchObject(success);
      expect(await only()).toMatchObject({ deliveries: 50, state: 'applied' });
      expect(await subMerchant('1900003001')).toMatchObject({ h5State: 'APPROVED', version: 2 });
      expect(await entriesAbout((await only()).id)).toBe(1);
    });
  });

  describe('what is kept and what is not', () => {
    it('keeps the raw body byte for byte, in any order and with blanks (bug-notify-body-01)', async () => {
      const members = Object.entries(JSON.parse(envelopeOf(record()).toString())).reverse();
      const body = Buffer.from(JSON.stringify(Object.fromEntries(members)).replaceAll('":', '" :\r\n'));
      expect(await post(world.platform.signed(body))).toMatchObject(success);
      const row = await only();
      expect(world.context.vault.open(row.body ?? Buffer.alloc(0), bodyAbout(row.id, row.bodySha256))).toEqual(body);
    });

    it('takes the bytes as another language writes them, and none of the same meaning (bug-notify-body-02, bug-notify-body-04)', async () => {
      await refusedSince();
      const written = envelopeOf(record(), { envelope: { summary: '审核通过', details: 'https://shop.example/a' } });
      const body = Buffer.from(
        written
          .toString()
          .replaceAll('/', '\\/')
          .replaceAll(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16)}`),
      );
      const { headers } = world.platform.signed(body);
      const again = Buffer.from(JSON.stringify(JSON.parse(body.toString())));
      const blank = Buffer.from(body.toString().replace(':', ': '));
      for (const other of [again, blank])
        expect(await post({ headers, body: other })).toMatchObject({ status: 401, body: { code: 'FAIL' } });
      expect(await world.context.db.notification.count()).toBe(0);
      expect(await refusedSince()).toEqual({ signature: 2 });
      expect(await post({ headers, body })).toMatchObject(success);
    });

    it('opens without associated data, be it empty or null (bug-aead-02)', async () => {
      for (const absent of ['', null]) {
        const envelope = JSON.parse(envelopeOf(record(), { associatedData: '' }).toString());
        envelope.resource.associated_data = absent;
        expect(await post(world.platform.signed(Buffer.from(JSON.stringify(envelope))))).toMatchObject(success);
      }
      expect(await world.context.db.notification.count({ where: { state: 'applied' } })).toBe(2);
    });

    it.each<[string, string, (resource: Sealed) => Partial<Sealed>]>([
      ['a nonce of 1 byte (bug-aead-01)', 'malformed', () => ({ nonce: '1' })],
      ['a nonce of 13 bytes (bug-aead-01)', 'malformed', ({ nonce }) => ({ nonce: `${nonce}x` })],
      ['a nonce of 16 bytes (bug-aead-01)', 'malformed', ({ nonce }) => ({ nonce: `${nonce}abcd` })],
      [
        'a resource under another key (bug-verify-bypass-04)',
        'key',
        ({ nonce }) => sealResource(JSON.stringify(record()), randomBytes(32), nonce, 'applyment'),
      ],
      ['other associated data (bug-verify-bypass-04)', 'key', () => ({ associated_data: 'applyment2' })],
      [
        'a last byte of the tag that was flipped (bug-verify-bypass-04)',
        'key',
        ({ ciphertext }) => {
          const bytes = Buffer.from(ciphertext, 'base64');
          bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
          return { ciphertext: bytes.toString('base64') };
        },
      ],
      ...[12, 13, 15].map((length): [string, string, (resource: Sealed) => Partial<Sealed>] => [
        `the first ${length} bytes of the tag of an empty message (bug-aead-04)`,
        'malformed',
        ({ nonce }) => {
          const tag = Buffer.from(sealResource('', apiKey, nonce, 'applyment').ciphertext, 'base64');
          return { ciphertext: tag.subarray(0, length).toString('base64') };
        },
      ]),
      [
        'ciphertext in the URL-safe alphabet (bug-aead-06)',
        'malformed',
        ({ ciphertext }) => ({ ciphertext: Buffer.from(ciphertext, 'base64').toString('base64url') }),
      ],
      [
        'ciphertext wrapped at 76 columns (bug-aead-06)',
        'malformed',
        ({ ciphertext }) => ({ ciphertext: ciphertext.replaceAll(/.{76}/g, '$&\n') }),
      ],
      [
        'ciphertext with junk in it (bug-aead-06)',
        'malformed',
        ({ ciphertext }) => ({ ciphertext: ciphertext.replaceAll(/.{40}/g, '$&*') }),
      ],
    ])('opens nothing with %s: only the raw message is kept', async (_, cause, change) => {
      const envelope = JSON.parse(envelopeOf(record()).toString());
      Object.assign(envelope.resource, change(envelope.resource));
      const message = world.platform.signed(Buffer.from(JSON.stringify(envelope)));
      expect(await post(message)).toMatchObject({ status: 500, body: { code: 'SYSTEM_ERROR' } });
      expect(await only()).toMatchObject({ state: 'quarantine', cause, content: null, openedBy: null });
      expect(await world.context.db.application.count()).toBe(0);
    });

    it('a message for somebody else, an unreadable key and rubbish go to quarantine, and heal when they come again (bug-aead-10)', async () => {
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
      expect(healed).toMatchObject({
        state: 'applied',
        cause: null,
        deliveries: 2,
        openedBy: fingerprintOf(Buffer.from(otherKey)),
      });
    });

    it('a list that holds our id is not our id', async () => {
      const listed = { ...record(), sp_mchid: [world.account.connection.mchid] };
      expect(await deliver(listed)).toMatchObject({ status: 500 });
      expect(await only()).toMatchObject({ state: 'quarantine', cause: 'foreign' });
    });

    it('an unknown type, an unknown state and a contradiction are kept and never applied (bug-responses-04)', async () => {
      expect(await deliver({ a: 1 }, { eventType: 'SOMETHING.NEW' })).toMatchObject(success);
      expect(await deliver(record({ applyment_state: 'UNDER_APPEAL' }))).toMatchObject(success);
      expect(await deliver(record(), { eventType: 'APPLYMENT_STATE.REJECTED' })).toMatchObject(success);
      const rows = await world.context.db.notification.findMany({ orderBy: { firstReceivedAt: 'asc' } });
      expect(
        Buffer.from(
          world.context.vault.open(rows[1]?.content ?? Buffer.alloc(0), contentAbout(rows[1]?.id ?? '')),
        ).toString(),
      ).toContain('UNDER_APPEAL');
      expect(rows.map(({ state, cause }) => [state, cause])).toEqual([
        ['unknown-type', 'type'],
        ['unknown-type', 'state'],
        ['unknown-type', 'contradiction'],
      ]);
      expect(await world.context.db.application.count()).toBe(0);
    });

    it('older news never undoes newer, in instants and not in letters (bug-duplicates-04)', async () => {
      await deliver(record({ applyment_state: 'REJECTED', audit_reject_detail: 'Screenshots missing' }), {
        createTime: '2024-03-07T03:00:00Z',
      });
      expect(await deliver(record(), { createTime: '2024-03-07T10:00:00+08:00' })).toMatchObject(success);
      const [application] = await world.context.db.application.findMany();
      expect(application).toMatchObject({ state: 'REJECTED', rejectDetail: 'Screenshots missing' });
      const rows = await world.context.db.notification.findMany({ orderBy: { firstReceivedAt: 'asc' } });
      expect(rows.map(({ state }) => state)).toEqual(['applied', 'older']);
    });

    it('the same id with other content, another sub-merchant, other domains and a tie open discrepancies and apply nothing (bug-duplicates-03)', async () => {
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
    it('is the Content-Type, a session, and where a page would come from (bug-notify-body-06, bug-notify-answer-04)', async () => {
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
    it('stores no content: it is counted, with the newest few samples of headers (bug-verify-bypass-01)', async () => {
      const { db } = world.context;
      await refusedSince();
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
      // Within a second and a half it is written by itself.
      await new Promise((resolve) => setTimeout(resolve, 1500));
      expect(await db.refusedSample.count()).toBeLessThanOrEqual(20);
      expect(await refusedSince()).toEqual({ headers: 7, probe: 1, time: 6, serial: 200 });
      expect(await db.notification.count()).toBe(0);
    });

    it('is a probe, whatever vendor word it has: it is counted as one and makes nobody look for certificates (bug-verify-bypass-02)', async () => {
      const { db } = world.context;
      await refusedSince();
      const checkedAt = async () =>
        (await db.connection.findUniqueOrThrow({ where: { id: world.connectionId } })).certificatesCheckedAt;
      await db.connection.update({ where: { id: world.connectionId }, data: { certificatesCheckedAt: null } });
      for (const vendor of ['WECHATPAY', 'SERVICEPAY']) {
        const more = { 'servicepay-signature': `${vendor}/SIGNTEST/${'A'.repeat(300)}` };
        for (const serial of [world.platform.certificate.serial, randomBytes(16).toString('hex')]) {
          const probe = world.platform.signed(envelopeOf(record()), { ...more, 'servicepay-serial': serial });
          expect(await post(probe)).toMatchObject({ status: 401, body: { code: 'FAIL' } });
        }
      }
      expect(await refusedSince()).toEqual({ probe: 4 });
      expect(await checkedAt()).toBeNull();
    });

    it('is older than 300 seconds by our clock or counts in milliseconds (bug-verify-bypass-05)', async () => {
      const body = envelopeOf(record());
      const ago = (seconds: number) => world.platform.signed(body, {}, new Date(Date.now() - seconds * 1000));
      await refusedSince();
      expect(await post(ago(302))).toMatchObject({ status: 401, body: { code: 'FAIL' } });
      const inMilliseconds = world.platform.signed(body, { 'servicepay-timestamp': `${Date.now()}` });
      expect(await post(inMilliseconds)).toMatchObject({ status: 401, body: { code: 'FAIL' } });
      expect(await refusedSince()).toEqual({ time: 2 });
      expect(await post(ago(290))).toMatchObject(success);
    });

    it('says 404 for an unknown connection, 405 for another method, 413 for too much, each as FAIL (bug-notify-answer-05)', async () => {
      const message = fresh(record());
      expect(await post(message, 'POST', '/api/notifications/nobody')).toMatchObject({
        status: 404,
        body: { code: 'FAIL' },
      });
      expect(await post(message, 'GET')).toMatchObject({ status: 405, body: { code: 'FAIL' } });
      const large = world.platform.signed(Buffer.alloc(3 * 1024 * 1024, 0x20));
      expect(await post(large)).toMatchObject({ status: 413, body: { code: 'FAIL' } });
    });

    it('takes the longest ciphertext that the interface permits (bug-notify-answer-05)', async () => {
      const padding = 'x'.repeat(1_048_576 * 0.75 - 16 - JSON.stringify({ ...record(), pad: '' }).length - 3);
      const body = envelopeOf({ ...record(), pad: padding });
      expect(body.length).toBeGreaterThan(1024 * 1024);
      expect(await post(world.platform.signed(body))).toMatchObject(success);
    });
  });
});

describe('copies that reach two processes at once', () => {
  it('meet in the database: one row, one effect, one entry, and SUCCESS for each (bug-duplicates-01, bug-duplicates-07)', async () => {
    await holdSubMerchant(world.context, world.connectionId, '1900003001', undefined, { h5State: 'UNKNOWN' });
    const other = await serveReceiver(world.context);
    const message = fresh(record(), { createTime: new Date(Date.now() + 2000).toISOString() });
    const posts = [world.post, other.post, postToRoute];
    const answers = await Promise.all(Array.from({ length: 24 }, (_, at) => posts[at % posts.length]?.(message)));
    await other.close();
    for (const answer of answers) expect(answer).toMatchObject(success);
    const row = await only();
    expect(row).toMatchObject({ state: 'applied', deliveries: 24 });
    expect(await subMerchant('1900003001')).toMatchObject({ h5State: 'APPROVED', version: 2 });
    expect(await entriesAbout(row.id)).toBe(1);
  });
});

describe('a database that fails in the middle', () => {
  it('keeps nothing of the message, which is not answered with success, and takes it when it comes again (bug-notify-answer-01, bug-database-03)', async () => {
    const { db } = world.context;
    await holdSubMerchant(world.context, world.connectionId, '1900003001', undefined, { h5State: 'UNKNOWN' });
    const message = fresh(record(), { createTime: new Date(Date.now() + 2000).toISOString() });
    // The trail is written last: the event and the change of state stand before it in the same transaction.
    await db.$executeRaw`
      CREATE FUNCTION fail_here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room is left'; END $$`;
    await db.$executeRaw`
      CREATE TRIGGER fail_here BEFORE INSERT ON "AuditEntry" FOR EACH ROW EXECUTE FUNCTION fail_here()`;
    try {
      for (const post of Object.values(doors))
        expect(await post(message)).toMatchObject({ status: 500, body: { code: 'SYSTEM_ERROR' } });
    } finally {
      await db.$executeRaw`DROP FUNCTION fail_here CASCADE`;
    }
    expect([await db.notification.count(), await db.application.count()]).toEqual([0, 0]);
    expect(await subMerchant('1900003001')).toMatchObject({ h5State: 'UNKNOWN', version: 1 });
    for (const post of Object.values(doors)) expect(await post(message)).toMatchObject(success);
    const row = await only();
    expect(row).toMatchObject({ state: 'applied', deliveries: 2 });
    expect(await subMerchant('1900003001')).toMatchObject({ h5State: 'APPROVED', version: 2 });
    expect(await entriesAbout(row.id)).toBe(1);
  });
});

describe('header names', () => {
  it('are read in any case (bug-next-runtime-04)', async () => {
    const { headers, body } = fresh(record());
    const change = [
      (name: string) => name.toUpperCase(),
      (name: string) => name.replaceAll(/\b./g, (one) => one.toUpperCase()),
    ];
    for (const written of change) {
      const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [written(name), value]));
      expect(await postToRoute({ headers: named, body })).toMatchObject(success);
      // This client writes the names as they are given.
      const sent = request(`${world.url}/api/notifications/main`, { method: 'POST', headers: named }).end(body);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      expect(answer.resume().statusCode).toBe(200);
    }
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

  it('never changes state and is never answered with 200, whichever byte or header value it was (bug-verify-bypass-07)', async () => {
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
