// Keys and certificates as staff keep them, over a real database, with a receiver that must notice at once.
// The certificate library needs this one to be loaded before it.
import { builtInRights } from '@/lib/testing/rights';
import 'reflect-metadata';
import { generateKeyPairSync, randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cryptoProvider, X509CertificateGenerator } from '@peculiar/x509';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deed, StaffActor } from '@/lib/approvals/deed';
import { perform } from '@/lib/approvals/perform';
import type { PlatformAccount } from '@/lib/connections/account';
import { newestValid } from '@/lib/platform/certificates';
import type { ReceiverWorld } from '@/lib/testing/platform-sender';
import { apiKey, envelopeOf, openReceiverWorld, record, serveReceiver } from '@/lib/testing/platform-sender';
import { certificateOf, vectorCase } from '@/lib/testing/vectors';
import { heldCertificates } from './certificates';
import { inspectCertificate, serialOf } from './import-certificate';
import { fingerprintOf, heldMessageKeys, markUsed } from './message-keys';
import {
  addMessageKey,
  changeOverlap,
  importCertificate,
  readTypedKey,
  removeCertificate,
  removeMessageKey,
} from './operation';
import { getConnectionHealth, getExpiryAlerts, getShelf } from './queries';

const DAY = 86_400_000;
/** The only administrator: nobody else is needed yet. */
const actor: StaffActor = {
  kind: 'staff',
  id: crypto.randomUUID(),
  name: 'Integrations',
  ...builtInRights(['administrator']),
  ip: null,
};
const pemOf = (kind: 'certificates' | 'rsa-sha256-verify', id: string) => vectorCase(kind, id).certificate ?? '';
const fingerprintOfPem = (pem: string) => new X509Certificate(pem).fingerprint256;

/** A new certificate with this subject, as PEM. */
async function certificateNamed(name: string): Promise<string> {
  cryptoProvider.set(webcrypto as Crypto);
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    publicExponent: new Uint8Array([1, 0, 1]),
    modulusLength: 2048,
  };
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair;
  const times = { notBefore: new Date(Date.now() - DAY), notAfter: new Date(Date.now() + 365 * DAY) };
  const made = await X509CertificateGenerator.createSelfSigned({ name, keys, signingAlgorithm: algorithm, ...times });
  return made.toString('pem');
}

let world: ReceiverWorld;
beforeAll(async () => {
  world = await openReceiverWorld();
  const { id, name, roles } = actor;
  const email = `${id}@practice.example`;
  await world.context.db.staff.create({ data: { id, email, name, passwordHash: '-', roles: [...roles] } });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setClock(null);
  const { db } = world.context;
  await db.notification.deleteMany();
  await db.messageKey.deleteMany();
  await db.platformCertificate.deleteMany({ where: { serial: { not: world.platform.certificate.serial } } });
  // What was only deleted here is still near at hand.
  world.context.shelfChanges.announce(world.connectionId);
});

/** Does a deed as the only administrator, who proved a moment ago who they are. */
const act = (deed: Deed, objectId: string, input: unknown, account: PlatformAccount = world.account) =>
  perform(world.context, deed, {
    account,
    actor: { ...actor, confirmedAt: world.context.now() },
    objectId,
    input,
    intent: crypto.randomUUID(),
    reason: '',
  });
async function add(text: string, { note = '', endsAt = null }: { note?: string; endsAt?: Date | null } = {}) {
  const read = readTypedKey(text);
  if (!read.ok) return read;
  return act(addMessageKey, fingerprintOf(read.value), { text, note, endsAt: endsAt?.toISOString() ?? null });
}
const remove = (id: string, account?: PlatformAccount) => act(removeMessageKey, id, {}, account);
const change = (id: string, endsAt: Date | null, account?: PlatformAccount) =>
  act(changeOverlap, id, { endsAt: endsAt?.toISOString() ?? null }, account);
