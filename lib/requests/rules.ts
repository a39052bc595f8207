import type { Disposition, Offer, Owner } from '@/lib/platform/rows/row';
import { subMerchantRows } from '@/lib/platform/rows/sub-merchant';

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
  'serial-not-valid': 'integrations',
};

const rows: readonly Disposition[] = subMerchantRows;

/** Whose move it is after this meaning; null when nobody has to do anything. */
export function ownerOf(meaning: string | null): Owner | null {
  if (meaning === null) return null;
  return rows.find(({ id }) => id === meaning)?.owner ?? circumstanceOwners[meaning] ?? null;
}

/** What the console can do next about this meaning. A seal that is no longer valid offers a fresh one. */
export function offersOf(meaning: string | null): readonly Offer[] {
  if (meaning === 'serial-not-valid') return ['send-as-new'];
  return rows.find(({ id }) => id === meaning)?.offers ?? [];
}

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
