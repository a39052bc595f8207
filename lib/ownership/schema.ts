import { z } from 'zod';
import { hasNul } from '@/lib/address-values';
import { ownedKinds } from './view';

const plan = {
  nextDate: z.string().max(10).nullable(),
  /** Longer than the rule allows, so that the rule answers with words. */
  note: z
    .string()
    .trim()
    .max(2000)
    .refine((text) => !hasNul(text)),
};

/** A change of who looks after something. Without a plan the one that stands stays. */
export const ownerChange = z.discriminatedUnion('deed', [
  z.object({ deed: z.literal('take'), plan: z.object(plan).optional() }),
  z.object({ deed: z.literal('assign'), to: z.uuid(), plan: z.object(plan).optional() }),
  z.object({ deed: z.literal('hand-back'), plan: z.object(plan).optional() }),
  z.object({ deed: z.literal('plan'), plan: z.object(plan) }),
]);
export type OwnerChange = z.infer<typeof ownerChange>;

/** Which object, and the version of its ownership that stood on the page. */
export const ownedObject = z.object({
  kind: z.enum(ownedKinds),
  id: z
    .string()
    .min(1)
    .max(64)
    .refine((text) => !hasNul(text)),
  version: z.int().min(0),
});
export type OwnedObject = z.infer<typeof ownedObject>;
