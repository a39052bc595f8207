'use server';
import { z } from 'zod';
import { perform } from '@/lib/approvals/perform';
import { evidenceIds, reasonText } from '@/lib/approvals/view';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { repeatNow } from './repeat';
import { settleInput, settleRequest } from './settle-deed';

/** Sends the stored bytes of a waiting or unknown request again, now. */
export const repeatRequestAction = defineAction({
  name: 'requests.repeat',
  permission: 'request:settle',
  input: z.object({ connection: z.string(), requestId: z.uuid() }),
  run: ({ context, staff, account }, { requestId }) =>
    repeatNow(context, actorOf(staff), account.connection.id, requestId),
});

/** Asks for the settling of an unknown outcome by evidence. */
export const settleRequestAction = defineAction({
  name: settleRequest.name,
  permission: settleRequest.permission,
  input: settleInput.extend({
    connection: z.string(),
    requestId: z.uuid(),
    intent: z.uuid(),
    reason: reasonText,
    evidence: evidenceIds,
  }),
  run: ({ context, staff, account }, { requestId, outcome, intent, reason, evidence }) =>
    perform(context, settleRequest, {
      account,
      actor: actorOf(staff),
      objectId: requestId,
      input: { outcome },
      intent,
      reason,
      evidence,
    }),
});
