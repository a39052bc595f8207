// Connections that are saved in Settings: the looks before, against the real practice platform, and what follows in every
// process once two administrators agreed.
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide } from '@/lib/approvals/decide';
import type { StaffActor } from '@/lib/approvals/deed';
import { perform } from '@/lib/approvals/perform';
import type { Context } from '@/lib/context';
import { createContext } from '@/lib/context';
import type { TestWorld } from '@/lib/testing/world';
import { newPerson, openTestWorld } from '@/lib/testing/world';
import { addressProblem, checkConnection } from './check-connection';
import { fingerprintOf, heldMessageKeys } from './message-keys';
import { addConnection, exchangeKeys, switchConnection } from './save-deed';
import type { TypedConnection } from './schema';

let test: TestWorld;
/** Another process over the same database. */
let other: Context;
let first: StaffActor;
let second: StaffActor;
let good: TypedConnection;

beforeAll(async () => {
  test = await openTestWorld();
  const folder = test.context.environment.dataDir;
  const made = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as Record<string, string>;
  const file = (name: string) => readFileSync(made[name] ?? '', 'utf8');
  good = {
    slug: 'second',
    name: 'Second',
    mode: 'institutional',
    environment: 'practice',
    dialect: 'servicepay',
    baseUrl: test.sandboxUrl,
    mchid: made.mchid ?? '',
    appid: made.appid ?? '',
    merchantSerial: made.merchantSerial ?? '',
    privateKey: file('privateKeyFile'),
    merchantCertificate: file('merchantCertificateFile'),
    apiKey: file('apiKeyFile').trim(),
    readsEnabled: true,
  };
  other = await createContext(
    {
      ...process.env,
      SANDBOX_URL: test.sandboxUrl,
      SANDBOX_CREDENTIALS: join(folder, 'credentials.json'),
      DATA_DIR: folder,
    },
    test.context.now,
  );
  first = await newPerson(test.context, 'administrator');
  second = await newPerson(test.context, 'administrator');
});
afterAll(async () => {
  await other.close();
  await test.close();
});

const look = async (change: Partial<TypedConnection>) => {
  const lines = await checkConnection({ ...good, ...change }, test.context.now);
  return Object.fromEntries(lines.map(({ check, state, rule, params }) => [check, { state, rule, params }]));
};
const fresh = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });

describe('the looks before anything is saved', () => {
  it('pass for keys that the platform takes', async () => {
    const seen = await look({});
    expect(Object.values(seen).map(({ state }) => state)).toEqual(Array(7).fill('passed'));
    expect(seen.call?.params.count).toBeGreaterThan(0);
  });

  it.each([
    ['31 bytes', 'a'.repeat(31), 31],
    ['33 bytes', 'a'.repeat(33), 33],
  ])('an API key of %s, with its bytes; the platform is not asked', async (_, apiKey, bytes) => {
    const seen = await look({ apiKey });
    expect(seen['api-key']).toMatchObject({ state: 'failed', rule: 'api-key-length', params: { bytes } });
    expect(seen.call).toMatchObject({ state: 'skipped' });
  });

  it('an API key that opens nothing of the platform', async () => {
    expect((await look({ apiKey: 'b'.repeat(32) })).call).toMatchObject({ state: 'failed', rule: 'not-opened' });
  });

  it('a key that does not belong to the certificate', async () => {
    expect((await look({ privateKey: String(fresh()) })).pair).toMatchObject({ state: 'failed', rule: 'not-a-pair' });
  });

  it('a serial that is not the certificate’s, with the one that it has', async () => {
    expect((await look({ merchantSerial: '00AA00AA00AA00AA' })).serial).toMatchObject({
      state: 'failed',
      rule: 'serial-differs',
      params: { serial: good.merchantSerial },
    });
  });

  it('the serial as tools print it, in small letters with colons, is the same number', async () => {
    const printed = good.merchantSerial.toLowerCase().replace(/..(?=.)/g, '$&:');
    expect((await look({ merchantSerial: printed })).serial).toMatchObject({ state: 'passed' });
  });

  it.each([
    ['a certificate where the key belongs', () => ({ privateKey: good.merchantCertificate }), 'private-key'],
    ['a key where the certificate belongs', () => ({ merchantCertificate: good.privateKey }), 'certificate'],
    [
      'a key of 1024 bits',
      () => ({
        privateKey: String(
          generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
        ),
      }),
      'private-key',
    ],
    ['no PEM at all', () => ({ privateKey: 'hello' }), 'private-key'],
  ])('%s', async (_, change, check) => {
    expect((await look(change()))[check]).toMatchObject({ state: 'failed' });
  });

  it('a merchant id that is not the key’s: the platform’s own answer', async () => {
    expect((await look({ mchid: '1900009999' })).call).toMatchObject({
      state: 'failed',
      rule: 'platform-refused',
      params: { status: 401 },
    });
  });

  it('an address that nobody answers at', async () => {
    expect((await look({ baseUrl: 'http://127.0.0.1:9' })).call).toMatchObject({ state: 'failed', rule: 'no-answer' });
  });
});

