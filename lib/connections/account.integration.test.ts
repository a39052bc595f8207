import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '@/lib/db/client';
import { createDb } from '@/lib/db/client';
import type { PlatformSettings } from '@/lib/env';
import { signingPair, vectorCase } from '@/lib/testing/vectors';
import { registerAccount } from './account';

const { privateKey, certificate: own } = signingPair();
const now = new Date('2026-11-01T00:00:00Z');
const settings: PlatformSettings = {
  slug: 'main',
  name: 'main',
  source: 'environment',
  baseUrl: 'https://platform.example',
  dialect: 'servicepay',
  environment: 'live',
  mode: 'institutional',
  mchid: '1900002241',
  appid: 'wx1',
  merchantSerial: own.serial,
  privateKey: { file: 'key.pem', text: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
  merchantCertificate: { file: 'own.pem', text: own.pem },
  apiKeys: [{ file: 'api-key.txt', text: 'a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb' }],
  certificates: [{ file: 'platform.pem', text: vectorCase('certificates', 'crt-go-02').certificate }],
  reads: false,
  timeoutMs: 30_000,
};

let db: Db;
beforeAll(() => {
  db = createDb(process.env.DATABASE_URL ?? '');
});
afterAll(() => db.$disconnect());

describe('registering an account', () => {
  it('with a wrong file writes nothing', async () => {
    const wrong = { ...settings, certificates: [{ file: 'platform.pem', text: own.pem }] };
    expect(await registerAccount(db, wrong, now)).toMatchObject({ ok: false });
    expect(await db.connection.count()).toBe(0);
  });

  it('by eight processes that start at once makes one connection with one certificate (bug-database-01)', async () => {
    const results = await Promise.all(Array.from({ length: 8 }, () => registerAccount(db, settings, now)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(8);
    expect(await db.connection.count()).toBe(1);
    expect(await db.platformCertificate.findMany({ select: { serial: true, source: true } })).toEqual([
      { serial: 'D7CE59D1F522D701', source: 'file' },
    ]);
  });
});
