import 'server-only';
import type { KeyObject } from 'node:crypto';
import { readCertificateList } from '@/lib/platform/certificates';
import type { Certificate } from '@/lib/platform/crypto/pem';
import { isKeyProblem, isPair, readApiKey, readCertificate, readPrivateKey } from '@/lib/platform/crypto/pem';
import { dialects } from '@/lib/platform/dialect';
import { parseJson } from '@/lib/platform/json';
import { buildPath, operations } from '@/lib/platform/operations';
import { isClosedAddress, send } from '@/lib/platform/transport';
import { readPlatformError } from '@/lib/platform/wire/error';
import { isThisMachine } from '@/lib/this-machine';
import { fingerprintOf } from './message-keys';
import { serialDigits } from './rules';
import type { CheckLine, TypedConnection } from './schema';

/** Names that lead nowhere but into somebody's own network. */
const innerName = /(^|\.)(localhost|local|internal|lan|home\.arpa|localdomain)$/i;

/**
 * Why a saved connection may not call this address, or null: https to the internet for live, this machine for practice.
 * Names that lead to a closed address are found when they are called (lib/platform/transport).
 */
export function addressProblem(text: string, environment: 'live' | 'practice'): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'not-an-address';
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return 'address-has-more';
  if (environment === 'practice') return isThisMachine(url) ? null : 'practice-is-this-machine';
  if (url.protocol !== 'https:') return 'not-https';
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isInner = isThisMachine(url) || innerName.test(host) || (!host.includes('.') && !host.includes(':'));
  return isInner || isClosedAddress(host) ? 'address-closed' : null;
}

/** The keys once they were read and belong together. */
export type GoodKeys = { privateKey: KeyObject; certificate: Certificate; apiKey: Buffer; serial: string };

type Keyed = Pick<
  TypedConnection,
  'baseUrl' | 'environment' | 'merchantSerial' | 'privateKey' | 'merchantCertificate' | 'apiKey'
>;

const line = (
  check: CheckLine['check'],
  state: CheckLine['state'],
  rule: string,
  params: CheckLine['params'] = {},
): CheckLine => ({ check, state, rule, params });

const wrong = (
  check: CheckLine['check'],
  { problem, bytes = 0, count = 0 }: { problem: string; bytes?: number | undefined; count?: number | undefined },
) => line(check, 'failed', problem, { bytes, count });

/** Everything that can be told without asking anybody: each look with what it came to, and the keys where all are good. */
export function checkKeys(typed: Keyed, now: Date): { lines: CheckLine[]; keys: GoodKeys | null } {
  const problem = addressProblem(typed.baseUrl, typed.environment);
  const privateKey = readPrivateKey(typed.privateKey);
  const certificate = readCertificate(typed.merchantCertificate);
  const apiKey = readApiKey(typed.apiKey);
  // As tools print it, too: with colons between the bytes.
  const serial = serialDigits(typed.merchantSerial.replace(/[\s:]/g, ''));
  const isCertificate = !isKeyProblem(certificate);
  const isWhole = !isKeyProblem(privateKey) && isCertificate;
  const lines: CheckLine[] = [
    problem === null ? line('address', 'passed', 'address') : line('address', 'failed', problem),
    isKeyProblem(privateKey)
      ? wrong('private-key', privateKey)
      : line('private-key', 'passed', 'private-key', { bits: privateKey.asymmetricKeyDetails?.modulusLength ?? 0 }),
    isKeyProblem(certificate)
      ? wrong('certificate', certificate)
      : certificate.notAfter <= now
        ? line('certificate', 'failed', 'certificate-ended', { until: certificate.notAfter.toISOString() })
        : line('certificate', 'passed', 'certificate', { until: certificate.notAfter.toISOString() }),
    isWhole
      ? isPair(privateKey, certificate.publicKey)
        ? line('pair', 'passed', 'pair')
        : line('pair', 'failed', 'not-a-pair')
      : line('pair', 'skipped', 'needs-both'),
    isCertificate
      ? serialDigits(certificate.serial) === serial
        ? line('serial', 'passed', 'serial', { serial: certificate.serial })
        : line('serial', 'failed', 'serial-differs', { serial: certificate.serial })
      : line('serial', 'skipped', 'needs-certificate'),
    isKeyProblem(apiKey)
      ? wrong('api-key', apiKey)
      : line('api-key', 'passed', 'api-key', { fingerprint: fingerprintOf(apiKey) }),
  ];
  const isGood = lines.every(({ state }) => state === 'passed');
  return {
    lines,
    keys:
      isGood && isWhole && !isKeyProblem(apiKey)
        ? { privateKey, certificate, apiKey, serial: certificate.serial }
        : null,
  };
}

/** How long the one call of a check may take, in milliseconds. */
const CALL_MS = 10_000;

/**
 * One signed call that changes nothing: the platform's certificates (protocol-notes 7.1). It shows that address, ids,
 * serial and private key are taken, and that the API key opens what the platform seals.
 */
async function call(
  typed: Pick<TypedConnection, 'baseUrl' | 'dialect' | 'mchid' | 'environment'>,
  keys: GoodKeys,
  now: () => Date,
): Promise<CheckLine> {
  const operation = operations['certificates.list'];
  const answer = await send({
    baseUrl: typed.baseUrl,
    dialect: dialects[typed.dialect],
    credentials: {
      mchid: typed.mchid.trim(),
      serial: keys.serial,
      privateKey: keys.privateKey,
      isPublicOnly: typed.environment === 'live',
    },
    method: operation.method,
    path: buildPath(operation, {}),
    body: null,
    headers: {},
    timeoutMs: CALL_MS,
    certificates: [],
    now,
  });
  if (answer.kind !== 'response') return line('call', 'failed', 'no-answer', { cause: answer.cause });
  if (answer.status !== operation.success) {
    const error = readPlatformError(parseJson(answer.body));
    const said = { status: answer.status, code: error?.code ?? '', message: error?.message.slice(0, 300) ?? '' };
    return line('call', 'failed', 'platform-refused', said);
  }
  const list = readCertificateList(answer.body, [keys.apiKey]);
  const count = list?.certificates.length ?? 0;
  return count > 0 ? line('call', 'passed', 'call', { count }) : line('call', 'failed', 'not-opened');
}

/** Looks at everything, the platform's own word last; it is asked only where the rest is good. */
export async function checkConnection(
  typed: Keyed & Pick<TypedConnection, 'dialect' | 'mchid'>,
  now: () => Date,
): Promise<CheckLine[]> {
  const { lines, keys } = checkKeys(typed, now());
  return [...lines, keys === null ? line('call', 'skipped', 'needs-keys') : await call(typed, keys, now)];
}
