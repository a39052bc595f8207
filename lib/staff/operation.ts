import 'server-only';
import type { About, Approved, LocalDeed } from '@/lib/approvals/deed';
import { localDeed } from '@/lib/approvals/deed';
import type { AuditEvent } from '@/lib/audit/events';
import { recordAudit } from '@/lib/audit/record';
import type { Permission } from '@/lib/auth/permissions';
import { builtIn } from '@/lib/auth/permissions';
import { hasWayIn } from '@/lib/auth/rules';
import { endSessionsOf } from '@/lib/auth/sessions';
import { holdStanding } from '@/lib/auth/staff';
import type { Db, Tx } from '@/lib/db/client';
import type { PolicyKey } from '@/lib/policies/rules';
import type { Refusal } from '@/lib/result';
import type { HeldPerson } from './hold';
import { heldNow, holdEmail, holdPerson, isAdministrator, isLastAdministrator, rolesHeld } from './hold';
import type { LinkKind } from './rules';
import { inOrder, linkLifetimes, mayChange, standingOf } from './rules';
import type { Invitation, LimitChange, RoleChange } from './schema';
import { invitation, limitChange, plainDeed, roleChange, staffEmail } from './schema';

type Applying = About & Pick<Approved, 'approvalId' | 'reason'>;

const conflict = (rule: string): Refusal => ({ kind: 'conflict', rule });
const listed = (held: readonly string[]) => held.join(', ');
/** Roles as whoever approves reads them: those of the institution by what they are called. */
const named = ({ names }: RolesHeld, held: readonly string[]) => listed(held.map((role) => names.get(role) ?? role));

/** What the institution calls a limit, or null where there is none; a connection that is no longer there by its id. */
const limitText = ({ context }: About, limit: readonly string[] | null): string | null =>
  limit && listed(limit.map((id) => context.account(id)?.connection.slug ?? id).sort());

const isConnection = ({ context }: About, limit: readonly string[] | null): boolean =>
  limit === null || limit.every((id) => context.connections().includes(id));

type RolesHeld = Awaited<ReturnType<typeof rolesHeld>>;

/** Why these roles cannot be given as they were asked for, or null: each is there, and is what the maker saw. */
function rolesMoved({ revisions }: RolesHeld, given: Pick<RoleChange, 'roles' | 'revisions'>): Refusal | null {
  const asAsked = (role: string) => {
    const now = revisions.get(role);
    return builtIn.has(role) || (now !== undefined && now === given.revisions[role]);
  };
  return given.roles.every(asAsked) ? null : conflict('role-moved');
}

/** Nobody is an administrator under some connections alone: what they are there for reaches over all. */
const limitFault = (roles: readonly string[], limit: readonly string[] | null): Refusal | null =>
  limit !== null && roles.includes('administrator') ? conflict('administrator-limited') : null;

const limitColumns = (limit: readonly string[] | null) => ({
  isLimited: limit !== null,
  limitedTo: [...(limit ?? [])],
});
const limitOf = ({ isLimited, limitedTo }: { isLimited: boolean; limitedTo: string[] }) =>
  isLimited ? [...limitedTo].sort() : null;

/** Versions of people by id. */
async function versions(db: Db | Tx, _connectionId: string | null, ids: readonly string[]) {
  const rows = await db.staff.findMany({ where: { id: { in: [...ids] } }, select: { id: true, version: true } });
  return new Map(rows.map(({ id, version }) => [id, String(version)]));
}

/** The entry of a deed, in the transaction of the deed. */
const audit = (
  tx: Tx,
  { actor, at, reason }: Applying,
  person: { id: string; name: string },
  event: AuditEvent,
): Promise<void> =>
  recordAudit(tx, {
    actor,
    at,
    connectionId: null,
    object: { kind: 'staff', id: person.id, name: person.name },
    event,
    reason,
  });

/** Allows one link to set a password; those before it stop working. Its secret is made when somebody has it shown. */
async function allowLink(tx: Tx, staffId: string, kind: LinkKind, at: Date) {
  await tx.staffLink.updateMany({ where: { staffId, usedAt: null, revokedAt: null }, data: { revokedAt: at } });
  const expiresAt = new Date(at.getTime() + linkLifetimes[kind]);
  await tx.staffLink.create({ data: { staffId, kind, createdAt: at, expiresAt } });
}

/**
 * Who has nothing to sign in with is still being invited: a single administrator may put right what they invited alone
 * (decisions 10). Everybody else's rights are a matter of two.
 */
const keysFor = ({ person }: HeldPerson): PolicyKey[] => [hasWayIn(person) ? 'roles' : 'staff.invite'];

/** What all deeds about a person of the list have in common. */
type Shared = 'permission' | 'load' | 'versions';
const aboutPerson: Pick<LocalDeed<unknown, HeldPerson>, Shared> = {
  permission: 'staff:manage',
  load: (tx, { actor }, staffId) => holdPerson(tx, actor.id, staffId),
  versions,
};

const describePerson = (state: HeldPerson) => ({
  objectName: state.person.name,
  objectKind: 'staff',
  policyKeys: keysFor(state),
  recordVersion: String(state.person.version),
});

