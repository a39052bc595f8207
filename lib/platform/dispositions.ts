// What an answer means. The code decides, the text tells rows of one code apart, and what came before decides how much
// an answer may settle: after an earlier unknown only what proves that nothing happened counts as refused.
import { parseJson } from './json';
import { operations } from './operations';
import type { DispositionId } from './rows/all';
import { dispositions } from './rows/all';
import type { Disposition, JudgedOutcome } from './rows/row';
import type { SignatureState } from './verify';
import type { ModifyApplicationAnswer } from './wire/application';
import { modifyApplicationAnswer } from './wire/application';
import type { OrderRecord } from './wire/deduction';
import { orderRecord, orderRequired } from './wire/deduction';
import { applymentStates, h5AuthorizationStates, tradeStates } from './wire/enums';
import type { PlatformError } from './wire/error';
import { readPlatformError } from './wire/error';
import type { ModifySubMerchantAnswer } from './wire/sub-merchant';
import { modifySubMerchantAnswer } from './wire/sub-merchant';

/** What can become of a call without the platform naming a code of ours. */
export const circumstances = [
  'accepted',
  'not-reached',
  'no-answer',
  'signature-missing',
  'signature-wrong',
  'not-readable',
  'not-ours',
  'server-error',
  'try-again-status',
  'nothing-there',
  'unexpected-status',
  'seal-outdated',
  // Of a call that is not made: it waited too long to leave by itself, and a person may end it.
  'waited-too-long',
  'discarded',
] as const;

export type Circumstance = (typeof circumstances)[number];

/** Which row or circumstance a verdict rests on; words are found by it. */
export type RowId = DispositionId | Circumstance;

/** The row with this id; null for a circumstance. */
export const dispositionOf = (id: string): Disposition | null => dispositions.find((row) => row.id === id) ?? null;

/** The row of an operation that an error's status, code and text belong to. */
export function findDisposition(
  operation: string,
  httpStatus: number,
  error: { code: string; message: string; issue?: string },
): (Disposition & { id: DispositionId }) | null {
  const rows: readonly (Disposition & { id: DispositionId })[] = dispositions.filter(
    (row) => row.operation === operation,
  );
  const said = `${error.message}\n${error.issue ?? ''}`;
  const texts = (row: Disposition) => [...row.patterns.en, ...row.patterns.zh];
  const ofCode = rows.filter((row) => row.http === undefined && row.code === error.code);
  return (
    rows.find((row) => row.http === httpStatus) ??
    ofCode.find((row) => texts(row).some((pattern) => pattern.test(said))) ??
    ofCode.find((row) => texts(row).length === 0) ??
    rows.find((row) => row.code === null) ??
    null
  );
}

/** What came back from one call, or what became of it. `sent`: at least one byte of the request may have arrived. */
export type Answer =
  | {
      kind: 'response';
      status: number;
      /** Names in lower case. */
      headers: Record<string, string>;
      body: Buffer;
      signature: SignatureState;
      requestId: string | null;
    }
  | {
      kind: 'no-answer';
      cause: 'timeout' | 'refused-connection' | 'cut' | 'dns' | 'aborted' | 'tls';
      sent: boolean;
    };

type Response = Extract<Answer, { kind: 'response' }>;

/** Whether an earlier try of the same bytes may already have happened. */
export type JudgeContext = 'first' | 'after-unknown';

/**
 * Facts beside the outcome, for Integrations: `not-signed` (an error without signature), `h5-state-unlisted`,
 * `applyment-state-unlisted` and `trade-state-unlisted` (a state that is in no table of section 3), `answer-incomplete` (a
 * field that 2.2 or 4.4 marks as required is missing).
 */
export type VerdictNote =
  | 'not-signed'
  | 'h5-state-unlisted'
  | 'applyment-state-unlisted'
  | 'trade-state-unlisted'
  | 'answer-incomplete';

/**
 * What an answer is judged against: what came before, and the id in the call's path, which an acceptance must name.
 * `wasKnown`: before the first try the platform or an import had told of the object, or the platform had it from us; for
 * rows that need it.
 */
