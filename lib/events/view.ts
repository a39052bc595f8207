import { z } from 'zod';

/** What screens follow: what a list is about, whoever writes it. */
export const topics = [
  'requests',
  'sub-merchants',
  'applications',
  'contracts',
  'batches',
  'deductions',
  'notifications',
  'discrepancies',
  'approvals',
  'media',
  'connections',
] as const;
const topic = z.enum(topics);
export type Topic = z.infer<typeof topic>;

/** Ids of the topic's objects, nothing else of them. Without one: more changed than could be named. */
const ids = z.array(z.string());

/**
 * What a browser is told: something of a topic changed, or something may have been missed and whoever shows anything
 * reads it anew.
 */
export const liveEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changed'), topic, ids }),
  z.object({ kind: z.literal('resync') }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

/** One NOTIFY between processes: changes of any connection. Without one: more than a NOTIFY holds, a resync for all. */
export const notice = z.array(z.object({ connectionId: z.string(), topic, ids }));
export type Notice = z.infer<typeof notice>;
