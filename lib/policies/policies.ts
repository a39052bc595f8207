import 'server-only';
import { z } from 'zod';
import { roles } from '@/lib/auth/permissions';
import type { Db, Tx } from '@/lib/db/client';
import type { EffectiveRule, Person, PolicyKey, PolicyRow } from './rules';
import { combine, defaultPolicy, neededApprovals, policyKeys, rowAsFixed, stepUps } from './rules';

const storedRow = z.object({
  approvers: z.array(z.enum(roles)),
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
export const activeStaff = (db: Pick<Db | Tx, 'staff'>): Promise<(Person & { email: string })[]> =>
  db.staff.findMany({
    where: { disabledAt: null, passwordHash: { not: null } },
    select: { id: true, name: true, email: true, roles: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });

/** Active administrators: while there is one, the first days last (decisions 10). */
export const countAdministrators = (db: Pick<Db | Tx, 'staff'>): Promise<number> =>
  db.staff.count({ where: { disabledAt: null, passwordHash: { not: null }, roles: { has: 'administrator' } } });

export type RuleInForce = {
  rule: EffectiveRule;
  /** How many others must approve. */
  needed: number;
  /** Nobody else is needed only because there is one administrator yet: the trail says so. */
  isFirstDays: boolean;
};

/** What the policy asks of one deed of this maker, now. */
export async function ruleInForce(
  tx: Pick<Db | Tx, 'policyRule' | 'staff'>,
  keys: readonly PolicyKey[],
  maker: { roles: readonly string[] },
): Promise<RuleInForce> {
  const rule = combine(await loadPolicy(tx), keys);
  const isSingle = rule.firstDays && (await countAdministrators(tx)) === 1;
  const needed = neededApprovals(rule, maker, isSingle);
  return { rule, needed, isFirstDays: needed < neededApprovals(rule, maker, false) };
}
