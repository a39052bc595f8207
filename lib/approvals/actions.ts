'use server';
import { z } from 'zod';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { startOfDay } from '@/lib/i18n/day';
import { decide } from './decide';
import { delegate, endDelegation } from './delegations';
import { remind } from './remind';
import { reasonText, verdicts } from './view';

const connection = z.string();

/** Approves, declines, sends back or withdraws one approval. Who may is decided by its policy, not by a role alone. */
export const decideAction = defineAction({
  name: 'approvals.decide',
  permission: 'approval:read',
  input: z.object({
    connection,
    approvalId: z.uuid(),
    verdict: z.enum(verdicts),
    remark: reasonText,
    /** The seal that stood on the page. */
    seal: z.string().max(64),
  }),
  run: ({ context, staff, account }, { connection: _, ...decision }) =>
    decide(context, actorOf(staff), account.connection.id, decision),
});

/** Reminds the others of what waits. */
export const remindAction = defineAction({
  name: 'approvals.remind',
  permission: 'approval:read',
  input: z.object({ connection, approvalId: z.uuid() }),
  run: ({ context, staff, account }, { approvalId }) =>
    remind(context, actorOf(staff), account.connection.id, approvalId),
});

/** Hands one's approvals to somebody else from the first to the last of these days, in the reader's zone. */
export const delegateAction = defineAction({
  name: 'approvals.delegate',
  permission: 'approval:decide',
  input: z.object({ connection, toId: z.uuid(), startsOn: z.iso.date(), endsOn: z.iso.date() }),
  run: ({ context, staff }, { toId, startsOn, endsOn }) =>
    delegate(context, actorOf(staff), {
      toId,
      startsAt: startOfDay(startsOn, staff.timeZone),
      endsAt: startOfDay(endsOn, staff.timeZone, 1),
    }),
});

/** Takes them back. */
export const endDelegationAction = defineAction({
  name: 'approvals.end-delegation',
  permission: 'approval:decide',
  input: z.object({ connection, id: z.uuid() }),
  run: ({ context, staff }, { id }) => endDelegation(context, actorOf(staff), id),
});
