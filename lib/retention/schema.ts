import { z } from 'zod';
import { daysBounds, holdKinds, retentionKinds } from './rules';

export const retentionKind = z.enum(retentionKinds);
export const retentionChange = z.object({ days: z.number().int().min(daysBounds.min).max(daysBounds.max) });

/** A record that is held, by its wire id. */
export const holdInput = z.object({
  kind: z.enum(holdKinds),
  id: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .regex(/^[^\0]+$/),
});
export type HoldInput = z.output<typeof holdInput>;
