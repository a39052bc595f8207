import type { HoldKind, RetentionKind } from './rules';

/** One kind with how long it is kept, how much of it there is, and what the purge did. Times are ISO 8601. */
export type RetentionRow = {
  kind: RetentionKind;
  days: number;
  isChanged: boolean;
  version: number;
  count: number;
  oldest: string | null;
  ranAt: string | null;
  /** Due in the last run, but held. */
  held: number;
  /** When anything was removed last, and how much. */
  removedAt: string | null;
  removed: number;
};
export type HoldRow = {
  id: string;
  objectKind: HoldKind;
  objectId: string;
  reason: string;
  placedBy: string;
  placedAt: string;
};
