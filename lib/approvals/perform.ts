import 'server-only';
import { recordAudit } from '@/lib/audit/record';
import { isUniqueViolation } from '@/lib/db/client';
import { holdDraft, movedDraft } from '@/lib/drafts/drafts';
import { makerHindrance } from '@/lib/policies/maker';
import { ruleInForce } from '@/lib/policies/policies';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { announceApproval } from './announce';
import type { About, ApprovalContext, Deed, Wanted } from './deed';
import { NotCarriedOut } from './deed';
import type { Performed } from './view';
import { meetAsked, writeApproval } from './write';

/**
 * Does a deed of our own now where the policy needs nobody else, or asks for its approval, sealed over its exact content
 * (features row 74). Refusals of its own: `conflict` with `step-up-needed` or `daily-cap-reached`, and `invalid` for a
 * reason, evidence or call-back that is missing.
 */
export const perform = (context: ApprovalContext, deed: Deed, wanted: Wanted): Promise<Result<Performed>> =>
  performWith(context, deed, wanted, 0);

/**
 * Asks for the approval of a deed and changes nothing else. Where the policy needs nobody else it may be asked for all the
 * same: one other person then looks at it.
 */
export async function askApproval(
  context: ApprovalContext,
  deed: Deed,
  wanted: Wanted,
): Promise<Result<{ approvalId: string }>> {
  const performed = await performWith(context, deed, wanted, 1);
  if (!performed.ok) return performed;
  if (performed.value.kind === 'done') throw new Error(`${deed.name} was done although somebody was to look at it`);
  return ok({ approvalId: performed.value.approvalId });
}

/** `leastNeeded`: how many others look at it, whatever the policy says. */
async function performWith(
  context: ApprovalContext,
  deed: Deed,
  wanted: Wanted,
  leastNeeded: number,
): Promise<Result<Performed>> {
  const about: About = { context, account: wanted.account, actor: wanted.actor, at: context.now() };
  const { actor, at } = about;
  try {
    const { performed, afterCommit } = await context.db.$transaction(async (tx) => {
      if (wanted.draft && !(await holdDraft(tx, wanted.draft))) throw new NotCarriedOut(movedDraft);
      const met = await meetAsked(tx, about, deed, wanted);
      if (met) return { performed: { kind: 'asked', approvalId: met.id } as Performed, afterCommit: () => {} };
      const prepared = await deed.prepare(tx, about, wanted.objectId, wanted.input);
      if (!prepared.ok) throw new NotCarriedOut(prepared.refusal);
      const inForce = await ruleInForce(tx, prepared.value.policyKeys, actor, at);
      const hindrance = await makerHindrance(tx, inForce, actor, at);
      if (hindrance) throw new NotCarriedOut(hindrance);
      const needed = Math.max(leastNeeded, inForce.needed);
      if (needed > 0) {
        const written = await writeApproval(tx, about, deed, prepared.value, wanted, { ...inForce, needed });
        if (!written.ok) throw new NotCarriedOut(written.refusal);
        const approval = written.value;
        const performed: Performed = { kind: 'asked', approvalId: approval.id };
        return { performed, afterCommit: () => announceApproval(context, approval) };
      }
      const { intent, reason } = wanted;
      const done = await deed.carryOut(tx, about, {
        ...prepared.value,
        intent,
        reason,
        approvalId: null,
        replaces: wanted.replaces ?? null,
      });
      if (inForce.isFirstDays) {
        const { kind, id, name } = prepared.value.object;
        await recordAudit(tx, {
          actor,
          at,
          connectionId: wanted.account?.connection.id ?? null,
          object: { kind, id, name },
          event: { action: 'approval.single-administrator', deed: deed.name },
          reason: reason.trim(),
        });
      }
      return { performed: { kind: 'done', value: done.value } as Performed, afterCommit: done.afterCommit };
    });
    afterCommit();
    return ok(performed);
  } catch (error) {
    if (error instanceof NotCarriedOut) return refuse(error.refusal);
    // Two came at once with the same intent: the other meets what the first wrote.
    if (isUniqueViolation(error)) {
      const met = await meetAsked(context.db, about, deed, wanted);
      return met ? ok({ kind: 'asked', approvalId: met.id }) : refuse({ kind: 'conflict', rule: 'asked-at-once' });
    }
    throw error;
  }
}
