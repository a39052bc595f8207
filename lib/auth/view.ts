/** A session as lists show it. Times are ISO 8601 in UTC. */
export type SessionView = {
  id: string;
  browser: string | null;
  system: string | null;
  /** Network address. */
  ip: string | null;
  /** password | oidc */
  how: string;
  beganAt: string;
  /** The last deed of its person, to a minute. */
  seenAt: string;
  /** Null while it stands. */
  ended: { at: string; cause: string; by: string | null } | null;
  /** It is the one that asks. */
  isThis: boolean;
};
