import { z } from 'zod';
import { lookKinds, lookReasons, wordsBounds } from './rules';

/** One look at one value: which one, and why. `objectId` is the wire id of the object, or the row's where it has none. */
export const lookInput = z
  .object({
    kind: z.enum(lookKinds),
    objectId: z
      .string()
      .min(1)
      .max(64)
      .regex(/^[^\0]+$/),
    /** Wire path of the value in its object. */
    path: z
      .string()
      .min(1)
      .max(64)
      .regex(/^[\w.]+$/),
    reason: z.enum(lookReasons),
    words: z
      .string()
      .trim()
      .max(wordsBounds.max)
      .regex(/^[^\0]*$/),
  })
  .refine(({ reason, words }) => reason !== 'other' || [...words].length >= wordsBounds.min, { path: ['words'] });
export type LookInput = z.output<typeof lookInput>;
