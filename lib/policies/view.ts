import type { Nature, PolicyKey, PolicyRow } from './rules';

/** A row of the policy in force, with what it means for the people of today. */
export type PolicyView = {
  key: PolicyKey;
  row: PolicyRow;
  /** False where the default holds. */
  isChanged: boolean;
  /** What no change touches. */
  nature: Nature;
  /** Names of those who could approve it today, any one's own deeds aside. */
  could: string[];
  /** False where nobody who could sign in today could get it through. */
  isSatisfiable: boolean;
};

/** Somebody who was an administrator a short while ago and still counts as there, until then (ISO 8601, UTC). */
export type LingeringAdministrator = { name: string; until: string };

/** A role of the institution, as the policy may name it. */
export type OwnApprover = {
  key: string;
  name: string;
  /** False where it gives no right to approve: it can be named no more. */
  mayApprove: boolean;
};

export type PolicyList = {
  ownRoles: OwnApprover[];
  rows: PolicyView[];
  /** Administrators who can sign in: with one of them the first days last, unless somebody lingers. */
  administrators: number;
  lingering: LingeringAdministrator[];
  /** False where an edit that touches several sensitive parts at once could not get through, though each alone could. */
  isTogetherSatisfiable: boolean;
};
