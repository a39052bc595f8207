import 'server-only';
import type { ApprovalContext, StaffActor } from '@/lib/approvals/deed';
import { sweepApprovals } from '@/lib/approvals/sweep';
import type { AuditEvent } from '@/lib/audit/events';
import { recordAudit } from '@/lib/audit/record';
import { deviceText } from '@/lib/auth/own-sessions';
import { endSession, endSessionsOf } from '@/lib/auth/sessions';
import type { Db, Tx } from '@/lib/db/client';
import type { Refusal, Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { HeldPerson } from './hold';
import { holdPerson, isAdministrator, isLastAdministrator } from './hold';
import { mayChange, standingOf } from './rules';

type Surroundings = { db: Db; now: () => Date };
type Taking = { actor: StaffActor; staffId: string; reason: string };

const conflict = (rule: string): Refusal => ({ kind: 'conflict', rule });

/** Why this maker takes nothing away from that person, or null. */
function hindrance({ person, held, table }: HeldPerson, makerId: string): Refusal | null {
  if (person.id === makerId) return conflict('own');
  if (person.disabledAt !== null) return conflict('suspended');
  return mayChange(held, person.roles, table) ? null : conflict('above-own');
}

/** Takes something away from a person in one transaction with its entry, unless something speaks against it. */
const takeAway = (
  { db, now }: Surroundings,
  { actor, staffId, reason }: Taking,
  event: AuditEvent | ((state: HeldPerson) => AuditEvent),
  take: (tx: Tx, state: HeldPerson, at: Date) => Promise<Refusal | null>,
): Promise<Result<null>> =>
  db.$transaction(async (tx) => {
    const at = now();
    const state = await holdPerson(tx, actor.id, staffId);
    if (!state) return refuse({ kind: 'not-found' });
    const refusal = hindrance(state, actor.id) ?? (await take(tx, state, at));
    if (refusal) return refuse(refusal);
    const { id, name } = state.person;
    await recordAudit(tx, {
      actor,
      at,
      connectionId: null,
      object: { kind: 'staff', id, name },
      event: typeof event === 'function' ? event(state) : event,
      reason,
    });
    return ok(null);
  });

/**
 * Ends somebody's rights at once: they sign in no more, every session has ended, no link of theirs works, and what they
 * asked for is void. It only takes away, so one person does it alone. Refusals, all `conflict`: `own`, `suspended`, `above-own`, `last-administrator`.
 */
export async function suspendStaff(context: ApprovalContext, taking: Taking): Promise<Result<null>> {
  const event = ({ person }: HeldPerson) =>
    ({ action: 'staff.suspended', from: standingOf(person), to: 'suspended' }) as const;
  const suspended = await takeAway(context, taking, event, async (tx, state, at) => {
    if (isLastAdministrator(state)) return conflict('last-administrator');
    const { id } = state.person;
    await tx.staff.update({
      where: { id },
      data: {
        disabledAt: at,
        version: { increment: 1 },
        tokenVersion: { increment: 1 },
        ...(isAdministrator(state) && { administratorUntil: at }),
      },
    });
    await endSessionsOf(tx, id, { at, cause: 'suspended', byId: taking.actor.id });
    await tx.staffLink.updateMany({ where: { staffId: id, usedAt: null, revokedAt: null }, data: { revokedAt: at } });
    return null;
  });
  // At once, and outside: whoever decides one of these this moment holds its row and waits for the person's.
  if (suspended.ok) await sweepApprovals(context, taking.staffId);
  return suspended;
}

/** Ends every session of somebody, who may sign in again. Refusals as of suspending, but for the last administrator. */
export const endSessions = (surroundings: Surroundings, taking: Taking): Promise<Result<null>> =>
  takeAway(surroundings, taking, { action: 'staff.sessions-ended' }, async (tx, { person: { id } }, at) => {
    await tx.staff.update({ where: { id }, data: { tokenVersion: { increment: 1 } } });
    await endSessionsOf(tx, id, { at, cause: 'by-hand', byId: taking.actor.id });
    return null;
  });

/** Ends one session of somebody. Refusals as of ending all, and `not-found` when it is none of theirs or has ended. */
export async function endOneSession(
  surroundings: Surroundings,
  { sessionId, ...taking }: Taking & { sessionId: string },
): Promise<Result<null>> {
  const session = await surroundings.db.staffSession.findFirst({ where: { id: sessionId, staffId: taking.staffId } });
  if (!session) return refuse({ kind: 'not-found' });
  const event = { action: 'staff.session-ended', sessionId, device: deviceText(session) } as const;
  return takeAway(surroundings, taking, event, async (tx, _state, at) => {
    const hasEnded = await endSession(tx, session, { at, cause: 'by-hand', byId: taking.actor.id });
    return hasEnded ? null : { kind: 'not-found' };
  });
}
