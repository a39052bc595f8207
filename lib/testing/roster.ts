// A connection, a person and a vault to write sub-merchants with, and many rows at once for plans and paging.
import type { Db } from '@/lib/db/client';
import { createDb } from '@/lib/db/client';
import { createVault } from '@/lib/db/vault';

export const testNow = new Date('2026-11-28T08:00:00.000Z');

/** A connection to a platform that nobody asks, for tests of what belongs to one. */
export const addConnection = (db: Db, slug: string) =>
  db.connection.create({
    data: {
      slug,
      name: slug,
      mode: 'institutional',
      environment: 'practice',
      dialect: 'servicepay',
      baseUrl: 'http://127.0.0.1:1',
      mchid: '1900002241',
      appid: 'wx0000000000002241',
      merchantSerial: '00AA',
      readsEnabled: true,
      timeoutMs: 5000,
    },
  });

/** What every use case of the roster is given, over the test's own database. */
export async function openRoster(slug = 'roster') {
  const db = createDb(process.env.DATABASE_URL ?? '');
  const connection = await addConnection(db, slug);
  const person = await db.staff.create({
    data: { email: `${slug}@practice.example`, name: 'Operator', passwordHash: '-', roles: ['operator'] },
  });
  const staff = { kind: 'staff', id: person.id, name: person.name, roles: person.roles, ip: null } as const;
  return { db, vault: createVault(Buffer.alloc(32, 7)), now: () => testNow, connection, staff };
}

/**
 * Rows in bulk: names in two scripts, all states, few missing values. Every tenth shares its times with its neighbour, so
 * that ties occur.
 */
export async function addMany(db: Db, connectionId: string, count: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "SubMerchant" ("id", "connectionId", "subMchid", "record", "personal", "masked", "name", "shortname", "searchText",
      "merchantType", "countryCode", "mcc", "registrationEnds", "missing", "missingCount", "h5State", "h5StateSince", "source",
      "lastAcceptedAt", "updatedAt")
    SELECT gen_random_uuid(), ${connectionId}::uuid, (1900000000 + i)::text, '{}', ''::bytea, '{}', name, name, lower(name) || E'\n' || lower(name),
      CASE WHEN i % 5 = 0 THEN 'INDIVIDUAL' ELSE 'ENTERPRISE' END, (ARRAY['344','156','702'])[1 + i % 3], lpad((1000 + i % 97)::text, 4, '0'),
      DATE '2026-12-01' + i % 700, CASE WHEN i % 200 = 0 THEN ARRAY['registration_certificate_date'] ELSE '{}'::text[] END,
      CASE WHEN i % 200 = 0 THEN 1 ELSE 0 END,
      (ARRAY['APPROVED','UNAUTHORIZED','UNDER_REVIEW','REJECTED','UNDER_PUNISHMENT','APPLICATION_FAILED','UNKNOWN'])[1 + i % 7],
      timestamptz '2026-01-01 00:00:00+00' + (i * 37 % 5000) * interval '61 seconds', 'import',
      CASE WHEN i % 3 = 0 THEN timestamptz '2026-02-01 00:00:00+00' + (i / 10) * interval '1 minute' END,
      timestamptz '2026-03-01 00:00:00+00' + (i / 10 * 7919 % 100003) * interval '1 second'
    FROM (SELECT i, CASE WHEN i % 2 = 0 THEN 'Amber ' || (ARRAY['Kite','Lantern','Mill'])[1 + i % 3] || ' Trading ' || to_hex(i * 7919)
      ELSE (ARRAY['香港','深圳','上海'])[1 + i % 3] || '金龍貿易有限公司' || to_hex(i * 7919) END AS name
      FROM generate_series(1, ${count}::int) AS i) AS made`;
  await db.$executeRawUnsafe('VACUUM ANALYZE "SubMerchant"');
}
