import 'server-only';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import type { Keyset } from '@/lib/db/keyset';
import { readPage } from '@/lib/db/keyset';
import { instantText } from '@/lib/db/rows';
import type { CappedCount } from '@/lib/result';
import { capped, countMax } from '@/lib/result';
import type { UnclaimedAddress } from './filters';
import type { UnclaimedRow } from './view';

type Reading = Pick<Db, '$queryRaw'>;

const keyset: Keyset<'received'> = {
  id: Prisma.sql`n."id"`,
  columns: { received: { column: Prisma.sql`n."firstReceivedAt"`, kind: 'instant' } },
};

const listedRow: z.ZodType<UnclaimedRow> = z.object({
  subMchid: z.string(),
  notifications: z.coerce.number(),
  notificationId: z.string(),
  receivedAt: instantText,
  application: z.object({ applymentId: z.string(), state: z.string() }).nullable(),
});

const isUnclaimed = (connectionId: string): Prisma.Sql =>
  Prisma.sql`n."connectionId" = ${connectionId}::uuid AND n."isUnclaimed"`;

/** The newest notification of each sub-merchant stands for it. */
const isNewest = Prisma.sql`NOT EXISTS (
  SELECT 1 FROM "Notification" later
  WHERE later."connectionId" = n."connectionId" AND later."isUnclaimed" AND later."subMchid" = n."subMchid"
  AND (later."firstReceivedAt", later."id") > (n."firstReceivedAt", n."id"))`;

const columns = Prisma.sql`
  n."subMchid", n."id" AS "notificationId", n."firstReceivedAt" AS "receivedAt",
  (SELECT count(*) FROM "Notification" one
    WHERE one."connectionId" = n."connectionId" AND one."isUnclaimed" AND one."subMchid" = n."subMchid") AS "notifications",
  (SELECT json_build_object('applymentId', a."applymentId", 'state', a."state")
    FROM "Application" a WHERE a."connectionId" = n."connectionId" AND a."subMchid" = n."subMchid"
    ORDER BY a."stateAsOf" DESC, a."id" DESC LIMIT 1) AS "application"`;

/** One page of them, whoever was named last first. */
export async function listUnclaimed(
  db: Reading,
  connectionId: string,
  { cursor, size = 25 }: Partial<Pick<UnclaimedAddress, 'cursor' | 'size'>>,
): Promise<{ rows: UnclaimedRow[]; nextCursor: string | null; previousCursor: string | null }> {
  const { rows, nextCursor, previousCursor } = await readPage({
    keyset,
    order: { by: 'received', isDescending: true },
    size,
    cursor: cursor ?? null,
    boundTo: [connectionId, 'unclaimed'],
    row: listedRow,
    read: ({ key, beyond, tail }) => db.$queryRaw`
      SELECT ${key}, ${columns} FROM "Notification" n
      WHERE ${isUnclaimed(connectionId)} AND ${isNewest} AND ${beyond} ${tail}`,
  });
  return { rows, nextCursor, previousCursor };
}

/** How many sub-merchants nobody here holds, though notifications name them. */
export async function countUnclaimed(db: Reading, connectionId: string): Promise<CappedCount> {
  const rows = await db.$queryRaw`
    SELECT count(*) AS "count" FROM (
      SELECT DISTINCT n."subMchid" FROM "Notification" n WHERE ${isUnclaimed(connectionId)} LIMIT ${countMax + 1}
    ) AS found`;
  const [found] = z.array(z.object({ count: z.coerce.number() })).parse(rows);
  return capped(found?.count ?? 0);
}

/** True when notifications name exactly this one and nobody here holds it. */
export async function isUnclaimedHere(
  db: Pick<Db, 'notification'>,
  connectionId: string,
  subMchid: string,
): Promise<boolean> {
  return (
    (await db.notification.findFirst({
      where: { connectionId, subMchid, isUnclaimed: true },
      select: { id: true },
    })) !== null
  );
}
