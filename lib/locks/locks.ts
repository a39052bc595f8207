import 'server-only';
import type { Tx } from '@/lib/db/client';

/** An object that one open request of a kind holds: while it lasts, no second change of that kind is sent. */
export type LockTarget = { objectKind: string; objectId: string };

/**
 * Takes every lock for one request, or none: answers the request that holds one of them already.
 * The unique key decides between two who come at once.
 */
export async function takeLocks(
  tx: Tx,
  connectionId: string,
  requestId: string,
  targets: LockTarget[],
  at: Date,
): Promise<{ heldBy: string } | null> {
  const held = await tx.objectLock.findFirst({ where: { connectionId, OR: targets } });
  if (held) return { heldBy: held.requestId };
  await tx.objectLock.createMany({
    data: targets.map((target) => ({ ...target, connectionId, requestId, since: at })),
  });
  return null;
}

export async function releaseLocks(tx: Tx, requestId: string): Promise<void> {
  await tx.objectLock.deleteMany({ where: { requestId } });
}

/** The open request that holds an object, or null. */
export async function lockHolder(tx: Tx, connectionId: string, target: LockTarget): Promise<string | null> {
  const held = await tx.objectLock.findUnique({
    where: { connectionId_objectKind_objectId: { connectionId, ...target } },
  });
  return held?.requestId ?? null;
}
