import { z } from 'zod';

/** What stands in the way of sending, as every page of a connection may show it. Times are ISO 8601 in UTC. */
export const connectionHealth = z.object({
  /** Set when the platform answered 401: Integrations must look. */
  alertedAt: z.string().nullable(),
  /** A pause that still lasts, with its cause; null when requests go out. */
  paused: z.object({ until: z.string(), cause: z.string() }).nullable(),
  certificatesCheckedAt: z.string().nullable(),
  /** When the certificate that would seal now ends; null when none is valid, and nothing can be sealed. */
  sealsUntil: z.string().nullable(),
  readsEnabled: z.boolean(),
});
export type ConnectionHealth = z.infer<typeof connectionHealth>;
