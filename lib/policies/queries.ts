import 'server-only';
import { mayDo } from '@/lib/auth/permissions';
import { loadRoles } from '@/lib/auth/roles';
import type { Db } from '@/lib/db/client';
import { activeStaff, administratorsAt, loadPolicy, ruleInForce } from './policies';
import type { Holder, PolicyKey } from './rules';
import {
  combine,
  isFirstDays,
  isSatisfiable,
  isTogetherSatisfiable,
  natures,
  policyKeys,
  staffUnder,
  whoCould,
} from './rules';
import type { PolicyList } from './view';

/**
 * The policy in force, row by row, with who could satisfy each today under any of these connections (by id), and whether
 * that is so under each.
 */
export async function listPolicies(
  { db, now }: { db: Db; now: () => Date },
  connectionIds: readonly string[],
): Promise<PolicyList> {
  const [policy, staff, administrators, stored, own, table] = await Promise.all([
    loadPolicy(db),
    activeStaff(db),
    administratorsAt(db, now()),
    db.policyRule.findMany({ select: { key: true } }),
    db.ownRole.findMany({ select: { key: true, name: true }, orderBy: [{ name: 'asc' }, { key: 'asc' }] }),
    loadRoles(db),
  ]);
  const under = connectionIds.map((id) => staffUnder(staff, id));
  const seen = staff.filter((person) => under.some((people) => people.includes(person)));
  return {
    ownRoles: own.map((role) => ({ ...role, mayApprove: mayDo(table.get(role.key) ?? [], 'approval:decide') })),
    rows: policyKeys.map((key) => {
      const rule = combine(policy, [key]);
      return {
        key,
        row: policy[key],
        isChanged: stored.some((row) => row.key === key),
        nature: natures[key],
        could: rule.people === 1 ? [] : whoCould(rule, seen, []).map(({ name }) => name),
        isSatisfiable: under.every((people) => isSatisfiable(rule, people, isFirstDays(administrators))),
      };
    }),
    administrators: administrators.active,
    lingering: administrators.lingering.map(({ name, until }) => ({ name, until: until.toISOString() })),
    isTogetherSatisfiable: under.every((people) => isTogetherSatisfiable(policy, people)),
  };
}

/** How many others must approve a deed of this person now, for the button that asks for it. */
export const approvalsNeeded = async (
  { db, now }: { db: Db; now: () => Date },
  keys: readonly PolicyKey[],
  maker: Holder,
): Promise<number> => (await ruleInForce(db, keys, maker, now())).needed;
