import 'server-only';
import type { AuditEvent } from '@/lib/audit/events';
import { recordAudit } from '@/lib/audit/record';
import { createAttempts } from '@/lib/auth/attempts';
import { passwordFits } from '@/lib/auth/password';
import type { Staff } from '@/lib/auth/staff';
import { actorOf } from '@/lib/auth/staff';
import type { Db } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';
import type { PasskeySurroundings } from '@/lib/factors/passkeys';
import { readSigned } from '@/lib/factors/passkeys';
import { hasAny, waysOf } from '@/lib/factors/queries';
import { readCode } from '@/lib/factors/rules';
import { takeTotp } from '@/lib/factors/totp';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';

/** Far longer than a proof counts, so that a slow clock elsewhere loses none. */
const KEPT_MS = 24 * 60 * 60 * 1000;

type Surroundings = { db: Db; now: () => Date };

type Session = { staff: Staff; sessionId: string };
/** What is given at the issuer is judged where it comes back (`lib/oidc/arrivals`). */
type RefusedBecause = Exclude<Extract<AuditEvent, { action: 'staff.step-up-refused' }>['cause'], 'issuer'>;
/** Null where what was given fits; else what the trail says of it. */
type Judged = Exclude<RefusedBecause, 'locked'> | null;

/** What each fault is to whoever is asked. */
const rules: Record<Exclude<RefusedBecause, 'locked'>, string> = {
  credentials: 'password-wrong',
  'second-factor': 'code-wrong',
  passkey: 'passkey-wrong',
  'passkey-copied': 'passkey-wrong',
};

const entryOf = ({ staff }: Session) => ({
  actor: actorOf(staff),
  connectionId: null,
  object: { kind: 'staff', id: staff.id, name: staff.name },
});

/**
 * Judges what the person of a session gave. Tries are counted with those of signing in, so that a stolen session guesses no
 * more often than a stranger. Refusals: `conflict` with the rule of the fault, or `too-many-tries` with the minutes left.
 */
async function counted(
  { db, now }: Surroundings,
  session: Session,
  judge: () => Promise<Judged>,
): Promise<Result<null>> {
  const { staff } = session;
  const attempts = createAttempts(db, now);
  const from = staff.ip ?? 'unknown';
  const refuseFor = (cause: RefusedBecause) =>
    db.$transaction((tx) =>
      recordAudit(tx, { ...entryOf(session), at: now(), event: { action: 'staff.step-up-refused', cause } }),
    );
  const lockedForSeconds = await attempts.begin(staff.email, from);
  if (lockedForSeconds !== null) {
    await refuseFor('locked');
    const minutes = Math.max(1, Math.ceil(lockedForSeconds / 60));
    return refuse({ kind: 'conflict', rule: 'too-many-tries', params: { minutes } });
  }
  const fault = await judge();
  if (fault !== null) {
    await refuseFor(fault);
    return refuse({ kind: 'conflict', rule: rules[fault] });
  }
  await attempts.succeeded(staff.email, from);
  return ok(null);
}

/** Keeps that this session was proven now. */
async function keepProof({ db, now }: Surroundings, session: Session, by: 'password' | 'totp' | 'passkey') {
  const at = now();
  const { sessionId } = session;
  await db.$transaction(async (tx) => {
    const proof = { staffId: session.staff.id, at };
    await tx.stepUp.upsert({ where: { sessionId }, create: { sessionId, ...proof }, update: proof });
    await recordAudit(tx, { ...entryOf(session), at, event: { action: 'staff.proven', by } });
  });
}

/**
 * Whether this is the person's present password, and nothing more: no proof of it is kept. Refusals as of proving by it:
 * `password-wrong`, `too-many-tries`.
 */
export const checkPassword = (surroundings: Surroundings, session: Session, password: string): Promise<Result<null>> =>
  counted(surroundings, session, async () => {
    const where = { id: session.staff.id };
    const held = await surroundings.db.staff.findUnique({ where, select: { passwordHash: true } });
    return (await passwordFits(held?.passwordHash ?? null, password)) ? null : 'credentials';
  });

/**
 * Proves by password that the person of this session sits in front of it (step-up). It is enough only where they have
 * nothing else: where there is a second factor the password is not even looked at. Refusals: `conflict` with rule
 * `factor-needed`, `password-wrong`, or `too-many-tries` with the minutes that are left.
 */
export async function proveByPassword(
  surroundings: Surroundings,
  session: Session,
  password: string,
): Promise<Result<null>> {
  if (hasAny(await waysOf(surroundings.db, session.staff.id)))
    return refuse({ kind: 'conflict', rule: 'factor-needed' });
  const fits = await checkPassword(surroundings, session, password);
  if (fits.ok) await keepProof(surroundings, session, 'password');
  return fits;
}

/**
 * The same by a code of the person's app. A recovery code proves nothing here: it stands in for what is lost when somebody
 * signs in. Refusals: `conflict` with `code-wrong` or `too-many-tries`.
 */
export async function proveByCode(
  surroundings: Surroundings & { vault: Vault },
  session: Session,
  typed: string,
): Promise<Result<null>> {
  const fits = await counted(surroundings, session, async () => {
    const code = readCode(typed);
    const isTaken = code?.kind === 'totp' && (await takeTotp(surroundings, session.staff.id, code.code));
    return isTaken ? null : 'second-factor';
  });
  if (fits.ok) await keepProof(surroundings, session, 'totp');
  return fits;
}

/** The same by one of the person's passkeys, which verifies them. Refusals: `conflict` with `passkey-wrong` or `too-many-tries`. */
export async function proveByPasskey(
  surroundings: PasskeySurroundings,
  session: Session,
  answer: unknown,
): Promise<Result<null>> {
  const fits = await counted(surroundings, session, async () => {
    const signed = await readSigned(surroundings, answer, { purpose: 'step-up', staffId: session.staff.id });
    if (signed.fits) return null;
    return signed.cause === 'copied' ? 'passkey-copied' : 'passkey';
  });
  if (fits.ok) await keepProof(surroundings, session, 'passkey');
  return fits;
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
