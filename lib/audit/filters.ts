import { z } from 'zod';
import { addressPageSize, addressText } from '@/lib/address-values';
import { outcome } from '@/lib/requests/view';
import { auditActions } from './events';

const day = z.iso.date().optional().catch(undefined);

/** Entries of the connection, or those that belong to none: signing in and out. */
export const auditScopes = ['connection', 'sign-in'] as const;

/** What the address of the trail may say. Whatever is not understood is left out, never an error. */
export const auditFilters = z.object({
  scope: z.enum(auditScopes).optional().catch(undefined),
  action: z.enum(auditActions).optional().catch(undefined),
  /** A part of the name of whoever did it. */
  person: addressText(64),
  /** A whole object id or a reference. */
  object: addressText(64),
  outcome: outcome.optional().catch(undefined),
  /** Days in the reader's zone, both included. */
  from: day,
  until: day,
  cursor: z.string().max(8192).optional().catch(undefined),
  size: addressPageSize,
});
export type AuditFilters = Partial<z.infer<typeof auditFilters>>;
