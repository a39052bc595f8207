import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newestValid } from '@/lib/platform/certificates';
import { world } from '@/lib/sandbox/world';
import { modifySubMerchant } from '@/lib/sub-merchants/modify';
import type { TestWorld } from '@/lib/testing/world';
import { holdSubMerchant, openTestWorld } from '@/lib/testing/world';
import { heldCertificates, refreshCertificates } from './certificates';

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
    draft: { id: crypto.randomUUID(), version: 1 },
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

  it('after a rotation the new one seals, the old one still verifies, and the answer under an unknown serial is believed after one look', async () => {
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

  it('a hundred answers under unknown serials make at most one look a minute', async () => {
    test.pass(2 * 60_000);
    const before = await lists();
    for (let n = 0; n < 100; n += 1) await refreshCertificates(test.context, test.account, 'unknown-serial');
    expect((await lists()) - before).toBe(1);
  });

  it('a list that does not open under our key changes nothing', async () => {
    const before = await held();
    test.pass(2 * HOUR);
    const stranger = { ...test.account, apiKeys: [Buffer.alloc(32, 1)] };
    expect(await refreshCertificates(test.context, stranger, 'hourly')).toBeNull();
    expect(await held()).toEqual(before);
  });
});
