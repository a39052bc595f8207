import { z } from 'zod';
import { change } from '@/lib/requests/view';

/** Where a notification stands (decisions 6). What did not verify is none of these: it is counted, not kept. */
export const notificationStates = ['applied', 'older', 'unknown-type', 'discrepancy', 'quarantine'] as const;
export const notificationState = z.enum(notificationStates);
export type NotificationState = z.infer<typeof notificationState>;

/** What one delivery came to: where the message stood after it, or a repeat of one that was handled before. */
export const deliveryVerdict = z.enum([...notificationStates, 'repeat']);
export type DeliveryVerdict = z.infer<typeof deliveryVerdict>;

/** The ladder of checks that a message climbs, in their order (decisions 6). */
export const steps = [
  'arrived',
  'headers',
  'time',
  'certificate',
  'signature',
  'envelope',
  'opened',
  'ours',
  'applied',
] as const;
export type Step = (typeof steps)[number];

/** A step that was passed, with the microseconds since the message arrived. */
export const stepTime = z.object({ step: z.enum(steps), us: z.number() });
export type StepTime = z.infer<typeof stepTime>;

/** Which way a message came in: the console's own route, or the receiver that runs as a process of its own. */
export const door = z.enum(['console', 'receiver']);
export type Door = z.infer<typeof door>;

/** One line of the list. Times are ISO 8601 in UTC, durations microseconds. */
export const notificationRow = z.object({
  id: z.string(),
  notificationId: z.string(),
  state: notificationState,
  cause: z.string().nullable(),
  eventType: z.string(),
  applymentId: z.string().nullable(),
  subMchid: z.string().nullable(),
  subMerchantName: z.string().nullable(),
  isUnclaimed: z.boolean(),
  deliveries: z.number(),
  createTime: z.string().nullable(),
  firstReceivedAt: z.string(),
  lastReceivedAt: z.string(),
  lastAnswer: z.number(),
  lastTookUs: z.number(),
  isParked: z.boolean(),
});
export type NotificationRow = z.infer<typeof notificationRow>;

/** One arrival of a notification. */
export const deliveryView = z.object({
  number: z.number(),
  receivedAt: z.string(),
  verdict: deliveryVerdict,
  cause: z.string().nullable(),
  answer: z.number(),
  tookUs: z.number(),
  steps: z.array(stepTime),
  serial: z.string(),
  signedAt: z.string(),
  nonce: z.string(),
  platformRequestId: z.string().nullable(),
  bodySha256: z.string(),
  /** True where these bytes are not those of the first delivery. */
  isOtherBody: z.boolean(),
  door,
});
export type DeliveryView = z.infer<typeof deliveryView>;

/** Everything that the page of one notification shows. Content is masked: see `content`. */
export const notificationDetail = notificationRow.extend({
  resourceType: z.string().nullable(),
  originalType: z.string().nullable(),
  summary: z.string().nullable(),
  createTimeText: z.string().nullable(),
  bodySha256: z.string(),
  bodySize: z.number(),
  openedBy: z.string().nullable(),
  serial: z.string(),
  /** What it changed, masked where personal. */
  effects: z.array(change),
  /** The envelope as it came, its ciphertext cut short; null once purged. */
  envelope: z.string().nullable(),
  /** The decrypted resource with personal values masked; null while it does not open, and once purged. */
  content: z.string().nullable(),
  received: z.array(deliveryView),
  reprocessedAt: z.string().nullable(),
  parkedReason: z.string().nullable(),
});
export type NotificationDetail = z.infer<typeof notificationDetail>;
