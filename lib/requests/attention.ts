import 'server-only';
import type { Db } from '@/lib/db/client';
import { statusInclude, statusOf } from './queries';
import type { RequestStatus } from './view';

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
