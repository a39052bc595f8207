'use server';
import { z } from 'zod';
import { perform } from '@/lib/approvals/perform';
import { evidenceIds, reasonText } from '@/lib/approvals/view';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { confirmLate, discardLate } from './late';
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

const late = z.object({ connection: z.string(), requestId: z.uuid(), reason: reasonText });

/** Lets a call leave that had waited too long to do so by itself. */
export const confirmLateAction = defineAction({
  name: 'requests.confirm-late',
  permission: 'request:settle',
  input: late,
  run: ({ context, staff, account }, { requestId, reason }) =>
    confirmLate(context, { connectionId: account.connection.id, actor: actorOf(staff), requestId, reason }),
});

/** Ends a call that had waited too long, and of which nothing was ever taken. */
export const discardLateAction = defineAction({
  name: 'requests.discard-late',
  permission: 'request:settle',
  input: late,
  run: ({ context, staff, account }, { requestId, reason }) =>
    discardLate(context, { connectionId: account.connection.id, actor: actorOf(staff), requestId, reason }),
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