const idOf = async (text: string) =>
  (await world.context.db.messageKey.findFirstOrThrow({ where: { fingerprint: fingerprintOf(Buffer.from(text)) } })).id;
const trailOf = (action: string) =>
  world.context.db.auditEntry.findMany({ where: { action, connectionId: world.connectionId }, orderBy: { id: 'asc' } });
const newKey = () => randomBytes(16).toString('hex');

describe('a message key', () => {
  it.each([
    ['10 characters', 'a'.repeat(10), 10],
    ['16 characters', 'a'.repeat(16), 16],
    ['31 characters', 'a'.repeat(31), 31],
    ['33 characters', 'a'.repeat(33), 33],
    ['40 characters', 'a'.repeat(40), 40],
    ['32 Chinese characters', '鑰'.repeat(32), 96],
  ])('of %s is refused on saving with its bytes (bug-aead-08)', async (_, text, bytes) => {
    expect(await add(text)).toEqual({
      ok: false,
      refusal: { kind: 'invalid', issues: [{ path: 'key', rule: 'api-key-length', params: { bytes } }] },
    });
    expect(await world.context.db.messageKey.count()).toBe(0);
  });

  it('with a line feed behind it is taken without it, and that is told (bug-aead-08)', async () => {
    const key = newKey();
    expect(await add(`${key}\n`)).toMatchObject({ ok: true, value: { kind: 'done' } });
    expect(readTypedKey(`${key}\n`)).toEqual({ ok: true, value: Buffer.from(key) });
    const held = await heldMessageKeys(world.context, world.account);
    expect(held.map((one) => one.key.toString())).toContain(key);
  });

  it('added after the change opens what is sent again, at once, and its use is written down (bug-aead-10)', async () => {
    const former = newKey();
    const message = world.platform.signed(
      envelopeOf(record(), { id: 'sealed-with-the-former', key: Buffer.from(former) }),
    );
    expect(await world.post(message)).toMatchObject({ status: 500, body: { code: 'SYSTEM_ERROR' } });
    const kept = await world.context.db.notification.findFirstOrThrow();
    expect(kept).toMatchObject({ state: 'quarantine', cause: 'key' });
    expect(kept.body).not.toBeNull();
    expect(await add(former, { note: 'until the change is through' })).toMatchObject({ ok: true });
    expect(await world.post(message)).toMatchObject({ status: 200 });
    const id = await idOf(former);
    expect(await world.context.db.notification.findFirstOrThrow()).toMatchObject({
      state: 'applied',
      openedBy: fingerprintOf(Buffer.from(former)),
    });
    await expect
      .poll(async () => (await world.context.db.messageKey.findUniqueOrThrow({ where: { id } })).lastUsedAt, {
        timeout: 5000,
      })
      .not.toBeNull();
    expect(await remove(id)).toMatchObject({ ok: true });
    const later = world.platform.signed(envelopeOf(record(), { key: Buffer.from(former) }));
    expect(await world.post(later)).toMatchObject({ status: 500 });
  });

  it('is named by its fingerprint, so that what it opened stays true when the settings name another', async () => {
    const next = newKey();
    const nextKey = Buffer.from(next);
    await world.post(world.platform.signed(envelopeOf(record(), { id: 'before' })));
    const openedBy = async (notificationId: string) =>
      (await world.context.db.notification.findFirstOrThrow({ where: { notificationId } })).openedBy;
    expect(await openedBy('before')).toBe(fingerprintOf(apiKey));
    await add(next);
    await world.post(world.platform.signed(envelopeOf(record({ applyment_id: 7 }), { id: 'after', key: nextKey })));
    const changed = { ...world.account, apiKeys: [nextKey, apiKey] };
    const { keys } = await getShelf(world.context, changed);
    expect(keys).toMatchObject([
      { place: 'current', fingerprint: fingerprintOf(nextKey), openedLately: 1, listedAs: null },
      { place: 'previous', fingerprint: fingerprintOf(apiKey), openedLately: 1, listedAs: null },
      { place: 'added', fingerprint: fingerprintOf(nextKey), listedAs: 'current' },
    ]);
  });

  it('of old rows: an added one is named by its fingerprint, and of a setting of then nothing is claimed', async () => {
    const key = newKey();
    await add(key);
    const { db } = world.context;
    const ids = ['one', 'two', 'three'];
    for (const id of ids) await world.post(world.platform.signed(envelopeOf(record(), { id })));
    const old = ['current', 'previous', await idOf(key)];
    for (const [place, notificationId] of ids.entries()) {
      await db.notification.updateMany({ where: { notificationId }, data: { openedBy: old[place] ?? null } });
    }
    await db.$executeRawUnsafe(readFileSync('prisma/migrations/0007_notification_keys/migration.sql', 'utf8'));
    const rows = await db.notification.findMany({ where: { notificationId: { in: ids } } });
    const openedBy = (id: string) => rows.find(({ notificationId }) => notificationId === id)?.openedBy;
    expect(ids.map(openedBy)).toEqual(['current', 'previous', fingerprintOf(Buffer.from(key))]);
    expect((await getShelf(world.context, world.account)).keys[0]).toMatchObject({ place: 'current', openedLately: 0 });
  });

  it('is sealed at rest, and gone once it is removed', async () => {
    const key = newKey();
    await add(key);
    const id = await idOf(key);
    const row = await world.context.db.messageKey.findUniqueOrThrow({ where: { id } });
    expect(Buffer.from(row.sealed).includes(key)).toBe(false);
    expect(JSON.stringify(await getShelf(world.context, world.account))).not.toContain(key);
    expect(await remove(id)).toEqual({ ok: true, value: { kind: 'done', value: null } });
    expect(await remove(id)).toMatchObject({ ok: false });
    expect(await world.context.db.messageKey.findUniqueOrThrow({ where: { id } })).toMatchObject({
      sealed: new Uint8Array(),
      removedAt: expect.any(Date),
    });
  });

  it('added twice is told, whether it is added or configured, also at the same moment; a removed one may come back', async () => {
    const key = newKey();
    const fingerprint = fingerprintOf(Buffer.from(key));
    const held = { kind: 'conflict', rule: 'message-key-held', params: { where: 'added', fingerprint } };
    const both = await Promise.all([add(key), add(key)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await add(key)).toEqual({ ok: false, refusal: held });
    expect(await add(apiKey.toString())).toMatchObject({ refusal: { params: { where: 'current' } } });
    await remove(await idOf(key));
    expect(await add(key, { note: 'again' })).toMatchObject({ ok: true });
    expect(await world.context.db.messageKey.count()).toBe(1);
  });

  it('ends with its overlap, which may be changed but not into the past', async () => {
    const key = newKey();
    const now = world.context.now();
    expect(await add(key, { endsAt: now })).toMatchObject({ refusal: { issues: [{ rule: 'ends-in-the-past' }] } });
    await add(key, { endsAt: new Date(now.getTime() + DAY) });
    const names = async () => (await heldMessageKeys(world.context, world.account)).map((one) => one.fingerprint);
    const id = await idOf(key);
    const [configured, added] = [fingerprintOf(apiKey), fingerprintOf(Buffer.from(key))];
    expect(await names()).toEqual([configured, added]);
    world.setClock(new Date(now.getTime() + 2 * DAY));
    expect(await names()).toEqual([configured]);
    expect(await change(id, now)).toMatchObject({ ok: false });
    expect(await change(id, null)).toMatchObject({ ok: true });
    expect(await names()).toEqual([configured, added]);
  });

  it('leaves an entry in the trail with its deed, by fingerprint and never by key', async () => {
    const before = (await trailOf('message-key.added')).length;
    const key = newKey();
    const fingerprint = fingerprintOf(Buffer.from(key));
    await add('too short');
    await add(key);
    await change(await idOf(key), new Date(Date.now() + DAY));
    await remove(await idOf(key));
    const added = await trailOf('message-key.added');
    expect(added).toHaveLength(before + 1);
    const entries = [
      added.at(-1),
      (await trailOf('message-key.overlap-changed')).at(-1),
      (await trailOf('message-key.removed')).at(-1),
    ];
    for (const entry of entries) {
      expect(entry).toMatchObject({ objectKind: 'message-key', objectName: fingerprint, actorName: 'Integrations' });
      expect(
        JSON.stringify(entry, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
      ).not.toContain(key);
    }
  });

  it('of another connection is not touched', async () => {
    const key = newKey();
    await add(key);
    const other = { ...world.account, connection: { ...world.account.connection, id: crypto.randomUUID() } };
    const id = await idOf(key);
    expect(await remove(id, other)).toMatchObject({
      refusal: { kind: 'not-found' },
    });
    expect(await change(id, null, other)).toMatchObject({
      ok: false,
    });
    expect(await heldMessageKeys(world.context, world.account)).toHaveLength(2);
  });
});

const newer = pemOf('certificates', 'crt-go-02');
const older = pemOf('rsa-sha256-verify', 'rsa-go-01');
const inspect = (text: string) => inspectCertificate(world.context, world.account, text);
const save = (text: string, fingerprint = fingerprintOfPem(text), serial = '') =>
  act(importCertificate, serialOf(text) ?? '', { pem: text, fingerprint, serial });
const ruleOf = (answer: Awaited<ReturnType<typeof inspect>> | Awaited<ReturnType<typeof save>>) =>
  !answer.ok && answer.refusal.kind === 'invalid'
    ? answer.refusal.issues.map(({ path, rule }) => `${path} ${rule}`)
    : [];

describe('a pasted certificate', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

  it.each([
    [
      'a private key',
      privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      'private-key-where-certificate-expected',
    ],
    [
      'a PKCS#1 private key',
      privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
      'private-key-where-certificate-expected',
    ],
    [
      'a bare public key',
      publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      'public-key-where-certificate-expected',
    ],
    [
      'a PKCS#1 public key (pem-skit-01)',
      vectorCase('pem-formats', 'pem-skit-01').pem,
      'public-key-where-certificate-expected',
    ],
    ['several in one file (pem-drv-05)', vectorCase('pem-formats', 'pem-drv-05').pem, 'several-in-one-file'],
    ['a body without its lines (pem-go-02)', vectorCase('pem-formats', 'pem-go-02').pem, 'header-lines-missing'],
    ['nothing between the lines (pem-guns-02)', vectorCase('pem-formats', 'pem-guns-02').pem, 'unreadable'],
    ['nothing', '  \n', 'empty'],
  ])('that is %s is told for what it is, and not saved (bug-settings-keys-01)', async (_, text, problem) => {
    expect(ruleOf(await inspect(text))).toEqual([`pem ${problem}`]);
    expect(ruleOf(await save(text, 'AB'.repeat(32)))).toEqual([`pem ${problem}`]);
    expect(await heldCertificates(world.context.db, world.connectionId)).toHaveLength(1);
  });

  it('is read with CRLF, a byte-order mark and text around it (bug-settings-keys-01, pem-drv-01, pem-drv-04)', async () => {
    expect(await inspect(`\uFEFFBag Attributes\r\n${newer.replaceAll('\n', '\r\n')}`)).toMatchObject({
      ok: true,
      value: { serial: 'D7CE59D1F522D701', serialDecimal: '15550465321652639489', budgetBytes: 245, state: 'valid' },
    });
  });

  it('that belongs to our own key is refused as our own, with the serial that is configured (bug-cert-rotation-05)', async () => {
    // The world's own private key is that of this certificate.
    const own = pemOf('certificates', 'crt-axio-01');
    expect(await inspect(own)).toMatchObject({
      refusal: {
        issues: [
          {
            path: 'pem',
            rule: 'own-certificate-other-serial',
            params: { serial: 'BE2A2344B984167B', configured: '00AA00AA00AA00AA' },
          },
        ],
      },
    });
    const configured = { ...world.account, credentials: { ...world.account.credentials, serial: 'be2a2344b984167b' } };
    expect(ruleOf(await inspectCertificate(world.context, configured, own))).toEqual(['pem own-certificate']);
  });

  it('that has ended is marked and never seals, whichever it is (bug-cert-rotation-05, crt-java-02)', async () => {
    const ended = pemOf('certificates', 'crt-java-02');
    expect(await inspect(ended)).toMatchObject({
      ok: true,
      value: { state: 'ended', days: expect.any(Number), wouldSeal: false },
    });
    expect(await save(ended)).toMatchObject({ ok: true });
    const shelf = await getShelf(world.context, world.account);
    expect(shelf.certificates.find(({ serial }) => serial === certificateOf(ended).serial)).toMatchObject({
      state: 'ended',
      seals: false,
      verifies: false,
      source: 'import',
    });
  });

  it('made out to a merchant is no certificate of the platform (features row 65)', async () => {
    expect(await inspect(await certificateNamed('CN=1900002241, OU=Sample, O=Merchants'))).toMatchObject({
      refusal: { issues: [{ rule: 'merchant-certificate', params: { merchant: '1900002241' } }] },
    });
    expect(await inspect(await certificateNamed('CN=Platform sign 2, O=Platform'))).toMatchObject({ ok: true });
  });

  it('is saved only with the fingerprint that somebody got elsewhere, and the serial where one was told', async () => {
    expect(ruleOf(await save(newer, fingerprintOfPem(older)))).toEqual(['fingerprint fingerprint-differs']);
    expect(ruleOf(await save(newer, new X509Certificate(newer).fingerprint))).toEqual(['fingerprint fingerprint-sha1']);
    expect(ruleOf(await save(newer, ''))).toEqual(['fingerprint not-a-fingerprint']);
    expect(ruleOf(await save(newer, fingerprintOfPem(newer), 'D7CE59D1F522D702'))).toEqual(['serial serial-differs']);
    expect(ruleOf(await save(newer, fingerprintOfPem(newer), 'no'))).toEqual(['serial not-a-serial']);
    expect(await heldCertificates(world.context.db, world.connectionId)).toHaveLength(1);
    const typed = fingerprintOfPem(newer).toLowerCase().replaceAll(':', ' ');
    // bug-cert-rotation-01: a decimal serial is converted, not refused.
    expect(await save(newer, typed, '15550465321652639489')).toEqual({
      ok: true,
      value: { kind: 'done', value: { serial: 'D7CE59D1F522D701' } },
    });
    const [entry] = (await trailOf('certificate.imported')).slice(-1);
    expect(entry).toMatchObject({ objectId: 'D7CE59D1F522D701', actorName: 'Integrations' });
    expect(ruleOf(await save(newer))).toEqual(['pem certificate-held']);
    expect(ruleOf(await inspect(newer))).toEqual(['pem certificate-held']);
  });

  const removeIt = (serial: string) => act(removeCertificate, serial, {});
  const sourcesNow = async () =>
    Object.fromEntries(
      (await getShelf(world.context, world.account)).certificates.map(({ serial, source }) => [serial, source]),
    );

  it('that was imported is removed again, in the trail and at once; what was downloaded or set is not', async () => {
    const { db } = world.context;
    const { serial } = certificateOf(newer);
    await save(newer);
    expect((await sourcesNow())[serial]).toBe('import');
    expect(await removeIt(serial)).toMatchObject({ ok: true, value: { kind: 'done' } });
    expect((await heldCertificates(db, world.connectionId)).map((one) => one.serial)).not.toContain(serial);
    const [entry] = (await trailOf('certificate.removed')).slice(-1);
    expect(entry).toMatchObject({ objectId: serial, data: { serial, fingerprint: fingerprintOfPem(newer) } });
    expect(await removeIt(serial)).toMatchObject({ ok: false, refusal: { kind: 'not-found' } });
    expect(await removeIt(world.platform.certificate.serial)).toMatchObject({
      refusal: { kind: 'conflict', rule: 'certificate-not-imported' },
    });
    await save(newer);
    await db.platformCertificate.updateMany({ where: { serial }, data: { source: 'file' } });
    expect(await removeIt(serial)).toMatchObject({ refusal: { rule: 'certificate-not-imported' } });
  });

  it('is never removed while it is the last valid one, nor while something open is sealed with it', async () => {
    const { db } = world.context;
    const { serial } = certificateOf(newer);
    const others = { serial: world.platform.certificate.serial };
    await save(newer);
    await db.platformCertificate.updateMany({ where: others, data: { expireTime: new Date(0) } });
    expect(await removeIt(serial)).toMatchObject({ refusal: { rule: 'certificate-last-valid' } });
    await db.platformCertificate.updateMany({
      where: others,
      data: { expireTime: world.platform.certificate.expireTime },
    });
    await db.platformRequest.create({
      data: {
        connectionId: world.connectionId,
        operation: 'sub-merchant.modify',
        objectKind: 'sub-merchant',
        objectId: '1900000001',
        objectName: '',
        idempotencyKey: 'k',
        intent: 'i',
        inputSha256: '',
        method: 'PATCH',
        path: '/',
        bytesSha256: '',
        bytesSize: 0,
        maskedBody: {},
        changes: [],
        askedForH5: false,
        platformSerial: serial,
        outcome: 'unknown',
        reference: 'R',
        openedAt: new Date(),
        updatedAt: new Date(),
        staffId: actor.id,
      },
    });
    expect(await removeIt(serial)).toMatchObject({ refusal: { rule: 'certificate-in-use' } });
    await db.platformRequest.updateMany({ data: { outcome: 'accepted' } });
    expect(await removeIt(serial)).toMatchObject({ ok: true });
    await db.platformRequest.deleteMany();
  });

  it('saved by two people at once is saved once', async () => {
    const both = await Promise.all([save(newer), save(newer)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describe('two certificates that overlap', () => {
  it('both verify, the newer one seals, and a later list rules over the file (bug-cert-rotation-03, crt-go-02)', async () => {
    await save(newer);
    const { db } = world.context;
    const now = world.context.now();
    const held = await heldCertificates(db, world.connectionId);
    expect(held).toHaveLength(2);
    // The world's own one ends in 2047, B in 2031.
    expect(newestValid(held, now)?.serial).toBe(world.platform.certificate.serial);
    expect(await world.post(world.platform.signed(envelopeOf(record())))).toMatchObject({ status: 200 });
    const soon = new Date(now.getTime() + DAY);
    await db.platformCertificate.updateMany({
      where: { connectionId: world.connectionId, serial: world.platform.certificate.serial },
      data: { expireTime: soon },
    });
    world.context.shelfChanges.announce(world.connectionId);
    expect(await world.post(world.platform.signed(envelopeOf(record())))).toMatchObject({ status: 200 });
    const shelf = await getShelf(world.context, world.account);
    expect(shelf.certificates.map(({ serial, seals, verifies }) => [serial, seals, verifies])).toEqual([
      ['D7CE59D1F522D701', true, true],
      [world.platform.certificate.serial, false, true],
    ]);
    expect(shelf.certificates[1]?.inPem?.until).toBe(world.platform.certificate.expireTime.toISOString());
    expect(await getExpiryAlerts(world.context, world.account)).toEqual([]);
    await db.platformCertificate.updateMany({
      where: { serial: world.platform.certificate.serial },
      data: { expireTime: world.platform.certificate.expireTime },
    });
  });

  it('a serial in lower case is found (bug-cert-rotation-01, crt-skit-01)', async () => {
    const serial = world.platform.certificate.serial.toLowerCase();
    const message = world.platform.signed(envelopeOf(record()), { 'servicepay-serial': serial });
    expect(await world.post(message)).toMatchObject({ status: 200 });
  });

  it('one that names the newer serial and is signed by the older key is a bad signature, and nothing else is tried (bug-cert-rotation-08)', async () => {
    await save(newer);
    await world.context.db.refusedCount.deleteMany();
    const message = world.platform.signed(envelopeOf(record()), { 'servicepay-serial': 'D7CE59D1F522D701' });
    expect(await world.post(message)).toMatchObject({ status: 401, body: { code: 'FAIL' } });
    expect(await world.context.db.notification.count()).toBe(0);
    await expect
      .poll(async () => (await world.context.db.refusedCount.findMany()).map(({ cause }) => cause), { timeout: 5000 })
      .toEqual(['signature']);
    const sample = await world.context.db.refusedSample.findFirstOrThrow({ orderBy: { at: 'desc' } });
    expect(sample.headers).toMatchObject({ 'servicepay-serial': 'D7CE59D1F522D701' });
  });
});

describe('strangers who name serials', () => {
  it('200 of them make one look at most, also while it fails, and known serials are not disturbed (bug-cert-rotation-04)', async () => {
    const { db } = world.context;
    const checkedAt = async () =>
      (await db.connection.findUniqueOrThrow({ where: { id: world.connectionId } })).certificatesCheckedAt;
    const body = envelopeOf(record());
    const stranger = () =>
      world.post(world.platform.signed(body, { 'servicepay-serial': randomBytes(16).toString('hex') }));
    expect(await stranger()).toMatchObject({ status: 401 });
    // Nobody answers at the platform's address of this world.
    const asked = await checkedAt();
    expect(asked).not.toBeNull();
    const answers = await Promise.all(Array.from({ length: 200 }, stranger));
    expect(answers.every(({ status }) => status === 401)).toBe(true);
    expect(await checkedAt()).toEqual(asked);
    expect(await world.post(world.platform.signed(envelopeOf(record())))).toMatchObject({ status: 200 });
  });
});

describe('what ends soon', () => {
  it('is told of the certificate that seals and of our own at the alert days, and of a key that is still used on its last day', async () => {
    const { context } = world;
    const now = context.now();
    world.setClock(now);
    await add(newKey(), { endsAt: new Date(now.getTime() + DAY / 2) });
    const used = newKey();
    await add(used, { endsAt: new Date(now.getTime() + DAY / 3) });
    await markUsed(context, world.connectionId, fingerprintOf(Buffer.from(used)));
    const certificate = { ...certificateFile(), notAfter: new Date(now.getTime() + 20 * DAY) };
    const account = { ...world.account, certificate };
    const alerts = await getExpiryAlerts(context, account);
    expect(alerts.map(({ what, reached }) => [what, reached])).toEqual([
      ['message-key', 1],
      ['own', 30],
    ]);
    const health = await getConnectionHealth(context.db, account, now);
    expect(health.expiring).toEqual(alerts);
    const shelf = await getShelf(context, account);
    expect(shelf.certificates.at(-1)).toMatchObject({ kind: 'own', state: 'ending', days: 20 });
  });
});

/** A certificate as the account holds its own. */
function certificateFile() {
  const pem = pemOf('certificates', 'crt-axio-01');
  const { serialNumber, publicKey, subject, fingerprint256, validFrom } = new X509Certificate(pem);
  return {
    serial: serialNumber,
    publicKey,
    pem,
    subject,
    fingerprint256,
    notBefore: new Date(validFrom),
    notAfter: new Date(),
  };
}

it('another process notices a change of the keys within its ten seconds, not only this one', async () => {
  const former = newKey();
  const other = await serveReceiver({ ...world.context, shelfChanges: { announce: () => {}, listen: () => {} } });
  const message = () => world.platform.signed(envelopeOf(record(), { key: Buffer.from(former) }));
  expect(await other.post(message())).toMatchObject({ status: 500 });
  await add(former);
  await expect.poll(async () => (await other.post(message())).status, { timeout: 12_000, interval: 500 }).toBe(200);
  await other.close();
});
