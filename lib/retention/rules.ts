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

/** What can be held: a record, the objects of a batch, or all that came or went on the days of a period. */
export const holdKinds = ['sub-merchant', 'application', 'contract', 'deduction', 'batch', 'period'] as const;
export type HoldKind = (typeof holdKinds)[number];

const isDay = (text: string) => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
};

/** The first and last day (UTC, both included) of a held period by its id, or null where it names none. */
export function periodOf(id: string): { from: string; to: string } | null {
  const [from = '', to = '', ...more] = id.split('..');
  return more.length === 0 && isDay(from) && isDay(to) && from <= to ? { from, to } : null;
}

export const periodId = (from: string, to: string): string => `${from}..${to}`;

/** A held object as approvals name it. */
export const holdId = ({ kind, id }: { kind: HoldKind; id: string }): string => `${kind} ${id}`;
