import { z } from 'zod';
import { change, outcome } from '@/lib/requests/view';
import type { Waiting } from '@/lib/review-clock/view';
import type { StateTab } from '@/lib/sub-merchants/filters';
import { causes } from './causes';
import type { FixBase } from './rules';
import { fixValues } from './schema';

/**
 * One row of the states board: a sub-merchant, which has the H5 state, with its newest authorization application. Times are
 * ISO 8601 in UTC. No personal value.
 */
export const boardRow = z.object({
  id: z.string(),
  subMchid: z.string(),
  name: z.string(),
  shortname: z.string(),
  h5State: z.string(),
  h5StateHow: z.string(),
  h5StateSince: z.string(),
  h5StateAsOf: z.string(),
  /** When the last accepted edit applied for H5 whose application has no number yet. */
  askedAt: z.string().nullable(),
  limitGrade: z.string().nullable(),
  /** In force; null where nobody told us. */
  domains: z.array(z.string()).nullable(),
  /** The open request on the sub-merchant. */
  pending: z.object({ requestId: z.string(), outcome }).nullable(),
  application: z
    .object({
      applymentId: z.string(),
      applymentType: z.string().nullable(),
      /** One of 3.1, or UNKNOWN. */
      state: z.string(),
      since: z.string(),
      attempts: z.number(),
      isCallbackPromised: z.boolean(),
    })
    .nullable(),
});
export type BoardRow = z.infer<typeof boardRow> & {
  /** Against what is expected, where the platform has it. */
  waiting: Waiting | null;
};

/** What is done about one penalty (3.2 UNDER_PUNISHMENT). Times are ISO 8601 in UTC, days YYYY-MM-DD. No contact of it. */
export const penaltyView = z.object({
  id: z.string(),
  version: z.number(),
  /** What the platform said, as it was written. */
  platformWords: z.string(),
  hasContacts: z.boolean(),
  promisedOn: z.string().nullable(),
  since: z.string(),
  openedAt: z.string(),
  closedAt: z.string().nullable(),
  /** It is about the penalty that lasts. */
  isOpen: z.boolean(),
  /** Newest first. */
  log: z.array(z.object({ id: z.string(), at: z.string(), text: z.string(), by: z.string() })),
});
export type PenaltyView = z.infer<typeof penaltyView>;

/** One application as screens show it. Times are ISO 8601 in UTC; the number keeps every digit. */
export const applicationView = z.object({
  id: z.string(),
  kind: z.enum(['authorization', 'domain-change']),
  applymentId: z.string(),
  /** 2.2 applyment_type; null for a domain change. */
  applymentType: z.string().nullable(),
  /** One of 3.1. */
  state: z.string(),
  stateHow: z.string(),
  stateSince: z.string(),
  stateAsOf: z.string(),
  /** The notification that told the state. */
  notificationId: z.string().nullable(),
  limitType: z.string().nullable(),
  rejectDetail: z.string().nullable(),
  /** Of the last submission that we know of. */
  domains: z.array(z.string()),
});
export type ApplicationView = z.infer<typeof applicationView>;

/** What a stored draft of an answer to a rejection holds: what was typed, and what it was begun from. */
export const fixDraft = z.object({
  values: fixValues.extend({ samePictureReason: z.string().max(500) }),
  base: z.custom<FixBase>((value) => typeof value === 'object' && value !== null && 'repeated' in value),
});

/** What the form holds: the fields of 4.2, and why a picture that was rejected before is sent again. */
export type FixForm = z.infer<typeof fixDraft>['values'];

/** One attempt of an application: what was sent, and what was said to it. Times are ISO 8601 in UTC. */
export const attemptView = z.object({
  id: z.string(),
  number: z.number(),
  /** request | notification | answer | reading | staff | import */
  how: z.string(),
  /** The request of ours that sent it. */
  requestId: z.string().nullable(),
  submittedAt: z.string(),
  /** Who sent it here. */
  by: z.string().nullable(),
  verdict: z.enum(['rejected', 'approved']).nullable(),
  decidedAt: z.string().nullable(),
  rejectDetail: z.string().nullable(),
  causes: z.array(z.enum(causes)),
  values: fixValues,
});
export type AttemptView = z.infer<typeof attemptView>;

/** One row of the queue of the rejection desk. */
export const deskRow = z.object({
  applymentId: z.string(),
  subMchid: z.string(),
  name: z.string(),
  since: z.string(),
  attempts: z.number(),
  owner: z.string().nullable(),
  ownerId: z.string().nullable(),
});
export type DeskRow = z.infer<typeof deskRow>;

/** A case with the same cause that was approved later, and what was different then. */
export const workedBefore = z.object({
  applymentId: z.string(),
  subMchid: z.string(),
  name: z.string(),
  causes: z.array(z.enum(causes)),
  rejectedAt: z.string(),
  approvedAt: z.string(),
  changes: z.array(change),
});
export type WorkedBefore = z.infer<typeof workedBefore>;

/** One application with everything that its page shows. */
export const applicationDetail = applicationView.extend({
  subMchid: z.string(),
  /** Of its sub-merchant; empty where nobody holds it. */
  name: z.string(),
  isHeld: z.boolean(),
  /** 3.2, of its sub-merchant. */
  h5State: z.string(),
  /** What told the state, where it has a page of its own. */
  proof: z.object({ kind: z.enum(['request', 'notification', 'approval']), id: z.string() }).nullable(),
  /** The record as it was told last, by the fields of 4.2. */
  values: fixValues,
  /** 2.2 notify_url as the platform returned it; null where it returned none, or where nobody but staff told of it. */
  notifyUrl: z.string().nullable(),
  outApplymentId: z.string().nullable(),
  /** Newest first. */
  attempts: z.array(attemptView),
  /** Another family has an application of this number too. */
  hasNamesake: z.boolean(),
});
export type ApplicationDetail = z.infer<typeof applicationDetail>;

/** Everything that the desk shows of one application. */
export type DeskCase = {
  id: string;
  applymentId: string;
  applymentType: string | null;
  state: string;
  stateHow: string;
  stateSince: string;
  stateAsOf: string;
  rejectDetail: string | null;
  /** The notification that told the state. */
  notificationId: string | null;
  subMchid: string;
  name: string;
  /** 2.2 notify_url as it was told last; null where none was. */
  notifyUrl: string | null;
  base: FixBase;
  attempts: AttemptView[];
};

/** One state of the board as a column: the first page of it. */
export type BoardColumn = { state: StateTab; rows: BoardRow[] };
