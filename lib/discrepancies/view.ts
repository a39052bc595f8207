import { z } from 'zod';
import { change } from '@/lib/requests/view';

/** How a person settled a difference: what was told is taken, what we hold stays, or it is accepted for a time. */
export const resolution = z.enum(['theirs', 'ours', 'accepted']);
export type Resolution = z.infer<typeof resolution>;

/** Why what was told cannot be taken: we hold something newer, nothing in it can be applied, or it is no longer kept. */
const cannotTake = z.enum(['application-moved-on', 'nothing-to-take', 'content-purged']);

/** What taking theirs would do now: every value that would change, or why it cannot be done. */
export const taking = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('can'), changes: z.array(change) }),
  z.object({ kind: z.literal('cannot'), rule: cannotTake }),
]);
export type Taking = z.infer<typeof taking>;

/** A sub-merchant that a difference is about; `name` is null where nobody here holds it. */
const party = z.object({ subMchid: z.string(), name: z.string().nullable() });
export type Party = z.infer<typeof party>;

/** One difference between what we hold and what we were told. Times are ISO 8601 in UTC. */
export const discrepancyRow = z.object({
  id: z.string(),
  cause: z.string(),
  /** What differed when it came; null is a value that one side does not have. */
  differences: z.array(z.object({ path: z.string(), ours: z.string().nullable(), theirs: z.string().nullable() })),
  applymentId: z.string().nullable(),
  contractId: z.string().nullable(),
  outTradeNo: z.string().nullable(),
  /** Whom the message names; null where it names nobody that could be read. */
  told: party.nullable(),
  /** Whose application we hold it for, where that is somebody else. */
  ours: party.nullable(),
  /** Row of the notification, and the platform's id of it. */
  notificationId: z.string(),
  messageId: z.string(),
  /** When the platform says that it was so, and when it reached us. */
  toldAsOf: z.string(),
  openedAt: z.string(),
  resolution: resolution.nullable(),
  acceptedUntil: z.string().nullable(),
  resolvedAt: z.string().nullable(),
  resolvedBy: z.string().nullable(),
  reason: z.string().nullable(),
});
export type DiscrepancyRow = z.infer<typeof discrepancyRow> & {
  /** Null once it is settled for good. */
  taking: Taking | null;
};
