import 'server-only';
import { recordAudit } from '@/lib/audit/record';
import { createAttempts } from '@/lib/auth/attempts';
import { passwordFits } from '@/lib/auth/password';
import type { Staff } from '@/lib/auth/staff';
import { actorOf } from '@/lib/auth/staff';
import type { Db } from '@/lib/db/client';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';

/** Far longer than a proof counts, so that a slow clock elsewhere loses none. */
const KEPT_MS = 24 * 60 * 60 * 1000;

type Surroundings = { db: Db; now: () => Date };

/**
 * Proves by password that the person of this session sits in front of it (step-up). Tries are counted with those of
 * signing in, so that a stolen session guesses no more often than a stranger. Refusals: `conflict` with rule
 * `password-wrong`, or `too-many-tries` with the minutes that are left.
 */
export async function proveByPassword(
  { db, now }: Surroundings,
  { staff, sessionId }: { staff: Staff; sessionId: string },
  password: string,
): Promise<Result<null>> {
  const attempts = createAttempts(db, now);
  const from = staff.ip ?? 'unknown';
  const entry = {
    actor: actorOf(staff),
    connectionId: null,
    object: { kind: 'staff', id: staff.id, name: staff.name },
  };
  const refuseFor = (cause: 'credentials' | 'locked') =>
    db.$transaction((tx) =>
      recordAudit(tx, { ...entry, at: now(), event: { action: 'staff.step-up-refused', cause } }),
    );
  const lockedForSeconds = await attempts.begin(staff.email, from);
  if (lockedForSeconds !== null) {
    await refuseFor('locked');
    const minutes = Math.max(1, Math.ceil(lockedForSeconds / 60));
    return refuse({ kind: 'conflict', rule: 'too-many-tries', params: { minutes } });
  }
  const held = await db.staff.findUnique({ where: { id: staff.id }, select: { passwordHash: true } });
  if (!(await passwordFits(held?.passwordHash ?? null, password))) {
    await refuseFor('credentials');
    return refuse({ kind: 'conflict', rule: 'password-wrong' });
  }
  await attempts.succeeded(staff.email, from);
  const at = now();
  await db.$transaction(async (tx) => {
    const proof = { staffId: staff.id, at };
    await tx.stepUp.upsert({ where: { sessionId }, create: { sessionId, ...proof }, update: proof });
    await recordAudit(tx, { ...entry, at, event: { action: 'staff.proven' } });
  });
  return ok(null);
}

/** When this session was last proven to be this person's: the later one of signing in and of every proof since. */
export async function lastProof(
  db: Pick<Db, 'stepUp'>,
  session: { staffId: string; sessionId: string | null; signedInAt: Date | null },
): Promise<Date | null> {
  const { staffId, sessionId, signedInAt } = session;
  const proof = sessionId === null ? null : await db.stepUp.findFirst({ where: { sessionId, staffId } });
  if (!proof) return signedInAt;
  return signedInAt !== null && signedInAt > proof.at ? signedInAt : proof.at;
}

/** Removes proofs that count for nothing any more; answers how many. */
export async function purgeStepUps({ db, now }: Surroundings): Promise<number> {
  const { count } = await db.stepUp.deleteMany({ where: { at: { lt: new Date(now().getTime() - KEPT_MS) } } });
  return count;
}
