import { z } from 'zod';

/** Something that ends soon: which of it, when, and the nearest of the alert days that is reached. Times are ISO 8601. */
export const expiryAlert = z.object({
  what: z.enum(['sealing', 'own', 'message-key']),
  /** Serial of a certificate, fingerprint of a key. */
  name: z.string(),
  endsAt: z.string(),
  reached: z.union([z.literal('ended'), z.literal(1), z.literal(7), z.literal(14), z.literal(30)]),
  /** Whole days that are left. */
  days: z.number(),
});
export type ExpiryAlert = z.infer<typeof expiryAlert>;

/** Who stopped all sending of a connection, when (ISO 8601 in UTC) and why. */
export const sendingStop = z.object({ at: z.string(), by: z.string(), reason: z.string() });
export type SendingStop = z.infer<typeof sendingStop>;

/** A connection as the settings list it. Times are ISO 8601 in UTC. */
export const connectionView = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  mode: z.enum(['institutional', 'common']),
  environment: z.enum(['live', 'practice']),
  dialect: z.string(),
  baseUrl: z.string(),
  mchid: z.string(),
  appid: z.string(),
  merchantSerial: z.string(),
  /** Null where our own certificate is not held. */
  merchantCertificateEndsAt: z.string().nullable(),
  readsEnabled: z.boolean(),
  timeoutMs: z.number(),
  /** Saved ones can be changed here; those of the environment only where they are set. */
  source: z.enum(['environment', 'settings']),
  isSwitchedOff: z.boolean(),
  stop: sendingStop.nullable(),
  /** Requests that go out by themselves as soon as they may. */
  waiting: z.number(),
});
export type ConnectionView = z.infer<typeof connectionView>;

/** What stands in the way of sending, as every page of a connection may show it. Times are ISO 8601 in UTC. */
export const connectionHealth = z.object({
  /** Set when the platform answered 401: Integrations must look. */
  alertedAt: z.string().nullable(),
  /** A pause that still lasts, with its cause; null when requests go out. */
  paused: z.object({ until: z.string(), cause: z.string() }).nullable(),
  certificatesCheckedAt: z.string().nullable(),
  /** When the certificate that would seal now ends; null when none is valid, and nothing can be sealed. */
  sealsUntil: z.string().nullable(),
  /** What ends within the alert days, the nearest end first. */
  expiring: z.array(expiryAlert),
  readsEnabled: z.boolean(),
});
export type ConnectionHealth = z.infer<typeof connectionHealth>;

/** Where a certificate stands now. `ending`: valid, with one of the alert days reached. */
export const certificateState = z.enum(['valid', 'ending', 'not-yet', 'ended']);
export type CertificateState = z.infer<typeof certificateState>;

/** One certificate on the shelf. Times are those that rule; the PEM's own are given where they differ. */
export const certificateView = z.object({
  kind: z.enum(['platform', 'own']),
  /** Upper-case hexadecimal, as the platform's serial header has it. */
  serial: z.string(),
  subject: z.string(),
  from: z.string(),
  until: z.string(),
  inPem: z.object({ from: z.string(), until: z.string() }).nullable(),
  fingerprint: z.string(),
  /** Bytes that a value sealed with it can have. */
  budgetBytes: z.number(),
  /** True for the one that seals contact values now. */
  seals: z.boolean(),
  /** True where a signature by it is believed now; for our own: that it signs. */
  verifies: z.boolean(),
  state: certificateState,
  days: z.number(),
  /** Where it came from: the platform's list, a file of the settings, by hand (and then it can be removed), or the setting of our own. */
  source: z.enum(['download', 'file', 'import', 'setting']),
});
export type CertificateView = z.infer<typeof certificateView>;

/** One message key: never the key itself. */
export const messageKeyView = z.object({
  /** Null for those of the configuration, which cannot be changed here. */
  id: z.string().nullable(),
  place: z.enum(['current', 'previous', 'added']),
  fingerprint: z.string(),
  note: z.string(),
  addedAt: z.string().nullable(),
  addedBy: z.string().nullable(),
  endsAt: z.string().nullable(),
  hasEnded: z.boolean(),
  lastUsedAt: z.string().nullable(),
  /** Where the same key is listed before this one, and its use with it: an added key that the settings name by now. */
  listedAs: z.enum(['current', 'previous']).nullable(),
  /** Notifications of the last seven days that a key of this fingerprint opened. */
  openedLately: z.number(),
});
export type MessageKeyView = z.infer<typeof messageKeyView>;

/** Everything that the page of certificates and keys shows. */
export const shelfView = z.object({
  certificates: z.array(certificateView),
  /** Our API certificate as it is known without its file: the serial that we sign under. */
  merchantSerial: z.string(),
  certificatesCheckedAt: z.string().nullable(),
  keys: z.array(messageKeyView),
});
export type ShelfView = z.infer<typeof shelfView>;

/** A pasted certificate that could be saved, before it is: without its fingerprint, which comes from another channel. */
export const foundCertificate = z.object({
  serial: z.string(),
  serialDecimal: z.string(),
  subject: z.string(),
  from: z.string(),
  until: z.string(),
  budgetBytes: z.number(),
  state: certificateState,
  days: z.number(),
  /** True when it would seal from the moment it is saved, because it ends last. */
  wouldSeal: z.boolean(),
});
export type FoundCertificate = z.infer<typeof foundCertificate>;

const listProblem = z.object({ serial: z.string(), problem: z.string() });

/** What asking the platform for its certificates came to. */
export const certificatesAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('asked-lately'), at: z.string() }),
  z.object({ kind: z.literal('no-answer'), cause: z.string() }),
  z.object({ kind: z.literal('refused'), status: z.number(), code: z.string().nullable() }),
  z.object({ kind: z.literal('unusable'), problems: z.array(listProblem) }),
  z.object({ kind: z.literal('listed'), added: z.array(z.string()), problems: z.array(listProblem) }),
]);
export type CertificatesAnswer = z.infer<typeof certificatesAnswer>;
