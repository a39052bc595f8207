/** What is kept for a while and then removed, its hash and the trail excepted (features row 83). Days by default. */
export const retentionDays = {
  /** Exact bytes of settled requests, and the answers to them. */
  'request-bytes': 30,
  /** What approvals that are over would have sent. */
  'approval-content': 30,
  /** Files of imports. */
  'import-files': 30,
  /** What somebody typed and did not send. */
  drafts: 90,
  /** Messages of the platform as they came. */
  notifications: 365,
  /** Our copies of pictures. */
  pictures: 730,
  /** Files that proved a deed. */
  evidence: 2555,
  /** Counts of wrong passwords. */
  'sign-in-attempts': 7,
} as const;
export type RetentionKind = keyof typeof retentionDays;
export const retentionKinds = Object.keys(retentionDays) as [RetentionKind, ...RetentionKind[]];

/** Days that may be set. */
export const daysBounds = { min: 7, max: 3650 } as const;

/** Objects that can be held. */
export const holdKinds = ['sub-merchant', 'application', 'contract', 'deduction'] as const;
export type HoldKind = (typeof holdKinds)[number];
