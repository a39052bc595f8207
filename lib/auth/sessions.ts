import 'server-only';
import type { Device } from '@/lib/auth/device';
import type { SessionEnd } from '@/lib/auth/session-rules';
import { endOf, SEEN_EVERY_MS, SESSION_LIFE_MS, stands } from '@/lib/auth/session-rules';
import type { Db, Tx } from '@/lib/db/client';

/** Ended sessions are told of for this long; the trail keeps who signed in and out. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Where a session is: the network address and the device, as far as they are known. */
export type Whereabouts = Device & { ip: string | null };

/** How somebody signed in: by password alone, with a code of an app or of recovery beside it, by a passkey, or elsewhere. */
export type SignedInBy = 'password' | 'totp' | 'recovery' | 'passkey' | 'oidc';

/** Writes down a session that begins; answers its id, for the cookie. */
export async function beginSession(
  db: Pick<Db | Tx, 'staffSession'>,
  {
    staffId,
    at,
    from,
    how,
    issuerFactor = false,
  }: { staffId: string; at: Date; from: Whereabouts; how: SignedInBy; issuerFactor?: boolean },
): Promise<string> {
  const id = crypto.randomUUID();
  await db.staffSession.create({ data: { id, staffId, beganAt: at, seenAt: at, how, issuerFactor, ...from } });
  return id;
}

type Ending = { at: Date; cause: SessionEnd; byId?: string };
const endData = ({ at, cause, byId }: Ending) => ({ endedAt: at, endedCause: cause, endedById: byId ?? null });

/** Ends one session of a person; false when it had ended, or is none of theirs. */
export async function endSession(
  tx: Pick<Db | Tx, 'staffSession'>,
  { id, staffId }: { id: string; staffId: string },
  ending: Ending,
): Promise<boolean> {
  const { count } = await tx.staffSession.updateMany({ where: { id, staffId, endedAt: null }, data: endData(ending) });
  return count > 0;
}

/** Ends all sessions of a person, or all but one; answers how many. */
export async function endSessionsOf(
  tx: Pick<Db | Tx, 'staffSession'>,
  staffId: string,
  ending: Ending,
  exceptId?: string,
): Promise<number> {
  const { count } = await tx.staffSession.updateMany({
    where: { staffId, endedAt: null, ...(exceptId !== undefined && { id: { not: exceptId } }) },
    data: endData(ending),
  });
  return count;
}

type Held = { id: string; staffId: string; beganAt: Date; seenAt: Date; endedAt: Date | null };

/**
 * Says whether a session stands at this moment, and keeps its row true: the last request of a person, at most once a
 * minute, and its end where it has run out. Answers the row as it then is, or null.
 */
export async function standingSession<Row extends Held>(
  db: Pick<Db, 'staffSession'>,
  held: Row | null,
  { at, idleMs, isOfPerson }: { at: Date; idleMs: number; isOfPerson: boolean },
): Promise<Row | null> {
  if (!held || held.endedAt !== null) return null;
  if (!stands(held, idleMs, at)) {
    await endSession(db, held, endOf(held, idleMs));
    return null;
  }
  if (!isOfPerson || at.getTime() - held.seenAt.getTime() < SEEN_EVERY_MS) return held;
  return (await noteSeen(db, held.id, at)) ? { ...held, seenAt: at } : null;
}

/** Keeps a session for somebody who types or moves in an open page; null when it stands no more. */
export async function keepSession(
  db: Pick<Db, 'staffSession'>,
  named: { id: string; staffId: string },
  { at, idleMs }: { at: Date; idleMs: number },
) {
  return standingSession(db, await db.staffSession.findFirst({ where: named }), { at, idleMs, isOfPerson: true });
}

/** Writes down that the person of a session did something; false when it has ended meanwhile. */
async function noteSeen(db: Pick<Db, 'staffSession'>, id: string, at: Date): Promise<boolean> {
  const { count } = await db.staffSession.updateMany({ where: { id, endedAt: null }, data: { seenAt: at } });
  return count > 0;
}

/** Ends what ran out while nobody asked, and forgets what ended long ago. */
export async function tidySessions({
  db,
  now,
  idleMs,
}: {
  db: Pick<Db, 'staffSession'>;
  now: () => Date;
  idleMs: number;
}): Promise<void> {
  const at = now();
  const over = await db.staffSession.findMany({
    where: {
      endedAt: null,
      OR: [
        { seenAt: { lte: new Date(at.getTime() - idleMs) } },
        { beganAt: { lte: new Date(at.getTime() - SESSION_LIFE_MS) } },
      ],
    },
  });
  for (const session of over) await endSession(db, session, endOf(session, idleMs));
  await db.staffSession.deleteMany({ where: { endedAt: { lt: new Date(at.getTime() - KEPT_MS) } } });
}
