import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '@/lib/db/client';
import { createDb } from '@/lib/db/client';
import { accountSettings } from '@/lib/testing/account-settings';
import { signingPair, vectorCase } from '@/lib/testing/vectors';
import { registerAccount } from './account';

const { certificate: own } = signingPair();
const now = new Date('2026-11-01T00:00:00Z');
const settings = {
  ...accountSettings(),
  merchantCertificate: { file: 'own.pem', text: own.pem },
  certificates: [{ file: 'platform.pem', text: vectorCase('certificates', 'crt-go-02').certificate }],
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
