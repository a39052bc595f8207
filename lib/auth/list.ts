import 'server-only';
import { endOf, stands } from '@/lib/auth/session-rules';
import type { SessionView } from '@/lib/auth/view';
import type { Db } from '@/lib/db/client';

/** So many that ended are shown: enough to see a stranger's among one's own. */
const ENDED_SHOWN = 10;

const rank = ({ ended, isThis }: SessionView) => (ended !== null ? 2 : isThis ? 0 : 1);

type Asked = { staffId: string; idleMs: number; thisId?: string };

/** The sessions of a person: those that stand, this one and then the last seen first, then those that ended of late. */
export async function listSessions(
  { db, now }: { db: Db; now: () => Date },
  { staffId, idleMs, thisId }: Asked,
): Promise<SessionView[]> {
  const at = now();
  const [open, ended] = await Promise.all([
    db.staffSession.findMany({ where: { staffId, endedAt: null }, orderBy: { seenAt: 'desc' } }),
    db.staffSession.findMany({
      where: { staffId, endedAt: { not: null } },
      orderBy: [{ endedAt: 'desc' }, { id: 'asc' }],
      take: ENDED_SHOWN,
      include: { endedBy: { select: { name: true } } },
    }),
  ]);
  const view = (row: (typeof open)[number]): Omit<SessionView, 'ended'> => ({
    id: row.id,
    browser: row.browser,
    system: row.system,
    ip: row.ip,
    how: row.how,
    beganAt: row.beganAt.toISOString(),
    seenAt: row.seenAt.toISOString(),
    isThis: row.id === thisId,
  });
  return [
    ...open.map((row) => {
      // What ran out is over, also where nobody has asked since.
      const { at: endAt, cause } = endOf(row, idleMs);
      return {
        ...view(row),
        ended: stands(row, idleMs, at) ? null : { at: endAt.toISOString(), cause, by: null },
      };
    }),
    ...ended.map((row) => ({
      ...view(row),
      ended: {
        at: (row.endedAt ?? at).toISOString(),
        cause: row.endedCause ?? 'by-hand',
        by: row.endedBy?.name ?? null,
      },
    })),
  ].toSorted((one, other) => rank(one) - rank(other));
}
