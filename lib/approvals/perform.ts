import 'server-only';
import type { PlatformAccount } from '@/lib/connections/account';
import type { Result } from '@/lib/result';
import { refuse } from '@/lib/result';
import type { ApprovalContext, Deed, StaffActor } from './deed';
import type { CallBack } from './view';

/** What a person wants done. `intent` is one deed of one person: whoever comes with it again meets the same approval. */
export type Wanted = {
  account: PlatformAccount | null;
  actor: StaffActor;
  objectId: string;
  input: unknown;
  intent: string;
  /** Why, in the maker's words; the policy asks for it wherever it asks for a second person. */
  reason: string;
  /** Ids of uploaded files that prove it. */
  evidence?: readonly string[];
  callBack?: CallBack;
};

/** Done at once because the policy needs nobody else, or asked for. */
export type Performed = { kind: 'done'; value: unknown } | { kind: 'asked'; approvalId: string };

/**
 * Does a deed of our own now where the policy needs one person, or asks for its approval. Refusals of its own, all
 * `conflict`: `step-up-needed`, `reason-missing`, `evidence-missing`, `call-back-missing`, `daily-cap-reached`.
 */
export async function perform(_context: ApprovalContext, _deed: Deed, _wanted: Wanted): Promise<Result<Performed>> {
  return refuse({ kind: 'not-found' });
}
