import 'server-only';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import type { Keyset } from '@/lib/db/keyset';
import { readPage } from '@/lib/db/keyset';
import { instantText } from '@/lib/db/rows';
import { isUuid } from '@/lib/db/uuid';
import { capped, countMax } from '@/lib/result';
import type { PictureFilters } from './filters';
import { findUses } from './uses';
import type { PictureList, PictureRow, PictureView, UploadFaultView } from './view';
import { pictureView, uploadFault } from './view';

type Reading = Pick<Db, '$queryRaw'>;

/** Most uses of one picture that a list tells. */
const USES_SHOWN = 3;

const keyset: Keyset<'kept'> = {
  id: Prisma.sql`m."id"`,
  columns: { kept: { column: Prisma.sql`m."createdAt"`, kind: 'instant' } },
};

/** An upload whose lease ran out was cut off, and nobody knows what became of it: it counts as failed. */
const isCutOff = (now: Date) => Prisma.sql`(m."state" = 'uploading' AND m."leaseUntil" <= ${now})`;
const cutOff: UploadFaultView = { kind: 'unknown', code: 'cut-off', message: '', status: null, requestId: null };

const columnsAt = (now: Date) => Prisma.sql`
  m."id", m."mediaId", m."mediaIdHow", m."kind", m."subMchid", m."fileName", m."originalName", m."contentType",
  m."sizeBytes", m."width", m."height", m."remarks", m."sha256", m."content" IS NOT NULL AS "hasCopy",
  m."thumbnail" IS NOT NULL AS "hasThumbnail", CASE WHEN ${isCutOff(now)} THEN 'failed' ELSE m."state" END AS "state",
  m."fault", ${isCutOff(now)} AS "isCutOff", p."name" AS "keptBy", m."createdAt", m."uploadedAt"`;
const from = Prisma.sql`"MediaFile" m JOIN "Staff" p ON p."id" = m."staffId"`;

const stored = z
  .object({
    ...pictureView.shape,
    createdAt: instantText,
    uploadedAt: instantText.nullable(),
    isCutOff: z.boolean(),
    fault: uploadFault.nullable().catch(null),
  })
  .transform(({ isCutOff: wasCutOff, fault, ...row }) => ({ ...row, fault: wasCutOff ? cutOff : fault }))
  .pipe(pictureView);

const matchesOfRow = Prisma.sql`FROM "MediaMatch" o WHERE o."pictureId" = m."id"`;

const isUsed = Prisma.sql`(
  EXISTS (SELECT 1 FROM "SubMerchant" s
    WHERE s."connectionId" = m."connectionId" AND media_ids(s."record") @> ARRAY[m."mediaId"])
  OR EXISTS (SELECT 1 FROM "Submission" t JOIN "Application" a ON a."id" = t."applicationId"
    WHERE a."connectionId" = m."connectionId" AND t."mediaIds" @> ARRAY[m."mediaId"]))`;

function conditions(connectionId: string, filters: PictureFilters, now: Date): Prisma.Sql {
  const { kind, state, show, sub_mchid: subMchid, q } = filters;
  const all: (Prisma.Sql | false)[] = [
    Prisma.sql`m."connectionId" = ${connectionId}::uuid`,
    kind !== undefined && Prisma.sql`m."kind" = ${kind}`,
    state === 'failed' && Prisma.sql`(m."state" = 'failed' OR ${isCutOff(now)})`,
    state === 'uploading' && Prisma.sql`(m."state" = 'uploading' AND NOT ${isCutOff(now)})`,
    state !== undefined && !['failed', 'uploading'].includes(state) && Prisma.sql`m."state" = ${state}`,
    subMchid !== undefined && Prisma.sql`m."subMchid" = ${subMchid}`,
    q !== undefined && Prisma.sql`(m."mediaId" = ${q} OR m."sha256" = ${q.toLowerCase()})`,
    show === 'no-copy' && Prisma.sql`m."content" IS NULL`,
    show === 'unused' && Prisma.sql`(m."mediaId" IS NULL OR NOT ${isUsed})`,
    show === 'lookalikes' && Prisma.sql`EXISTS (SELECT 1 ${matchesOfRow})`,
  ];
  return Prisma.join(
    all.filter((condition) => condition !== false),
    ' AND ',
  );
}

