import { z } from 'zod';

/** One application as screens show it. Times are ISO 8601 in UTC; the number keeps every digit. */
export const applicationView = z.object({
  id: z.string(),
  kind: z.enum(['authorization', 'domain-change']),
  applymentId: z.string(),
  /** 2.2 applyment_type; null for a domain change. */
  applymentType: z.string().nullable(),
  /** One of 3.1. */
  state: z.string(),
  stateHow: z.string(),
  stateSince: z.string(),
  stateAsOf: z.string(),
  /** The notification that told the state. */
  notificationId: z.string().nullable(),
  limitType: z.string().nullable(),
  rejectDetail: z.string().nullable(),
  /** Of the last submission that we know of. */
  domains: z.array(z.string()),
});
export type ApplicationView = z.infer<typeof applicationView>;
