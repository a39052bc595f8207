import 'server-only';
import { z } from 'zod';
import type { ApprovalContext, StaffActor } from '@/lib/approvals/deed';
import { mayDo, reaches } from '@/lib/auth/permissions';
import { rightsNow } from '@/lib/auth/roles';
import type { Db, Tx } from '@/lib/db/client';
import type { Batch, PlatformRequest, Prisma } from '@/lib/db/generated/client';
import { Prisma as Sql } from '@/lib/db/generated/client';
import { sha256 } from '@/lib/platform/crypto/sha256';
import { dispositionOf } from '@/lib/platform/dispositions';
import type { AnyBatchKind } from './kind';
import type { Around, Pace, Run, Standing, Totals } from './rules';
import { batchStates, pauseCauses } from './rules';
import { totals as totalsShape } from './view';

/** What batches need of their surroundings. */
export type BatchContext = ApprovalContext & { batchKind: (name: string) => AnyBatchKind | null };

/** How many names of those whose objects a list holds are shown. */
const OWNERS_SHOWN = 5;

const tally = z.record(z.string(), z.number());

/** The run of a stored batch, as the rules know it. */
export const runOf = (batch: Batch): Run => ({
  state: z.enum(batchStates).parse(batch.state),
  cursor: batch.cursor,
  flight: batch.flight,
  canary: batch.canary,
  isReleased: batch.isReleased,
  tally: tally.parse(batch.tally),
  pauseCause: z.enum(pauseCauses).nullable().parse(batch.pauseCause),
  nextAt: batch.nextAt,
});

/** What of a run is stored. */
export const storedRun = (run: Run) => ({ ...run, tally: run.tally as Prisma.InputJsonValue });

export const paceOf = ({ perMinute, equalErrorsMax, hoursFrom, hoursTo, zone }: Batch): Pace => ({
  perMinute,
  equalErrorsMax,
  hours: hoursFrom === null || hoursTo === null ? null : { from: hoursFrom, to: hoursTo, zone },
});

/** Holds a batch's row until the transaction ends; null if the connection has none of this id. */
export async function lockBatch(tx: Tx, connectionId: string, id: string): Promise<Batch | null> {
  await tx.$queryRaw`SELECT 1 FROM "Batch" WHERE "id" = ${id}::uuid FOR UPDATE`;
  return tx.batch.findFirst({ where: { id, connectionId } });
}

type Spoken = Pick<PlatformRequest, 'outcome' | 'wasUnknown' | 'meaning'>;

/** What is known of a row by its request: the one place where an outcome becomes a standing. */
export function standingOf({ outcome, wasUnknown, meaning }: Spoken): Standing {
  if (outcome === 'accepted') return { is: 'accepted', wasUnknown };
  if (outcome === 'refused') {
    const stopsSending = meaning !== null && dispositionOf(meaning)?.pausesConnection === true;
    return { is: 'refused', meaning: meaning ?? '', stopsSending, wasUnknown };
  }
  return outcome === 'unknown' || wasUnknown ? { is: 'unknown' } : { is: 'open' };
}

/** The standing of the row on its way, or null where none is. */
export async function flightOf(db: Db | Tx, batch: Pick<Batch, 'id' | 'flight'>): Promise<Standing | null> {
  if (batch.flight === null) return null;
  const row = await db.batchRow.findUniqueOrThrow({
    where: { batchId_place: { batchId: batch.id, place: batch.flight } },
    select: { request: { select: { outcome: true, wasUnknown: true, meaning: true } } },
  });
  if (!row.request) throw new Error('a row on its way has no request');
  return standingOf(row.request);
}

/** The condition under which a row joined to its request `r` stands somewhere; `standingOf` in the database's words. */
export const standingSql = Sql.sql`CASE
  WHEN b."place" IS NULL THEN 'excluded'
  WHEN b."leftOut" IS NOT NULL THEN 'left-out'
  WHEN r."id" IS NULL THEN 'not-sent'
  WHEN r."outcome" IN ('accepted', 'refused') THEN r."outcome"
  WHEN r."outcome" = 'unknown' OR r."wasUnknown" THEN 'unknown'
  ELSE 'open' END`;

