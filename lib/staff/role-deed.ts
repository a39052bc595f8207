import 'server-only';
import type { About, Approved, LocalDeed } from '@/lib/approvals/deed';
import { localDeed } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import type { Permission } from '@/lib/auth/permissions';
import { builtIn, mayGrant, roles } from '@/lib/auth/permissions';
import { holdStanding } from '@/lib/auth/staff';
import type { Db, Tx } from '@/lib/db/client';
import type { OwnRole } from '@/lib/db/generated/client';
import en from '@/lib/i18n/messages/en.json';
import hans from '@/lib/i18n/messages/zh-Hans.json';
import hant from '@/lib/i18n/messages/zh-Hant.json';
import { loadPolicy } from '@/lib/policies/policies';
import type { PolicyKey } from '@/lib/policies/rules';
import { policyKeys } from '@/lib/policies/rules';
import type { Change } from '@/lib/requests/view';
import type { Refusal } from '@/lib/result';
import { heldNow, rolesHeld } from './hold';
import { foldedName, mayReshape } from './rules';
import type { RoleDraft, RoleReshape } from './schema';
import { plainDeed, roleDraft, roleKey, roleReshape } from './schema';

/** A role and all that rules about it need, held until the transaction ends. */
type RoleState = {
  key: string;
  /** Null where there is none of this key. */
  own: OwnRole | null;
  /** Names of all other roles, as they are compared. */
  taken: ReadonlySet<string>;
  /** Whoever has it, suspended and invited ones too. */
  holders: { name: string; roles: string[] }[];
  /** The rows of the policy that name it as an approver. */
  approves: PolicyKey[];
  table: Awaited<ReturnType<typeof rolesHeld>>['table'];
  held: readonly Permission[];
};

/** How many people a refusal names. */
const NAMED_MAX = 5;

const conflict = (rule: string, params?: Record<string, string | number>): Refusal => ({
  kind: 'conflict',
  rule,
  ...(params && { params }),
});

/** What the roles that come with the console are called by pages and by code: no other role is called so in any language. */
const builtInNames = [
  ...roles,
  ...[en, hant, hans].flatMap((words) => roles.map((role) => words.home.roles[role])),
].map(foldedName);

