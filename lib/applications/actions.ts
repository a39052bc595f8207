'use server';
import { z } from 'zod';
import { perform } from '@/lib/approvals/perform';
import { evidenceIds, reasonText } from '@/lib/approvals/view';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { ok, refuse } from '@/lib/result';
import { causes } from './causes';
import { askToModifyApplication, modifyApplication } from './modify';
import { writePenalty } from './penalty';
import { readApplication } from './read';
import { recordApplication } from './record-deed';
import { fixInput, penaltyInput, recordApplicationInput } from './schema';
import { tagCauses } from './tag';

const applymentId = z.string().regex(/^\d{1,32}$/);

const oneFix = fixInput.extend({
  connection: z.string(),
  applymentId,
  /** Whose form this is: nobody sends what somebody else typed before signing out. */
  openedBy: z.uuid(),
});

/** Sends one answer to a rejection (§4.2). */
export const modifyApplicationAction = defineAction({
  name: 'applications.modify',
  permission: 'application:modify',
  input: oneFix,
  run: async ({ context, staff, account }, { openedBy, connection: _, ...input }) =>
    openedBy === staff.id ? modifyApplication(context, account, actorOf(staff), input) : refuse({ kind: 'signed-out' }),
});

/** Asks for the approval of one answer; nothing leaves before it is given. */
export const askToModifyApplicationAction = defineAction({
  name: 'applications.ask-to-modify',
  permission: 'application:modify',
  input: oneFix.extend({ reason: reasonText }),
  run: async ({ context, staff, account }, { openedBy, connection: _, ...input }) =>
    openedBy === staff.id
      ? askToModifyApplication(context, account, actorOf(staff), input)
      : refuse({ kind: 'signed-out' }),
});

/** Reads one application from the platform, where reading is on; with `subMchid`, one whose number we do not know yet. */
export const readApplicationAction = defineAction({
  name: 'applications.read',
  permission: 'application:modify',
  input: z.object({
    connection: z.string(),
    applymentId,
    subMchid: z.string().min(1).max(32).nullable(),
  }),
  run: async ({ context, staff, account }, { applymentId, subMchid }) => {
    const read = await readApplication(context, account, actorOf(staff), { applymentId, subMchid });
    return read.ok ? ok({ changes: read.value.changes.map(({ path }) => path), notOpened: [] as string[] }) : read;
  },
});

/** Says why an attempt was rejected, so that cases of the same cause are found. */
export const tagCausesAction = defineAction({
  name: 'applications.tag-causes',
  permission: 'application:modify',
  input: z.object({ connection: z.string(), attemptId: z.uuid(), tagged: z.array(z.enum(causes)).max(causes.length) }),
  run: async ({ context, staff, account }, { attemptId, tagged }) => {
    const done = await tagCauses(context, account.connection.id, actorOf(staff), { attemptId, tagged });
    if (done.ok) context.publish(account.connection.id, 'applications', []);
    return done;
  },
});

/** Asks for the recording of an application that staff saw at the platform: its number, or its state. */
export const recordApplicationAction = defineAction({
  name: recordApplication.name,
  permission: recordApplication.permission,
  input: recordApplicationInput.extend({
    connection: z.string(),
    applymentId,
    intent: z.uuid(),
    reason: reasonText,
    evidence: evidenceIds,
  }),
  run: ({ context, staff, account }, { connection: _, applymentId, intent, reason, evidence, ...input }) =>
    perform(context, recordApplication, {
      account,
      actor: actorOf(staff),
      objectId: applymentId,
      input,
      intent,
      reason,
      evidence,
    }),
});

/** Writes to the penalty case of one sub-merchant, and opens it with the first word. */
export const writePenaltyAction = defineAction({
  name: 'penalties.write',
  permission: 'application:modify',
  input: penaltyInput.extend({ connection: z.string() }),
  run: ({ context, staff, account }, { connection: _, ...input }) =>
    writePenalty(context, account.connection.id, actorOf(staff), input),
});
