import 'server-only';
import { z } from 'zod';
import { listPending } from '@/lib/approvals/list';
import type { Db } from '@/lib/db/client';
import { loadDays, stores } from './purge';
import type { HoldKind } from './rules';
import { holdKinds, retentionDays, retentionKinds } from './rules';
import type { HoldRow, RetentionRow } from './view';

const sized = z.array(z.object({ count: z.number(), oldest: z.date().nullable() }));

/** Every kind with its days, how many there are, since when, and what the last purge came to. */
export async function listRetention(db: Db): Promise<RetentionRow[]> {
  const [days, rows] = await Promise.all([loadDays(db), db.retention.findMany()]);
  return Promise.all(
    retentionKinds.map(async (kind) => {
      const { table, holds, since } = stores[kind];
      const [size] = sized.parse(
        await db.$queryRaw`SELECT count(*)::int AS "count", min(${since}) AS "oldest" FROM ${table} x WHERE ${holds}`,
      );
      const row = rows.find((one) => one.kind === kind);
      return {
        kind,
        days: days[kind],
        isChanged: days[kind] !== retentionDays[kind],
        version: row?.version ?? 0,
        count: size?.count ?? 0,
        oldest: size?.oldest?.toISOString() ?? null,
        ranAt: row?.ranAt?.toISOString() ?? null,
        held: row?.held ?? 0,
        removedAt: row?.removedAt?.toISOString() ?? null,
        removed: row?.removed ?? 0,
      };
    }),
  );
}

/** The holds of a connection that last, newest first. */
export async function listHolds(db: Pick<Db, 'legalHold'>, connectionId: string): Promise<HoldRow[]> {
  const rows = await db.legalHold.findMany({
    where: { connectionId, liftedAt: null },
    orderBy: [{ placedAt: 'desc' }, { id: 'desc' }],
    take: 500,
  });
  return rows.flatMap(({ objectKind, placedAt, id, objectId, reason, placedBy }) => {
    const kind = holdKinds.find((known) => known === objectKind);
    return kind ? [{ id, objectKind: kind, objectId, reason, placedBy, placedAt: placedAt.toISOString() }] : [];
  });
}

/** The hold on an object itself, or null; what it belongs to is not looked at. */
export async function getHold(
  db: Pick<Db, 'legalHold'>,
  connectionId: string,
  { kind, id }: { kind: HoldKind; id: string },
): Promise<Pick<HoldRow, 'placedBy' | 'placedAt' | 'reason'> | null> {
  const row = await db.legalHold.findFirst({
    where: { connectionId, objectKind: kind, objectId: id, liftedAt: null },
  });
  return row && { placedBy: row.placedBy, placedAt: row.placedAt.toISOString(), reason: row.reason };
}

/** Holds that are asked for, or whose end is, and wait for somebody else. */
export async function listAskedHolds(context: Parameters<typeof listPending>[0], connectionId: string) {
  const asked = await context.db.approval.findMany({
    where: { connectionId, objectKind: 'legal-hold', state: { in: ['pending', 'approved'] } },
    select: { objectId: true },
    take: 500,
  });
  return listPending(
    context,
    connectionId,
    'legal-hold',
    asked.map(({ objectId }) => objectId),
  );
}
