import 'server-only';
import type { Actor } from '@/lib/audit/record';
import type { PlatformAccount } from '@/lib/connections/account';
import type { SendingContext } from '@/lib/requests/operation';
import { sendRequest } from '@/lib/requests/send';
import type { Result, Sent } from '@/lib/result';
import { modifySubMerchantOperation, SUB_MERCHANT } from './operation';
import type { EditValues } from './schema';

export type ModifySubMerchant = {
  subMchid: string;
  /** The draft that is sent: its id and version are the deed's identity, so a second click meets the same request. */
  draft: { id: string; version: number };
  baseVersion: number;
  values: EditValues;
};

/**
 * Sends one edit (§4.1). Answers within two seconds with where it stands; what comes later is read from the request.
 * The draft is let go once the request is stored: from then on the request holds what was typed.
 */
export async function modifySubMerchant(
  context: SendingContext,
  account: PlatformAccount,
  actor: Extract<Actor, { kind: 'staff' }>,
  { subMchid, draft, baseVersion, values }: ModifySubMerchant,
): Promise<Result<Sent>> {
  return sendRequest(context, modifySubMerchantOperation, {
    account,
    actor,
    objectId: subMchid,
    input: { baseVersion, values },
    intent: `${SUB_MERCHANT} draft ${draft.id} ${draft.version}`,
  });
}
