import { z } from 'zod';
import type { LookKind } from './rules';

/** Which value is looked at, of which connection's object. */
export type LookAt = { connection: string; kind: LookKind; objectId: string; path: string };

/** How many values one person looked at on one day. */
export const lookDay = z.object({
  /** YYYY-MM-DD in the reader's zone. */
  day: z.string(),
  person: z.string(),
  looks: z.number(),
  refused: z.number(),
});
export type LookDay = z.infer<typeof lookDay>;
