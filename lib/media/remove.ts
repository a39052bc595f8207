import 'server-only';
import { z } from 'zod';
import type { StaffActor } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { MediaContext } from './keep';
import { findUses } from './uses';

const found = z.array(z.object({ waits: z.boolean() }));

/** True while something that names the ID is on its way: an open request, or an approval that is not decided. */
async function isOnItsWay(tx: Tx, connectionId: string, mediaId: string): Promise<boolean> {
  const quoted = `%${JSON.stringify(mediaId)
    .slice(1, -1)
    .replaceAll(/[\\%_]/g, '\\$&')}%`;
  const rows = await tx.$queryRaw`
    SELECT EXISTS (SELECT 1 FROM "PlatformRequest" r WHERE r."connectionId" = ${connectionId}::uuid
        AND r."outcome" IN ('waiting', 'sending', 'unknown') AND r."maskedBody"::text LIKE ${quoted})
      OR EXISTS (SELECT 1 FROM "Approval" a WHERE a."connectionId" = ${connectionId}::uuid
        AND a."state" IN ('pending', 'approved') AND a."maskedContent"::text LIKE ${quoted}) AS "waits"`;
  return found.parse(rows)[0]?.waits ?? false;
}

/**
 * Takes a picture off the shelf for good, if nothing uses it. The platform keeps what it was given: its media ID still
 * stands for the picture there. Refusals: `not-found`, `conflict` `picture-in-use`, `picture-waits` or `picture-uploading`.
 */
export async function removePicture(
  { db, now, publish }: MediaContext,
  { connectionId, actor, id }: { connectionId: string; actor: StaffActor; id: string },
): Promise<Result<null>> {
  const at = now();
  const removed = await db.$transaction(async (tx): Promise<Result<null>> => {
    const row = await tx.mediaFile.findFirst({ where: { id, connectionId }, omit: { content: true, thumbnail: true } });
    if (!row) return refuse({ kind: 'not-found' });
    const { mediaId, sha256, originalName } = row;
    if (row.state === 'uploading' && row.leaseUntil !== null && row.leaseUntil > at) {
      return refuse({ kind: 'conflict', rule: 'picture-uploading' });
    }
    // Another row that stands for the same ID keeps it on the shelf.
    const others =
      mediaId === null ? 1 : await tx.mediaFile.count({ where: { connectionId, mediaId, id: { not: id } } });
    if (mediaId !== null && others === 0) {
      const count = (await findUses(tx, connectionId, [mediaId])).get(mediaId)?.length ?? 0;
      if (count > 0) return refuse({ kind: 'conflict', rule: 'picture-in-use', params: { count } });
      if (await isOnItsWay(tx, connectionId, mediaId)) return refuse({ kind: 'conflict', rule: 'picture-waits' });
    }
    const { count } = await tx.mediaFile.deleteMany({ where: { id, connectionId, tries: row.tries, mediaId } });
    if (count === 0) return refuse({ kind: 'conflict', rule: 'picture-uploading' });
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: 'media', id, name: originalName || (mediaId ?? '') },
      event: { action: 'media.removed', mediaId, sha256 },
    });
    return ok(null);
  });
  if (removed.ok) publish(connectionId, 'media', [id]);
  return removed;
}
