import 'server-only';
import { askDraft } from '@/lib/approvals/ask-draft';
import type { ApprovalContext } from '@/lib/approvals/deed';
import type { CallBackTyped } from '@/lib/approvals/view';
import type { StaffActor } from '@/lib/auth/staff';
import type { PlatformAccount } from '@/lib/connections/account';
import type { SendingContext } from '@/lib/requests/operation';
import { sendDraft } from '@/lib/requests/send-draft';
import type { Result, Sent } from '@/lib/result';
import type { ModifyInput } from './operation';
import { draftPlace, modifySubMerchantOperation, SUB_MERCHANT } from './operation';

export type ModifySubMerchant = ModifyInput & { subMchid: string };

/** Sends one edit (§4.1). */
export const modifySubMerchant = (
  context: SendingContext,
  account: PlatformAccount,
  actor: StaffActor,
  { subMchid, draft, baseVersion, values }: ModifySubMerchant,
): Promise<Result<Sent>> =>
  sendDraft(context, modifySubMerchantOperation, draftPlace(account.connection.id, subMchid, actor.id), {
    account,
    actor,
    objectKind: SUB_MERCHANT,
    objectId: subMchid,
    input: { baseVersion, draft, values },
  });

/** What goes with an edit that a second person looks at. */
export type EditForApproval = ModifySubMerchant & { reason: string; callBack?: CallBackTyped | undefined };

/** Asks for the approval of one edit. */
export const askToModify = (
  context: ApprovalContext,
  account: PlatformAccount,
  actor: StaffActor,
  { subMchid, draft, baseVersion, values, reason, callBack }: EditForApproval,
): Promise<Result<{ approvalId: string }>> =>
  askDraft(context, modifySubMerchantOperation.name, draftPlace(account.connection.id, subMchid, actor.id), {
    account,
    actor,
    objectKind: SUB_MERCHANT,
    objectId: subMchid,
    input: { baseVersion, draft, values },
    reason,
    callBack,
  });
