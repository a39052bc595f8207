import { z } from 'zod';
import { addressPageSize, addressText } from '@/lib/address-values';
import { ownerFilter } from '@/lib/ownership/filters';
import { outcome } from './view';

/** What the address of the list of requests may say. Whatever is not understood is left out, never an error. */
export const requestFilters = z.object({
  outcome: outcome.optional().catch(undefined),
  operation: z.string().max(64).optional().catch(undefined),
  /** `mine` is the reader, whom `forReader` puts in its place. */
  owner: ownerFilter.optional().catch(undefined),
  /** A whole sub_mchid, applyment_id, reference, Idempotency-Key or request id. */
  q: addressText(128),
  cursor: z.string().max(8192).optional().catch(undefined),
  size: addressPageSize,
});
export type RequestFilters = Partial<z.infer<typeof requestFilters>>;
