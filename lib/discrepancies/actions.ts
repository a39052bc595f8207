'use server';
import { z } from 'zod';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { storable } from '@/lib/db/storable';
import { change } from '@/lib/requests/view';
import { settleDiscrepancy } from './settle';

const reason = z.string().max(4096).transform(storable);

/** Settles one difference between what we hold and what we were told. */
export const settleDiscrepancyAction = defineAction({
  name: 'discrepancies.settle',
  permission: 'discrepancy:settle',
  input: z.object({
    connection: z.string(),
    discrepancyId: z.uuid(),
    deed: z.discriminatedUnion('resolution', [
      z.object({ resolution: z.literal('theirs'), shown: z.array(change).max(20) }),
      z.object({ resolution: z.literal('ours'), reason }),
      z.object({ resolution: z.literal('accepted'), reason, until: z.string().max(10) }),
    ]),
  }),
  run: ({ context, staff, account }, { discrepancyId, deed }) =>
    settleDiscrepancy(
      context,
      { actor: actorOf(staff), timeZone: staff.timeZone },
      account.connection.id,
      discrepancyId,
      deed,
    ),
});
