import 'server-only';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';
import { loadPolicy } from '@/lib/policies/policies';
import type { LookDay } from './view';
import { lookDay } from './view';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Who looked at how many personal values of a connection on each of the last days, newest first; and the cap of a day. */
export async function listLooks(
  db: Db,
  { connectionId, zone, now, days = 7 }: { connectionId: string; zone: string; now: Date; days?: number },
): Promise<{ days: LookDay[]; cap: number | null }> {
  const since = new Date(now.getTime() - days * DAY_MS);
  const [rows, policy] = await Promise.all([
    db.$queryRaw`
      SELECT to_char(a."at" AT TIME ZONE ${zone}, 'YYYY-MM-DD') AS "day", max(a."actorName") AS "person",
        count(*) FILTER (WHERE a."action" = 'personal.shown')::int AS "looks",
        count(*) FILTER (WHERE a."action" = 'personal.look-refused')::int AS "refused"
      FROM "AuditEntry" a
      WHERE a."action" IN ('personal.shown', 'personal.look-refused') AND a."connectionId" = ${connectionId}::uuid
        AND a."at" > ${since}
      GROUP BY 1, a."actorId" ORDER BY 1 DESC, 3 DESC, 2 LIMIT 500`,
    loadPolicy(db),
  ]);
  return { days: z.array(lookDay).parse(rows), cap: policy['personal.show'].dailyCap };
}
