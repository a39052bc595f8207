import 'server-only';
import type { z } from 'zod';
import type { LocalDeed } from '@/lib/approvals/deed';
import { localDeed } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import type { RoleTable } from '@/lib/auth/permissions';
import { loadRoles, ownRoles } from '@/lib/auth/roles';
import { holdStanding } from '@/lib/auth/staff';
import type { Db, Tx } from '@/lib/db/client';
import { holdNames } from '@/lib/db/hold';
import type { Change } from '@/lib/requests/view';
import type { Refusal } from '@/lib/result';
import { activeStaff, administratorsAt, loadPolicy } from './policies';
import type { Person, PolicyKey, PolicyRow } from './rules';
import {
  combine,
  isFirstDays,
  isSatisfiable,
  isTogetherSatisfiable,
  natureIssues,
  neededApprovals,
  policyKeys,
  staffUnder,
  whoCould,
} from './rules';
import { policyKey, policyRow } from './schema';

type State = {
  key: PolicyKey;
  policy: Record<PolicyKey, PolicyRow>;
  version: string;
  staff: readonly Person[];
  /** The same for each connection: those who work under it. */
  staffs: readonly (readonly Person[])[];
  isSingleAdministrator: boolean;
  table: RoleTable;
  /** What the roles of the institution are called, by key. */
  names: ReadonlyMap<string, string>;
};

/** The version of a row that nobody changed yet. */
const DEFAULT = '0';

/** Versions of all rows by key: those that hold by default have one too. */
async function storedVersions(db: Db | Tx): Promise<Map<string, string>> {
  const rows = await db.policyRule.findMany({ select: { key: true, version: true } });
  const stored = new Map(rows.map(({ key, version }) => [key, String(version)]));
  return new Map(policyKeys.map((key) => [key, stored.get(key) ?? DEFAULT]));
}

const text = (value: PolicyRow[keyof PolicyRow], names: State['names']): string | null => {
  if (value === null) return null;
  return Array.isArray(value) ? value.map((role) => names.get(role) ?? role).join(', ') : String(value);
};

const fields = ['approvers', 'people', 'stepUp', 'expiryHours', 'coolOffHours', 'dailyCap'] as const;

function changesOf(before: PolicyRow, after: PolicyRow, names: State['names']): Change[] {
  return fields.flatMap((path): Change[] => {
    const [from, to] = [text(before[path], names), text(after[path], names)];
    if (from === to) return [];
    return [{ path, kind: from === null ? 'added' : to === null ? 'removed' : 'changed', from, to }];
  });
}

/** True when what was possible under a connection is not any more. */
const isLost = (before: readonly boolean[], after: readonly boolean[]) =>
  before.some((wasPossible, n) => wasPossible && after[n] !== true);

/** Why a row may not become this one, or null: a policy that nobody could satisfy would stop the work that it guards. */
function objectionTo(state: State, row: PolicyRow): Refusal | null {
  const { key, policy, staffs, isSingleAdministrator, names, table } = state;
  const issues = natureIssues(key, row);
  if (issues.length > 0) return { kind: 'invalid', issues };
  if (changesOf(policy[key], row, names).length === 0) return { kind: 'conflict', rule: 'nothing-changes' };
  // A role that is not there, or approves nothing, is nobody's word.
  if (!row.approvers.every((role) => table.get(role)?.includes('approval:decide')))
    return { kind: 'conflict', rule: 'approver-gone' };
  const after = { ...policy, [key]: row };
  const could = (held: typeof policy) =>
    staffs.map((staff) => isSatisfiable(combine(held, [key]), staff, isSingleAdministrator));
  if (!could(after).includes(true) || isLost(could(policy), could(after)))
    return { kind: 'conflict', rule: 'nobody-could' };
  const couldTogether = (held: typeof policy) => staffs.map((staff) => isTogetherSatisfiable(held, staff));
  if (isLost(couldTogether(policy), couldTogether(after))) return { kind: 'conflict', rule: 'nobody-could-together' };
  return null;
}

const change: LocalDeed<z.output<typeof policyRow>, State> = {
  name: 'policy.change',
  permission: 'policy:manage',
  input: policyRow,
  async load(tx, { at, context }, objectId) {
    const key = policyKey.safeParse(objectId);
    if (!key.success) return null;
    // What a role gives, and that it is there, stands still until the row names it.
    await holdStanding(tx);
    // Held by a name: a row that holds by default is not there to be held, and what it may become depends on all rows.
    await holdNames(tx, 'policy', ['rules']);
    const [policy, staff, versions, administrators] = [
      await loadPolicy(tx),
      await activeStaff(tx),
      await storedVersions(tx),
      await administratorsAt(tx, at),
    ];
    return {
      key: key.data,
      policy,
      version: versions.get(key.data) ?? DEFAULT,
      staff,
      staffs: context.connections().map((id) => staffUnder(staff, id)),
      isSingleAdministrator: isFirstDays(administrators),
      table: await loadRoles(tx),
      names: (await ownRoles(tx)).names,
    };
  },
  async versions(db, _connectionId, keys) {
    const all = await storedVersions(db);
    return new Map([...all].filter(([key]) => keys.includes(key)));
  },
  check(state, row, { actor }) {
    const rule = combine(state.policy, ['policy']);
    const needed = neededApprovals(rule, actor, state.isSingleAdministrator);
    if (whoCould(rule, staffUnder(state.staff, null), [actor.id]).length < needed)
      return { kind: 'conflict', rule: 'nobody-to-approve', params: { needed } };
    return objectionTo(state, row);
  },
  describe: ({ key, policy, version, names }, row) => ({
    objectName: key,
    objectKind: 'policy',
    changes: changesOf(policy[key], row, names),
    policyKeys: ['policy'],
    recordVersion: version,
    masked: row,
  }),
  async apply(tx, { key, policy, names }, row, { context, actor, at, reason }) {
    const data = { ...row, updatedAt: at };
    await tx.policyRule.upsert({
      where: { key },
      create: { key, ...data },
      update: { ...data, version: { increment: 1 } },
    });
    await recordAudit(tx, {
      actor,
      at,
      connectionId: null,
      object: { kind: 'policy', id: key, name: key },
      event: { action: 'policy.changed', key, changes: changesOf(policy[key], row, names) },
      reason,
    });
    return {
      // What was sealed with the former rule is void now: whoever looks at it reads it anew.
      afterCommit: () => {
        for (const connectionId of context.connections()) context.publish(connectionId, 'approvals', []);
      },
    };
  },
};

/** Changes one row of the policy; two administrators agree on it. */
export const changePolicy = localDeed(change);
