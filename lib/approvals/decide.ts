import 'server-only';
import { z } from 'zod';
import { recordAudit } from '@/lib/audit/record';
import type { RoleTable } from '@/lib/auth/permissions';
import { mayDo, reaches } from '@/lib/auth/permissions';
import type { RightsRow } from '@/lib/auth/roles';
import { loadRoles, rightsOf } from '@/lib/auth/roles';
import { holdStanding } from '@/lib/auth/staff';
import type { Tx } from '@/lib/db/client';
import type { Approval, Emergency } from '@/lib/db/generated/client';
import { isUuid } from '@/lib/db/uuid';
import { noteUse, standingOf } from '@/lib/emergencies/emergencies';
import { isReached } from '@/lib/emergencies/rules';
import { isProven } from '@/lib/policies/rules';
import { launch } from '@/lib/requests/send';
import { change } from '@/lib/requests/view';
import type { Refusal, Result, Sent } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { announceApproval } from './announce';
import type { About, ApprovalContext, CarriedOut, StaffActor } from './deed';
import { NotCarriedOut } from './deed';
import { delegatedFrom } from './delegations';
import { sealedPolicy } from './sealed-policy';
import type { ApprovalState, Verdict, VoidCause } from './view';
import { passingRules } from './view';
import { ceasingOf, countWords, giverSelect } from './words';
import type { Standing } from './write';
import { examine, lockApproval, makerOf, subjectOf, voidApproval } from './write';

const HOUR_MS = 60 * 60 * 1000;

/** A word about one approval. `seal` is the one that stood on the page: who saw something else decides nothing. */
export type Decision = { approvalId: string; verdict: Verdict; remark: string; seal: string };

/** Where the approval stands after it, and the request that it let leave. */
export type Decided = { state: ApprovalState; sent: Sent | null };

/** What stays of a transaction, whatever it answers: a refused attempt is an entry in the trail too. */
type Kept = { refusal: Refusal } | { state: ApprovalState; carried: CarriedOut | null };

/**
 * Approves, declines, sends back or withdraws (screens 16). The last approval that was needed carries the deed out in the
 * same transaction, after everything was looked at again: seal, record version, draft, policy, expiry, our rules, and
 * whether those who approved before still may.
 *
 * Refusals are `conflict`: `approval-over`, `approval-void` (with its cause), `own-approval`, `not-an-approver`,
 * `approved-already`, `other-content`, `step-up-needed`, and what the deed itself says; `invalid` for a missing remark.
 */
export async function decide(
  context: ApprovalContext,
  actor: StaffActor,
  connectionId: string,
  decision: Decision,
): Promise<Result<Decided>> {
  const { approvalId } = decision;
  if (!isUuid(approvalId)) return refuse({ kind: 'not-found' });
  try {
    const { row, kept } = await context.db.$transaction(async (tx) => {
      await holdStanding(tx);
      const row = await lockApproval(tx, approvalId);
      if (!row || (row.connectionId !== null && row.connectionId !== connectionId))
        throw new NotCarriedOut({ kind: 'not-found' });
      return { row, kept: await weigh(tx, context, row, actor, decision) };
    });
    announceApproval(context, row);
    if ('refusal' in kept) return refuse(kept.refusal);
    kept.carried?.afterCommit();
    const request = kept.carried?.request ?? null;
    const sent = request && (await launch(context, request.id, request.tryNumber));
    return ok({ state: kept.state, sent });
  } catch (error) {
    if (error instanceof NotCarriedOut) return refuse(error.refusal);
    throw error;
  }
}

const conflict = (rule: string, params?: Record<string, string | number>): { refusal: Refusal } => ({
  refusal: { kind: 'conflict', rule, ...(params && { params }) },
});

async function weigh(
  tx: Tx,
  context: ApprovalContext,
  row: Approval,
  actor: StaffActor,
  decision: Decision,
): Promise<Kept> {
  const at = context.now();
  const [self, table] = [
    await tx.staff.findUnique({ where: { id: actor.id }, select: giverSelect }),
    await loadRoles(tx),
  ];
  // What belongs to no connection is there for nobody who is limited to some.
  if (self && !reaches(rightsOf(self, table), row.connectionId)) return { refusal: { kind: 'not-found' } };
  const { verdict, seal } = decision;
  const remark = decision.remark.trim();
  if (row.state !== 'pending' && !(row.state === 'approved' && verdict === 'withdraw'))
    return conflict('approval-over', { state: row.state });
  const maker = await makerOf(tx, row);
  const standing = await examine(tx, context, row, maker, at);
  if (standing.cause !== null) return endVoid(tx, row, standing.cause, actor, at);
  if (verdict !== 'approve' && verdict !== 'withdraw' && remark === '')
    return { refusal: { kind: 'invalid', issues: [{ path: 'remark', rule: 'required' }] } };
  const policy = sealedPolicy(row);
  const { counted: given } = await countWords(tx, row, at);
  const mayDecide = self !== null && ceasingOf(row, self, table) === null;
  if (verdict === 'withdraw') {
    // During a cool-off whoever could have approved may still stop it.
    const mayStop = row.state === 'approved' && mayDecide;
    if (!row.makers.includes(actor.id) && !mayStop) return attempt(tx, row, actor, 'not-the-maker', at);
    await record(tx, row, actor, verdict, remark, at, 0);
    return end(tx, row, 'withdrawn', at);
  }
  if (row.makers.includes(actor.id)) {
    const emergency = verdict === 'approve' ? await emergencyFor(tx, row, actor, self, table, at) : null;
    if (emergency === null) return attempt(tx, row, actor, 'own-approval', at);
    if (seal !== row.seal) return attempt(tx, row, actor, 'other-content', at);
    if (!isProven(actor.confirmedAt, at)) return conflict('step-up-needed');
    await noteUse(tx, emergency, row, actor, at);
    await record(tx, row, actor, verdict, remark, at, given.length + 1);
    return carry(tx, context, row, standing, maker, actor, at);
  }
  if (!mayDecide) return attempt(tx, row, actor, 'not-an-approver', at);
  if (seal !== row.seal) return attempt(tx, row, actor, 'other-content', at);
  if (policy.stepUp !== 'none' && !isProven(actor.confirmedAt, at)) return conflict('step-up-needed');
  if (verdict !== 'approve') {
    await record(tx, row, actor, verdict, remark, at, given.length);
    return end(tx, row, verdict === 'decline' ? 'declined' : 'sent-back', at);
  }
  if (given.some(({ staffId }) => staffId === actor.id)) return conflict('approved-already');
  await record(tx, row, actor, verdict, remark, at, given.length + 1);
  if (given.length + 1 < policy.needed) return { state: 'pending', carried: null };
  if (policy.coolOffHours > 0) {
    const notBefore = new Date(at.getTime() + policy.coolOffHours * HOUR_MS);
    await tx.approval.update({ where: { id: row.id }, data: { state: 'approved', decidedAt: at, notBefore } });
    return { state: 'approved', carried: null };
  }
  return carry(tx, context, row, standing, maker, actor, at);
}

