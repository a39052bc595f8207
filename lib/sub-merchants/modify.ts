import 'server-only';
import type { ApprovalContext } from '@/lib/approvals/deed';
import { askApproval } from '@/lib/approvals/perform';
import type { CallBackTyped } from '@/lib/approvals/view';
import type { Actor } from '@/lib/audit/record';
import type { PlatformAccount } from '@/lib/connections/account';
import { hasMovedOn } from '@/lib/drafts/drafts';
import type { SendingContext } from '@/lib/requests/operation';
import { sendRequest } from '@/lib/requests/send';
import type { Result, Sent } from '@/lib/result';
import { refuse } from '@/lib/result';
import type { ModifyInput } from './operation';
import { draftPlace, modifySubMerchantOperation, SUB_MERCHANT } from './operation';

/** The draft's id and version are the deed's identity, so that a second click meets the same request. */
export type ModifySubMerchant = ModifyInput & { subMchid: string };

/**
 * Sends one edit (§4.1). Answers within two seconds with where it stands; what comes later is read from the request.
 * A draft that another tab has saved since is not sent (`draft-moved`); it is let go once the platform accepted it.
 */
export async function modifySubMerchant(
  context: SendingContext,
  account: PlatformAccount,
  actor: Extract<Actor, { kind: 'staff' }>,
  { subMchid, draft, baseVersion, values }: ModifySubMerchant,
): Promise<Result<Sent>> {
  if (await hasMovedOn(context.db, draftPlace(account.connection.id, subMchid, actor.id), draft))
    return refuse({ kind: 'conflict', rule: 'draft-moved' });
  return sendRequest(context, modifySubMerchantOperation, {
    account,
    actor,
    objectId: subMchid,
    input: { baseVersion, draft, values },
    intent: intentOf(draft),
  });
}

const intentOf = (draft: ModifyInput['draft']) => `${SUB_MERCHANT} draft ${draft.id} ${draft.version}`;

/** What goes with an edit that a second person looks at. */
export type EditForApproval = ModifySubMerchant & { reason: string; callBack?: CallBackTyped | undefined };

/**
 * Asks for the approval of one edit (features row 74): the exact bytes are built now and leave once they are approved. The
 * draft stays; any newer version of it voids what was asked for.
 */
export async function askToModify(
  context: ApprovalContext,
  account: PlatformAccount,
  actor: Extract<Actor, { kind: 'staff' }>,
  { subMchid, draft, baseVersion, values, reason, callBack }: EditForApproval,
): Promise<Result<{ approvalId: string }>> {
  if (await hasMovedOn(context.db, draftPlace(account.connection.id, subMchid, actor.id), draft))
    return refuse({ kind: 'conflict', rule: 'draft-moved' });
  const deed = context.deed(modifySubMerchantOperation.name);
  if (!deed) return refuse({ kind: 'not-found' });
  return askApproval(context, deed, {
    account,
    actor,
    objectId: subMchid,
    input: { baseVersion, draft, values },
    intent: intentOf(draft),
    reason,
    callBack,
  });
}
