import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newestValid } from '@/lib/platform/certificates';
import { world } from '@/lib/sandbox/world';
import { modifySubMerchant } from '@/lib/sub-merchants/modify';
import type { TestWorld } from '@/lib/testing/world';
import { holdSubMerchant, openTestWorld } from '@/lib/testing/world';
import { askForCertificates, CERTIFICATES_PAUSE_MS, heldCertificates, refreshCertificates } from './certificates';
import { getShelf } from './queries';

const HOUR = 60 * 60 * 1000;
let test: TestWorld;
const held = () => heldCertificates(test.context.db, test.account.connection.id);

beforeAll(async () => {
  test = await openTestWorld();
});
afterAll(() => test.close());

const lists = async () =>
  ((await test.control('journal')) as { operation: string | null }[]).filter(
    ({ operation }) => operation === 'certificates.list',
  ).length;

async function edit(subMchid: string, shortname: string) {
  const base = await test.baseOf(subMchid);
  return modifySubMerchant(test.context, test.account, test.actor, {
    subMchid,
    draft: await test.keptDraft(subMchid),
    baseVersion: base.version,
    values: await test.valuesWith(subMchid, { shortname }),
  });
}

describe('platform certificates', () => {
  it('eight processes that want the hourly look at once ask once', async () => {
    test.pass(2 * HOUR);
    const before = await lists();
    await Promise.all(Array.from({ length: 8 }, () => refreshCertificates(test.context, test.account, 'hourly')));
    expect((await lists()) - before).toBe(1);
  });

  it('after a rotation the new one seals and is named, the old one still verifies, and the answer under an unknown serial is believed after one look (bug-cert-rotation-03)', async () => {
    const subMchid = world[0]?.sub_mchid ?? '';
    await holdSubMerchant(test.context, test.account.connection.id, subMchid);
    test.pass(2 * 60_000);
    await test.control('rotate-certificates', {});
    const first = await edit(subMchid, 'After rotation');
    expect(first).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    const certificates = await held();
    expect(certificates).toHaveLength(2);
    const newest = newestValid(certificates, test.context.now());
    const second = await edit(subMchid, 'Sealed by the new one');
    expect(second).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    expect((await test.journal()).at(-1)?.serial).toBe(newest?.serial);
  });

  it('200 answers under unknown serials make at most one look a minute, and a look that fails disturbs no known serial (bug-cert-rotation-04)', async () => {
    const before = await lists();
    const known = await held();
    for (const fault of [null, { mode: '500-before' }, { mode: 'cut-before' }]) {
      test.pass(2 * 60_000);
      if (fault) await test.control('fail-next', { operation: 'certificates.list', ...fault });
      for (let n = 0; n < 200; n += 1) await refreshCertificates(test.context, test.account, 'unknown-serial');
    }
    expect((await lists()) - before).toBe(3);
    expect(await held()).toEqual(known);
  });

  it('our key under another serial’s name is told before anything is sent, and no longer once it is right (bug-settings-keys-03)', async () => {
    const { id } = test.account.connection;
    const alertedAt = async () => (await test.context.db.connection.findUniqueOrThrow({ where: { id } })).alertedAt;
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const wrong = { ...test.account, credentials: { ...test.account.credentials, privateKey } };
    const before = await held();
    test.pass(2 * HOUR);
    expect(await refreshCertificates(test.context, wrong, 'start')).toBeNull();
    expect(await alertedAt()).toEqual(expect.any(Date));
    expect(await held()).toEqual(before);
    test.pass(2 * HOUR);
    await refreshCertificates(test.context, test.account, 'start');
    expect(await alertedAt()).toBeNull();
  });

  it('a list that does not open under our key changes nothing', async () => {
    const before = await held();
    test.pass(2 * HOUR);
    const stranger = { ...test.account, apiKeys: [Buffer.alloc(32, 1)] };
    expect(await refreshCertificates(test.context, stranger, 'hourly')).toBeNull();
    expect(await held()).toEqual(before);
  });

  it('asked for by a person are told: what is new, what does not open, who asked just before, and no answer', async () => {
    const ask = (account = test.account) => askForCertificates(test.context, account, CERTIFICATES_PAUSE_MS);
    test.pass(2 * 60_000);
    await test.control('rotate-certificates', {});
    const first = await ask();
    expect(first).toMatchObject({ kind: 'listed', problems: [] });
    const added = first.kind === 'listed' ? first.added : [];
    expect(added).toHaveLength(1);
    expect(await ask()).toMatchObject({ kind: 'asked-lately' });
    test.pass(2 * 60_000);
    expect(await ask({ ...test.account, apiKeys: [Buffer.alloc(32, 1)] })).toMatchObject({
      kind: 'unusable',
      problems: expect.arrayContaining([{ serial: added[0], problem: 'tag' }]),
    });
    test.pass(2 * 60_000);
    const foreign = { ...test.account.credentials, serial: '00BB00BB' };
    expect(await ask({ ...test.account, credentials: foreign })).toMatchObject({ kind: 'refused', status: 401 });
    test.pass(2 * 60_000);
    const nowhere = { ...test.account, connection: { ...test.account.connection, baseUrl: 'http://127.0.0.1:9' } };
    expect(await ask(nowhere)).toEqual({ kind: 'no-answer', cause: 'refused-connection' });
    expect(await held()).toHaveLength(3);
  });

  it('stand on the page with ours: its times, its fingerprint and what each is used for', async () => {
    const shelf = await getShelf(test.context, test.account);
    expect(shelf.merchantSerial).toBe(test.account.credentials.serial);
    expect(shelf.certificates.filter(({ seals }) => seals)).toHaveLength(1);
    expect(shelf.certificates.at(-1)).toMatchObject({ kind: 'own', serial: test.account.credentials.serial });
    for (const one of shelf.certificates) expect(one.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  });
});
