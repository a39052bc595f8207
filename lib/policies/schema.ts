import { z } from 'zod';
import { bundles, mayDo, roleKeyForm, roles } from '@/lib/auth/permissions';
import { natureIssues, policyBounds, policyKeys, stepUps } from './rules';

/** Built-in roles that may approve anything at all: no other one of them can be asked for. */
export const approverRoles: readonly string[] = roles.filter((role) => mayDo(bundles[role], 'approval:decide'));

export const policyKey = z.enum(policyKeys);

const within = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max);

const isBuiltIn = (role: string) => (roles as readonly string[]).includes(role);

/** Approvers, each once and in one order, so that equal sets are equal texts: built-in ones first. */
export const approversInOrder = (given: readonly string[]): string[] => [
  ...approverRoles.filter((role) => given.includes(role)),
  ...[...new Set(given)].filter((role) => !isBuiltIn(role)).sort(),
];

/** A row as it is asked for. Whether a role of the institution is there and may approve is asked where the row is changed. */
export const policyRow = z.object({
  approvers: z
    .array(
      z
        .string()
        .regex(roleKeyForm)
        .refine((role) => !isBuiltIn(role) || approverRoles.includes(role)),
    )
    .min(1)
    .max(64)
    .transform(approversInOrder),
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
