import { z } from 'zod';
import { change, outcome } from '@/lib/requests/view';
import { batchActs, batchStates, pauseCauses } from './rules';

/** Where a list of a batch comes from. `batch`: rows of an earlier one that were not done. */
export const batchSources = ['paste', 'csv', 'selection', 'batch'] as const;
export type BatchSource = (typeof batchSources)[number];

/** Why a row is not in the list, or was not sent: a rule and its values. */
export const verdict = z.object({
  rule: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type Verdict = z.infer<typeof verdict>;

/** A state as screens show it: a draft on which an approval waits is told apart. */
export const shownStates = ['draft', 'awaiting-approval', ...batchStates.slice(1)] as const;
export type ShownState = (typeof shownStates)[number];
const shownState = z.enum([
  'draft',
  'awaiting-approval',
  'canary',
  'running',
  'paused',
  'stopped',
  'done',
] as const satisfies readonly ShownState[]);

export const totals = z.object({
  accepted: z.number(),
  refused: z.number(),
  unknown: z.number(),
  open: z.number(),
  leftOut: z.number(),
  notSent: z.number(),
});

/** One line of the list of batches. Times are ISO 8601 in UTC. */
export const batchLine = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  state: shownState,
  pauseCause: z.enum(pauseCauses).nullable(),
  madeBy: z.string(),
  madeById: z.string(),
  approvedBy: z.array(z.string()),
  approvalId: z.string().nullable(),
  sourceCount: z.number(),
  listCount: z.number(),
  totals,
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export type BatchLine = z.infer<typeof batchLine>;

/** Where one row stands: `open` on its way or waiting, `left-out` not sent because of a rule, `excluded` by the dry run. */
export const rowStandings = ['accepted', 'refused', 'unknown', 'open', 'left-out', 'not-sent', 'excluded'] as const;
export type RowStanding = (typeof rowStandings)[number];

/** One row of a batch, with what became of it. Times are ISO 8601 in UTC. */
export const batchRowView = z.object({
  number: z.number(),
  place: z.number().nullable(),
  objectId: z.string(),
  objectName: z.string(),
  told: z.record(z.string(), z.string()),
  standing: z.enum(rowStandings),
  /** Why it is not in the list, or was not sent. */
  why: verdict.nullable(),
  request: z
    .object({
      id: z.string(),
      reference: z.string(),
      outcome,
      wasUnknown: z.boolean(),
      settledHow: z.string().nullable(),
      meaning: z.string().nullable(),
      httpStatus: z.number().nullable(),
      code: z.string().nullable(),
      tries: z.number(),
      openedAt: z.string(),
      settledAt: z.string().nullable(),
    })
    .nullable(),
});
export type BatchRowView = z.infer<typeof batchRowView>;

/** A batch as its page shows it. Times are ISO 8601 in UTC. */
export const batchDetail = batchLine.extend({
  source: z.enum(batchSources),
  sourceName: z.string(),
  /** SHA-256 over the ids of the frozen list in order, each ended by a line feed, hex. */
  listSha256: z.string(),
  version: z.number(),
  shared: z.unknown(),
  /** The same in words, masked. */
  sharedChanges: z.array(change),
  pace: z.object({
    perMinute: z.number(),
    equalErrorsMax: z.number(),
    hours: z.object({ from: z.number(), to: z.number(), zone: z.string() }).nullable(),
  }),
  /** The draft's approval: what waits, or the newest that came to nothing. */
  approval: z.object({ id: z.string(), state: z.string(), cause: z.string().nullable() }).nullable(),
  isReleased: z.boolean(),
  canary: z.number().nullable(),
  tally: z.record(z.string(), z.number()),
  nextAt: z.string().nullable(),
  takenAt: z.string().nullable(),
  resumedAt: z.string().nullable(),
  pausedAt: z.string().nullable(),
  /** Whose objects the list holds, by name; those with most first. */
  owners: z.array(z.object({ name: z.string(), count: z.number() })),
  /** Rows of the source that the dry run left out, by rule. */
  excluded: z.array(z.object({ rule: z.string(), count: z.number() })),
  /** Rows of the list whose turn came and that a rule held back, by rule. */
  heldBack: z.array(z.object({ rule: z.string(), count: z.number() })),
  /** Rows a minute as they leave now; the pace while that cannot be told yet. */
  rate: z.number(),
  /** What may be done with it now, whoever may do it. */
  acts: z.array(z.enum(batchActs)),
});
export type BatchDetail = z.infer<typeof batchDetail>;