const counts = z.array(z.object({ id: z.string(), count: z.coerce.number() }));

async function withUses(db: Reading, connectionId: string, pictures: PictureView[]): Promise<PictureRow[]> {
  const ids = pictures.map(({ id }) => id);
  const [uses, lookalikes] = await Promise.all([
    findUses(
      db,
      connectionId,
      pictures.flatMap(({ mediaId }) => mediaId ?? []),
    ),
    db.$queryRaw`
      SELECT m."id", (SELECT count(*) ${matchesOfRow}) AS "count" FROM "MediaFile" m WHERE m."id" = ANY(${ids}::uuid[])`,
  ]);
  const counted = new Map(counts.parse(lookalikes).map(({ id, count }) => [id, count]));
  return pictures.map((picture) => {
    const own = (picture.mediaId !== null && uses.get(picture.mediaId)) || [];
    return {
      ...picture,
      uses: own.slice(0, USES_SHOWN),
      useCount: own.length,
      lookalikes: counted.get(picture.id) ?? 0,
    };
  });
}

/** One page of the shelf, what was kept last first, each with what uses it and how many look like it. */
export async function listPictures(
  db: Reading,
  connectionId: string,
  filters: PictureFilters,
  now = new Date(),
): Promise<PictureList> {
  const { cursor, size = 50, view: _, ...narrowing } = filters;
  const where = conditions(connectionId, filters, now);
  const [page, found] = await Promise.all([
    readPage({
      keyset,
      order: { by: 'kept', isDescending: true },
      size,
      cursor: cursor ?? null,
      boundTo: [connectionId, narrowing],
      row: stored,
      read: ({ key, beyond, tail }) =>
        db.$queryRaw`SELECT ${key}, ${columnsAt(now)} FROM ${from} WHERE ${where} AND ${beyond} ${tail}`,
    }),
    db.$queryRaw`
      SELECT count(*) AS "count" FROM (SELECT 1 FROM "MediaFile" m WHERE ${where} LIMIT ${countMax + 1}) AS found`,
  ]);
  const total = z.array(z.object({ count: z.coerce.number() })).parse(found)[0]?.count ?? 0;
  return {
    rows: await withUses(db, connectionId, page.rows),
    nextCursor: page.nextCursor,
    previousCursor: page.previousCursor,
    total: capped(total),
    asOf: now.toISOString(),
  };
}

/** One picture of the shelf; null where this connection has none of that id. */
export async function getPicture(
  db: Reading,
  connectionId: string,
  id: string,
  now = new Date(),
): Promise<PictureView | null> {
  if (!isUuid(id)) return null;
  const rows = await db.$queryRaw`
    SELECT ${columnsAt(now)} FROM ${from} WHERE m."id" = ${id}::uuid AND m."connectionId" = ${connectionId}::uuid`;
  return z.array(stored).parse(rows)[0] ?? null;
}

/**
 * The pictures that these media IDs stand for, those with a copy before those without; what is not on the shelf is not in
 * the answer.
 */
export async function findPictures(
  db: Reading,
  connectionId: string,
  mediaIds: readonly string[],
  now = new Date(),
): Promise<PictureView[]> {
  if (mediaIds.length === 0) return [];
  const rows = await db.$queryRaw`
    SELECT DISTINCT ON (m."mediaId") ${columnsAt(now)} FROM ${from}
    WHERE m."connectionId" = ${connectionId}::uuid AND m."mediaId" = ANY(${[...mediaIds]}::text[])
    ORDER BY m."mediaId", (m."content" IS NOT NULL) DESC, m."createdAt" DESC`;
  return z.array(stored).parse(rows);
}
