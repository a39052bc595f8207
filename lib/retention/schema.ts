import { z } from 'zod';
import { daysBounds, holdKinds, periodOf, retentionKinds } from './rules';

export const retentionKind = z.enum(retentionKinds);
export const retentionChange = z.object({ days: z.number().int().min(daysBounds.min).max(daysBounds.max) });

/** What is held: a record by its wire id, a batch by its own, a period by its days. */
export const holdInput = z
  .object({
    kind: z.enum(holdKinds),
    id: z
      .string()
      .trim()
      .min(1)
      .max(64)
      .regex(/^[^\0]+$/),
  })
  .refine(({ kind, id }) => kind !== 'period' || periodOf(id) !== null, { path: ['id'] });
export type HoldInput = z.output<typeof holdInput>;
