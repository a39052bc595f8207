import type { OwnerDeeds } from '@/lib/ownership/rules';
import type { Candidate, OwnedKind, Ownership } from '@/lib/ownership/view';
import type { Refusal } from '@/lib/result';

/** What the control and its dialog are about. */
export type OwnerChoice = {
  /** Slug of the connection. */
  connection: string;
  object: { kind: OwnedKind; id: string; name: string };
  held: Ownership;
  /** What the reader may do with it now. */
  deeds: OwnerDeeds;
  readerId: string;
  candidates: Candidate[];
  /** The first and the last day that can be a next date, and since when it has its owner: YYYY-MM-DD for the reader. */
  days: { first: string; last: string; since: string | null };
};

/** What was refused; null is no answer. */
export type OwnerRefusal = { refusal: Refusal | null };
