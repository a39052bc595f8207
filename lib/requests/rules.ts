import type { Circumstance } from '@/lib/platform/dispositions';
import { dispositions } from '@/lib/platform/rows/all';
import type { Disposition, Offer, Owner } from '@/lib/platform/rows/row';

/** The note of a request that is settled and that our copy could not follow. */
export const COPY_BEHIND = 'copy-behind';

/** Meanings that the console gives itself: it has waited too long to leave by itself, and then was discarded by a person. */
export const WAITED_TOO_LONG = 'waited-too-long' satisfies Circumstance;
export const DISCARDED = 'discarded' satisfies Circumstance;

/** Whose move it is after a circumstance that is no row of the error tables (interface 7). */
const circumstanceOwners: Record<string, Owner> = {
  'not-reached': 'integrations',
  'no-answer': 'platform',
  'signature-missing': 'integrations',
  'signature-wrong': 'integrations',
  'not-readable': 'integrations',
  'not-ours': 'integrations',
  'server-error': 'platform',
  'try-again-status': 'platform',
  'nothing-there': 'integrations',
  'unexpected-status': 'integrations',
  'seal-outdated': 'integrations',
  [WAITED_TOO_LONG]: 'operator',
  [DISCARDED]: 'operator',
};

const rows: readonly Disposition[] = dispositions;

type Spoken = { meaning: string | null; outcome: string };

/** Whose move it is after this meaning; null when nobody has to do anything. Whoever edits may send again as new. */
export function ownerOf({ meaning, outcome }: Spoken): Owner | null {
  if (meaning === null) return null;
  if (offersOf({ meaning, outcome }).includes('send-as-new')) return 'operator';
  return rows.find(({ id }) => id === meaning)?.owner ?? circumstanceOwners[meaning] ?? null;
}

/**
 * What the console can do next about this meaning. The same content goes out under another key only once it is certain
 * that nothing was taken: after a refusal, never while the outcome is unknown (docs/decisions/0010).
 */
export function offersOf({ meaning, outcome }: Spoken): readonly Offer[] {
  if (meaning === 'seal-outdated') return outcome === 'refused' ? ['send-as-new'] : [];
  const offers = rows.find(({ id }) => id === meaning)?.offers ?? [];
  return outcome === 'refused' ? offers : offers.filter((offer) => offer !== 'send-as-new');
}

/** Whether the stored bytes can still go out: what is on its way, settled, or sealed for an old certificate cannot. */
export const canRepeat = ({ meaning, outcome }: Spoken): boolean =>
  (outcome === 'unknown' || outcome === 'waiting') && meaning !== 'seal-outdated';

/** Whether it waits for a person to confirm or discard it: nothing of it was ever taken, and it does not leave by itself. */
export const waitsForPerson = ({
  outcome,
  wasUnknown,
  needsPersonSince,
}: {
  outcome: string;
  wasUnknown: boolean;
  needsPersonSince: Date | string | null;
}): boolean => outcome === 'waiting' && !wasUnknown && needsPersonSince !== null;

/**
 * True for a request that no answer to it settled: two people knew (`evidence`), or the platform told of the object since
 * (`news`). What it said last of the request itself is then no reason.
 */
export const isSettledBeside = (how: string | null): how is 'evidence' | 'news' => how === 'evidence' || how === 'news';

/** What made an answer belong to its row: the code or the status, and the words that were found in its text. */
export type MeantBy = { http: number | null; code: string | null; words: string | null };

/** Why a meaning was chosen; null for a circumstance, which needs no row. */
export function whyMeant(meaning: string | null, message: string): MeantBy | null {
  const row = rows.find(({ id }) => id === meaning);
  if (!row) return null;
  const patterns = [...row.patterns.en, ...row.patterns.zh];
  const words = patterns.map((pattern) => pattern.exec(message)?.[0]).find((found) => found !== undefined);
  return { http: row.http ?? null, code: row.code, words: words ?? null };
}
