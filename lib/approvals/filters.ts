import { z } from 'zod';
import { addressPageSize, addressText } from '@/lib/address-values';
import { policyKeys } from '@/lib/policies/rules';
import { approvalKinds, approvalTabs } from './view';

/** What the address of the list of approvals may say. Whatever is not understood is left out, never an error. */
export const approvalFilters = z.object({
  tab: z.enum(approvalTabs).optional().catch(undefined),
  /** What it is about. */
  kind: z.enum(approvalKinds).optional().catch(undefined),
  /** What it falls under. */
  risk: z.enum(policyKeys).optional().catch(undefined),
  /** A whole id of the object, or part of its name or of the asker's. */
  q: addressText(128),
  cursor: z.string().max(8192).optional().catch(undefined),
  size: addressPageSize,
});
export type ApprovalFilters = Partial<z.infer<typeof approvalFilters>>;
