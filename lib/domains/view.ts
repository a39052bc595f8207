import { z } from 'zod';

/** What we know against using a domain: another sub-merchant of ours has it, or the platform once refused it as risky. */
export const domainWarnings = z.object({
  shared: z.array(z.object({ domain: z.string(), subMchid: z.string(), name: z.string() })),
  refused: z.array(
    z.object({ domain: z.string(), refusedAt: z.string(), message: z.string(), requestId: z.string().nullable() }),
  ),
});
export type DomainWarnings = z.infer<typeof domainWarnings>;
