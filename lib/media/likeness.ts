import 'server-only';
import { z } from 'zod';
import type { Db, Tx } from '@/lib/db/client';
import { LIKENESS_DISTANCE_MAX } from './rules';

type Reading = Pick<Db, '$queryRaw'>;

/** Most others that one picture is matched with: whoever looks needs no more of them. */
const MATCHES_MAX = 100;

/**
 * Writes down, both ways, which pictures of the connection show the same as one that was just kept: the same bytes, or a
 * near likeness. Found once, through an index over the pieces of likenesses; lists only look it up.
 */
export async function recordMatches(
  tx: Tx,
  { connectionId, id, sha256, likeness }: { connectionId: string; id: string; sha256: string; likeness: string | null },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "MediaMatch" ("pictureId", "otherId", "isSame", "distance")
    SELECT pair.* FROM (
      SELECT o."id", o."sha256" = ${sha256} AS "isSame", likeness_distance(o."likeness", ${likeness}) AS "distance"
      FROM "MediaFile" o
      WHERE o."connectionId" = ${connectionId}::uuid AND o."id" <> ${id}::uuid AND (
        o."sha256" = ${sha256} OR (
          likeness_pieces(o."likeness") && likeness_pieces(${likeness})
          AND likeness_distance(o."likeness", ${likeness}) <= ${LIKENESS_DISTANCE_MAX}))
      ORDER BY "isSame" DESC, "distance", o."createdAt" DESC LIMIT ${MATCHES_MAX}
    ) AS near, LATERAL (VALUES
      (${id}::uuid, near."id", near."isSame", near."distance"),
      (near."id", ${id}::uuid, near."isSame", near."distance")
    ) AS pair
    ON CONFLICT DO NOTHING`;
}

const lookalike = z.object({ id: z.string(), mediaId: z.string().nullable(), isSame: z.boolean() });

/** Others of the shelf that show the same as this picture, the nearest first. */
export async function findLookalikes(db: Reading, connectionId: string, id: string) {
  const rows = await db.$queryRaw`
    SELECT o."id", o."mediaId", p."isSame" FROM "MediaMatch" p JOIN "MediaFile" o ON o."id" = p."otherId"
    WHERE p."pictureId" = ${id}::uuid AND o."connectionId" = ${connectionId}::uuid
    ORDER BY p."isSame" DESC, p."distance", o."createdAt" DESC LIMIT 20`;
  return z.array(lookalike).parse(rows);
}

/** Two media IDs whose pictures show the same; `isSame`: to the byte. */
const match = z.object({ mediaId: z.string(), otherMediaId: z.string(), isSame: z.boolean() });

/**
 * The pictures of the shelf that show the same as any of these, which themselves are not in the answer: what somebody may
 * be about to send, against what was rejected. IDs of which no copy is held match nothing.
 */
export async function picturesLike(
  db: Reading,
  connectionId: string,
  mediaIds: readonly string[],
): Promise<z.infer<typeof match>[]> {
  if (mediaIds.length === 0) return [];
  const rows = await db.$queryRaw`
    SELECT m."mediaId", o."mediaId" AS "otherMediaId", bool_or(p."isSame") AS "isSame"
    FROM "MediaFile" m JOIN "MediaMatch" p ON p."pictureId" = m."id" JOIN "MediaFile" o ON o."id" = p."otherId"
    WHERE m."connectionId" = ${connectionId}::uuid AND m."mediaId" = ANY(${[...mediaIds]}::text[])
      AND o."mediaId" IS NOT NULL AND o."mediaId" <> ALL(${[...mediaIds]}::text[])
    GROUP BY m."mediaId", o."mediaId"`;
  return z.array(match).parse(rows);
}
