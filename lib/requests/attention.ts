import 'server-only';
import type { Db } from '@/lib/db/client';
import { statusInclude, statusOf } from './queries';
import type { RequestStatus } from './view';

/** How many calls had waited too long to leave by themselves, and since when the oldest was written down. */
export async function countLate(db: Db, connectionId: string): Promise<{ count: number; oldestSince: string | null }> {
  const { _count, _min } = await db.platformRequest.aggregate({
    where: { connectionId, outcome: 'waiting', wasUnknown: false, needsPersonSince: { not: null } },
    _count: true,
    _min: { openedAt: true },
  });
  return { count: _count, oldestSince: _min.openedAt?.toISOString() ?? null };
}

/** Requests whose outcome is unknown, those that wait longest first. */
export async function listUnknownRequests(db: Db, connectionId: string, limit: number): Promise<RequestStatus[]> {
  const rows = await db.platformRequest.findMany({
    where: { connectionId, outcome: 'unknown' },
    orderBy: [{ openedAt: 'asc' }, { id: 'asc' }],
    take: limit,
    include: statusInclude,
  });
  return rows.map(statusOf);
}