export type JudgeFacts = { context: JudgeContext; objectId: string; wasKnown?: boolean };

export type Verdict = {
  outcome: JudgedOutcome;
  rowId: RowId;
  error?: PlatformError;
  /** What an acceptance of 4.1, 4.2 or 4.4 told. One that an error implies tells nothing. */
  answer?: ModifySubMerchantAnswer;
  application?: ModifyApplicationAnswer;
  order?: OrderRecord;
  httpStatus?: number;
  /** Not before this many milliseconds; never under a second. */
  retryAfterMs?: number;
  signature: SignatureState;
  /** The connection is to stop sending, and Integrations to be told. */
  pauses?: true;
  /** It stays unknown and is not repeated by itself any more: a person is asked. */
  endsRepeats?: true;
  notes: VerdictNote[];
};

const secondMs = 1000;
const dayMs = 24 * 60 * 60 * secondMs;

/** Retry-After in milliseconds, between one second and a day. A date is read against the answer's own Date header. */
export function retryAfterMs(headers: Record<string, string>): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  const isDate = value.endsWith('GMT');
  if (!isDate && !/^\d+$/.test(value)) return undefined;
  const waitMs = isDate ? Date.parse(value) - Date.parse(headers.date ?? '') : Number(value) * secondMs;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, secondMs), dayMs);
}

/**
 * What an answer means. Total: each answer has exactly one verdict, no success is one without a valid signature, and an
 * operation that has no rows here settles nothing.
 */
export function judge(operation: string, answer: Answer, facts: JudgeFacts): Verdict {
  if (answer.kind === 'no-answer') return judgeSilence(answer, facts.context);
  const { status, signature } = answer;
  const wait = retryAfterMs(answer.headers);
  const base = { httpStatus: status, signature, ...(wait === undefined ? {} : { retryAfterMs: wait }) };
  const settle: Settle = (outcome, rowId, rest = {}) => {
    const notes: VerdictNote[] = signature === 'none' ? ['not-signed'] : [];
    return { outcome, rowId, notes, ...base, ...rest };
  };

  if (signature !== 'valid' && signature !== 'none') return settle('unknown', 'signature-wrong');
  if (status >= 400) return judgeError(operation, answer, facts, settle);
  if (status < 200 || status >= 300) return settle('unknown', 'unexpected-status');
  return signature === 'none' ? settle('unknown', 'signature-missing') : judgeSuccess(operation, answer, facts, settle);
}

type Settle = (outcome: JudgedOutcome, rowId: RowId, rest?: Partial<Verdict>) => Verdict;

/** Nothing was said. Only a connection that was never made proves that nothing left; it does not undo an unknown. */
function judgeSilence({ cause, sent }: Extract<Answer, { kind: 'no-answer' }>, context: JudgeContext): Verdict {
  const neverLeft = !sent && (cause === 'refused-connection' || cause === 'dns');
  const outcome = neverLeft && context === 'first' ? 'waiting' : 'unknown';
  return { outcome, rowId: neverLeft ? 'not-reached' : 'no-answer', signature: 'none', notes: [] };
}

/**
 * A signed 2xx is an acceptance only if it reads as the answer of the operation and names our own id. Where success has no
 * body, its status is the whole answer, and the call's path named the object.
 */
function judgeSuccess(
  operation: string,
  { status, body }: Response,
  { objectId }: JudgeFacts,
  settle: Settle,
): Verdict {
  const silent = silentSuccesses[operation];
  if (silent !== undefined) {
    return status === silent ? settle('accepted', 'accepted') : settle('unknown', 'unexpected-status');
  }
  const read = acceptances[operation]?.(parseJson(body)) ?? null;
  if (!read) return settle('unknown', 'not-readable');
  const { id, ...told } = read;
  return id === objectId ? settle('accepted', 'accepted', told) : settle('unknown', 'not-ours');
}

/** Operations whose success has no body, with the status that says it (4.3). */
const silentSuccesses: Partial<Record<string, number>> = Object.fromEntries(
  Object.values(operations).flatMap(({ name, answer, success }) => (answer === null ? [[name, success]] : [])),
);

