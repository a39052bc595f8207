import { z } from 'zod';
import { change, outcome } from '@/lib/requests/view';

/**
 * Every kind of entry the trail can hold, with what it tells. Values are masked before they come here.
 * Rows are parsed with this on the way in and on the way out: changing a member needs a thought for the entries that exist.
 */
export const auditEvent = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('sub-merchant.modification-requested'),
    changes: z.array(change),
    askedForH5: z.boolean(),
  }),
  z.object({
    action: z.literal('request.settled'),
    outcome,
    how: z.string(),
    meaning: z.string(),
    tries: z.number(),
    httpStatus: z.number().nullable(),
    code: z.string().nullable(),
    platformRequestId: z.string().nullable(),
    h5State: z.string().nullable(),
  }),
  z.object({
    action: z.literal('request.unknown'),
    meaning: z.string(),
    tries: z.number(),
    cause: z.string().nullable(),
  }),
  z.object({ action: z.literal('request.needs-person'), meaning: z.string(), tries: z.number() }),
  z.object({ action: z.literal('request.repeat-asked') }),
  z.object({ action: z.literal('connection.paused'), cause: z.enum(['unauthorised', 'rate']), untilMs: z.number() }),
  z.object({ action: z.literal('sub-merchant.created'), source: z.string(), changes: z.array(change) }),
  z.object({ action: z.literal('sub-merchant.adopted'), source: z.string(), changes: z.array(change) }),
  z.object({
    action: z.literal('sub-merchant.imported'),
    importId: z.string(),
    row: z.number(),
    changes: z.array(change),
  }),
  z.object({
    action: z.literal('import.applied'),
    fileName: z.string(),
    created: z.number(),
    updated: z.number(),
    skipped: z.number(),
  }),
  z.object({ action: z.literal('staff.signed-in') }),
  z.object({ action: z.literal('staff.sign-in-refused'), cause: z.enum(['credentials', 'locked', 'disabled']) }),
  z.object({ action: z.literal('staff.signed-out') }),
  z.object({ action: z.literal('access.refused'), permission: z.string(), where: z.string() }),
  z.object({ action: z.literal('sub-merchant.exported'), rows: z.number(), filters: z.record(z.string(), z.string()) }),
]);
export type AuditEvent = z.infer<typeof auditEvent>;
export const auditActions = auditEvent.options.map((option) => option.shape.action.value);
