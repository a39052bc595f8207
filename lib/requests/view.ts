import { z } from 'zod';

/** Where an outgoing call stands (decisions 1). `unknown` is a state with a next step, never a failure. */
export const outcomes = ['not-sent', 'waiting', 'sending', 'accepted', 'refused', 'unknown'] as const;
export const outcome = z.enum(outcomes);
export type Outcome = z.infer<typeof outcome>;

/** One value that a request changes, by wire path. Personal values are masked; `same` marks what is sent as held. */
export const change = z.object({
  path: z.string(),
  kind: z.enum(['changed', 'added', 'removed', 'same']),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type Change = z.infer<typeof change>;

/** Who asked for an approval that was given, and who gave it, by name. */
export const approvers = z.object({ approvalId: z.string(), askedBy: z.string(), names: z.array(z.string()) });
export type Approvers = z.infer<typeof approvers>;

const other = z.object({ id: z.string(), reference: z.string() });

/** What a screen needs to say where a request stands and what comes next. Times are ISO 8601 in UTC. */
export const requestStatus = z.object({
  id: z.string(),
  reference: z.string(),
  operation: z.string(),
  objectKind: z.string(),
  objectId: z.string(),
  objectName: z.string(),
  outcome,
  wasUnknown: z.boolean(),
  settledHow: z.string().nullable(),
  openedAt: z.string(),
  settledAt: z.string().nullable(),
  nextTryAt: z.string().nullable(),
  needsPersonSince: z.string().nullable(),
  lastTryStartedAt: z.string().nullable(),
  timeoutMs: z.number(),
  tries: z.number(),
  /** Row of the dispositions that spoke last. */
  meaning: z.string().nullable(),
  httpStatus: z.number().nullable(),
  error: z.object({ code: z.string(), message: z.string(), path: z.string().nullable() }).nullable(),
  /** What the accepted answer said of the H5 authorization, where it was part of the request. */
  h5State: z.string().nullable(),
  /** What the answer said of the application (4.2), where the request was about one. */
  applymentState: z.string().nullable(),
  /** What was told of the order (4.4), where the request was about one. */
  tradeState: z.string().nullable(),
  /** True when apply_h5_payment was sent. */
  askedForH5: z.boolean(),
  openedBy: z.string(),
  /** The refused request that this one sends anew, and the one that does so with this. */
  replaces: other.nullable(),
  replacedBy: other.nullable(),
  /** The approval that let it leave; null where one person may send. */
  approved: approvers.nullable(),
});
export type RequestStatus = z.infer<typeof requestStatus>;

/** True while the outcome can still change by itself or by a person's step. */
export const isOpen = (state: Outcome): boolean => state !== 'accepted' && state !== 'refused';

export const requestTry = z.object({
  number: z.number(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  tookMs: z.number().nullable(),
  httpStatus: z.number().nullable(),
  signature: z.string().nullable(),
  noAnswer: z.string().nullable(),
  platformRequestId: z.string().nullable(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  outcome: z.string().nullable(),
  meaning: z.string().nullable(),
  platformSerial: z.string().nullable(),
  bytesSha256: z.string(),
  /** Whether body, key and serial equal the first try's, by the recorded hash. */
  identical: z.boolean(),
  /** The raw answer with personal values masked; null when there was none or it is purged. */
  answer: z.string().nullable(),
});
export type RequestTryView = z.infer<typeof requestTry>;

export const requestDetail = requestStatus.extend({
  idempotencyKey: z.string(),
  method: z.string(),
  path: z.string(),
  platformSerial: z.string().nullable(),
  merchantSerial: z.string(),
  bytesSha256: z.string(),
  bytesSize: z.number(),
  bytesHeld: z.boolean(),
  /** Whether the key goes out as a header: the platform takes one for 4.1 alone. */
  sendsKey: z.boolean(),
  maskedBody: z.unknown(),
  changes: z.array(change),
  notes: z.array(z.string()),
  attempts: z.array(requestTry),
  auditEntryIds: z.array(z.string()),
  /** The approval by which two people settled it, where they did. */
  settledBy: approvers.nullable(),
});
export type RequestDetail = z.infer<typeof requestDetail>;

/** One line of the list of requests. Times are ISO 8601 in UTC. */
export const requestRow = z.object({
  id: z.string(),
  reference: z.string(),
  operation: z.string(),
  objectKind: z.string(),
  objectId: z.string(),
  objectName: z.string(),
  idempotencyKey: z.string(),
  outcome,
  wasUnknown: z.boolean(),
  openedAt: z.string(),
  settledAt: z.string().nullable(),
  nextTryAt: z.string().nullable(),
  needsPersonSince: z.string().nullable(),
  tries: z.number(),
  httpStatus: z.number().nullable(),
  errorCode: z.string().nullable(),
  platformSerial: z.string().nullable(),
  openedBy: z.string(),
  /** How long the last try took; null while it is open. */
  tookMs: z.number().nullable(),
});
export type RequestRow = z.infer<typeof requestRow>;

/** One try of one request, as the timeline of its object tells it. */
export const requestTryOf = requestTry
  .pick({
    number: true,
    startedAt: true,
    endedAt: true,
    httpStatus: true,
    noAnswer: true,
    code: true,
    message: true,
    outcome: true,
    meaning: true,
  })
  .extend({ requestId: z.string(), reference: z.string() });
export type RequestTryOf = z.infer<typeof requestTryOf>;
