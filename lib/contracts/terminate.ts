import 'server-only';
import type { ApprovalContext, StaffActor } from '@/lib/approvals/deed';
import { askApproval } from '@/lib/approvals/perform';
import type { PlatformAccount } from '@/lib/connections/account';
import { sendRequest } from '@/lib/requests/send';
import type { Result, Sent } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { terminateContractOperation } from './operation';
import { tailOf } from './rules';
import type { TerminateInput } from './schema';

/** What became of the press of the button: it was sent, or it waits for a second person. */
export type Terminated = { kind: 'done'; value: Sent } | { kind: 'asked'; approvalId: string };

export type TerminateContract = TerminateInput & {
  contractId: string;
  /** The end of the number as it was typed: proof that this contract is meant. */
  tail: string;
  /** One deed of one person: pressed twice, it is one. */
  intent: string;
  /** For whoever approves it; the note where nothing else is said. */
  reason: string;
};

/** Ends one contract (§4.3), or asks for the approval of it where the policy wants a second person. */
export async function terminateContract(
  context: ApprovalContext,
  account: PlatformAccount,
  actor: StaffActor,
  { contractId, tail, intent: deed, reason, ...input }: TerminateContract,
): Promise<Result<Terminated>> {
  if (tail.trim() !== tailOf(contractId))
    return refuse({ kind: 'invalid', issues: [{ path: 'tail', rule: 'wrong-tail' }] });
  const wanted = { account, actor, objectId: contractId, input, intent: `contract ${deed}` };
  const sent = await sendRequest(context, terminateContractOperation, wanted);
  if (sent.ok) return ok({ kind: 'done', value: sent.value });
  const needsOthers = sent.refusal.kind === 'conflict' && sent.refusal.rule === 'approval-needed';
  const asked = context.deed(terminateContractOperation.name);
  if (!needsOthers || !asked) return sent;
  const why = reason.trim() === '' ? input.values.termination_note : reason;
  const performed = await askApproval(context, asked, { ...wanted, reason: why });
  return performed.ok ? ok({ kind: 'asked', approvalId: performed.value.approvalId }) : performed;
}
