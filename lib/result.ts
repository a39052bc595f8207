import type { Outcome } from './requests/view';

/** One thing wrong with one value. `path` is the wire path (`business.mcc`), '' for the whole; `rule` names the words. */
export type Issue = {
  path: string;
  rule: string;
  params?: Record<string, string | number>;
  /** The platform's own words, when it was the platform that found fault. */
  said?: string;
};

/**
 * Why a deed was not done, as a value (architecture 7).
 * `conflict` carries the rule that forbids it; `refused` and `unknown` carry the request that tells the rest.
 */
export type Refusal =
  | { kind: 'invalid'; issues: Issue[] }
  | { kind: 'forbidden'; permission: string }
  | { kind: 'signed-out' }
  | { kind: 'not-found' }
  | { kind: 'conflict'; rule: string; params?: Record<string, string | number> };

/** The answer of every use case and action. */
export type Result<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

/** What a deed on the platform answers: where it stands, and the request to follow. */
export type Sent = { requestId: string; reference: string; outcome: Outcome };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const refuse = <T = never>(refusal: Refusal): Result<T> => ({ ok: false, refusal });

/** A count that is exact up to 10,000 and says when it is more (decisions 7). */
export type CappedCount = { count: number; more: boolean };

/** Counts stop here; the lists themselves go on. A statement counts to one more, to know whether there is more. */
export const countMax = 10_000;

export const capped = (count: number): CappedCount => ({ count: Math.min(count, countMax), more: count > countMax });
