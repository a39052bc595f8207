import type { Mode } from '@/lib/platform/operations';
import type { TerminationBody } from '@/lib/platform/wire/contract';
import { terminationBodies } from '@/lib/platform/wire/contract';
import type { ContractState } from '@/lib/platform/wire/enums';
import { failedRules } from '@/lib/platform/wire/rules';
import type { Issue } from '@/lib/result';
import type { TerminationValues } from './schema';
import type { ContractRow, Standing } from './view';

/** Characters by whose end people tell contracts apart, and which they type to end one. */
export const TAIL_LENGTH = 4;

/** The last characters of a contract's number; all of it where it is shorter. */
export const tailOf = (contractId: string): string => [...contractId].slice(-TAIL_LENGTH).join('');

/** Who ends a contract, and with what ids: the mode decides which there are (4.3). */
export type TerminationIds =
  | { mode: 'institutional'; sub_mchid: string; sp_appid: string }
  | { mode: 'common'; appid: string };

/** What the rules know of a contract; the browser may have all of it. */
export type ContractBase = {
  version: number;
  state: ContractState;
  ids: TerminationIds;
};

/** The body of 4.3 that these values make, in the mode of the ids; that of the other mode is another type. */
export function bodyOf(
  ids: Extract<TerminationIds, { mode: 'common' }>,
  values: TerminationValues,
): TerminationBody<'common'>;
export function bodyOf(ids: TerminationIds, values: TerminationValues): TerminationBody<Mode>;
export function bodyOf(ids: TerminationIds, { termination_note, sub_appid }: TerminationValues): TerminationBody<Mode> {
  if (ids.mode === 'common') return { appid: ids.appid, termination_note };
  const { sub_mchid, sp_appid } = ids;
  return { sub_mchid, sp_appid, ...(sub_appid === '' ? {} : { sub_appid }), termination_note };
}

/** Why this contract cannot be ended from here at all; null: it can. */
export type Obstacle = 'contract-ended' | 'contract-sub-merchant-unknown';

export function obstacleTo({ state, ids }: Pick<ContractBase, 'state' | 'ids'>): Obstacle | null {
  if (state === 'TERMINATED') return 'contract-ended';
  return ids.mode === 'institutional' && ids.sub_mchid === '' ? 'contract-sub-merchant-unknown' : null;
}

/** What in a note may say who somebody is: for a person to look at, because our own numbers look alike. */
export type Personal = 'email' | 'phone' | 'number';

const personal: Record<Personal, RegExp> = {
  email: /[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+/u,
  phone: /\+[\d\s().-]{7,}\d|(?<!\d)(?:[569]\d{3}[\s-]?\d{4}|1[3-9]\d{9})(?!\d)/u,
  // Identity documents, accounts, openids: a letter or none, and many digits.
  number: /(?<![\p{L}\d])[A-Za-z]{0,2}\d{6,}(?:\(?[\dA-Za-z]\)?)?(?![\p{L}\d])|(?<!\S)o[A-Za-z0-9_-]{20,}(?!\S)/u,
};

/** Digits and letters as they are read, whatever width they were typed in. */
export const personalIn = (note: string): Personal[] => {
  const plain = note.normalize('NFKC');
  return (Object.keys(personal) as Personal[]).filter((kind) => personal[kind].test(plain));
};

/** What stands against sending these values; each field has one rule at most. */
export function checkTermination(values: TerminationValues, ids: TerminationIds, isNoteChecked: boolean): Issue[] {
  const parsed = terminationBodies[ids.mode].safeParse(bodyOf(ids, values));
  const failures = parsed.success ? [] : failedRules(parsed.error);
  const issues = failures.map(({ rule, path, ...params }): Issue => ({ path: path.join('.'), rule, params }));
  // Where there is nothing to send it with, it is not silently left out.
  if (ids.mode === 'common' && values.sub_appid !== '') issues.push({ path: 'sub_appid', rule: 'unknown-field' });
  const isNoteFine = issues.every(({ path }) => path !== 'termination_note');
  if (isNoteFine && !isNoteChecked && personalIn(values.termination_note).length > 0)
    issues.push({ path: 'termination_note', rule: 'maybe-personal' });
  return issues;
}

/** Where a contract stands: a termination that is on its way, or that nobody knows the outcome of, before all else. */
export function standingOf({
  state,
  stateHow,
  notFoundAt,
  pending,
}: Pick<ContractRow, 'state' | 'stateHow' | 'notFoundAt' | 'pending'>): Standing {
  if (state === 'TERMINATED') return stateHow === 'inferred' ? 'inferred' : 'terminated';
  if (pending?.operation === 'contract.terminate') return pending.outcome === 'unknown' ? 'unknown' : 'requested';
  return notFoundAt === null ? 'signed' : 'not-found';
}
