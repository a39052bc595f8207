import { z } from 'zod';
import { outcome } from './view';

/** What the address of the list of requests may say. Whatever is not understood is left out, never an error. */
export const requestFilters = z.object({
  outcome: outcome.optional().catch(undefined),
  operation: z.string().max(64).optional().catch(undefined),
  /** A whole sub_mchid, reference, Idempotency-Key or request id. */
  q: z
    .string()
    .trim()
    .max(128)
    .refine((typed) => !typed.includes('\0'))
    .optional()
    .catch(undefined)
    .transform((text) => text || undefined),
  cursor: z.string().max(8192).optional().catch(undefined),
  size: z.coerce
    .number()
    .pipe(z.union([z.literal(25), z.literal(50), z.literal(100)]))
    .optional()
    .catch(undefined),
});
export type RequestFilters = Partial<z.infer<typeof requestFilters>>;
