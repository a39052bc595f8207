// ASSUMPTION (notes 4 and 6.2): how an answer or a notification proves that it is the platform's.
import type { PlatformCertificate } from './certificates';
import { bySerial, publicKeyOf, validAt } from './certificates';
import { messageText, verifyRsaSha256 } from './crypto/sign';
import type { Dialect } from './dialect';
import { headerNames, isProbe } from './dialect';

/**
 * What the signature headers of a message are worth. `none`: it carries no signature; `wrong`: malformed, incomplete or
 * not by the named key; `stale`: outside the time window; `probe`: a test of whether we verify, no alarm.
 */
export type SignatureState = 'valid' | 'wrong' | 'none' | 'probe' | 'unknown-serial' | 'stale';

/** Seconds by which the timestamp may differ from our clock. */
export const signatureWindowSeconds = 300;

export type SignedMessage = {
  dialect: Dialect;
  /** Header names in lower case, as Node gives them. */
  headers: Readonly<Record<string, string>>;
  /** The raw bytes as they arrived; parsing and writing again would change them. */
  body: Buffer;
};

/**
 * Judges the signature of an answer or a notification against the certificates held. The serial alone chooses the key:
 * nothing is tried with another one, and a certificate outside its times counts as unknown.
 */
export function verifyMessage(
  { dialect, headers, body }: SignedMessage,
  certificates: readonly PlatformCertificate[],
  now: Date,
): SignatureState {
  const names = headerNames(dialect);
  const read = (name: string): string => headers[name.toLowerCase()] ?? '';
  const signature = read(names.signature);
  const timestamp = read(names.timestamp);
  const nonce = read(names.nonce);
  const serial = read(names.serial);
  if (signature === '') return 'none';
  if (isProbe(signature)) return 'probe';
  if (timestamp === '' || nonce === '' || serial === '' || !/^\d{1,15}$/.test(timestamp)) return 'wrong';
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > signatureWindowSeconds) return 'stale';
  const certificate = bySerial(validAt(certificates, now), serial);
  if (!certificate) return 'unknown-serial';
  const isOurs = verifyRsaSha256(messageText({ timestamp, nonce, body }), signature, publicKeyOf(certificate));
  return isOurs ? 'valid' : 'wrong';
}
