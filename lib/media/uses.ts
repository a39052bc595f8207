import 'server-only';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';
import type { MediaUse } from './view';

type Reading = Pick<Db, '$queryRaw'>;

/** More places than this are counted as this many. */
const USES_MAX = 50;

const recordUse = z.object({
  mediaId: z.string(),
  subMchid: z.string(),
  name: z.string(),
  isCopy: z.boolean(),
  isPhoto: z.boolean(),
});
const submissionUse = z.object({
  mediaId: z.string(),
  applymentId: z.string(),
  subMchid: z.string(),
  number: z.number(),
  verdict: z.string().nullable(),
  values: z.record(z.string(), z.unknown()),
});

const names = (value: unknown, mediaId: string): boolean =>
  value === mediaId || (Array.isArray(value) && value.includes(mediaId));

/**
 * Where media IDs are used: the certificate copy and the store photos of records (4.1), and the attempts of applications
 * (4.2), of which the newest come first. What nothing uses is not in the answer.
 */
export async function findUses(
  db: Reading,
  connectionId: string,
  mediaIds: readonly string[],
): Promise<Map<string, MediaUse[]>> {
  const uses = new Map<string, MediaUse[]>();
  if (mediaIds.length === 0) return uses;
  const wanted = [...new Set(mediaIds)];
  const [records, submissions] = await Promise.all([
    db.$queryRaw`
      SELECT w.id AS "mediaId", u.* FROM unnest(${wanted}::text[]) AS w(id) CROSS JOIN LATERAL (
        SELECT s."subMchid", s."name", s."record" ->> 'registration_certificate_copy' IS NOT DISTINCT FROM w.id AS "isCopy",
          COALESCE(s."record" -> 'business.store_photos' @> to_jsonb(ARRAY[w.id]), FALSE) AS "isPhoto"
        FROM "SubMerchant" s
        WHERE s."connectionId" = ${connectionId}::uuid AND media_ids(s."record") @> ARRAY[w.id] LIMIT ${USES_MAX}) AS u`,
    db.$queryRaw`
      SELECT w.id AS "mediaId", u.* FROM unnest(${wanted}::text[]) AS w(id) CROSS JOIN LATERAL (
        SELECT a."applymentId", a."subMchid", t."number", t."verdict", t."values"
        FROM "Submission" t JOIN "Application" a ON a."id" = t."applicationId"
        WHERE a."connectionId" = ${connectionId}::uuid AND t."mediaIds" @> ARRAY[w.id]
        ORDER BY t."submittedAt" DESC LIMIT ${USES_MAX}) AS u`,
  ]);
  const add = (mediaId: string, use: MediaUse) => uses.set(mediaId, [...(uses.get(mediaId) ?? []), use]);
  for (const { mediaId, isCopy, isPhoto, ...record } of z.array(recordUse).parse(records)) {
    if (isCopy) add(mediaId, { kind: 'sub-merchant', ...record, field: 'registration_certificate_copy' });
    if (isPhoto) add(mediaId, { kind: 'sub-merchant', ...record, field: 'business.store_photos' });
  }
  for (const { mediaId, values, ...attempt } of z.array(submissionUse).parse(submissions)) {
    const fields = Object.keys(values).filter((field) => names(values[field], mediaId));
    for (const field of fields.length === 0 ? [''] : fields) add(mediaId, { kind: 'submission', ...attempt, field });
  }
  return uses;
}
