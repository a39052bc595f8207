import { z } from 'zod';
import { addressPageSize, addressText } from '@/lib/address-values';

/** Those that want a person, those that rest until a day, and those that are settled for good. */
export const discrepancyTabs = ['open', 'accepted', 'settled'] as const;
export type DiscrepancyTab = (typeof discrepancyTabs)[number];

/** What the address of the list of discrepancies may say. Whatever is not understood is left out, never an error. */
export const discrepancyFilters = z.object({
  tab: z.enum(discrepancyTabs).optional().catch(undefined),
  /** A whole sub_mchid, application number or notification id. */
  q: addressText(128),
  cursor: z.string().max(8192).optional().catch(undefined),
  size: addressPageSize,
});
export type DiscrepancyFilters = Partial<z.infer<typeof discrepancyFilters>>;
