// Both halves of the signature: who calls us, and what we sign.
import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto';
import { messageText, parseAuthorization, requestText, signRsaSha256, verifyRsaSha256 } from '../platform/crypto/sign';
import type { Dialect } from '../platform/dialect';
import { headerNames } from '../platform/dialect';
import type { Mode } from '../platform/operations';
import type { PlatformKey, SandboxKeys } from './keys';
import { makePlatformKey } from './keys';
import type { Call, Detail, Platform, Reply, Signing } from './reply';
import { failure } from './reply';
import type { Language, MessageName } from './texts';
import { say } from './texts';
import { sampleInstitution, sampleMerchant } from './world';

const clockToleranceSeconds = 300;

const publicKeys = new Map<string, KeyObject>();
const privateKeys = new Map<string, KeyObject>();

function remembered(cache: Map<string, KeyObject>, pem: string, make: (pem: string) => KeyObject): KeyObject {
  const key = cache.get(pem) ?? make(pem);
  cache.set(pem, key);
  return key;
}

/** Public key of a certificate, parsed once. */
export const publicKeyOf = (pem: string) => remembered(publicKeys, pem, createPublicKey);
/** Private key, parsed once. */
export const privateKeyOf = (pem: string) => remembered(privateKeys, pem, createPrivateKey);

/** In which mode the merchant of a call is connected, by the mchid of its Authorization, verified or not. */
export const callerOf = ({ headers }: Pick<Call, 'headers'>): Mode =>
  parseAuthorization(headers.authorization ?? '')?.mchid === sampleMerchant.mchid ? 'common' : 'institutional';

/**
 * Checks mchid, serial, clock and signature, in this order; null when the caller is the institution or the common
 * merchant (401 otherwise).
 */
export function authenticate({ dialect, keys, now }: Platform, call: Call, language: Language): Reply | null {
  const refuse = (message: MessageName, detail?: Detail) =>
    failure(401, 'SIGN_ERROR', say(message, language), language, detail, { signing: 'none' });
  const authorization = parseAuthorization(call.headers.authorization ?? '');
  if (!authorization) return refuse('authorizationMalformed');
  if (authorization.scheme !== dialect.scheme) return refuse('schemeUnsupported');
  const { timestamp, nonce_str: nonce } = authorization;
  if (!/^\d{1,12}$/.test(timestamp) || !/^[A-Za-z0-9]{1,32}$/.test(nonce)) return refuse('authorizationMalformed');
  const isCommon = authorization.mchid === sampleMerchant.mchid;
  if (!isCommon && authorization.mchid !== sampleInstitution.mchid) return refuse('mchidUnknown');
  const caller = isCommon ? keys.merchant : keys.institution;
  if (authorization.serial_no !== caller.serial) return refuse('merchantSerialUnknown');
  if (Math.abs(Math.floor(now().getTime() / 1000) - Number(timestamp)) > clockToleranceSeconds) {
    return refuse('clockOff');
  }
  const signed = requestText({ method: call.method, path: call.url, timestamp, nonce, body: call.body });
  if (verifyRsaSha256(signed, authorization.signature, publicKeyOf(caller.certificatePem))) return null;
  return refuse('signatureWrong', {
    detail: { issue: 'sign not match' },
    field: 'signature',
    location: 'authorization',
    sign_information: {
      method: call.method,
      url: call.url,
      sign_message_length: signed.length,
      truncated_sign_message: `${call.method}\n${call.url}\n${timestamp}\n${nonce}\n${call.body.toString('utf8').slice(0, 5)}`,
    },
  });
}

/** The platform certificates of the list: those that are not over, newest first. */
export const listedCertificates = (keys: SandboxKeys, now: Date): PlatformKey[] =>
  keys.platform
    .filter((key) => Date.parse(key.expireTime) > now.getTime())
    .sort((one, other) => other.effectiveTime.localeCompare(one.effectiveTime));

/** The certificate that signs: the newest that is in effect. */
function signingKey(keys: SandboxKeys, now: Date): PlatformKey {
  const inEffect = listedCertificates(keys, now).filter((key) => Date.parse(key.effectiveTime) <= now.getTime());
  const key = inEffect[0] ?? keys.platform.at(-1);
  if (!key) throw new Error('The sandbox has no platform certificate');
  return key;
}

/** The header lines of an answer, signature included. `requestId` is null for the bare 404. */
export async function answerHeaders(platform: Platform, answer: Reply, requestId: string | null) {
  const headers: Record<string, string> = {
    Server: 'sandbox',
    'Cache-Control': 'no-cache, must-revalidate',
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': String(Buffer.byteLength(answer.body)),
    ...answer.headers,
  };
  if (answer.body !== '') headers['Content-Type'] = 'application/json; charset=utf-8';
  if (requestId !== null) {
    headers['Request-ID'] = requestId;
    headers['Content-Language'] = answer.language;
  }
  if (answer.signing === 'none') return headers;
  return { ...headers, ...(await signatureHeaders(platform, answer.body, answer.signing, platform.now())) };
}

/** A signature that must not pass: the proper one's letters behind the probe's prefix (protocol notes 6.4). */
export const probeSignature = ({ probePrefix }: Dialect, proper: string): string =>
  `${probePrefix}${proper.slice(0, 300)}`;

/** The header lines that sign a body, of an answer or of a notification, at a time. */
export async function signatureHeaders(
  { dialect, keys }: Pick<Platform, 'dialect' | 'keys'>,
  body: string,
  signing: Exclude<Signing, 'none'>,
  now: Date,
): Promise<Record<string, string>> {
  const names = headerNames(dialect);
  const key = signing === 'unknown-serial' ? await makePlatformKey(now) : signingKey(keys, now);
  const seconds = Math.floor(now.getTime() / 1000) - (signing === 'stale' ? 2 * clockToleranceSeconds : 0);
  const timestamp = String(signing === 'milliseconds' ? now.getTime() : seconds);
  const nonce = randomBytes(16).toString('hex');
  const signed = messageText({ timestamp, nonce, body: signing === 'wrong' ? `${body} ` : body });
  const proper = signRsaSha256(signed, privateKeyOf(key.privateKeyPem));
  return {
    [names.timestamp]: timestamp,
    [names.nonce]: nonce,
    [names.signature]: signing === 'probe' ? probeSignature(dialect, proper) : proper,
    [names.serial]: key.serial,
    [names.signatureType]: dialect.scheme,
  };
}