type NewPerson = RolesHeld & { email: string; isTaken: boolean; held: readonly Permission[] };

/** The version of an address that nobody has. */
const FREE = 'new';
const TAKEN = 'taken';

const invite: LocalDeed<Invitation, NewPerson> = {
  name: 'staff.invite',
  permission: 'staff:manage',
  input: invitation,
  async load(tx, { actor }, objectId) {
    const email = staffEmail.safeParse(objectId);
    if (!email.success || email.data !== objectId) return null;
    // What a role gives stands still until the person has it.
    await holdStanding(tx);
    await holdEmail(tx, objectId);
    const isTaken = (await tx.staff.count({ where: { email: objectId } })) > 0;
    const roles = await rolesHeld(tx);
    return { email: objectId, isTaken, ...roles, held: await heldNow(tx, actor.id, roles.table) };
  },
  async versions(db, _connectionId, emails) {
    const taken = await db.staff.findMany({ where: { email: { in: [...emails] } }, select: { email: true } });
    return new Map(emails.map((email) => [email, taken.some((one) => one.email === email) ? TAKEN : FREE]));
  },
  check(state, input, about) {
    if (state.isTaken) return conflict('email-taken');
    if (!isConnection(about, input.connectionLimit)) return conflict('connection-gone');
    const fault = rolesMoved(state, input) ?? limitFault(input.roles, input.connectionLimit);
    if (fault) return fault;
    return mayChange(state.held, input.roles, state.table) ? null : conflict('above-own');
  },
  describe: ({ email, isTaken, ...held }, { name, roles, connectionLimit }, about) => ({
    objectName: name,
    objectKind: 'staff',
    changes: [
      { path: 'staff.email', kind: 'added', from: null, to: email },
      { path: 'staff.name', kind: 'added', from: null, to: name },
      { path: 'staff.roles', kind: 'added', from: null, to: named(held, roles) },
      ...(connectionLimit === null
        ? []
        : [{ path: 'staff.limit', kind: 'added' as const, from: null, to: limitText(about, connectionLimit) }]),
    ],
    policyKeys: ['staff.invite'],
    recordVersion: isTaken ? TAKEN : FREE,
    masked: { email, name, roles, connectionLimit },
  }),
  async apply(tx, { email }, { name, roles, connectionLimit }, about) {
    const { at, approvalId } = about;
    const { id } = await tx.staff.create({
      data: { email, name, roles, ...limitColumns(connectionLimit), createdAt: at },
    });
    await allowLink(tx, id, 'invite', at);
    await audit(
      tx,
      about,
      { id, name },
      {
        action: 'staff.invited',
        email,
        roles,
        limit: limitText(about, connectionLimit),
        approvalId,
      },
    );
    return { value: { staffId: id } };
  },
};

const changeRoles: LocalDeed<RoleChange, HeldPerson> = {
  ...aboutPerson,
  name: 'staff.change-roles',
  input: roleChange,
  check(state, input) {
    const { person, held, table } = state;
    if (listed(inOrder(person.roles)) === listed(input.roles)) return conflict('nothing-changes');
    const fault = rolesMoved(state, input) ?? limitFault(input.roles, limitOf(person));
    if (fault) return fault;
    if (!mayChange(held, person.roles, table) || !mayChange(held, input.roles, table)) return conflict('above-own');
    return isLastAdministrator(state) && !input.roles.includes('administrator') ? conflict('last-administrator') : null;
  },
  describe: (state, { roles }) => ({
    ...describePerson(state),
    changes: [
      { path: 'staff.roles', kind: 'changed', from: named(state, state.person.roles), to: named(state, roles) },
    ],
    masked: { email: state.person.email, roles },
  }),
  async apply(tx, state, { roles }, about) {
    const { person } = state;
    const isTaken = isAdministrator(state) && !roles.includes('administrator');
    await tx.staff.update({
      where: { id: person.id },
      data: {
        roles,
        version: { increment: 1 },
        tokenVersion: { increment: 1 },
        ...(isTaken && { administratorUntil: about.at }),
      },
    });
    await endSessionsOf(tx, person.id, { at: about.at, cause: 'roles', byId: about.actor.id });
    await audit(tx, about, person, {
      action: 'staff.roles-changed',
      from: person.roles,
      to: roles,
      approvalId: about.approvalId,
    });
    return {};
  },
};

const changeLimit: LocalDeed<LimitChange, HeldPerson> = {
  ...aboutPerson,
  name: 'staff.change-limit',
  input: limitChange,
  check({ person, held, table }, { connectionLimit }, about) {
    if (listed(limitOf(person) ?? ['all']) === listed(connectionLimit ?? ['all'])) return conflict('nothing-changes');
    if (!isConnection(about, connectionLimit)) return conflict('connection-gone');
    if (!mayChange(held, person.roles, table)) return conflict('above-own');
    return limitFault(person.roles, connectionLimit);
  },
  describe: (state, { connectionLimit }, about) => {
    const [from, to] = [limitText(about, limitOf(state.person)), limitText(about, connectionLimit)];
    const kind = from === null ? 'added' : to === null ? 'removed' : 'changed';
    return {
      ...describePerson(state),
      changes: [{ path: 'staff.limit', kind, from, to }],
      masked: { email: state.person.email, connectionLimit },
    };
  },
  async apply(tx, { person }, { connectionLimit }, about) {
    await tx.staff.update({
      where: { id: person.id },
      data: { ...limitColumns(connectionLimit), version: { increment: 1 }, tokenVersion: { increment: 1 } },
    });
    await audit(tx, about, person, {
      action: 'staff.limit-changed',
      from: limitText(about, limitOf(person)),
      to: limitText(about, connectionLimit),
      approvalId: about.approvalId,
    });
    return {};
  },
};

