import 'server-only';
import { z } from 'zod';
import { loadRoles, rightsOf, rightsSelect } from '@/lib/auth/roles';
import { activeStaff as canSignIn } from '@/lib/auth/staff';
import type { Db, Tx } from '@/lib/db/client';
import type { Administrators, EffectiveRule, Holder, Person, PolicyKey, PolicyRow } from './rules';
import {
  ADMINISTRATOR_LINGERS_MS,
  combine,
  countedUnder,
  defaultPolicy,
  isFirstDays,
  neededApprovals,
  policyKeys,
  rowAsFixed,
  stepUps,
} from './rules';

const storedRow = z.object({
  approvers: z.array(z.string()),
  people: z.number(),
  stepUp: z.enum(stepUps),
  expiryHours: z.number(),
  coolOffHours: z.number(),
  dailyCap: z.number().nullable(),
});

/** The policy in force: the defaults, and where somebody changed a row, that one; what nature fixes is not read from it. */
export async function loadPolicy(db: Pick<Db | Tx, 'policyRule'>): Promise<Record<PolicyKey, PolicyRow>> {
  const rows = await db.policyRule.findMany();
  const changed = rows.flatMap((row) => {
    const key = policyKeys.find((known) => known === row.key);
    return key ? [[key, rowAsFixed(key, storedRow.parse(row))] as const] : [];
  });
  return { ...defaultPolicy, ...Object.fromEntries(changed) };
}

/** Staff who can sign in now: not suspended, and past their invitation. */
export async function activeStaff(db: Pick<Db | Tx, 'staff' | 'ownRole'>): Promise<(Person & { email: string })[]> {
  const table = await loadRoles(db);
  const rows = await db.staff.findMany({
    where: canSignIn,
    select: { id: true, name: true, email: true, ...rightsSelect },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ id, name, email, ...row }) => ({ id, name, email, ...rightsOf(row, table) }));
}

/** Who counts as an administrator at this moment: those who can sign in, and those who could a short while ago. */
export async function administratorsAt(db: Pick<Db | Tx, 'staff'>, at: Date): Promise<Administrators> {
  const roles = { has: 'administrator' };
  const [active, gone] = await Promise.all([
    db.staff.count({ where: { ...canSignIn, roles } }),
    db.staff.findMany({
      where: {
        administratorUntil: { gt: new Date(at.getTime() - ADMINISTRATOR_LINGERS_MS) },
        NOT: { ...canSignIn, roles },
      },
      select: { name: true, administratorUntil: true },
      orderBy: [{ administratorUntil: 'desc' }, { id: 'asc' }],
    }),
  ]);
  const lingering = gone.flatMap(({ name, administratorUntil }) =>
    administratorUntil === null
      ? []
      : [{ name, until: new Date(administratorUntil.getTime() + ADMINISTRATOR_LINGERS_MS) }],
  );
  return { active, lingering };
}

export type RuleInForce = {
  rule: EffectiveRule;
  /** How many in 24 hours, by the rows that cap it. */
  caps: { key: PolicyKey; cap: number }[];
  /** How many others must approve. */
  needed: number;
  /** Nobody else is needed only because there is one administrator yet: the trail says so. */
  isFirstDays: boolean;
};

/** What was read of policy and staff at one moment, for the rules of any number of deeds. */
export type PolicyNow = { policy: Record<PolicyKey, PolicyRow>; administrators: Administrators };

export async function policyNow(tx: Pick<Db | Tx, 'policyRule' | 'staff'>, at: Date): Promise<PolicyNow> {
  return { policy: await loadPolicy(tx), administrators: await administratorsAt(tx, at) };
}

/** What this policy asks of one deed of this maker. */
export function ruleUnder(
  { policy, administrators }: PolicyNow,
  keys: readonly PolicyKey[],
  maker: Holder,
): RuleInForce {
  const rule = combine(policy, keys);
  const caps = countedUnder(keys).flatMap((key) => {
    const cap = policy[key].dailyCap;
    return cap === null ? [] : [{ key, cap }];
  });
  const needed = neededApprovals(rule, maker, rule.firstDays && isFirstDays(administrators));
  return { rule, caps, needed, isFirstDays: needed < neededApprovals(rule, maker, false) };
}

/** What the policy asks of one deed of this maker, at this moment. */
export const ruleInForce = async (
  tx: Pick<Db | Tx, 'policyRule' | 'staff'>,
  keys: readonly PolicyKey[],
  maker: Holder,
  at: Date,
): Promise<RuleInForce> => ruleUnder(await policyNow(tx, at), keys, maker);
