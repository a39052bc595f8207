/** What a person can prove with who they are. */
export type Ways = {
  /** An app that shows codes is set up. */
  code: boolean;
  passkey: boolean;
};

/** A passkey as its owner sees it. Times are ISO 8601 in UTC. */
export type ShownPasskey = { id: string; name: string; createdAt: string; lastUsedAt: string | null };

/** One's own second factors. Times are ISO 8601 in UTC. */
export type MyFactors = {
  /** Since when the app shows codes; null where none is set up. */
  totpSince: string | null;
  passkeys: ShownPasskey[];
  /** Recovery codes that are not used yet. */
  recoveryLeft: number;
  /** True where the person may do nothing without a second factor, and so keeps the last one. */
  isEnforced: boolean;
};

/** What an app is given to show codes by: the secret in base 32, and the picture of it as squares of a grid. */
export type NewApp = {
  secret: string;
  picture: { size: number; path: string };
};

/** `codes` are new recovery codes, where there were none left; they are shown this once. */
export type FactorAdded = { codes: string[] | null };
