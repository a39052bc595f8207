import 'server-only';
import { listPending } from '@/lib/approvals/list';
import type { PendingApproval } from '@/lib/approvals/view';
import type { Db } from '@/lib/db/client';
import type { PlatformAccount } from './account';
import { ADD_CONNECTION } from './save-deed';
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

/** Connections that somebody asked to add, by their slugs: there is no row of them yet on which that could be said. */
export async function listAdding(context: Parameters<typeof listPending>[0]): Promise<PendingApproval[]> {
  const asked = await context.db.approval.findMany({
    where: { deed: ADD_CONNECTION, state: { in: ['pending', 'approved'] } },
    select: { objectId: true },
  });
  return listPending(
    context,
    null,
    'connection',
    asked.map(({ objectId }) => objectId),
  );
}
