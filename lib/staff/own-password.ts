import 'server-only';
import { recordAudit } from '@/lib/audit/record';
import { hashPassword } from '@/lib/auth/password';
import { endSessionsOf } from '@/lib/auth/sessions';
import type { Staff } from '@/lib/auth/staff';
import { actorOf } from '@/lib/auth/staff';
import { checkPassword } from '@/lib/auth/step-up';
import type { Db } from '@/lib/db/client';
import { hasAny, waysOf } from '@/lib/factors/queries';
import { isProven } from '@/lib/policies/rules';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { passwordFault } from './rules';

type Passwords = { present: string; password: string; repeated: string };

/**
 * Changes one's own password. Every session ends, the present one too. Who has a second factor proves by it first: the password
 * alone is not enough to change it. Refusals: `invalid` about the new password; `conflict` with `step-up-needed`, as of
 * proving by the present one, or `password-moved` when it was changed at the same moment.
 */
export async function changeOwnPassword(
  context: { db: Db; now: () => Date },
  session: { staff: Staff; sessionId: string },
  { present, password, repeated }: Passwords,
): Promise<Result<null>> {
  const { db, now } = context;
  const { staff } = session;
  const fault = passwordFault({ password, repeated }, staff);
  if (fault) {
    return refuse({
      kind: 'invalid',
      issues: [{ path: fault === 'password-differs' ? 'repeated' : 'password', rule: fault }],
    });
  }
  if (hasAny(await waysOf(db, staff.id)) && !isProven(staff.confirmedAt, now()))
    return refuse({ kind: 'conflict', rule: 'step-up-needed' });
  const before = await db.staff.findUnique({ where: { id: staff.id }, select: { version: true } });
  const fits = await checkPassword(context, session, present);
  if (!fits.ok) return fits;
  if (!before) return refuse({ kind: 'not-found' });
  const passwordHash = await hashPassword(password);
  const at = now();
  return db.$transaction(async (tx) => {
    // Somebody who suspended, or reset, meanwhile has the last word.
    const changed = await tx.staff.updateMany({
      where: { id: staff.id, version: before.version, disabledAt: null },
      data: { passwordHash, version: { increment: 1 }, tokenVersion: { increment: 1 } },
    });
    if (changed.count === 0) return refuse({ kind: 'conflict', rule: 'password-moved' });
    await endSessionsOf(tx, staff.id, { at, cause: 'password', byId: staff.id });
    await recordAudit(tx, {
      actor: actorOf(staff),
      at,
      connectionId: null,
      object: { kind: 'staff', id: staff.id, name: staff.name },
      event: { action: 'staff.password-set', how: 'own' },
    });
    return ok(null);
  });
}
