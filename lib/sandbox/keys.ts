// The sandbox's keys: the institution's, the platform's (several after a rotation), and the API key they share.
// The certificate library needs this one to be loaded before it.
import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { cryptoProvider, X509CertificateGenerator } from '@peculiar/x509';
import { z } from 'zod';
import type { DialectName } from '../platform/dialect';
import { isObject } from '../platform/json';
import { sampleInstitution, sampleMerchant } from './world';

const hour = 3_600_000;
const year = 365 * 24 * hour;

const keyPair = z.object({ serial: z.string(), certificatePem: z.string(), privateKeyPem: z.string() });
const platformKey = keyPair.extend({ effectiveTime: z.iso.datetime(), expireTime: z.iso.datetime() });
const sandboxKeys = z.object({
  apiKey: z.string().length(32),
  /** The message key before this one; absent until the first rotation. */
  previousApiKey: z.string().length(32).optional(),
  institution: keyPair,
  /** Of the merchant in common mode. */
  merchant: keyPair,
  platform: z.array(platformKey).min(1),
});

/** A certificate (PEM), its serial number (40 upper-case hex digits) and its private key (PKCS#8 PEM). */
export type KeyPair = z.infer<typeof keyPair>;
/** One of the platform's certificates. The times (ISO 8601) are those of the list, which rule over the PEM's own. */
export type PlatformKey = z.infer<typeof platformKey>;
/** All keys of one sandbox. `apiKey` is 32 characters, used as the bytes of its text (§5.2). */
export type SandboxKeys = z.infer<typeof sandboxKeys>;

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
};

const pem = (label: string, der: ArrayBuffer) =>
  `-----BEGIN ${label}-----\n${(
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  ).join('\n')}\n-----END ${label}-----\n`;

async function makeKeyPair(commonName: string, notBefore: Date): Promise<KeyPair> {
  cryptoProvider.set(webcrypto as Crypto);
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  // A serial number is positive: the first digit stays below 8, and above 0 so that it has all its 40 digits.
  const serial = `5${randomBytes(20).toString('hex').slice(1)}`.toUpperCase();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serial,
    name: `CN=${commonName}, O=Practice platform`,
    notBefore,
    notAfter: new Date(notBefore.getTime() + 5 * year),
    keys: keys as CryptoKeyPair,
    signingAlgorithm: algorithm,
  });
  const privateKey = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { serial, certificatePem: `${certificate.toString('pem')}\n`, privateKeyPem: pem('PRIVATE KEY', privateKey) };
}

/** A new platform certificate, effective at `from` and for five years. */
export async function makePlatformKey(from: Date): Promise<PlatformKey> {
  const pair = await makeKeyPair('Practice platform certificate', new Date(from.getTime() - hour));
  return { ...pair, effectiveTime: from.toISOString(), expireTime: new Date(from.getTime() + 5 * year).toISOString() };
}

const yesterdayOf = (now: Date) => new Date(now.getTime() - 24 * hour);

/** New keys throughout, effective since a day ago so that two clocks need not agree to the second. */
export async function makeKeys(now: Date): Promise<SandboxKeys> {
  const yesterday = yesterdayOf(now);
  const [institution, merchant, platform] = await Promise.all([
    makeKeyPair(`Practice institution ${sampleInstitution.mchid}`, yesterday),
    makeMerchant(yesterday),
    makePlatformKey(yesterday),
  ]);
  return { apiKey: makeApiKey(), institution, merchant, platform: [platform] };
}

const makeMerchant = (from: Date) => makeKeyPair(`Practice merchant ${sampleMerchant.mchid}`, from);

/** A new message key of 32 characters. */
export const makeApiKey = (): string => randomBytes(16).toString('hex');

async function replaceFile(path: string, text: string) {
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true });
  await chmod(`${path}.new`, 0o600);
  await rename(`${path}.new`, path);
}

/**
 * Writes the keys into `stateDir`: `keys.json` for the sandbox itself, and beside it what a client is configured from:
 * `credentials.json`, for common mode `credentials-common.json`, and the files that they name by absolute path.
 */
export async function saveKeys(stateDir: string, keys: SandboxKeys, dialect: DialectName) {
  const folder = resolve(stateDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = (name: string) => join(folder, name);
  const certificates = keys.platform.map((key) => ({
    serial: key.serial,
    file: file(`platform-${key.serial}.pem`),
    effectiveTime: key.effectiveTime,
    expireTime: key.expireTime,
  }));
  await replaceFile(file('keys.json'), JSON.stringify(keys));
  await replaceFile(file('institution-key.pem'), keys.institution.privateKeyPem);
  await replaceFile(file('institution-certificate.pem'), keys.institution.certificatePem);
  await replaceFile(file('merchant-key.pem'), keys.merchant.privateKeyPem);
  await replaceFile(file('merchant-certificate.pem'), keys.merchant.certificatePem);
  await replaceFile(file('api-key.txt'), keys.apiKey);
  const { previousApiKey } = keys;
  if (previousApiKey !== undefined) await replaceFile(file('api-key-previous.txt'), previousApiKey);
  for (const key of keys.platform) await replaceFile(file(`platform-${key.serial}.pem`), key.certificatePem);
  const credentials = {
    mode: 'institutional',
    dialect,
    ...sampleInstitution,
    merchantSerial: keys.institution.serial,
    privateKeyFile: file('institution-key.pem'),
    merchantCertificateFile: file('institution-certificate.pem'),
    apiKey: keys.apiKey,
    apiKeyFile: file('api-key.txt'),
    ...(previousApiKey === undefined ? {} : { previousApiKey, previousApiKeyFile: file('api-key-previous.txt') }),
    certificates,
  };
  // One message key for both: each has its own at the platform, and here nobody practises with the difference.
  const common = {
    ...credentials,
    mode: 'common',
    ...sampleMerchant,
    merchantSerial: keys.merchant.serial,
    privateKeyFile: file('merchant-key.pem'),
    merchantCertificateFile: file('merchant-certificate.pem'),
  };
  await replaceFile(file('credentials.json'), `${JSON.stringify(credentials, null, 2)}\n`);
  await replaceFile(file('credentials-common.json'), `${JSON.stringify(common, null, 2)}\n`);
}

/** The keys of `stateDir`; null when it has none yet. Throws when they are there and cannot be read. */
export async function loadKeys(stateDir: string, now: Date): Promise<SandboxKeys | null> {
  const text = await readFile(join(stateDir, 'keys.json'), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw new Error('keys.json of the sandbox cannot be read', { cause });
  });
  if (text === null) return null;
  const kept: unknown = JSON.parse(text);
  // A file from before there was a merchant in common mode: it gets one.
  const added = isObject(kept) && kept.merchant === undefined ? { merchant: await makeMerchant(yesterdayOf(now)) } : {};
  return sandboxKeys.parse({ ...(kept as object), ...added });
}