describe('an address that a person types', () => {
  it.each<[string, string | null]>([
    ['https://api.platform.example', null],
    ['https://api.platform.example:8443/pay', null],
    ['http://api.platform.example', 'not-https'],
    ['ftp://api.platform.example', 'not-an-address'],
    ['https://user:secret@api.platform.example', 'address-has-more'],
    ['https://api.platform.example/?a=1', 'address-has-more'],
    ...[
      'localhost',
      'localhost.',
      '127.0.0.1',
      '0x7f000001',
      '2130706433',
      '10.1.2.3',
      '172.31.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '[::1]',
      '[::ffff:10.0.0.1]',
      '[fd00::1]',
      '[fe80::1]',
      'metadata.google.internal',
      'intranet',
      'printer.local',
    ].map((host): [string, string | null] => [`https://${host}`, 'address-closed']),
  ])('live: %s', (address, problem) => {
    expect(addressProblem(address ?? '', 'live')).toBe(problem);
  });

  it('of practice is this machine', () => {
    expect(addressProblem('http://127.0.0.1:4000', 'practice')).toBeNull();
    expect(addressProblem('https://api.platform.example', 'practice')).toBe('practice-is-this-machine');
  });
});

type Asked = Parameters<typeof perform>[2];
const wanted = (more: Partial<Asked>): Asked => ({
  account: null,
  actor: { ...first, confirmedAt: test.context.now() },
  objectId: '',
  input: {},
  intent: crypto.randomUUID(),
  reason: 'A second account',
  ...more,
});
async function agreed(deed: Parameters<typeof perform>[1], more: Partial<Asked>) {
  const asked = await perform(test.context, deed, wanted(more));
  if (!asked.ok || asked.value.kind !== 'asked') throw new Error(JSON.stringify(asked));
  const { seal } = await test.context.db.approval.findUniqueOrThrow({ where: { id: asked.value.approvalId } });
  const decision = { approvalId: asked.value.approvalId, verdict: 'approve' as const, remark: '', seal };
  return decide(
    test.context,
    { ...second, confirmedAt: test.context.now() },
    more.account?.connection.id ?? test.account.connection.id,
    decision,
  );
}
const inOther = () => other.accountBySlug('second');

