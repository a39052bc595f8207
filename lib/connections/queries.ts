import 'server-only';
import type { Db } from '@/lib/db/client';
import { newestValid } from '@/lib/platform/certificates';
import { heldCertificates } from './certificates';
import type { ConnectionHealth } from './view';

/** How a connection stands now. Read from its row: what the process holds since its start knows of no pause. */
export async function getConnectionHealth(db: Db, connectionId: string, now: Date): Promise<ConnectionHealth> {
  const [row, certificates] = await Promise.all([
    db.connection.findUniqueOrThrow({ where: { id: connectionId } }),
    heldCertificates(db, connectionId),
  ]);
  const { pausedUntil, pauseReason } = row;
  return {
    alertedAt: row.alertedAt?.toISOString() ?? null,
    paused:
      pausedUntil !== null && pausedUntil > now ? { until: pausedUntil.toISOString(), cause: pauseReason ?? '' } : null,
    certificatesCheckedAt: row.certificatesCheckedAt?.toISOString() ?? null,
    sealsUntil: newestValid(certificates, now)?.expireTime.toISOString() ?? null,
    readsEnabled: row.readsEnabled,
  };
}
