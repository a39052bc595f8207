// ASSUMPTION: signing of requests and verification of answers and notifications; the interface says "not shown".
// SHA256withRSA with PKCS#1 v1.5 padding over lines that each end with LF, the last one too.
import type { KeyObject } from 'node:crypto';
import { sign, verify } from 'node:crypto';
import { isStrictBase64 } from '../wire/base64';

type Bytes = Buffer | string;

const lineFeed = Buffer.from('\n');

const lines = (...parts: Bytes[]): Buffer => {
  return Buffer.concat(parts.flatMap((part) => [typeof part === 'string' ? Buffer.from(part) : part, lineFeed]));
};

/**
 * The text that is signed for a request: five lines. `path` is path and query exactly as on the wire, `timestamp` Unix
 * seconds, `body` the very bytes that are sent (empty without a body, and then the last line is just its LF).
 */
export const requestText = (request: {
  method: string;
  path: string;
  timestamp: string;
  nonce: string;
  body: Bytes;
}): Buffer => lines(request.method.toUpperCase(), request.path, request.timestamp, request.nonce, request.body);

/** The text that is signed for an answer or a notification: three lines over the raw body. */
export const messageText = (message: { timestamp: string; nonce: string; body: Bytes }): Buffer =>
  lines(`${message.timestamp}\n${message.nonce}`, message.body);

/** Base64 signature of `text` on one line. */
export const signRsaSha256 = (text: Bytes, privateKey: KeyObject): string =>
  sign('sha256', Buffer.from(text), privateKey).toString('base64');

/** Whether the signature is the key's own over `text`. False, never an exception, for whatever is malformed. */
export function verifyRsaSha256(text: Bytes, signatureBase64: string, publicKey: KeyObject): boolean {
  if (signatureBase64 === '' || !isStrictBase64(signatureBase64)) return false;
  try {
    return verify(
      'sha256',
      typeof text === 'string' ? Buffer.from(text) : text,
      publicKey,
      Buffer.from(signatureBase64, 'base64'),
    );
  } catch {
    return false;
  }
}

/** The five values of an Authorization header; `serial_no` names our own certificate, never the platform's. */
export type Authorization = {
  scheme: string;
  mchid: string;
  serial_no: string;
  nonce_str: string;
  timestamp: string;
  signature: string;
};

const authorizationParts = ['mchid', 'nonce_str', 'timestamp', 'serial_no', 'signature'] as const;

/** The value of the Authorization header. */
export const authorizationHeader = (authorization: Authorization): string =>
  `${authorization.scheme} ${authorizationParts.map((part) => `${part}="${authorization[part]}"`).join(',')}`;

/** Reads an Authorization header; the order of the five parts is free. Null when one is missing, foreign or doubled. */
export function parseAuthorization(header: string): Authorization | null {
  const [, scheme, list] = /^(\S+) +(.+)$/.exec(header) ?? [];
  if (!scheme || !list) return null;
  const values = new Map<string, string>();
  for (const part of list.split(',')) {
    const [, name, value] = /^\s*([a-z_]+)="([^"]*)"\s*$/.exec(part) ?? [];
    if (!name || value === undefined || values.has(name)) return null;
    values.set(name, value);
  }
  const read = (name: (typeof authorizationParts)[number]) => values.get(name) ?? '';
  if (values.size !== authorizationParts.length || authorizationParts.some((name) => read(name) === '')) return null;
  return {
    scheme,
    mchid: read('mchid'),
    serial_no: read('serial_no'),
    nonce_str: read('nonce_str'),
    timestamp: read('timestamp'),
    signature: read('signature'),
  };
}
