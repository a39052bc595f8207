import 'server-only';
import type { Db } from '@/lib/db/client';
import { activeStaff, administratorsAt, loadPolicy, ruleInForce } from './policies';
import type { PolicyKey } from './rules';
import { combine, isFirstDays, isSatisfiable, isTogetherSatisfiable, natures, policyKeys, whoCould } from './rules';
import type { PolicyList } from './view';

/** The policy in force, row by row, with who could satisfy each today. */
export async function listPolicies({ db, now }: { db: Db; now: () => Date }): Promise<PolicyList> {
  const [policy, staff, administrators, stored] = await Promise.all([
    loadPolicy(db),
    activeStaff(db),
    administratorsAt(db, now()),
    db.policyRule.findMany({ select: { key: true } }),
  ]);
  return {
    rows: policyKeys.map((key) => {
      const rule = combine(policy, [key]);
      return {
        key,
        row: policy[key],
        isChanged: stored.some((row) => row.key === key),
        nature: natures[key],
        could: rule.people === 1 ? [] : whoCould(rule, staff, []).map(({ name }) => name),
        isSatisfiable: isSatisfiable(rule, staff, isFirstDays(administrators)),
      };
    }),
    administrators: administrators.active,
    lingering: administrators.lingering.map(({ name, until }) => ({ name, until: until.toISOString() })),
    isTogetherSatisfiable: isTogetherSatisfiable(policy, staff),
  };
}

/** How many others must approve a deed of this person now, for the button that asks for it. */
export const approvalsNeeded = async (
  { db, now }: { db: Db; now: () => Date },
  keys: readonly PolicyKey[],
  maker: { roles: readonly string[] },
): Promise<number> => (await ruleInForce(db, keys, maker, now())).needed;
