import 'server-only';
import { z } from 'zod';
import type { PlatformAccount } from '@/lib/connections/account';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { instantText } from '@/lib/db/rows';
import type { CappedCount } from '@/lib/result';
import { capped, countMax } from '@/lib/result';
import type { Cause } from './causes';
import { readFixBase, recordOf } from './fix-base';
import { attemptOf } from './queries';
import { changesBetween } from './rules';
import { fixValues } from './schema';
import type { DeskCase, DeskRow, WorkedBefore } from './view';
import { attemptView, deskRow } from './view';

/** How many rows of the queue stand beside the desk. */
const QUEUE_SHOWN = 100;

const listed = z.object({ ...deskRow.shape, since: instantText });

/** Known rejections of authorization applications, oldest first, and how many there are. */
export async function listDesk(
  db: Pick<Db, '$queryRaw'>,
  connectionId: string,
): Promise<{ rows: DeskRow[]; total: CappedCount }> {
  const waits = Prisma.sql`a."connectionId" = ${connectionId}::uuid AND a."kind" = 'authorization' AND a."state" = 'REJECTED'`;
  const [rows, counted] = await Promise.all([
    db.$queryRaw`
      SELECT a."applymentId", a."subMchid", coalesce(s."name", '') AS "name", a."stateSince" AS "since",
        p."name" AS "owner", o."staffId" AS "ownerId",
        (SELECT count(*)::int FROM "Submission" t WHERE t."applicationId" = a."id") AS "attempts"
      FROM "Application" a
      LEFT JOIN "SubMerchant" s ON s."connectionId" = a."connectionId" AND s."subMchid" = a."subMchid" COLLATE "C"
      LEFT JOIN "Ownership" o ON o."connectionId" = a."connectionId" AND o."objectKind" = 'application'
        AND o."objectId" = a."applymentId"
      LEFT JOIN "Staff" p ON p."id" = o."staffId"
      WHERE ${waits} ORDER BY a."stateSince", a."id" LIMIT ${QUEUE_SHOWN}`,
    db.$queryRaw<{ count: bigint }[]>`
      SELECT count(*) FROM (SELECT 1 FROM "Application" a WHERE ${waits} LIMIT ${countMax + 1}) AS found`,
  ]);
  return { rows: z.array(listed).parse(rows), total: capped(Number(counted[0]?.count ?? 0)) };
}

/** One case of the desk, whatever its state; null if this connection has no such application. */
export async function getDeskCase(
  db: Db,
  { connection }: PlatformAccount,
  applymentId: string,
): Promise<DeskCase | null> {
  const row = await db.application.findUnique({
    where: {
      connectionId_kind_applymentId: { connectionId: connection.id, kind: 'authorization', applymentId },
    },
    include: { submissions: { orderBy: { number: 'desc' }, include: { staff: { select: { name: true } } } } },
  });
  if (!row) return null;
  const { base, name } = await readFixBase(db, row);
  return {
    id: row.id,
    applymentId,
    applymentType: row.applymentType,
    state: row.state,
    stateHow: row.stateHow,
    stateSince: row.stateSince.toISOString(),
    stateAsOf: row.stateAsOf.toISOString(),
    rejectDetail: row.rejectDetail,
    notificationId: row.stateHow === 'notification' ? row.stateProof : null,
    subMchid: row.subMchid,
    name,
    notifyUrl: recordOf(row).notify_url ?? null,
    base,
    attempts: row.submissions.map(attemptOf),
  };
}

const pair = z.object({
  applymentId: z.string(),
  subMchid: z.string(),
  name: z.string(),
  causes: attemptView.shape.causes,
  rejectedAt: instantText,
  approvedAt: instantText,
  before: fixValues,
  after: fixValues,
});

/** Most earlier cases that are shown of what worked. */
const WORKED_SHOWN = 3;

/**
 * Cases in which a rejection of one of these causes was answered and then approved, the newest first, with what was
 * different in the attempt that passed (features row 25).
 */
export async function listWorked(
  db: Pick<Db, '$queryRaw'>,
  connectionId: string,
  causes: readonly Cause[],
  except: string,
): Promise<WorkedBefore[]> {
  if (causes.length === 0) return [];
  const rows = await db.$queryRaw`
    SELECT a."applymentId", a."subMchid", coalesce(s."name", '') AS "name", r."causes", r."decidedAt" AS "rejectedAt",
      p."decidedAt" AS "approvedAt", r."values" AS "before", p."values" AS "after"
    FROM "Submission" r JOIN "Application" a ON a."id" = r."applicationId"
    JOIN "Submission" p ON p."applicationId" = r."applicationId" AND p."number" > r."number" AND p."verdict" = 'approved'
    LEFT JOIN "SubMerchant" s ON s."connectionId" = a."connectionId" AND s."subMchid" = a."subMchid" COLLATE "C"
    WHERE r."causes" && ${[...causes]}::text[] AND r."verdict" = 'rejected' AND a."connectionId" = ${connectionId}::uuid
      AND a."applymentId" <> ${except} AND r."decidedAt" IS NOT NULL AND p."decidedAt" IS NOT NULL
    ORDER BY p."decidedAt" DESC LIMIT ${WORKED_SHOWN}`;
  return z
    .array(pair)
    .parse(rows)
    .map(({ before, after, ...rest }) => ({
      ...rest,
      changes: changesBetween(before, after).filter(({ kind }) => kind !== 'same'),
    }));
}
