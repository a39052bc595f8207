'use server';
import { z } from 'zod';
import { reasonText } from '@/lib/approvals/view';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { refuse } from '@/lib/result';
import { causes } from './causes';
import { askToModifyApplication, modifyApplication } from './modify';
import { readApplication } from './read';
import { fixInput } from './schema';
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

/** Reads one application from the platform, where reading is on, and takes over what it tells. */
export const readApplicationAction = defineAction({
  name: 'applications.read',
  permission: 'application:modify',
  input: z.object({ connection: z.string(), applymentId, subMchid: z.string().min(1).max(32).optional() }),
  run: ({ context, staff, account }, { applymentId: number, subMchid = null }) =>
    readApplication(context, account, actorOf(staff), { applymentId: number, subMchid }),
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
