'use server';
import { headers } from 'next/headers';
import { z } from 'zod';
import type { Deed } from '@/lib/approvals/deed';
import { perform } from '@/lib/approvals/perform';
import type { Performed } from '@/lib/approvals/view';
import { clientIp } from '@/lib/auth/client-ip';
import type { Staff } from '@/lib/auth/staff';
import { actorOf } from '@/lib/auth/staff';
import { currentSession, defineAction } from '@/lib/boundary';
import type { Context } from '@/lib/context';
import { context } from '@/lib/context';
import type { Result } from '@/lib/result';
import { refuse } from '@/lib/result';
import { setPasswordByLink, showLink } from './link';
import {
  changeStaffLimit,
  changeStaffRoles,
  inviteStaff,
  reinstateStaff,
  resetStaffFactors,
  resetStaffPassword,
} from './operation';
import { changeOwnPassword } from './own-password';
import { changeRole, makeRole, removeRole } from './role-deed';
import {
  deedReason,
  invitation,
  limitChange,
  plainDeed,
  roleChange,
  roleDraft,
  roleKey,
  roleReshape,
  staffEmail,
} from './schema';
import { endOneSession, endSessions, suspendStaff } from './suspend';

const connection = z.string();
/** One deed of one person: pressed twice, it is one. */
const intent = z.uuid();
const about = { connection, intent, reason: deedReason };

type Asked = { objectId: string; input: unknown; intent: string; reason: string };

/** Staff belong to no connection: the one that the call names only says where the person stands. */
const performAs = (held: Context, staff: Staff, deed: Deed, asked: Asked): Promise<Result<Performed>> =>
  perform(held, deed, { account: null, actor: actorOf(staff), ...asked });

/** Invites a person, or asks for it. */
export const inviteStaffAction = defineAction({
  name: inviteStaff.name,
  permission: 'staff:manage',
  input: invitation.extend({ ...about, email: staffEmail }),
  run: ({ context: held, staff }, { email, intent, reason, connection: _, ...input }) =>
    performAs(held, staff, inviteStaff, { objectId: email, input, intent, reason }),
});

const aboutPerson = { ...about, staffId: z.uuid() };

/** Gives a person other roles, or asks for it. */
export const changeRolesAction = defineAction({
  name: changeStaffRoles.name,
  permission: 'staff:manage',
  input: roleChange.extend(aboutPerson),
  run: ({ context: held, staff }, { staffId, roles, revisions, intent, reason }) =>
    performAs(held, staff, changeStaffRoles, { objectId: staffId, input: { roles, revisions }, intent, reason }),
});

/** Says under which connections a person works, or asks for it. */
export const changeLimitAction = defineAction({
  name: changeStaffLimit.name,
  permission: 'staff:manage',
  input: limitChange.extend(aboutPerson),
  run: ({ context: held, staff }, { staffId, connectionLimit, intent, reason }) =>
    performAs(held, staff, changeStaffLimit, { objectId: staffId, input: { connectionLimit }, intent, reason }),
});

const aboutRole = { ...about, key: roleKey };

/** Makes a role of the institution's own, or asks for it. */
export const makeRoleAction = defineAction({
  name: makeRole.name,
  permission: 'staff:manage',
  input: roleDraft.extend(aboutRole),
  run: ({ context: held, staff }, { key, intent, reason, connection: _, ...input }) =>
    performAs(held, staff, makeRole, { objectId: key, input, intent, reason }),
});

/** Gives a role other words or rights, or asks for it. */
export const changeRoleAction = defineAction({
  name: changeRole.name,
  permission: 'staff:manage',
  input: roleReshape.extend(aboutRole),
  run: ({ context: held, staff }, { key, intent, reason, connection: _, ...input }) =>
    performAs(held, staff, changeRole, { objectId: key, input, intent, reason }),
});

/** Removes a role that nobody has, or asks for it. */
export const removeRoleAction = defineAction({
  name: removeRole.name,
  permission: 'staff:manage',
  input: plainDeed.extend(aboutRole),
  run: ({ context: held, staff }, { key, intent, reason }) =>
    performAs(held, staff, removeRole, { objectId: key, input: {}, intent, reason }),
});

