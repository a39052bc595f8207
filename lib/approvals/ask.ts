import 'server-only';
import { isUniqueViolation } from '@/lib/db/client';
import type { Approval } from '@/lib/db/generated/client';
import { makerHindrance } from '@/lib/policies/maker';
import { ruleInForce } from '@/lib/policies/policies';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { announceApproval } from './announce';
import type { About, ApprovalContext, Deed, Wanted } from './deed';
import { NotCarriedOut } from './deed';
import { meetAsked, writeApproval } from './write';

/**
 * Asks for the approval of a deed, sealed over its exact content (features row 74), and changes nothing else. Where the
 * policy needs nobody else it may be asked for all the same: one other person then looks at it.
 */
export async function askApproval(context: ApprovalContext, deed: Deed, wanted: Wanted): Promise<Result<Approval>> {
  const about: About = { context, account: wanted.account, actor: wanted.actor, at: context.now() };
  try {
    const asked = await context.db.$transaction(async (tx) => {
      const met = await meetAsked(tx, wanted.intent);
      if (met) return met;
      const prepared = await deed.prepare(tx, about, wanted.objectId, wanted.input);
      if (!prepared.ok) throw new NotCarriedOut(prepared.refusal);
      const inForce = await ruleInForce(tx, prepared.value.policyKeys, wanted.actor);
      const hindrance = await makerHindrance(tx, inForce.rule, deed.name, about.actor, about.at);
      if (hindrance) throw new NotCarriedOut(hindrance);
      const needed = Math.max(1, inForce.needed);
      const written = await writeApproval(tx, about, deed, prepared.value, wanted, { ...inForce, needed });
      if (!written.ok) throw new NotCarriedOut(written.refusal);
      return written.value;
    });
    announceApproval(context, asked);
    return ok(asked);
  } catch (error) {
    if (error instanceof NotCarriedOut) return refuse(error.refusal);
    // Two came at once with the same intent: the other meets what the first wrote.
    if (isUniqueViolation(error)) {
      const met = await meetAsked(context.db, wanted.intent);
      return met ? ok(met) : refuse({ kind: 'conflict', rule: 'asked-at-once' });
    }
    throw error;
  }
}
