'use server';
import { z } from 'zod';
import { perform } from '@/lib/approvals/perform';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { changePolicy } from './operation';
import { policyChange, policyReason } from './schema';

/** Asks for another row of the policy; the connection that the call names only says where the person stands. */
export const changePolicyAction = defineAction({
  name: changePolicy.name,
  permission: 'policy:manage',
  input: policyChange.safeExtend({
    connection: z.string(),
    /** One deed of one person: pressed twice, it is one. */
    intent: z.uuid(),
    reason: policyReason,
  }),
  run: ({ context, staff }, { key, row, intent, reason }) =>
    perform(context, changePolicy, { account: null, actor: actorOf(staff), objectId: key, input: row, intent, reason }),
});
