import 'server-only';
import { z } from 'zod';
import type { ApprovalContext } from '@/lib/approvals/deed';
import { askApproval } from '@/lib/approvals/perform';
import { callBack } from '@/lib/approvals/view';
import { callBackAbout } from '@/lib/approvals/write';
import type { StaffActor } from '@/lib/auth/staff';
import type { PlatformAccount } from '@/lib/connections/account';
import { payloadAbout } from '@/lib/requests/open';
import { offersOf } from '@/lib/requests/rules';
import { sendRequest } from '@/lib/requests/send';
import type { Result, Sent } from '@/lib/result';
import { refuse } from '@/lib/result';
import { modifyInput, modifySubMerchantOperation } from './operation';

const sentContent = z.object({ input: modifyInput });

/**
 * Sends the edit of a request whose sealed values the platform cannot open any more once again: a request of its own,
 * with a new key, sealed with the newest certificate. Only what was refused is sent anew: while an earlier try may have
 * had effect, a second key could apply the edit, and its H5 application, twice (docs/decisions/0010). Every rule of an edit
 * holds again; whoever comes twice meets the same successor.
 *
 * What the policy wants a second person for is approved anew, because other bytes leave: it is asked for with the reason
 * and the call-back of the first time, and none of those who made the old one approves the new one.
 *
 * Refusals of its own, both `conflict`: `not-to-be-sent-as-new`, and `content-not-held` once the stored content is purged.
 */
export async function sendAsNew(
  context: ApprovalContext,
  account: PlatformAccount,
  actor: StaffActor,
  requestId: string,
): Promise<Result<Sent | { approvalId: string }>> {
  const old = await context.db.platformRequest.findFirst({
    where: { id: requestId, connectionId: account.connection.id, operation: modifySubMerchantOperation.name },
  });
  if (!old) return refuse({ kind: 'not-found' });
  if (!offersOf(old).includes('send-as-new')) return refuse({ kind: 'conflict', rule: 'not-to-be-sent-as-new' });
  const content = sentContent.safeParse(old.payload && context.vault.openJson(old.payload, payloadAbout(old.id)));
  if (!content.success) return refuse({ kind: 'conflict', rule: 'content-not-held' });
  const wanted = {
    account,
    actor,
    objectId: old.objectId,
    input: content.data.input,
    intent: `${old.id} sent as new`,
    replaces: old,
  };
  const sent = await sendRequest(context, modifySubMerchantOperation, wanted);
  const isForTwo = !sent.ok && sent.refusal.kind === 'conflict' && sent.refusal.rule === 'approval-needed';
  const deed = context.deed(modifySubMerchantOperation.name);
  if (!isForTwo || !deed) return sent;
  const former = await context.db.approval.findFirst({ where: { request: { id: old.id } } });
  const called = former?.callBack
    ? callBack.safeParse(context.vault.openJson(former.callBack, callBackAbout(former.id)))
    : null;
  return askApproval(context, deed, {
    ...wanted,
    reason: former?.reason ?? old.reference,
    makers: [old.staffId, ...(former?.makers ?? [])],
    ...(called?.success && { callBack: called.data }),
  });
}
