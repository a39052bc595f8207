// What goes into a call and what comes out of it, before anything is signed.
import { randomBytes } from 'node:crypto';
import type { Dialect } from '../platform/dialect';
import type { OperationName } from '../platform/operations';
import type { Faults } from './faults';
import type { SandboxKeys } from './keys';
import type { Store } from './state';
import type { Language } from './texts';

/** Everything that answering needs. `now` is the sandbox's clock, offset included. */
export type Platform = {
  dialect: Dialect;
  keys: SandboxKeys;
  store: Store;
  faults: Faults;
  now: () => Date;
  /** The clock of everybody: without the offset that a tester gives the sandbox's. */
  wallNow: () => Date;
};

/** A call as it came in; header names are in lower case, `url` is path and query as on the wire. */
export type Call = {
  method: string;
  url: string;
  headers: Record<string, string | undefined>;
  body: Buffer;
  /** Aborted when the caller hangs up. */
  gone: AbortSignal;
};

/** How a signature is made: properly, or in one of the ways in which it must not be trusted. */
export type Signing = 'proper' | 'none' | 'wrong' | 'probe' | 'stale' | 'milliseconds' | 'unknown-serial';

/** An answer before it is signed. */
export type Reply = {
  status: number;
  body: string;
  code: string | null;
  language: Language;
  signing: Signing;
  headers: Record<string, string>;
  effect: boolean;
  replayed: boolean;
  /** The empty 404 in front of the API has neither Request-ID nor content type. */
  bare: boolean;
};

/** What became of a call: an answer, or a line that was cut. */
export type Outcome = {
  operation: OperationName | null;
  fault: string | null;
  effect: boolean;
  reply: Reply | null;
  note: string | null;
};

/** A new `Request-ID`: `08…-0`, or nine digits of an internal result at the end when it is an error's. */
export const newRequestId = (isError: boolean): string =>
  `08${randomBytes(20).toString('hex').toUpperCase()}-${isError ? '268435461' : '0'}`;

/** An answer; signed properly and without effect unless `more` says otherwise. */
export const reply = (status: number, body: string, language: Language, more: Partial<Reply> = {}): Reply => ({
  status,
  body,
  code: null,
  language,
  signing: 'proper',
  headers: {},
  effect: false,
  replayed: false,
  bare: false,
  ...more,
});

export type Detail = Record<string, unknown>;

/** The error body of §7. */
export const failure = (
  status: number,
  code: string,
  message: string,
  language: Language,
  detail?: Detail,
  more: Partial<Reply> = {},
): Reply =>
  reply(status, JSON.stringify({ code, message, ...(detail ? { detail } : {}) }), language, { code, ...more });

/** What stands in front of the API says to a path that it does not know: nothing. */
export const notFound = (): Reply => reply(404, '', 'zh-CN', { signing: 'none', bare: true });
