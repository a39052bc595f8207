import { z } from 'zod';
import type { Approval } from '@/lib/db/generated/client';
import { stepUps } from '@/lib/policies/rules';

const stored = z.object({
  approvers: z.array(z.string()),
  people: z.number(),
  /** Approvals that are needed beside the maker. */
  needed: z.number(),
  stepUp: z.enum(stepUps),
  expiryHours: z.number(),
  coolOffHours: z.number(),
  dailyCap: z.number().nullable(),
});

/** The rule that an approval was sealed with. */
export const sealedPolicy = ({ policy }: Pick<Approval, 'policy'>) => stored.parse(policy);
