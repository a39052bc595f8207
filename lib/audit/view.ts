import { z } from 'zod';
import { auditEvent } from './events';

/** One entry of the trail as screens show it. `at` is ISO 8601 in UTC; ids are text. */
export const auditView = z.object({
  id: z.string(),
  at: z.string(),
  actorKind: z.string(),
  actorName: z.string(),
  actorRoles: z.array(z.string()),
  ip: z.string().nullable(),
  objectKind: z.string(),
  objectId: z.string(),
  objectName: z.string(),
  requestId: z.string().nullable(),
  outcome: z.string().nullable(),
  reason: z.string().nullable(),
  reference: z.string().nullable(),
  event: auditEvent,
  hash: z.string(),
});
export type AuditView = z.infer<typeof auditView>;