describe('a connection that is saved', () => {
  it('takes two administrators, and is there in every process, its keys sealed', async () => {
    expect(test.context.accountBySlug('second')).toBeNull();
    const done = await agreed(addConnection, { objectId: good.slug, input: good });
    expect(done).toMatchObject({ ok: true, value: { state: 'carried-out' } });
    await expect.poll(() => test.context.accountBySlug('second')?.credentials.serial).toBe(good.merchantSerial);
    await expect.poll(() => inOther()?.credentials.serial, { timeout: 5000 }).toBe(good.merchantSerial);
    const stored = JSON.stringify(
      [
        await test.context.db.connection.findMany(),
        await test.context.db.connectionKeys.findMany(),
        await test.context.db.approval.findMany(),
        await test.context.db.auditEntry.findMany(),
      ],
      (_, value) =>
        value instanceof Uint8Array
          ? Buffer.from(value).toString('latin1')
          : typeof value === 'bigint'
            ? String(value)
            : value,
    );
    expect(stored).not.toContain(good.apiKey);
    for (const line of good.privateKey.split('\n').filter((text) => text.length > 40))
      expect(stored).not.toContain(line);
    expect(stored).toContain(fingerprintOf(Buffer.from(good.apiKey)));
  });

  it('is not saved twice under one short name, nor with keys that do not fit', async () => {
    const again = await perform(test.context, addConnection, wanted({ objectId: 'second', input: good }));
    expect(again).toMatchObject({
      ok: false,
      refusal: { kind: 'invalid', issues: [{ path: 'slug', rule: 'slug-taken' }] },
    });
    const wrong = { ...good, slug: 'third', apiKey: 'x'.repeat(31) };
    expect(await perform(test.context, addConnection, wanted({ objectId: 'third', input: wrong }))).toMatchObject({
      ok: false,
      refusal: { kind: 'invalid', issues: [{ path: 'apiKey', rule: 'api-key-length' }] },
    });
  });

  it('has its keys exchanged: every process signs with the new ones, and the message key before overlaps', async () => {
    const account = test.context.accountBySlug('second');
    const elsewhere = inOther();
    if (!account || !elsewhere) throw new Error('not there');
    const apiKey = 'c'.repeat(32);
    const { merchantSerial, privateKey, merchantCertificate } = good;
    const input = { merchantSerial, privateKey, merchantCertificate, apiKey };
    expect(await agreed(exchangeKeys, { account, objectId: account.connection.id, input })).toMatchObject({ ok: true });
    await expect.poll(() => elsewhere.apiKeys[0]?.toString(), { timeout: 5000 }).toBe(apiKey);
    const held = await heldMessageKeys(other, elsewhere);
    expect(held.map(({ place, key }) => [place, key.toString()])).toEqual([
      ['current', apiKey],
      ['added', good.apiKey],
    ]);
  });

  it('is gone from every process once it is switched off, and back when it is switched on', async () => {
    const id = test.context.accountBySlug('second')?.connection.id ?? '';
    expect(await agreed(switchConnection, { objectId: id, input: { to: 'off' } })).toMatchObject({ ok: true });
    await expect.poll(() => test.context.accountBySlug('second')).toBeNull();
    await expect.poll(inOther, { timeout: 5000 }).toBeNull();
    expect(await agreed(switchConnection, { objectId: id, input: { to: 'on' } })).toMatchObject({ ok: true });
    await expect.poll(() => inOther()?.connection.slug, { timeout: 5000 }).toBe('second');
  });

  it('that is the first live one ends the demo accounts for good', async () => {
    const demo = await test.context.db.staff.create({
      data: { email: 'demo@practice.example', name: 'Demo', passwordHash: '-', roles: ['operator'], demo: true },
    });
    const live = { ...good, slug: 'live', environment: 'live' as const, baseUrl: 'https://api.platform.example' };
    expect(await agreed(addConnection, { objectId: 'live', input: live })).toMatchObject({ ok: true });
    expect(await test.context.db.staff.findUniqueOrThrow({ where: { id: demo.id } })).toMatchObject({
      disabledAt: expect.any(Date),
      passwordHash: null,
      tokenVersion: demo.tokenVersion + 1,
    });
  });

  it('of live has its account alone while it is on: under two, locks and look-alikes would not see each other', async () => {
    const live = { ...good, slug: 'live', environment: 'live' as const, baseUrl: 'https://api.platform.example' };
    const twin = { ...live, slug: 'twin' };
    const twice = (input: TypedConnection) =>
      perform(test.context, addConnection, wanted({ objectId: input.slug, input }));
    const held = { path: 'mchid', rule: 'account-held', params: { name: live.name } };
    expect(await twice(twin)).toMatchObject({ ok: false, refusal: { kind: 'invalid', issues: [held] } });
    expect(await twice({ ...twin, slug: 'orders', mode: 'common' })).toMatchObject({ ok: true });

    const id = test.context.accountBySlug('live')?.connection.id ?? '';
    expect(await agreed(switchConnection, { objectId: id, input: { to: 'off' } })).toMatchObject({ ok: true });
    expect(await agreed(addConnection, { objectId: 'twin', input: twin })).toMatchObject({ ok: true });
    expect(await perform(test.context, switchConnection, wanted({ objectId: id, input: { to: 'on' } }))).toMatchObject({
      ok: false,
      refusal: { kind: 'conflict', rule: 'account-held', params: { name: twin.name } },
    });
  });
});
