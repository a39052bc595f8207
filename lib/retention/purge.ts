import 'server-only';
import { z } from 'zod';
import { recordAudit } from '@/lib/audit/record';
import type { Db, Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/client';
import { holdNames } from '@/lib/db/hold';
import { COPY_BEHIND } from '@/lib/requests/rules';
import type { RetentionKind } from './rules';
import { retentionDays, retentionKinds } from './rules';

type Surroundings = { db: Db; now: () => Date };

const { sql } = Prisma;

/**
 * Rows `x` of a kind: which still hold something, since when their days count, when they came, which of those may go, what a
 * hold keeps, and the removal.
 */
type Store = {
  table: Prisma.Sql;
  holds: Prisma.Sql;
  since: Prisma.Sql;
  /** Null where rows belong to no connection, and so to no hold. */
  came: Prisma.Sql | null;
  mayGo: Prisma.Sql;
  isHeld: Prisma.Sql;
  remove: (which: Prisma.Sql) => Prisma.Sql;
};

const heldObject = (kind: Prisma.Sql, id: Prisma.Sql, connection = sql`x."connectionId"`) => sql`EXISTS (
  SELECT 1 FROM "HeldObject" h WHERE h."connectionId" = ${connection} AND h."objectKind" = ${kind} AND h."objectId" = ${id})`;
/** What is about nobody in particular is kept while any object of its connection is held; days of a period say themselves which. */
const heldConnection = sql`EXISTS (
  SELECT 1 FROM "LegalHold" h WHERE h."connectionId" = x."connectionId" AND h."liftedAt" IS NULL AND h."objectKind" <> 'period')`;
/**
 * A row is of a held period if any of its days in UTC, from when it came to when it was last touched, is. Compared as text:
 * no other hold's id has to read as a day.
 */
const heldPeriod = (came: Prisma.Sql, since: Prisma.Sql) => sql`EXISTS (
  SELECT 1 FROM "LegalHold" h WHERE h."connectionId" = x."connectionId" AND h."liftedAt" IS NULL AND h."objectKind" = 'period'
    AND to_char(${came} AT TIME ZONE 'UTC', 'YYYY-MM-DD') <= split_part(h."objectId", '..', 2) COLLATE "C"
    AND to_char(${since} AT TIME ZONE 'UTC', 'YYYY-MM-DD') >= split_part(h."objectId", '..', 1) COLLATE "C")`;
const always = sql`TRUE`;

export const stores: Record<RetentionKind, Store> = {
  'request-bytes': {
    table: sql`"PlatformRequest"`,
    holds: sql`x."bytes" IS NOT NULL`,
    since: sql`x."settledAt"`,
    came: sql`x."openedAt"`,
    // Nothing else holds what our copy could not follow.
    mayGo: sql`x."outcome" IN ('accepted', 'refused') AND NOT ${COPY_BEHIND} = ANY (x."notes")`,
    isHeld: heldObject(sql`x."objectKind"`, sql`x."objectId"`),
    remove: (which) => sql`
      WITH gone AS (UPDATE "PlatformRequest" x SET "bytes" = NULL, "payload" = NULL WHERE ${which} RETURNING x."id"),
      answers AS (UPDATE "RequestTry" t SET "answer" = NULL FROM gone WHERE t."requestId" = gone."id")
      SELECT count(*)::int AS "count" FROM gone`,
  },
  'approval-content': {
    table: sql`"Approval"`,
    holds: sql`x."content" IS NOT NULL`,
    since: sql`x."decidedAt"`,
    came: sql`x."askedAt"`,
    mayGo: sql`x."state" NOT IN ('pending', 'approved')`,
    isHeld: heldObject(sql`x."objectKind"`, sql`x."objectId"`),
    remove: (which) => sql`
      WITH gone AS (UPDATE "Approval" x SET "content" = NULL, "payload" = NULL, "callBack" = NULL WHERE ${which} RETURNING 1)
      SELECT count(*)::int AS "count" FROM gone`,
  },
  'import-files': {
    table: sql`"ImportFile"`,
    holds: sql`x."content" IS NOT NULL`,
    since: sql`COALESCE(x."appliedAt", x."createdAt")`,
    came: sql`x."createdAt"`,
    mayGo: always,
    isHeld: heldConnection,
    remove: (which) => sql`
      WITH gone AS (UPDATE "ImportFile" x SET "content" = NULL WHERE ${which} RETURNING 1)
      SELECT count(*)::int AS "count" FROM gone`,
  },
  drafts: {
    table: sql`"Draft"`,
    holds: always,
    since: sql`x."updatedAt"`,
    came: sql`x."createdAt"`,
    mayGo: always,
    // A charge's draft is kept under its contract.
    isHeld: sql`(${heldObject(sql`split_part(x."kind", '.', 1)`, sql`x."objectId"`)} OR ${heldObject(sql`'contract'`, sql`x."objectId"`)})`,
    remove: (which) => sql`
      WITH gone AS (DELETE FROM "Draft" x WHERE ${which} RETURNING 1) SELECT count(*)::int AS "count" FROM gone`,
  },
  notifications: {
    table: sql`"Notification"`,
    holds: sql`(x."body" IS NOT NULL OR x."content" IS NOT NULL)`,
    since: sql`x."lastReceivedAt"`,
    came: sql`x."firstReceivedAt"`,
    // What nobody could use yet is still needed, and so is what an open difference compares with.
    mayGo: sql`(x."state" <> 'quarantine' OR x."parkedReason" IS NOT NULL) AND NOT EXISTS (
      SELECT 1 FROM "Discrepancy" d WHERE d."notificationId" = x."id" AND d."resolvedAt" IS NULL)`,
    isHeld: sql`(${heldObject(sql`'sub-merchant'`, sql`x."subMchid"`)} OR ${heldObject(sql`'application'`, sql`x."applymentId"`)}
      OR ${heldObject(sql`'contract'`, sql`x."contractId"`)} OR ${heldObject(sql`'deduction'`, sql`x."outTradeNo"`)})`,
    remove: (which) => sql`
      WITH gone AS (UPDATE "Notification" x SET "body" = NULL, "content" = NULL WHERE ${which} RETURNING x."id"),
      copies AS (UPDATE "NotificationDelivery" n SET "body" = NULL FROM gone WHERE n."notificationId" = gone."id"),
      told AS (UPDATE "Discrepancy" d SET "content" = NULL FROM gone WHERE d."notificationId" = gone."id")
      SELECT count(*)::int AS "count" FROM gone`,
  },
  pictures: {
    table: sql`"MediaFile"`,
    holds: sql`x."content" IS NOT NULL`,
    since: sql`COALESCE(x."uploadedAt", x."createdAt")`,
    came: sql`x."createdAt"`,
    // What was never uploaded is the only copy that there is.
    mayGo: sql`x."mediaId" IS NOT NULL`,
    isHeld: sql`CASE WHEN x."subMchid" IS NULL THEN ${heldConnection} ELSE ${heldObject(sql`'sub-merchant'`, sql`x."subMchid"`)} END`,
    remove: (which) => sql`
      WITH gone AS (UPDATE "MediaFile" x SET "content" = NULL, "thumbnail" = NULL WHERE ${which} RETURNING 1)
      SELECT count(*)::int AS "count" FROM gone`,
  },
  evidence: {
    table: sql`"Evidence"`,
    holds: sql`x."content" IS NOT NULL`,
    since: sql`x."createdAt"`,
    came: sql`x."createdAt"`,
    mayGo: sql`EXISTS (SELECT 1 FROM "Approval" a WHERE a."id" = x."approvalId" AND a."state" NOT IN ('pending', 'approved'))`,
    isHeld: sql`EXISTS (SELECT 1 FROM "Approval" a JOIN "HeldObject" h ON h."connectionId" = a."connectionId"
      AND h."objectKind" = a."objectKind" AND h."objectId" = a."objectId" WHERE a."id" = x."approvalId")`,
    remove: (which) => sql`
      WITH gone AS (UPDATE "Evidence" x SET "content" = NULL WHERE ${which} RETURNING 1)
      SELECT count(*)::int AS "count" FROM gone`,
  },
  'sign-in-attempts': {
    table: sql`"SignInAttempt"`,
    holds: always,
    since: sql`x."expires"`,
    came: null,
    mayGo: always,
    isHeld: sql`FALSE`,
    remove: (which) => sql`
      WITH gone AS (DELETE FROM "SignInAttempt" x WHERE ${which} RETURNING 1) SELECT count(*)::int AS "count" FROM gone`,
  },
};

/** Days that hold now, by kind. */
export async function loadDays(db: Pick<Db | Tx, 'retention'>): Promise<Record<RetentionKind, number>> {
  const rows = await db.retention.findMany();
  const changed = rows.flatMap(({ kind, days }) => (days !== null && kind in retentionDays ? [[kind, days]] : []));
  return { ...retentionDays, ...Object.fromEntries(changed) };
}

/** Held while something is purged, and while a hold is placed: a hold that stands keeps everything from then on. */
export const holdPurge = (tx: Tx): Promise<void> => holdNames(tx, 'retention', ['purge']);

const counted = z.array(z.object({ count: z.number() }));
const DAY_MS = 24 * 60 * 60 * 1000;

/** Removes what one kind has kept for longer than its days, except what is held; the trail says how much. */
export async function purgeKind(
  { db, now }: Surroundings,
  kind: RetentionKind,
): Promise<{ purged: number; held: number }> {
  const at = now();
  const { table, holds, since, came, mayGo, remove, ...store } = stores[kind];
  const isHeld = came === null ? store.isHeld : sql`(${store.isHeld} OR ${heldPeriod(came, since)})`;
  return db.$transaction(async (tx) => {
    await holdPurge(tx);
    const { [kind]: days } = await loadDays(tx);
    const isDue = sql`${holds} AND ${since} < ${new Date(at.getTime() - days * DAY_MS)} AND ${mayGo}`;
    const keeps = counted.parse(
      await tx.$queryRaw`SELECT count(*)::int AS "count" FROM ${table} x WHERE ${isDue} AND ${isHeld}`,
    );
    const gone = counted.parse(await tx.$queryRaw(remove(sql`${isDue} AND NOT (${isHeld})`)));
    const [purged, held] = [gone[0]?.count ?? 0, keeps[0]?.count ?? 0];
    const ran = { ranAt: at, purged, held, ...(purged > 0 && { removedAt: at, removed: purged }) };
    await tx.retention.upsert({ where: { kind }, create: { kind, ...ran }, update: ran });
    if (purged > 0) {
      await recordAudit(tx, {
        actor: { kind: 'system', name: 'console' },
        at,
        connectionId: null,
        object: { kind: 'retention', id: kind },
        event: { action: 'retention.purged', kind, days, purged, held },
      });
    }
    return { purged, held };
  });
}

/** The purge of every kind, one after the other. */
export async function purgeAll(held: Surroundings): Promise<void> {
  for (const kind of retentionKinds) await purgeKind(held, kind);
}
