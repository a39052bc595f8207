/** What can have an owner. The id is the sub_mchid, the id of the application's row, the id of the request. */
export const ownedKinds = ['sub-merchant', 'application', 'request'] as const;
export type OwnedKind = (typeof ownedKinds)[number];

/** Longest note, in characters. */
export const noteMax = 200;

/** A person as an owner. Whoever is suspended owns nothing any more in effect: somebody else may take it. */
export type Owner = { id: string; name: string; isSuspended: boolean };

/** Who looks after one object, and when it is looked at next. */
export type Ownership = {
  owner: Owner | null;
  /** YYYY-MM-DD; it stays with the object when the owner changes. */
  nextDate: string | null;
  note: string;
  /** When the owner got it, ISO 8601 in UTC; null where nobody ever had it. */
  since: string | null;
  /** Raised by every change, 0 where nobody ever had it: a change names the one that it saw. */
  version: number;
};

/** Of what nobody ever had. */
export const unowned: Ownership = { owner: null, nextDate: null, note: '', since: null, version: 0 };

/** Somebody who may own something, for a choice. */
export type Candidate = { id: string; name: string };

/** Somebody's own things of one kind: how many (as a count that stops), and how many of them are due. */
export type OwnCount = { kind: OwnedKind; count: number; more: boolean; due: number };

/** One of somebody's own things, as Home names it. */
export type OwnItem = { kind: OwnedKind; id: string; name: string; nextDate: string | null; note: string };

export type Own = { counts: OwnCount[]; first: OwnItem[] };