type Acceptance = { id: string } & Required<Pick<Verdict, 'notes'>> & Pick<Verdict, 'answer' | 'application' | 'order'>;

/** How the success answer of each operation is read; null when it is none. */
const acceptances: Partial<Record<string, (json: unknown) => Acceptance | null>> = {
  'sub-merchant.modify': (json) => {
    const { success, data } = modifySubMerchantAnswer.safeParse(json);
    if (!success) return null;
    const isListed = isWord(h5AuthorizationStates, data.h5_authorization_state || null);
    return { id: data.sub_mchid, answer: data, notes: isListed ? [] : ['h5-state-unlisted'] };
  },
  'application.modify': (json) => {
    const { success, data } = modifyApplicationAnswer.safeParse(json);
    if (!success) return null;
    const notes: VerdictNote[] = isWord(applymentStates, data.applyment_state) ? [] : ['applyment-state-unlisted'];
    if (requiredInAnswer.some((field) => !data[field])) notes.push('answer-incomplete');
    return { id: data.applyment_id, application: data, notes };
  },
  'deduction.charge': (json) => {
    const { success, data } = orderRecord.safeParse(json);
    if (!success) return null;
    const notes: VerdictNote[] = isWord(tradeStates, data.trade_state) ? [] : ['trade-state-unlisted'];
    if (orderRequired.some((field) => !data[field])) notes.push('answer-incomplete');
    return { id: data.out_trade_no, order: data, notes };
  },
};

/** A word of the list; none at all is no foreign word. */
const isWord = (words: readonly string[], word: string | null) => word === null || words.includes(word);

/** 2.2, required, beside the number and the state without which an answer is none. */
const requiredInAnswer = [
  'sub_mchid',
  'domains',
  'transaction_limit_type',
  'website_state',
  'website_url',
  'applyment_type',
] as const;

/** The request was perhaps taken, whatever the body says: time-out, conflict, too early. */
const tryAgainStatuses: readonly number[] = [408, 409, 425];

function judgeError(
  operation: string,
  { status, body, signature }: Response,
  { context, wasKnown = false }: JudgeFacts,
  settle: Settle,
): Verdict {
  const error = readPlatformError(parseJson(body));
  const said = error ? { error } : {};
  const row = findDisposition(operation, status, error ?? { code: '', message: '' });
  if (tryAgainStatuses.includes(status)) return settle('unknown', 'try-again-status', said);
  // A row that leaves a first try unknown explains a 5xx; only one that says so makes a signed one final.
  const isFinalFault = error !== null && row?.finalWhenSigned === true && signature === 'valid';
  if (status >= 500 && !isFinalFault)
    return settle('unknown', error && row?.first === 'unknown' ? row.id : 'server-error', said);
  if (!row) return settle('unknown', 'not-readable', said);
  if (status === 404 && body.length === 0) return settle(context === 'first' ? 'refused' : 'unknown', 'nothing-there');
  if (!error && row.http !== status) return settle('unknown', 'not-readable');
  const pauses = row.pausesConnection ? { pauses: true as const } : {};
  const provesNothing = row.needsKnown === true && !wasKnown;
  const isRepeat = context === 'after-unknown';
  const ends = isRepeat && (row.endsRepeats || provesNothing) ? { endsRepeats: true as const } : {};
  // Without a readable code a refusal is only somebody's word on the way; to wait is right all the same.
  const later = provesNothing ? 'unknown' : row.afterUnknown;
  const first = wasKnown ? (row.firstIfKnown ?? row.first) : row.first;
  const outcome = context === 'first' && (error || row.first === 'waiting') ? first : later;
  return settle(outcome, row.id, { ...said, ...pauses, ...ends });
}

/**
 * A call that is not made: its fields are sealed for a platform certificate that is no longer valid, so the platform would
 * not open them. What no try of was ever taken did not happen; after an unknown nothing is proved, and nothing is repeated.
 */
export const judgeOutdatedSeal = (context: JudgeContext): Verdict => ({
  outcome: context === 'first' ? 'refused' : 'unknown',
  rowId: 'seal-outdated',
  signature: 'none',
  ...(context === 'after-unknown' && { endsRepeats: true }),
  notes: [],
});
