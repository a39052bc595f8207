import { z } from 'zod';
import { addressPageSize, addressText } from '@/lib/address-values';
import type { WithRoles } from '@/lib/auth/permissions';
import { reaches } from '@/lib/auth/permissions';
import { outcome } from '@/lib/requests/view';
import { auditActions } from './events';

const day = z.iso.date().optional().catch(undefined);

/** Entries of the connection, those that belong to none (staff, roles, policy, signing in and out), or both. */
export const auditScopes = ['connection', 'sign-in', 'all'] as const;
export type AuditScope = (typeof auditScopes)[number];

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

type Action = (typeof auditActions)[number];

/** The actions that a question asks for, some only where a condition holds too; null: whatever changed a certain value. */
export const questionActions: Record<AuditQuestion, readonly Action[] | null> = {
  'settlement-account': null,
  'without-approval': [
    'approval.single-administrator',
    'sub-merchant.modification-requested',
    'application.modification-requested',
    'contract.termination-requested',
    'deduction.charge-requested',
  ],
  'self-approval': ['emergency.used', 'approval.attempt-refused'],
  policy: ['policy.changed', 'charge-limit.changed'],
  shown: ['personal.shown', 'personal.look-refused', 'penalty.contacts-shown', 'evidence.opened'],
  refused: [
    'access.refused',
    'approval.attempt-refused',
    'staff.sign-in-refused',
    'staff.step-up-refused',
    'personal.look-refused',
  ],
  taken: auditActions.filter(
    (action) => action.endsWith('.exported') || action === 'audit.pack-made' || action === 'audit.heads-exported',
  ),
};

/** Where the entries that answer a question are. */
export const questionScopes: Record<AuditQuestion, AuditScope> = {
  'settlement-account': 'connection',
  // Done by the single administrator, or approved by oneself: what it was about may belong to no connection.
  'without-approval': 'all',
  'self-approval': 'all',
  policy: 'sign-in',
  shown: 'connection',
  refused: 'all',
  taken: 'connection',
};

/** What the address of the trail may say. Whatever is not understood is left out, never an error. */
export const auditFilters = z.object({
  scope: z.enum(auditScopes).optional().catch(undefined),
  action: z.enum(auditActions).optional().catch(undefined),
  question: z.enum(auditQuestions).optional().catch(undefined),
  /** A part of the name of whoever did it. */
  person: addressText(64),
  /** A whole object id or a reference, the number of an entry, or the id of an approval. */
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

/** The questions that some scope of this reader can answer. */
export const questionsFor = (reader: Pick<WithRoles, 'connectionLimit'>) =>
  auditQuestions.filter((question) => scopesFor(reader).some((scope) => answers(scope, question)));

/** Whether a scope holds entries that a question is about. */
export const answers = (scope: AuditScope, question: AuditQuestion): boolean =>
  scope === 'all' || questionScopes[question] === 'all' || questionScopes[question] === scope;

/** The same filters as far as this reader may look. A question is looked for where its entries are. */
export function filtersFor(filters: AuditFilters, reader: Pick<WithRoles, 'connectionLimit'>): AuditFilters {
  const { question } = filters;
  const isElsewhere = question !== undefined && (filters.scope === undefined || !answers(filters.scope, question));
  const scope = isElsewhere ? questionScopes[question] : filters.scope;
  return { ...filters, scope: scope !== undefined && scopesFor(reader).includes(scope) ? scope : undefined };
}

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
