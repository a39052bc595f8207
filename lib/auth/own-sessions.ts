import 'server-only';
import { recordAudit } from '@/lib/audit/record';
import { endSession, endSessionsOf } from '@/lib/auth/sessions';
import type { Staff } from '@/lib/auth/staff';
import { actorOf } from '@/lib/auth/staff';
import type { Db } from '@/lib/db/client';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';

type Surroundings = { db: Db; now: () => Date };
const entryOf = (staff: Staff) => ({
  actor: actorOf(staff),
  connectionId: null,
  object: { kind: 'staff', id: staff.id, name: staff.name },
});

/** The device of a session in the trail: names, or a dash where it said nothing. */
export const deviceText = ({ browser, system }: { browser: string | null; system: string | null }): string =>
  [browser, system].filter((part) => part !== null).join(', ') || '-';

/** Ends one of one's own sessions. `not-found` when it is none of theirs or has ended already. */
export async function endOwnSession({ db, now }: Surroundings, staff: Staff, id: string): Promise<Result<null>> {
  const at = now();
  return db.$transaction(async (tx) => {
    const row = await tx.staffSession.findFirst({ where: { id, staffId: staff.id } });
    const hasEnded = row && (await endSession(tx, row, { at, cause: 'by-hand', byId: staff.id }));
    if (!hasEnded) return refuse({ kind: 'not-found' });
    const event = { action: 'staff.session-ended', sessionId: id, device: deviceText(row) } as const;
    await recordAudit(tx, { ...entryOf(staff), at, event });
    return ok(null);
  });
}

/** Ends all of one's own sessions but this one; answers how many those were. */
export async function endOtherSessions(
  { db, now }: Surroundings,
  { staff, sessionId }: { staff: Staff; sessionId: string },
): Promise<Result<{ ended: number }>> {
  const at = now();
  return db.$transaction(async (tx) => {
    const ended = await endSessionsOf(tx, staff.id, { at, cause: 'by-hand', byId: staff.id }, sessionId);
    if (ended > 0)
      await recordAudit(tx, { ...entryOf(staff), at, event: { action: 'staff.other-sessions-ended', ended } });
    return ok({ ended });
  });
}
