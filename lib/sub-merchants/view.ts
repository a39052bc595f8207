import { z } from 'zod';
import { approvers, outcome, requestStatus } from '@/lib/requests/view';
import type { CappedCount } from '@/lib/result';
import type { StateTab } from './filters';
import type { EditBase } from './rules';
import { editValues } from './schema';

/** One row of the list. Times are ISO 8601 in UTC, dates YYYY-MM-DD. No personal value, masked or not. */
export const subMerchantRow = z.object({
  id: z.string(),
  subMchid: z.string(),
  name: z.string(),
  shortname: z.string(),
  h5State: z.string(),
  h5StateHow: z.string(),
  h5StateSince: z.string(),
  h5StateAsOf: z.string(),
  domainsCount: z.number().nullable(),
  requiredCount: z.number(),
  missing: z.array(z.string()),
  /** The open request on it, if any. */
  pending: z.object({ requestId: z.string(), outcome }).nullable(),
  /** PERMANENT, N/A, a date, or null when not held. */
  registrationEnds: z.string().nullable(),
  lastAcceptedAt: z.string().nullable(),
  source: z.string(),
  countryCode: z.string().nullable(),
  merchantType: z.string().nullable(),
  channelId: z.string().nullable(),
});
export type SubMerchantRow = z.infer<typeof subMerchantRow>;

/** One record as screens show it: plain values by wire path, masks for personal ones. */
export const subMerchantView = z.object({
  id: z.string(),
  subMchid: z.string(),
  version: z.number(),
  name: z.string(),
  shortname: z.string(),
  held: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  masks: z.record(z.string(), z.string()),
  h5: z.object({
    state: z.string(),
    how: z.string(),
    since: z.string(),
    asOf: z.string(),
    /** What told us, where it has a page of its own. */
    proof: z.object({ kind: z.enum(['request', 'notification', 'approval']), id: z.string() }).nullable(),
    /** Who let it happen that we were told, where that took more than one person. */
    approved: approvers.nullable(),
    rejectDetail: z.string().nullable(),
    domains: z.array(z.string()),
    domainsHow: z.string(),
    domainsAsOf: z.string().nullable(),
    websiteUrl: z.string().nullable(),
    /** The limit type in force (2.2), or null where nobody told us. */
    limitGrade: z.string().nullable(),
    limitGradeHow: z.string(),
    limitGradeAsOf: z.string().nullable(),
    /** When the last accepted edit applied for H5 whose application has no number yet; null where none waits for one. */
    askedAt: z.string().nullable(),
  }),
  platformStatus: z.string().nullable(),
  source: z.string(),
  requiredCount: z.number(),
  heldCount: z.number(),
  missing: z.array(z.string()),
  recordAsOf: z.string(),
  lastAcceptedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  openRequest: requestStatus.nullable(),
});
export type SubMerchantView = z.infer<typeof subMerchantView>;

/** One line of the field history: who changed what, when, by which request or import. Values are masked. */
export const fieldHistoryEntry = z.object({
  at: z.string(),
  path: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  actorKind: z.string(),
  actorName: z.string(),
  how: z.string(),
  requestId: z.string().nullable(),
  notificationId: z.string().nullable(),
  auditId: z.string(),
  /** Who approved it, where that took more than one person. */
  approved: approvers.nullable(),
});
export type FieldHistoryEntry = z.infer<typeof fieldHistoryEntry>;

/** What a stored draft of the edit form holds: what was typed, and the record it was begun from (masks only). */
export const editDraft = z.object({
  values: editValues,
  base: z.custom<EditBase>(
    (value) => typeof value === 'object' && value !== null && 'held' in value && 'masks' in value,
  ),
});

/** What the tabs of a list by state count. */
export type TabCounts = Record<StateTab | 'ALL', CappedCount> & {
  /** All that the connection holds, whatever the filter. */
  held: CappedCount;
};