async function holdRole(tx: Tx, { actor }: About, key: string): Promise<RoleState | null> {
  if (!roleKey.safeParse(key).success) return null;
  // Whoever gives a role, or changes one, waits here: what a role gives stands still until somebody has it.
  await holdStanding(tx);
  const all = await tx.ownRole.findMany();
  const holders = await tx.staff.findMany({
    where: { roles: { has: key } },
    select: { name: true, roles: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  const policy = await loadPolicy(tx);
  const { table } = await rolesHeld(tx);
  return {
    key,
    own: all.find((role) => role.key === key) ?? null,
    taken: new Set([...builtInNames, ...all.filter((role) => role.key !== key).map(({ name }) => foldedName(name))]),
    holders,
    approves: policyKeys.filter((row) => policy[row].approvers.includes(key)),
    table,
    held: await heldNow(tx, actor.id, table),
  };
}

/** A role that is there; of a built-in one there is nothing to change. */
async function holdOwnRole(tx: Tx, about: About, key: string): Promise<(RoleState & { own: OwnRole }) | null> {
  const state = await holdRole(tx, about, key);
  return state?.own ? { ...state, own: state.own } : null;
}

/** Revisions by key. */
async function versions(db: Db | Tx, _connectionId: string | null, keys: readonly string[]) {
  const rows = await db.ownRole.findMany({ where: { key: { in: [...keys] } }, select: { key: true, revision: true } });
  return new Map(rows.map(({ key, revision }) => [key, revision]));
}

/** The version of a role that is not there yet. */
const ABSENT = 'absent';

type Shape = Pick<OwnRole, 'name' | 'description' | 'permissions'>;
const nothing: Shape = { name: '', description: '', permissions: [] };

/** Before and after: the words of a role, and each right that it gives or takes by itself. */
function changesOf(before: Shape, after: Shape): Change[] {
  const one = (path: string, from: string | null, to: string | null): Change[] =>
    from === to ? [] : [{ path, kind: from === null ? 'added' : to === null ? 'removed' : 'changed', from, to }];
  const may = (given: readonly string[], permission: string) => (given.includes(permission) ? 'may' : null);
  const known = [...new Set([...before.permissions, ...after.permissions])].sort();
  return [
    ...(['name', 'description'] as const).flatMap((path) => one(path, before[path] || null, after[path] || null)),
    ...known.flatMap((right) => one(right, may(before.permissions, right), may(after.permissions, right))),
  ];
}

/** Why a role may not be called so, or null. */
const nameFault = ({ taken }: RoleState, { name }: RoleDraft): Refusal | null =>
  taken.has(foldedName(name)) ? conflict('role-name-taken') : null;

const describeRole = (state: RoleState, name: string, changes: Change[]) => ({
  objectName: name,
  objectKind: 'role',
  changes,
  policyKeys: ['roles' as const],
  recordVersion: state.own?.revision ?? ABSENT,
});

/** The entry of a deed, in the transaction of the deed. */
const audit = (
  tx: Tx,
  { actor, at, reason }: About & Pick<Approved, 'reason'>,
  { key, name }: { key: string; name: string },
  event: Parameters<typeof recordAudit>[1]['event'],
): Promise<void> =>
  recordAudit(tx, { actor, at, connectionId: null, object: { kind: 'role', id: key, name }, event, reason });

const make: LocalDeed<RoleDraft, RoleState> = {
  name: 'role.make',
  permission: 'staff:manage',
  input: roleDraft,
  load: holdRole,
  versions,
  check(state, input) {
    // The name first: the key is made from it unless somebody typed another one.
    const fault = nameFault(state, input);
    if (fault) return fault;
    if (state.own || builtIn.has(state.key)) return conflict('role-key-taken');
    return mayGrant(state.held, input.permissions) ? null : conflict('above-own');
  },
  describe: (state, input) => ({
    ...describeRole(state, input.name, changesOf(nothing, input)),
    masked: { key: state.key, ...input },
  }),
  async apply(tx, { key }, { name, description, permissions }, about) {
    const { at, approvalId } = about;
    await tx.ownRole.create({ data: { key, name, description, permissions, createdAt: at, updatedAt: at } });
    const changes = changesOf(nothing, { name, description, permissions });
    await audit(tx, about, { key, name }, { action: 'role.made', name, changes, approvalId });
    return { value: { key } };
  },
};

const change: LocalDeed<RoleReshape, RoleState & { own: OwnRole }> = {
  name: 'role.change',
  permission: 'staff:manage',
  input: roleReshape,
  load: holdOwnRole,
  versions,
  check(state, input) {
    const { key, own, held, table, holders } = state;
    if (own.revision !== input.revision) return conflict('role-moved');
    if (changesOf(own, input).length === 0) return conflict('role-same');
    const fault = nameFault(state, input);
    if (fault) return fault;
    const theirs = holders.map((person) => person.roles);
    if (!mayReshape(held, key, input.permissions, table, theirs)) return conflict('above-own');
    // Whoever approves by this role alone would approve no more, and the policy would not say so.
    if (state.approves.length > 0 && !input.permissions.includes('approval:decide')) return stillApproves(state);
    return null;
  },
  describe: (state, { revision: _, ...input }) => ({
    ...describeRole(state, state.own.name, changesOf(state.own, input)),
    masked: { key: state.key, ...input, heldBy: state.holders.map(({ name }) => name) },
  }),
  async apply(tx, { key, own, holders }, { name, description, permissions }, about) {
    await tx.ownRole.update({
      where: { key },
      data: { name, description, permissions, revision: crypto.randomUUID(), updatedAt: about.at },
    });
    await audit(
      tx,
      about,
      { key, name },
      {
        action: 'role.changed',
        name,
        people: holders.length,
        changes: changesOf(own, { name, description, permissions }),
        approvalId: about.approvalId,
      },
    );
    const { context } = about;
    return {
      // Who may approve what may be another matter now.
      afterCommit: () => {
        for (const connectionId of context.connections()) context.publish(connectionId, 'approvals', []);
      },
    };
  },
};

const stillApproves = ({ approves }: RoleState) => conflict('role-approves', { rows: approves.length });

const remove: LocalDeed<object, RoleState & { own: OwnRole }> = {
  name: 'role.remove',
  permission: 'staff:manage',
  input: plainDeed,
  load: holdOwnRole,
  versions,
  check(state) {
    const { own, held, holders, approves, table } = state;
    if (holders.length > 0) {
      const names = holders.slice(0, NAMED_MAX).map(({ name }) => name);
      return conflict('role-in-use', { people: holders.length, names: names.join(', ') });
    }
    if (approves.length > 0) return stillApproves(state);
    return mayGrant(held, table.get(own.key) ?? []) ? null : conflict('above-own');
  },
  describe: (state) => ({
    ...describeRole(state, state.own.name, changesOf(state.own, nothing)),
    masked: { key: state.key, name: state.own.name },
  }),
  async apply(tx, { key, own }, _input, about) {
    await tx.ownRole.delete({ where: { key } });
    await audit(
      tx,
      about,
      { key, name: own.name },
      {
        action: 'role.removed',
        name: own.name,
        changes: changesOf(own, nothing),
        approvalId: about.approvalId,
      },
    );
    return {};
  },
};

/** Makes a role of the institution's own; the object is the key that it is kept by. */
export const makeRole = localDeed(make);
/** Gives a role other words or rights. Whoever holds it has those with their next request: nothing of rights is kept. */
export const changeRole = localDeed(change);
/** Removes a role that nobody has and no row of the policy names. */
export const removeRole = localDeed(remove);
