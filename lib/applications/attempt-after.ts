import { sameDomains } from './news';
import type { FixValues } from './schema';
import { fixPaths } from './schema';

/** What a reviewer said of an attempt. */
type Decided = { verdict: 'rejected' | 'approved'; decidedAt: Date; rejectDetail: string | null };

type Known = { values: FixValues; verdict: 'rejected' | 'approved' | null; rejectDetail: string | null };

type Told = { state: string; rejectDetail: string | null; asOf: Date; values: FixValues };

/** `verdict`: said of the attempt that we know; `attempt`: of one that is new to us, decided or not. */
export type AttemptAfter =
  | { kind: 'nothing' }
  | { kind: 'verdict'; decided: Decided }
  | { kind: 'attempt'; decided: Partial<Decided> };

const verdicts: Partial<Record<string, Decided['verdict']>> = { REJECTED: 'rejected', APPROVED: 'approved' };

/** Whether two contents are the same, as far as the second one tells: answers and messages may leave out what is optional. */
function sameContent(known: FixValues, told: FixValues): boolean {
  return fixPaths.every((path) => {
    const said = told[path];
    if (said.length === 0) return true;
    if (path === 'domains') return sameDomains(known.domains, told.domains);
    return JSON.stringify(known[path]) === JSON.stringify(said);
  });
}

/**
 * What news of an application says of its attempts. Only a modification takes it out of REJECTED, and another content is
 * another attempt: so whatever does not fit the newest one that we know was sent in another way than by us.
 */
export function attemptAfter(known: Known | null, told: Told): AttemptAfter {
  const verdict = verdicts[told.state] ?? null;
  const decided =
    verdict === null
      ? null
      : { verdict, decidedAt: told.asOf, rejectDetail: verdict === 'rejected' ? told.rejectDetail : null };
  if (known === null || !sameContent(known.values, told.values)) return { kind: 'attempt', decided: decided ?? {} };
  if (known.verdict === null) return decided === null ? { kind: 'nothing' } : { kind: 'verdict', decided };
  if (decided === null) return known.verdict === 'rejected' ? { kind: 'attempt', decided: {} } : { kind: 'nothing' };
  const isKnown = known.verdict === decided.verdict && known.rejectDetail === decided.rejectDetail;
  return isKnown ? { kind: 'nothing' } : { kind: 'attempt', decided };
}
