import 'server-only';
import { askDraft } from '@/lib/approvals/ask-draft';
import type { ApprovalContext } from '@/lib/approvals/deed';
import type { StaffActor } from '@/lib/auth/staff';
import type { PlatformAccount } from '@/lib/connections/account';
import type { SendingContext } from '@/lib/requests/operation';
import { sendDraft } from '@/lib/requests/send-draft';
import type { Result, Sent } from '@/lib/result';
import { APPLICATION, fixDraftPlace, modifyApplicationOperation } from './operation';
import type { FixInput } from './schema';

/** Answers one rejection (§4.2). */
export const modifyApplication = (
  context: SendingContext,
  account: PlatformAccount,
  actor: StaffActor,
  { applymentId, ...input }: FixInput & { applymentId: string },
): Promise<Result<Sent>> =>
  sendDraft(context, modifyApplicationOperation, fixDraftPlace(account.connection.id, applymentId, actor.id), {
    account,
    actor,
    objectKind: APPLICATION,
    objectId: applymentId,
    input,
  });

/** Asks for the approval of one answer, where the policy wants two people for it. */
export const askToModifyApplication = (
  context: ApprovalContext,
  account: PlatformAccount,
  actor: StaffActor,
  { applymentId, reason, ...input }: FixInput & { applymentId: string; reason: string },
): Promise<Result<{ approvalId: string }>> =>
  askDraft(context, modifyApplicationOperation.name, fixDraftPlace(account.connection.id, applymentId, actor.id), {
    account,
    actor,
    objectKind: APPLICATION,
    objectId: applymentId,
    input,
    reason,
  });
