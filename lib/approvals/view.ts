import { z } from 'zod';
import { hasNul } from '@/lib/address-values';
import { emergencyWays } from '@/lib/emergencies/view';
import { EVIDENCE_FILES_MAX } from '@/lib/evidence/rules';
import { stepUps } from '@/lib/policies/rules';
import type { Approvers } from '@/lib/requests/view';
import { change, outcome } from '@/lib/requests/view';

/** Where an approval stands. `void`: what it was given for is no more what is there; it is asked for anew. */
export const approvalStates = [
  'pending',
  'approved',
  'carried-out',
  'declined',
  'sent-back',
  'withdrawn',
  'void',
] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** What an approval can be about. */
export const approvalKinds = [
  'sub-merchant',
  'batch',
  'request',
  'message-key',
  'certificate',
  'staff',
  'role',
  'policy',
  'charge-limit',
  'connection',
  'retention',
  'legal-hold',
] as const;

export const approvalTabs = ['for-me', 'mine', 'team', 'decided'] as const;
export type ApprovalTab = (typeof approvalTabs)[number];

/** Done at once because the policy needs nobody else, or asked for. */
export type Performed = { kind: 'done'; value: unknown } | { kind: 'asked'; approvalId: string };

/** What a person can say about one. */
export const verdicts = ['approve', 'decline', 'send-back', 'withdraw'] as const;
export type Verdict = (typeof verdicts)[number];

/** Why an approval is void, or would be once somebody tried to give it. */
export const voidCauses = [
  'expired',
  'record-moved',
  'edited',
  'discarded',
  'superseded',
  'maker-suspended',
  'maker-limited',
  'policy-changed',
  'seal-broken',
  'seal-outdated',
  'not-possible',
] as const;
export type VoidCause = (typeof voidCauses)[number];

/** Why an approval that was given counts no more: its giver is suspended, or may approve it no more. */
export const ceasings = ['suspended', 'not-an-approver'] as const;
export type Ceasing = (typeof ceasings)[number];

/** Why this reader cannot approve it. */
export const hindrances = ['own', 'not-an-approver', 'approved-already', 'stale', 'over'] as const;
export type Hindrance = (typeof hindrances)[number];

/** Why something is asked for, or what is said of it, as it may come from a browser. */
export const reasonText = z
  .string()
  .max(2000)
  .refine((text) => !hasNul(text));

/** Files that go with what is asked for, by the ids under which they are kept. */
export const evidenceIds = z.array(z.uuid()).max(EVIDENCE_FILES_MAX);

/** Where the number came from: never from whoever asks for the change. */
export const numberSources = ['our-records', 'contract', 'public-register'] as const;
/** The call-back checklist: whoever changes a settlement account rings up first. `at` is ISO 8601. */
export const callBack = z.object({
  'spoke-to': z.string().trim().min(1).max(128),
  'number-from': z.enum(numberSources),
  at: z.iso.datetime(),
  confirmed: z.literal(true),
});
export type CallBack = z.infer<typeof callBack>;
/** The same as it is kept: the time of a call was free text once. */
export const keptCallBack = callBack.extend({ at: z.string() });

/** A call-back is no older than this, in days: an account is confirmed for this change, not for another. */
export const CALL_BACK_MAX_DAYS = 30;

/** What is wrong with the time of a call-back, or null. */
export function callTimeFault(at: Date, now: Date): 'in-the-future' | 'too-long-ago' | null {
  if (at > now) return 'in-the-future';
  return now.getTime() - at.getTime() > CALL_BACK_MAX_DAYS * 24 * 60 * 60 * 1000 ? 'too-long-ago' : null;
}

/** The same while it is typed: half an answer is one too. */
export const callBackTyped = z.object({
  'spoke-to': z.string().max(512),
  'number-from': z.string().max(64),
  at: z.string().max(256),
  confirmed: z.boolean(),
});
export type CallBackTyped = z.infer<typeof callBackTyped>;

