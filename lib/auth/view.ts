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

/** How long a session stands yet, in milliseconds: if nobody does anything, and at the longest. */
export type SessionLeft = { idleInMs: number; overInMs: number };

/** How the session of a browser stands, for the pages that are open in it. `cause` is null where it is not known. */
export type SessionState =
  | ({ standing: 'stands'; staffId: string; name: string } & SessionLeft)
  | { standing: 'ended'; cause: string | null };