/** The emergency in which this maker may approve their own request alone, or null (docs/decisions/0027). */
async function emergencyFor(
  tx: Tx,
  row: Approval,
  actor: StaffActor,
  self: (RightsRow & { disabledAt: Date | null }) | null,
  table: RoleTable,
  at: Date,
): Promise<Emergency | null> {
  if (!self || self.disabledAt !== null || !isReached(row.policyKeys)) return null;
  if (!mayDo(rightsOf(self, table).permissions, 'emergency:begin')) return null;
  return standingOf(tx, { connectionId: row.connectionId, staffId: actor.id, at });
}

/** Carries an approved deed out, or ends it where that is no longer possible. What may pass is thrown: nothing is written. */
export async function carry(
  tx: Tx,
  context: ApprovalContext,
  row: Approval,
  { deed, approved }: Extract<Standing, { cause: null }>,
  maker: StaffActor,
  by: StaffActor | { kind: 'system'; name: string },
  at: Date,
): Promise<Kept> {
  const about: About = {
    context,
    account: row.connectionId === null ? null : context.account(row.connectionId),
    actor: { ...maker, approval: { id: row.id, reason: row.reason } },
    at,
  };
  const carried = await deed.carryOut(tx, about, approved).catch((error: unknown) => {
    if (error instanceof NotCarriedOut && !isPassing(error.refusal)) return error.refusal;
    throw error;
  });
  if ('kind' in carried) return endVoid(tx, row, voidCauseOf(carried), by, at);
  await tx.approval.update({
    where: { id: row.id },
    data: { state: 'carried-out', decidedAt: row.decidedAt ?? at, carriedOutAt: at },
  });
  await recordAudit(tx, {
    actor: by,
    at,
    ...subjectOf(row),
    event: { action: 'approval.carried-out', approvalId: row.id, deed: row.deed, seal: row.seal },
    requestId: carried.request?.id ?? null,
    reason: row.reason,
  });
  return { state: 'carried-out', carried };
}

const isPassing = (objection: Refusal) => objection.kind === 'conflict' && passingRules.includes(objection.rule);

function voidCauseOf(objection: Refusal): VoidCause {
  if (objection.kind === 'conflict' && objection.rule === 'record-moved') return 'record-moved';
  if (objection.kind === 'conflict' && objection.rule === 'seal-outdated') return 'seal-outdated';
  if (objection.kind === 'conflict' && objection.rule === 'policy-changed') return 'policy-changed';
  return 'not-possible';
}

async function endVoid(
  tx: Tx,
  row: Approval,
  cause: VoidCause,
  by: StaffActor | { kind: 'system'; name: string },
  at: Date,
): Promise<Kept> {
  await voidApproval(tx, row, cause, by, at);
  return conflict('approval-void', { cause });
}

async function end(tx: Tx, row: Approval, state: ApprovalState, at: Date): Promise<Kept> {
  await tx.approval.update({ where: { id: row.id }, data: { state, decidedAt: at, notBefore: null } });
  return { state, carried: null };
}

/** A refused attempt changes nothing and is an entry all the same. */
async function attempt(tx: Tx, row: Approval, actor: StaffActor, cause: string, at: Date): Promise<Kept> {
  await recordAudit(tx, {
    actor,
    at,
    ...subjectOf(row),
    event: { action: 'approval.attempt-refused', approvalId: row.id, deed: row.deed, seal: row.seal, cause },
  });
  return conflict(cause);
}

/** The word itself: with the seal and the values that stood on the page, for whoever asks what the checker saw. */
async function record(
  tx: Tx,
  row: Approval,
  actor: StaffActor,
  verdict: Verdict,
  remark: string,
  at: Date,
  given: number,
): Promise<void> {
  const onBehalfOf = await delegatedFrom(tx, row, actor, at);
  await tx.approvalDecision.create({
    data: {
      approvalId: row.id,
      staffId: actor.id,
      verdict,
      onBehalfOf,
      remark: remark === '' ? null : remark,
      seal: row.seal,
      at,
    },
  });
  await recordAudit(tx, {
    actor,
    at,
    ...subjectOf(row),
    event: {
      action: 'approval.decided',
      approvalId: row.id,
      deed: row.deed,
      verdict,
      seal: row.seal,
      given,
      needed: sealedPolicy(row).needed,
      onBehalfOf,
      changes: z.array(change).parse(row.changes),
    },
    reason: remark,
  });
}
