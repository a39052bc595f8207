'use server';
import { z } from 'zod';
import { perform } from '@/lib/approvals/perform';
import { reasonText } from '@/lib/approvals/view';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { changeRetention, liftHold, placeHold } from './operation';
import { holdId } from './rules';
import { holdInput, retentionChange, retentionKind } from './schema';

const asked = { connection: z.string(), intent: z.uuid(), reason: reasonText };

/** Asks for another number of days; a second administrator agrees. */
export const changeRetentionAction = defineAction({
  name: 'retention.change',
  permission: 'policy:manage',
  input: retentionChange.extend({ ...asked, kind: retentionKind }),
  run: ({ context, staff }, { kind, days, intent, reason }) =>
    perform(context, changeRetention, {
      account: null,
      actor: actorOf(staff),
      objectId: kind,
      input: { days },
      intent,
      reason,
    }),
});

/** Asks for a legal hold on a record; an administrator agrees. */
export const placeHoldAction = defineAction({
  name: 'hold.place',
  permission: 'hold:ask',
  input: holdInput.safeExtend(asked),
  run: ({ context, staff, account }, { kind, id, intent, reason }) =>
    perform(context, placeHold, {
      account,
      actor: actorOf(staff),
      objectId: holdId({ kind, id }),
      input: { kind, id },
      intent,
      reason,
    }),
});

/** Asks for the end of a legal hold; an administrator agrees. */
export const liftHoldAction = defineAction({
  name: 'hold.lift',
  permission: 'hold:ask',
  input: holdInput.safeExtend(asked),
  run: ({ context, staff, account }, { kind, id, intent, reason }) =>
    perform(context, liftHold, {
      account,
      actor: actorOf(staff),
      objectId: holdId({ kind, id }),
      input: { kind, id },
      intent,
      reason,
    }),
});