/** Lets a suspended person in again, or asks for it. */
export const reinstateStaffAction = defineAction({
  name: reinstateStaff.name,
  permission: 'staff:manage',
  input: plainDeed.extend(aboutPerson),
  run: ({ context: held, staff }, { staffId, intent, reason }) =>
    performAs(held, staff, reinstateStaff, { objectId: staffId, input: {}, intent, reason }),
});

/** Allows a link by which a person sets a password, or asks for it. */
export const resetPasswordAction = defineAction({
  name: resetStaffPassword.name,
  permission: 'staff:manage',
  input: plainDeed.extend(aboutPerson),
  run: ({ context: held, staff }, { staffId, intent, reason }) =>
    performAs(held, staff, resetStaffPassword, { objectId: staffId, input: {}, intent, reason }),
});

/** Allows a link by which a person starts anew, without the second factors that they have, or asks for it. */
export const resetFactorsAction = defineAction({
  name: resetStaffFactors.name,
  permission: 'staff:manage',
  input: plainDeed.extend(aboutPerson),
  run: ({ context: held, staff }, { staffId, intent, reason }) =>
    performAs(held, staff, resetStaffFactors, { objectId: staffId, input: {}, intent, reason }),
});

const taking = z.object({ connection, staffId: z.uuid(), reason: deedReason });

/** Suspends a person, at once. */
export const suspendStaffAction = defineAction({
  name: 'staff.suspend',
  permission: 'staff:manage',
  input: taking,
  run: ({ context: held, staff }, { staffId, reason }) =>
    suspendStaff(held, { actor: actorOf(staff), staffId, reason }),
});

/** Ends every session of a person. */
export const endSessionsAction = defineAction({
  name: 'staff.end-sessions',
  permission: 'staff:manage',
  input: taking,
  run: ({ context: held, staff }, { staffId, reason }) => endSessions(held, { actor: actorOf(staff), staffId, reason }),
});

/** Ends one session of a person. */
export const endSessionAction = defineAction({
  name: 'staff.end-session',
  permission: 'staff:manage',
  input: taking.extend({ sessionId: z.uuid() }),
  run: ({ context: held, staff }, { staffId, sessionId, reason }) =>
    endOneSession(held, { actor: actorOf(staff), staffId, sessionId, reason }),
});

/** Makes the secret of an open link and answers its address, this once. */
export const showLinkAction = defineAction({
  name: 'staff.show-link',
  permission: 'staff:manage',
  input: z.object({ connection, staffId: z.uuid() }),
  run: ({ context: held, staff }, { staffId }) =>
    showLink({ ...held, publicUrl: held.environment.publicUrl }, { actor: actorOf(staff), staffId }),
});

const typed = z.string().max(1000);
const byLink = z.object({ token: typed, password: typed, repeated: typed });

/** Sets a password by a one-time link. Nobody is signed in here: the link says whose it is. */
export async function setPasswordAction(raw: z.input<typeof byLink>): Promise<Result<null>> {
  const given = byLink.safeParse(raw);
  if (!given.success) return refuse({ kind: 'conflict', rule: 'no-link' });
  const held = await context();
  const ip = clientIp(await headers(), held.environment.trustProxy);
  return setPasswordByLink(held, { ...given.data, ip });
}

const ownPasswords = z.object({ present: typed, password: typed, repeated: typed });

/** Changes one's own password; whoever is signed in may, and is signed out everywhere by it. */
export async function changePasswordAction(raw: z.input<typeof ownPasswords>): Promise<Result<null>> {
  const session = await currentSession();
  if (!session) return refuse({ kind: 'signed-out' });
  const given = ownPasswords.safeParse(raw);
  if (!given.success) return refuse({ kind: 'conflict', rule: 'password-wrong' });
  const { staff, sessionId } = session;
  return changeOwnPassword(await context(), { staff, sessionId }, given.data);
}