/** One line of a list of approvals. Times are ISO 8601 in UTC. */
export const approvalRow = z.object({
  id: z.string(),
  /** Null for what belongs to no connection, and is seen under each. */
  connectionId: z.string().nullable(),
  deed: z.string(),
  objectKind: z.string(),
  objectId: z.string(),
  objectName: z.string(),
  /** What a person knows the object by: a request's reference, an e-mail address, else its id. */
  shownId: z.string(),
  policyKeys: z.array(z.string()),
  askedBy: z.string(),
  askedAt: z.string(),
  expiresAt: z.string(),
  remindedAt: z.string().nullable(),
  decidedAt: z.string().nullable(),
  notBefore: z.string().nullable(),
  state: z.enum(approvalStates),
  cause: z.string().nullable(),
  /** Still pending, and void once somebody tries: why. */
  stale: z.enum(voidCauses).nullable(),
  given: z.number(),
  needed: z.number(),
  /** How many values it changes. */
  changeCount: z.number(),
});
export type ApprovalRow = z.infer<typeof approvalRow>;

export const approvalDetail = approvalRow.extend({
  changes: z.array(change),
  maskedContent: z.unknown(),
  reason: z.string(),
  callBack: keptCallBack.nullable(),
  evidence: z.array(z.object({ id: z.string(), fileName: z.string(), sizeBytes: z.number(), sha256: z.string() })),
  seal: z.string(),
  contentSha256: z.string(),
  recordVersion: z.string(),
  policy: z.object({
    approvers: z.array(z.string()),
    people: z.number(),
    stepUp: z.enum(stepUps),
    coolOffHours: z.number(),
  }),
  makers: z.array(z.string()),
  /** What was said so far, oldest first. */
  history: z.array(
    z.object({
      by: z.string(),
      onBehalfOf: z.string().nullable(),
      verdict: z.string(),
      remark: z.string().nullable(),
      at: z.string(),
      /** Why this approval is not counted; null for what is, and for every other word. */
      ceased: z.enum(ceasings).nullable(),
    }),
  ),
  /** The request that it is about: what was sent, masked. */
  about: z
    .object({
      reference: z.string(),
      objectKind: z.string(),
      objectId: z.string(),
      objectName: z.string(),
      changes: z.array(change),
      maskedBody: z.unknown(),
    })
    .nullable(),
  /** The request that it let leave. */
  request: z.object({ id: z.string(), reference: z.string(), outcome }).nullable(),
  replaces: z.string().nullable(),
  replacedBy: z.string().nullable(),
  /** Names of those who could approve it now. */
  couldApprove: z.array(z.string()),
  /** Null: the reader may approve it. */
  hindrance: z.enum(hindrances).nullable(),
  /** Where the reader stands who made it and would approve it alone (docs/decisions/0027). */
  emergency: z.enum(emergencyWays),
  mayWithdraw: z.boolean(),
  mayRemind: z.boolean(),
});
export type ApprovalDetail = z.infer<typeof approvalDetail>;

/** A change that waits on an object, for its banner and for lists. */
export type PendingApproval = Pick<
  ApprovalRow,
  'id' | 'deed' | 'objectId' | 'askedBy' | 'askedAt' | 'state' | 'policyKeys'
> & { makers: string[] };

/** What a person handed on: whose hands it is in, from when to when (ISO 8601, UTC). */
export type DelegationView = { id: string; to: string; startsAt: string; endsAt: string };

/** Where an approval stands, for the form that asked for it. */
export const approvalStanding = z.object({
  state: z.enum(approvalStates),
  cause: z.string().nullable(),
  request: z.object({ requestId: z.string(), reference: z.string(), outcome }).nullable(),
});
export type ApprovalStanding = z.infer<typeof approvalStanding>;

/** Who asked for what an entry of the trail is about or was done by, who approved it, and why it was asked for. */
export type ApprovalBehind = Approvers & { reason: string };

/** Conflicts that may be gone in a moment: no approval ends by one, and whoever decides is told. */
export const passingRules = ['another-request-is-open', 'no-platform-certificate', 'request-on-its-way'];