const noTotals: Totals = { accepted: 0, refused: 0, unknown: 0, open: 0, leftOut: 0, notSent: 0 };
const names: Record<string, keyof Totals> = {
  accepted: 'accepted',
  refused: 'refused',
  unknown: 'unknown',
  open: 'open',
  'left-out': 'leftOut',
  'not-sent': 'notSent',
};

/** How many rows of each batch's list are where; of a batch without rows, nothing. */
export async function totalsOf(db: Db | Tx, batchIds: readonly string[]): Promise<Map<string, Totals>> {
  const rows = z.array(z.object({ batchId: z.string(), standing: z.string(), count: z.coerce.number() })).parse(
    await db.$queryRaw`
        SELECT b."batchId", ${standingSql} AS standing, count(*) AS count
        FROM "BatchRow" b LEFT JOIN "PlatformRequest" r ON r."id" = b."requestId"
        WHERE b."batchId" = ANY(${[...batchIds]}::uuid[]) AND b."place" IS NOT NULL
        GROUP BY b."batchId", standing`,
  );
  const held = new Map<string, Totals>(batchIds.map((id) => [id, { ...noTotals }]));
  for (const { batchId, standing, count } of rows) {
    const name = names[standing];
    const into = held.get(batchId);
    if (into && name) into[name] = count;
  }
  return held;
}

/** The totals of one batch. */
export const totalsOfOne = async (db: Db | Tx, batchId: string): Promise<Totals> =>
  totalsShape.parse((await totalsOf(db, [batchId])).get(batchId) ?? noTotals);

export const aroundOf = (flight: Standing | null, { leftOut, unknown }: Totals): Around => ({
  flight,
  leftOutCount: leftOut,
  unknownCount: unknown,
});

/** The hash of a list: over its ids in order, each ended by a line feed. Anybody who has the list can make it again. */
export const hashOfList = (ids: readonly string[]): string => sha256(ids.map((id) => `${id}\n`).join(''));

/** The frozen list as it is stored now, in order. */
export async function storedList(db: Db | Tx, batchId: string): Promise<string[]> {
  const rows = await db.batchRow.findMany({
    where: { batchId, place: { not: null } },
    orderBy: { place: 'asc' },
    select: { objectId: true },
  });
  return rows.map(({ objectId }) => objectId);
}

/** Whose objects a list holds, by name, those with most first: what a person must not mistake; none where all are one’s own. */
export async function ownersOf(db: Db | Tx, batchId: string): Promise<{ name: string; count: number }[]> {
  const rows = await db.$queryRaw`
    SELECT "objectName" AS name, count(*) AS count FROM "BatchRow"
    WHERE "batchId" = ${batchId}::uuid AND "place" IS NOT NULL AND "objectName" <> '' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${OWNERS_SHOWN}`;
  return z.array(z.object({ name: z.string(), count: z.coerce.number() })).parse(rows);
}

/** Whose deed the rows of a batch are, by its approval, or null where that person may not do it any more. */
export async function makerOf(
  db: Db | Tx,
  { staffId, connectionId, approvalId }: Pick<Batch, 'staffId' | 'connectionId' | 'approvalId'>,
  kind: AnyBatchKind,
): Promise<StaffActor | null> {
  const { id, name, disabledAt, ...row } = await db.staff.findUniqueOrThrow({ where: { id: staffId } });
  const rights = await rightsNow(db, row);
  if (disabledAt !== null || !mayDo(rights.permissions, kind.permission) || !reaches(rights, connectionId)) return null;
  const approval =
    approvalId === null
      ? null
      : await db.approval.findUnique({ where: { id: approvalId }, select: { id: true, reason: true } });
  return { kind: 'staff', id, name, ...rights, ip: null, ...(approval && { approval }) };
}

export const subjectOf = ({ id, name, connectionId }: Pick<Batch, 'id' | 'name' | 'connectionId'>) => ({
  connectionId,
  object: { kind: 'batch', id, name },
});