const reinstate: LocalDeed<object, HeldPerson> = {
  ...aboutPerson,
  name: 'staff.reinstate',
  input: plainDeed,
  check({ person, held, table }) {
    if (person.disabledAt === null) return conflict('not-suspended');
    // Ended for good with the first live connection (decisions 8).
    if (person.demo && person.passwordHash === null) return conflict('demo-ended');
    return mayChange(held, person.roles, table) ? null : conflict('above-own');
  },
  describe: (state) => ({
    ...describePerson(state),
    changes: [
      {
        path: 'staff.standing',
        kind: 'changed',
        from: standingOf(state.person),
        to: standingOf({ ...state.person, disabledAt: null }),
      },
    ],
    masked: { email: state.person.email, roles: state.person.roles },
  }),
  async apply(tx, { person }, _input, about) {
    await tx.staff.update({
      where: { id: person.id },
      data: { disabledAt: null, version: { increment: 1 }, tokenVersion: { increment: 1 } },
    });
    await endSessionsOf(tx, person.id, { at: about.at, cause: 'reinstated', byId: about.actor.id });
    await audit(tx, about, person, {
      action: 'staff.reinstated',
      from: standingOf(person),
      to: standingOf({ ...person, disabledAt: null }),
      approvalId: about.approvalId,
    });
    return {};
  },
};

const resetPassword: LocalDeed<object, HeldPerson> = {
  ...aboutPerson,
  name: 'staff.reset-password',
  input: plainDeed,
  check({ person, held, table }) {
    if (person.disabledAt !== null) return conflict('suspended');
    return mayChange(held, person.roles, table) ? null : conflict('above-own');
  },
  describe: (state) => ({
    ...describePerson(state),
    changes: [{ path: 'staff.link', kind: 'added', from: null, to: linkKindOf(state) }],
    masked: { email: state.person.email, link: linkKindOf(state) },
  }),
  async apply(tx, state, _input, about) {
    const { person } = state;
    const kind = linkKindOf(state);
    await allowLink(tx, person.id, kind, about.at);
    await tx.staff.update({
      where: { id: person.id },
      data: { version: { increment: 1 }, tokenVersion: { increment: 1 } },
    });
    await endSessionsOf(tx, person.id, { at: about.at, cause: 'password', byId: about.actor.id });
    await audit(tx, about, person, { action: 'staff.password-reset', kind, approvalId: about.approvalId });
    return {};
  },
};

const resetFactors: LocalDeed<object, HeldPerson> = {
  ...aboutPerson,
  name: 'staff.reset-factors',
  input: plainDeed,
  check({ person, held, table }) {
    if (person.disabledAt !== null) return conflict('suspended');
    // Who was invited has nothing yet that could be reset.
    if (person.passwordHash === null) return conflict('no-factor');
    return mayChange(held, person.roles, table) ? null : conflict('above-own');
  },
  describe: (state) => ({
    ...describePerson(state),
    changes: [{ path: 'staff.link', kind: 'added', from: null, to: 'factors' }],
    masked: { email: state.person.email, link: 'factors' },
  }),
  async apply(tx, { person }, _input, about) {
    await allowLink(tx, person.id, 'factors', about.at);
    await tx.staff.update({
      where: { id: person.id },
      data: { version: { increment: 1 }, tokenVersion: { increment: 1 } },
    });
    await endSessionsOf(tx, person.id, { at: about.at, cause: 'password', byId: about.actor.id });
    await audit(tx, about, person, { action: 'staff.factors-reset', approvalId: about.approvalId });
    return {};
  },
};

/** Who has no password yet gets another invitation. */
const linkKindOf = ({ person }: HeldPerson): Exclude<LinkKind, 'factors'> =>
  person.passwordHash === null ? 'invite' : 'reset';

/** Adds a person who has no password yet; the object is the e-mail address. */
export const inviteStaff = localDeed(invite);
/** Gives other roles; every session of the person ends. */
export const changeStaffRoles = localDeed(changeRoles);
/** Says under which connections a person works; every session of theirs ends. */
export const changeStaffLimit = localDeed(changeLimit);
/** Lets a suspended person in again, with the roles that they had. */
export const reinstateStaff = localDeed(reinstate);
/** Allows a link by which a person sets a new password; every session ends, the present password works until then. */
export const resetStaffPassword = localDeed(resetPassword);
/** Allows a link by which a person sets a new password and loses every second factor; both work until it is used. */
export const resetStaffFactors = localDeed(resetFactors);
