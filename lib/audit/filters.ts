import { z } from 'zod';
import { addressPageSize, addressText } from '@/lib/address-values';
import type { WithRoles } from '@/lib/auth/permissions';
import { reaches } from '@/lib/auth/permissions';
import { outcome } from '@/lib/requests/view';
import { auditActions } from './events';

const day = z.iso.date().optional().catch(undefined);

/** Entries of the connection, or those that belong to none: signing in and out. */
export const auditScopes = ['connection', 'sign-in'] as const;

/** Questions that are asked again and again, by what they look for. */
export const auditQuestions = [
  'settlement-account',
  'without-approval',
  'self-approval',
  'policy',
  'shown',
  'refused',
  'taken',
] as const;
export type AuditQuestion = (typeof auditQuestions)[number];

/** What the address of the trail may say. Whatever is not understood is left out, never an error. */
export const auditFilters = z.object({
  scope: z.enum(auditScopes).optional().catch(undefined),
  action: z.enum(auditActions).optional().catch(undefined),
  question: z.enum(auditQuestions).optional().catch(undefined),
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

/** The scopes that a reader may look into: what belongs to no connection is a matter of those who are limited to none. */
export const scopesFor = (reader: Pick<WithRoles, 'connectionLimit'>) =>
  auditScopes.filter((scope) => scope === 'connection' || reaches(reader, null));

/** The same filters as far as this reader may look. */
export const filtersFor = (filters: AuditFilters, reader: Pick<WithRoles, 'connectionLimit'>): AuditFilters =>
  scopesFor(reader).includes(filters.scope ?? 'connection') ? filters : { ...filters, scope: undefined };

/** Objects that a pack can be about, beside batches and periods. */
export const packKinds = ['sub-merchant', 'application', 'contract', 'deduction'] as const;

/** What an evidence pack is about, as its address says it. Days are the reader's, both included. */
export const packAsk = z.discriminatedUnion('about', [
  z.object({ about: z.literal('record'), kind: z.enum(packKinds), id: z.string().trim().min(1).max(128) }),
  z.object({ about: z.literal('batch'), id: z.uuid() }),
  z.object({ about: z.literal('period'), from: z.iso.date(), until: z.iso.date() }),
]);
export type PackAsk = z.infer<typeof packAsk>;

export const exportFormats = ['csv', 'jsonl'] as const;
