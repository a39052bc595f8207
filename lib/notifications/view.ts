import { z } from 'zod';
import type { Change } from '@/lib/requests/view';

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

/** Why a message was not believed: nothing of it is kept but a count, and of the newest few the headers. */
export const refusedCauses = ['headers', 'time', 'serial', 'signature', 'too-large', 'probe'] as const;
export type RefusedCause = (typeof refusedCauses)[number];

/** One line of the list. Times are ISO 8601 in UTC, durations microseconds. */
export const notificationRow = z.object({
  id: z.string(),
  notificationId: z.string(),
  state: notificationState,
  cause: z.string().nullable(),
  eventType: z.string(),
  applymentId: z.string().nullable(),
  contractId: z.string().nullable(),
  outTradeNo: z.string().nullable(),
  subMchid: z.string().nullable(),
  subMerchantName: z.string().nullable(),
  isUnclaimed: z.boolean(),
  deliveries: z.number(),
  /** When the platform made it; null where its envelope could not be read. */
  createTime: z.string().nullable(),
  firstReceivedAt: z.string(),
  lastReceivedAt: z.string(),
  lastAnswer: z.number(),
  lastTookUs: z.number(),
  /** Set aside by a person, until it is reprocessed. */
  isParked: z.boolean(),
  /** Differences about it that want a person, wherever the message itself stands. */
  discrepanciesOpen: z.number(),
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
  /** True where these bytes are not those of the delivery that was judged. */
  isOtherBody: z.boolean(),
  door,
});
export type DeliveryView = z.infer<typeof deliveryView>;

/** One value as the message tells it, beside what we hold now; `null` is a value that one side does not have. */
export type Comparison = { path: string; ours: string | null; theirs: string | null };

/** What a page asks for again and again: enough to see that something happened to a notification. */
export const notificationStatus = z.object({
  id: z.string(),
  state: notificationState,
  deliveries: z.number(),
  lastAnswer: z.number(),
  reprocessedAt: z.string().nullable(),
  isParked: z.boolean(),
  discrepanciesOpen: z.number(),
});
export type NotificationStatus = z.infer<typeof notificationStatus>;

/**
 * Everything that the page of one notification shows. Content is masked: see `mask.ts`. Envelope, content and comparison
 * are those of the chosen delivery: two deliveries of one id may say different things.
 */
export type NotificationDetail = NotificationRow & {
  resourceType: string | null;
  originalType: string | null;
  summary: string | null;
  createTimeText: string | null;
  applicationKind: string | null;
  bodySha256: string;
  bodySize: number;
  /** False once the bytes that were judged are purged: then it cannot be processed again. */
  isBodyHeld: boolean;
  openedBy: string | null;
  serial: string;
  /** What it changed, masked where personal. */
  effects: Change[];
  /** The delivery that is shown; null where none is kept. */
  chosen: DeliveryView | null;
  /** The bytes of the chosen delivery: their number, or null once they are purged. */
  chosenSize: number | null;
  /** The envelope as it came, its ciphertext cut short; null where it is no JSON, and once purged. */
  envelope: unknown;
  /** The decrypted resource with personal values masked; null while it does not open, and once purged. */
  content: unknown;
  /** What it tells of its application beside what we hold of that now; empty where it tells of none. */
  comparison: Comparison[];
  /** The kept deliveries, oldest first. */
  received: DeliveryView[];
  /** What of it differs from what we hold, until a person decides, and the delivery that brought it, where that is kept. */
  openDiscrepancies: { cause: string; delivery: number | null }[];
  /** Another content under its id that a person took: then what the message itself says is history. */
  taken: { by: string | null; at: string | null; delivery: number | null }[];
  reprocessedAt: string | null;
  parked: { reason: string; by: string | null; at: string | null } | null;
  /** Entries of the trail about it, oldest first. */
  auditEntryIds: string[];
};

/** What receiving is like now, for the head of the list and for its empty states. */
export type Receiving = {
  /** When the newest message that verified came first. */
  newestAt: string | null;
  lastTest: { at: string; hasPassed: boolean } | null;
  /** How many messages did not verify in the last 24 hours, probes left out. */
  refusedToday: number;
};

export type RefusedCounts = Partial<Record<RefusedCause, number>>;

export type RefusedSampleView = {
  id: string;
  at: string;
  cause: RefusedCause;
  headers: Record<string, string>;
  bodySize: number;
  bodySha256: string | null;
  ip: string | null;
  door: Door;
};

/** Everything about what did not verify. Nothing of its content is kept, so nothing of it can be processed. */
export type RefusedSummary = {
  /** The last seven days by hour (its beginning, ISO), oldest first, each hour once; the last is the present one. */
  hours: { hour: string; counts: RefusedCounts }[];
  /** Sums of the last 24 of these hours, and of all. */
  day: RefusedCounts;
  week: RefusedCounts;
  /** The newest few, newest first. */
  samples: RefusedSampleView[];
};

/** A sub-merchant that nobody here holds and that verified notifications name (decisions 6): what they told of it. */
export type UnclaimedRow = {
  subMchid: string;
  /** How many notifications name it; the newest of them, and when it came first. */
  notifications: number;
  notificationId: string;
  receivedAt: string;
  /** Its newest application; null where none was applied. */
  application: { applymentId: string; state: string } | null;
};
