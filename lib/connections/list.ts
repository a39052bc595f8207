import 'server-only';
import type { Db } from '@/lib/db/client';
import type { PlatformAccount } from './account';
import { countWaiting, stopOf } from './stop';
import type { ConnectionView } from './view';

/** The connections of these accounts, for the page that keeps them, as their rows say now. No secret is part of it. */
export async function listConnections(
  { db }: { db: Db },
  accounts: readonly PlatformAccount[],
): Promise<ConnectionView[]> {
  const rows = await db.connection.findMany({ where: { id: { in: accounts.map(({ connection }) => connection.id) } } });
  return Promise.all(
    accounts.flatMap(({ connection, certificate }) => {
      const row = rows.find(({ id }) => id === connection.id);
      if (!row) return [];
      return [
        countWaiting(db, row.id).then(
          (waiting): ConnectionView => ({
            id: row.id,
            slug: row.slug,
            name: row.name,
            mode: row.mode === 'common' ? 'common' : 'institutional',
            environment: row.environment === 'practice' ? 'practice' : 'live',
            dialect: row.dialect,
            baseUrl: row.baseUrl,
            mchid: row.mchid,
            appid: row.appid,
            merchantSerial: row.merchantSerial,
            merchantCertificateEndsAt: certificate?.notAfter.toISOString() ?? null,
            readsEnabled: row.readsEnabled,
            timeoutMs: row.timeoutMs,
            stop: stopOf(row),
            waiting,
          }),
        ),
      ];
    }),
  );
}
