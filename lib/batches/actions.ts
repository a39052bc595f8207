'use server';
import { z } from 'zod';
import { perform } from '@/lib/approvals/perform';
import { reasonText } from '@/lib/approvals/view';
import { mayDo } from '@/lib/auth/permissions';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { refuse } from '@/lib/result';
import { beginName } from './begin';
import { discardBatch, lookAgain, saveSettings } from './draft';
import { batchActs } from './rules';
import { batchSettings } from './schema';
import { steerBatch } from './steer';

const oneBatch = z.object({ connection: z.string(), batchId: z.uuid() });

/** Keeps what all rows of a draft share, its pace and its name. */
export const saveBatchAction = defineAction({
  name: 'batches.save',
  permission: 'batch:run',
  input: oneBatch.extend(batchSettings.shape),
  run: ({ context, staff, account }, { connection: _, batchId, ...settings }) =>
    saveSettings(context, { account, actor: actorOf(staff) }, batchId, settings),
});

/** Looks at every row of a draft again, as things are now. */
export const lookAgainAction = defineAction({
  name: 'batches.look-again',
  permission: 'batch:run',
  input: oneBatch,
  run: ({ context, staff, account }, { batchId }) => lookAgain(context, { account, actor: actorOf(staff) }, batchId),
});

/** Throws a draft away. */
export const discardBatchAction = defineAction({
  name: 'batches.discard',
  permission: 'batch:run',
  input: oneBatch,
  run: ({ context, staff, account }, { batchId }) => discardBatch(context, { account, actor: actorOf(staff) }, batchId),
});

/** Asks for the approval of a frozen list, or begins it where the policy needs nobody else. */
export const beginBatchAction = defineAction({
  name: 'batches.begin',
  permission: 'batch:run',
  input: oneBatch.extend({
    kind: z.string().max(64),
    listSha256: z.string().length(64),
    version: z.number().int(),
    intent: z.uuid(),
    reason: reasonText,
  }),
  run: async ({ context, staff, account }, { batchId, kind, listSha256, version, intent, reason }) => {
    const deed = context.deed(beginName({ name: kind }));
    if (!deed) return refuse({ kind: 'not-found' });
    if (!mayDo(staff.permissions, deed.permission)) return refuse({ kind: 'forbidden', permission: deed.permission });
    const input = { listSha256, version };
    return perform(context, deed, { account, actor: actorOf(staff), objectId: batchId, input, intent, reason });
  },
});

/** Lets the rest go after the canary, pauses, resumes, stops, or takes up what is undecided. */
export const steerBatchAction = defineAction({
  name: 'batches.steer',
  permission: 'batch:run',
  input: oneBatch.extend({ deed: z.enum(batchActs).exclude(['begin']) }),
  run: ({ context, staff, account }, { batchId, deed }) =>
    steerBatch(context, { account, actor: actorOf(staff) }, batchId, deed),
});
