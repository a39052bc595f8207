// The form of one row: what an answer with this code and text means, and whose move it is then.
import type { OperationName } from '../operations';

/** Where a call stands after an answer. `waiting`: not taken, goes out again later. `unknown`: it may have happened. */
export type JudgedOutcome = 'accepted' | 'refused' | 'unknown' | 'waiting';

/** Whose move it is. */
export type Owner = 'operator' | 'integrations' | 'platform' | 'administrator' | 'sub-merchant' | 'payer';

/** What the console can do next with the same request. */
export type Offer =
  | 'fix-field'
  | 'send-without-h5'
  | 'send-as-new'
  | 'read-record'
  | 'read-application'
  | 'check-contract'
  | 'check-order'
  | 'charge-again'
  | 'new-order';

export type Disposition = {
  /** Stable name; words are found by it, and the sandbox is told by it which answer to give. */
  id: string;
  operation: OperationName;
  /** Set where the status decides and the code does not matter. */
  http?: number;
  /** Null: any code that no other row names. */
  code: string | null;
  /** Texts of this row in the message; without any, the row is for what no other row of the code matches. */
  patterns: { en: readonly RegExp[]; zh: readonly RegExp[] };
  first: Exclude<JudgedOutcome, 'accepted'>;
  afterUnknown: JudgedOutcome;
  /** Of an object that the platform knew from us before, although this is a first try of its bytes. */
  firstIfKnown?: JudgedOutcome;
  /** A signed 5xx with this code is the platform's last word, and settles as a 4xx does. */
  finalWhenSigned?: true;
  /** Every call of this connection would meet the same answer: sending stops until a person has looked. */
  pausesConnection?: true;
  /**
   * After an unknown it settles so only of an object that was known before from the platform or from an import: that it is
   * not there any more says something only then. Of any other it stays unknown, and a person is asked.
   */
  needsKnown?: true;
  /** The same bytes would meet the same answer: they are not repeated by themselves any more. */
  endsRepeats?: true;
  action: string;
  owner: Owner;
  offers?: readonly Offer[];
};

/** For a row that its code or status alone tells. */
export const anyText: Disposition['patterns'] = { en: [], zh: [] };

/** A penalty stands against H5 authorization (7.1, 7.2). */
export const actionTaken: Disposition['patterns'] = {
  en: [
    /\baction (has been|was|is)? ?taken against\b/i,
    /\b(merchant|sub-?merchant)\b.*\b(penali[sz]ed|punished|under punishment)/i,
  ],
  zh: [/(商户|商戶|商家).*(处罚|處罰|处置|處置|惩罚|懲罰)/, /被(处罚|處罰|处置|處置)/],
};

/** A website or domain is on the platform's list of risky ones (7.1, 7.2). */
export const atRisk: Disposition['patterns'] = {
  en: [/\b(website|domain|url|site)s?\b.*\b(at risk|risky|blacklist(ed)?|blocklist(ed)?)/i],
  zh: [/(网站|網站|网址|網址|域名).*(风险|風險|黑名单|黑名單)/],
};
