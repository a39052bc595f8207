import 'server-only';
import { recordAudit } from '@/lib/audit/record';
import type { PlatformAccount } from '@/lib/connections/account';
import { isUniqueViolation } from '@/lib/db/client';
import { makerHindrance } from '@/lib/policies/maker';
import { ruleInForce } from '@/lib/policies/policies';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { announceApproval } from './announce';
import type { About, ApprovalContext, Deed, StaffActor } from './deed';
import { NotCarriedOut } from './deed';
import type { CallBackTyped } from './view';
import { meetAsked, writeApproval } from './write';

/** What a person wants done. `intent` is one deed of one person: whoever comes with it again meets the same approval. */
export type Wanted = {
  account: PlatformAccount | null;
  actor: StaffActor;
  objectId: string;
  input: unknown;
  intent: string;
  /** Why, in the maker's words; asked for wherever a second person is. */
  reason: string;
  /** Ids of uploaded files that prove it. */
  evidence?: readonly string[];
  callBack?: CallBackTyped | undefined;
  /** Others who made it: they approve it no more than the one who asks. */
  makers?: readonly string[];
  /** The refused request whose content it sends anew. */
  replaces?: { id: string; reference: string };
};

/** Done at once because the policy needs nobody else, or asked for. */
export type Performed = { kind: 'done'; value: unknown } | { kind: 'asked'; approvalId: string };

/**
 * Does a deed of our own now where the policy needs nobody else, or asks for its approval. Refusals of its own: `conflict`
 * with `step-up-needed` or `daily-cap-reached`, and `invalid` for a reason, evidence or call-back that is missing.
 */
export async function perform(context: ApprovalContext, deed: Deed, wanted: Wanted): Promise<Result<Performed>> {
  const about: About = { context, account: wanted.account, actor: wanted.actor, at: context.now() };
  const { actor, at } = about;
  try {
    const { performed, afterCommit } = await context.db.$transaction(async (tx) => {
      const met = await meetAsked(tx, wanted.intent);
      if (met) return { performed: { kind: 'asked', approvalId: met.id } as Performed, afterCommit: () => {} };
      const prepared = await deed.prepare(tx, about, wanted.objectId, wanted.input);
      if (!prepared.ok) throw new NotCarriedOut(prepared.refusal);
      const inForce = await ruleInForce(tx, prepared.value.policyKeys, actor);
      const hindrance = await makerHindrance(tx, inForce.rule, deed.name, about.actor, about.at);
      if (hindrance) throw new NotCarriedOut(hindrance);
      if (inForce.needed > 0) {
        const written = await writeApproval(tx, about, deed, prepared.value, wanted, inForce);
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
          reason: reason.trim() === '' ? null : reason.trim(),
        });
      }
      return { performed: { kind: 'done', value: done.value } as Performed, afterCommit: done.afterCommit };
    });
    afterCommit();
    return ok(performed);
  } catch (error) {
    if (error instanceof NotCarriedOut) return refuse(error.refusal);
    if (isUniqueViolation(error)) {
      const met = await meetAsked(context.db, wanted.intent);
      return met ? ok({ kind: 'asked', approvalId: met.id }) : refuse({ kind: 'conflict', rule: 'asked-at-once' });
    }
    throw error;
  }
}
