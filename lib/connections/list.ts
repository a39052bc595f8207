import 'server-only';
import type { Db } from '@/lib/db/client';
import type { PlatformAccount } from './account';
import { countWaiting, stopOf } from './stop';
import type { ConnectionView } from './view';

/** The connections of these accounts and the saved ones that are switched off, as their rows say now. No secret is part of it. */
export async function listConnections(
  { db }: { db: Db },
  accounts: readonly PlatformAccount[],
): Promise<ConnectionView[]> {
  const ids = accounts.map(({ connection }) => connection.id);
  const rows = await db.connection.findMany({
    where: { OR: [{ id: { in: ids } }, { source: 'settings', switchedOffAt: { not: null } }] },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return Promise.all(
    rows.map(async (row): Promise<ConnectionView> => {
      const certificate = accounts.find(({ connection }) => connection.id === row.id)?.certificate;
      return {
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
        source: row.source === 'settings' ? 'settings' : 'environment',
        isSwitchedOff: row.switchedOffAt !== null,
        stop: stopOf(row),
        waiting: await countWaiting(db, row.id),
      };
    }),
  );
}
