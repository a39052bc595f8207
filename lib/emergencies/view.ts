import { z } from 'zod';

/** An emergency as its banner tells it. Times are ISO 8601 in UTC. */
export const emergencyView = z.object({
  id: z.string(),
  by: z.string(),
  reason: z.string(),
  tried: z.string(),
  beganAt: z.string(),
  endsAt: z.string(),
  /** It is over, and nobody but its maker has read of it. */
  isOver: z.boolean(),
  /** How many own requests were approved in it. */
  deeds: z.number(),
  /** The reader may say that they read of it. */
  mayRead: z.boolean(),
  mayEnd: z.boolean(),
});
export type EmergencyView = z.infer<typeof emergencyView>;

/** Where the maker of an approval stands towards an emergency. `later`: it has not waited long enough. */
export const emergencyWays = ['none', 'later', 'may-begin', 'stands'] as const;
export type EmergencyWay = (typeof emergencyWays)[number];
