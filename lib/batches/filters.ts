import { z } from 'zod';
import { addressPageSize, addressText } from '@/lib/address-values';
import { rowStandings, shownStates } from './view';

/** What the address of the list of batches may say. Whatever is not understood is left out, never an error. */
export const batchFilters = z.object({
  state: z.enum(shownStates).optional().catch(undefined),
  cursor: z.string().max(8192).optional().catch(undefined),
  size: addressPageSize,
});
export type BatchFilters = Partial<z.infer<typeof batchFilters>>;

/** Rows on one page of a batch. */
export const rowsOnPage = 100;

/** What the address of one batch may say: which of its rows are shown. */
export const batchRowFilters = z.object({
  standing: z.enum(rowStandings).optional().catch(undefined),
  /** The rule for which rows are not in the list, or were not sent. */
  why: addressText(64),
  q: addressText(128),
  page: z.coerce.number().int().min(1).max(1000).catch(1),
});
export type BatchRowFilters = z.output<typeof batchRowFilters>;
