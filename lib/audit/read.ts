import 'server-only';
import type { Db } from '@/lib/db/client';
import type { Actor } from './record';
import { recordAudit } from './record';

/** Who looks at the same again within this time has read it once. */
const READ_ONCE_MS = 60 * 60_000;

/**
 * Says in the trail that somebody reads it (screens 19): which connection's (its slug), and narrowed by what. The entry
 * belongs to no connection, so that reading one trail does not make that trail longer.
 */
export async function recordRead(
  { db, now }: { db: Db; now: () => Date },
  actor: Extract<Actor, { kind: 'staff' }>,
  { connection, filters }: { connection: string; filters: Record<string, string> },
): Promise<void> {
  const at = now();
  const event = {
    action: 'audit.read',
    connection,
    narrowedBy: new URLSearchParams(Object.entries(filters).sort()).toString() || 'none',
  } as const;
  const since = new Date(at.getTime() - READ_ONCE_MS);
  const { action, ...data } = event;
  const told = await db.auditEntry.count({
    where: { actorId: actor.id, action, at: { gt: since }, data: { equals: data } },
  });
  if (told > 0) return;
  await db.$transaction((tx) =>
    recordAudit(tx, { actor, at, connectionId: null, object: { kind: 'trail', id: connection }, event }),
  );
}
