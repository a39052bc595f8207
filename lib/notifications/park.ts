import 'server-only';
import type { Actor } from '@/lib/audit/record';
import { recordAudit } from '@/lib/audit/record';
import type { Db } from '@/lib/db/client';
import { isUuid } from '@/lib/db/uuid';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { Announcing } from './announce';
import { announce } from './announce';
import { holdKeys } from './held';
import { canReprocess } from './rules';
import type { NotificationState } from './view';

/**
 * Sets a message aside that cannot be used, with the reason why it may rest: it leaves Home and stays in its list. Only
 * what could be reprocessed can be parked; reprocessing takes it out again.
 */
export async function park(
  context: { db: Db; now: () => Date } & Announcing,
  actor: Actor,
  connectionId: string,
  { rowId, reason }: { rowId: string; reason: string },
): Promise<Result<{ reason: string }>> {
  const { db, now } = context;
  const where = { id: rowId, connectionId };
  const row = isUuid(rowId) ? await db.notification.findFirst({ where, select: { notificationId: true } }) : null;
  if (row === null) return refuse({ kind: 'not-found' });
  const isParked = await db.$transaction(async (tx) => {
    await holdKeys(tx, connectionId, [row.notificationId], []);
    const { state, parkedReason } = await tx.notification.findFirstOrThrow({ where });
    if (!canReprocess(state as NotificationState)) return false;
    if (parkedReason === reason) return true;
    await tx.notification.update({ where: { id: rowId }, data: { parkedReason: reason } });
    await recordAudit(tx, {
      actor,
      at: now(),
      connectionId,
      object: { kind: 'notification', id: rowId },
      event: { action: 'notification.parked', notificationId: rowId },
      reason,
    });
    return true;
  });
  if (!isParked) return refuse({ kind: 'conflict', rule: 'handled' });
  announce(context, connectionId, [{ rowId, verdict: 'quarantine' }]);
  return ok({ reason });
}
