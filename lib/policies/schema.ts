import { z } from 'zod';
import type { Role } from '@/lib/auth/permissions';
import { bundles, mayDo, roles } from '@/lib/auth/permissions';
import { natureIssues, policyBounds, policyKeys, stepUps } from './rules';

/** Roles that may approve anything at all: no other one can be asked for. */
export const approverRoles: readonly Role[] = roles.filter((role) => mayDo(bundles[role], 'approval:decide'));

export const policyKey = z.enum(policyKeys);

const within = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max);

/** A row as it is asked for. The roles are kept once each, in the order of the table, so that equal sets are equal texts. */
export const policyRow = z.object({
  approvers: z
    .array(z.enum(roles).refine((role) => approverRoles.includes(role)))
    .min(1)
    .transform((given) => approverRoles.filter((role) => given.includes(role))),
  people: within({ min: 1, max: policyBounds.people.max }),
  stepUp: z.enum(stepUps),
  expiryHours: within(policyBounds.expiryHours),
  coolOffHours: within(policyBounds.coolOffHours),
  dailyCap: within(policyBounds.dailyCap).nullable(),
});

/** A change of one row; what the nature of that row fixes stands in it as it is fixed. */
export const policyChange = z.object({ key: policyKey, row: policyRow }).superRefine(({ key, row }, context) => {
  for (const { path, rule } of natureIssues(key, row))
    context.addIssue({ code: 'custom', path: ['row', path], message: rule });
});

/** Why it is changed, for whoever approves it and for the trail. */
export const policyReason = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/^[^\0]+$/);
