import 'server-only';
import type { KeyObject } from 'node:crypto';
import type { PlatformSettings } from '@/lib/env';
import type { Certificate, KeyProblem } from '@/lib/platform/crypto/pem';
import { isKeyProblem, isPair, readApiKey, readCertificate, readPrivateKey } from '@/lib/platform/crypto/pem';

/** A key file or a name of a key that cannot be used: the setting, what is wrong with it, and an example. */
export type AccountFault = { name: string; fault: string; example: string };

/** Everything that the key files of one account hold. */
export type KeyFiles = {
  privateKey: KeyObject;
  apiKeys: Buffer[];
  /** Those of the platform. */
  certificates: Certificate[];
  /** Our own, where it was given. */
  certificate: Certificate | null;
};

/** `notices` are sentences for the log: what was passed over, and what will not be used. */
export type KeyFilesRead = { ok: true; keys: KeyFiles; notices: string[] } | { ok: false; faults: AccountFault[] };

type File = { file: string; text: string };

const examples = {
  PLATFORM_PRIVATE_KEY_FILE: 'the PEM file of the private key that belongs to PLATFORM_MERCHANT_SERIAL',
  PLATFORM_API_KEY_FILE: 'a file that holds exactly 32 characters',
  PLATFORM_API_KEY_PREVIOUS_FILE: 'a file that holds exactly 32 characters',
  PLATFORM_CERTIFICATE_FILES: 'PEM files of platform certificates, one certificate in each',
  PLATFORM_MERCHANT_CERTIFICATE_FILE: 'the PEM file of our own API certificate',
  PLATFORM_MERCHANT_SERIAL: 'the serial of our own API certificate, hexadecimal',
} as const;

type KeySetting = keyof typeof examples;

/** What is wrong with a file, to stand behind its name. */
function wordsFor({ problem, bytes, count }: KeyProblem): string {
  const words: Record<KeyProblem['problem'], string> = {
    empty: 'is empty',
    'header-lines-missing': 'has no BEGIN and END lines',
    'several-in-one-file': `holds ${count} blocks where one belongs`,
    unreadable: 'cannot be read as PEM',
    'encrypted-key': 'is locked with a pass phrase',
    'not-rsa': 'does not hold an RSA key',
    'key-too-short': 'holds a key of less than 2048 bits',
    'certificate-where-key-expected': 'holds a certificate where a private key belongs',
    'public-key-where-key-expected': 'holds a public key where a private key belongs',
    'private-key-where-certificate-expected': 'holds a private key where a certificate belongs',
    'public-key-where-certificate-expected': 'holds a public key where a certificate belongs',
    'api-key-length': `holds ${bytes} bytes where 32 belong`,
  };
  return words[problem];
}

const day = (date: Date) => date.toISOString().slice(0, 10);

/**
 * Reads the key files of one account and checks that they are what they should be and belong together. Everything that
 * is wrong is told, each with its file: at the start, never at the first sending.
 */
export function readKeyFiles(settings: PlatformSettings, now: Date): KeyFilesRead {
  const faults: AccountFault[] = [];
  const notices: string[] = [];
  const accuse = (name: KeySetting, fault: string) => faults.push({ name, fault, example: examples[name] });
  const read = <Value extends object>(
    name: KeySetting,
    { file, text }: File,
    by: (text: string) => Value | KeyProblem,
  ) => {
    const value = by(text);
    if (!isKeyProblem(value)) return value;
    accuse(name, `names ${file}, which ${wordsFor(value)}`);
    return null;
  };

  const privateKey = read('PLATFORM_PRIVATE_KEY_FILE', settings.privateKey, readPrivateKey);
  const apiKeys = settings.apiKeys.map((source, index) => {
    const name = index === 0 ? 'PLATFORM_API_KEY_FILE' : 'PLATFORM_API_KEY_PREVIOUS_FILE';
    const key = read(name, source, readApiKey);
    if (key && Buffer.byteLength(source.text) > key.length) {
      notices.push(`${name}: the line end or mark around the key in ${source.file} is not taken for part of it`);
    }
    return key;
  });
  const own = settings.merchantCertificate
    ? read('PLATFORM_MERCHANT_CERTIFICATE_FILE', settings.merchantCertificate, readCertificate)
    : null;
  const certificates = settings.certificates.map((source) => {
    const certificate = read('PLATFORM_CERTIFICATE_FILES', source, readCertificate);
    if (certificate === null) return null;
    if (isOwn(certificate, settings, privateKey)) {
      accuse('PLATFORM_CERTIFICATE_FILES', `names ${source.file}, which is your own certificate, not the platform's`);
    } else if (certificate.serial === settings.merchantSerial) {
      accuse(
        'PLATFORM_MERCHANT_SERIAL',
        `is the serial of the platform's certificate in ${source.file}, not of your own`,
      );
    } else if (certificate.notAfter <= now) {
      notices.push(
        `PLATFORM_CERTIFICATE_FILES: ${source.file} ended on ${day(certificate.notAfter)} and is not used any more`,
      );
    }
    return certificate;
  });
  if (own && settings.merchantCertificate) {
    const { file } = settings.merchantCertificate;
    if (privateKey && !isPair(privateKey, own.publicKey)) {
      accuse(
        'PLATFORM_PRIVATE_KEY_FILE',
        `names ${settings.privateKey.file}, whose key does not belong to the certificate in ${file}`,
      );
    }
    if (own.serial !== settings.merchantSerial) {
      const isDecimal = settings.merchantSerial === BigInt(`0x${own.serial}`).toString();
      accuse(
        'PLATFORM_MERCHANT_SERIAL',
        `is ${settings.merchantSerial}${isDecimal ? ', which is decimal' : ''}; the certificate in ${file} has ${own.serial}`,
      );
    }
    if (own.notAfter <= now) notices.push(`PLATFORM_MERCHANT_CERTIFICATE_FILE: ${file} ended on ${day(own.notAfter)}`);
  }
  if (faults.length > 0 || privateKey === null) return { ok: false, faults };
  const there = <Value>(values: (Value | null)[]) => values.filter((value) => value !== null);
  return {
    ok: true,
    keys: { privateKey, apiKeys: there(apiKeys), certificates: there(certificates), certificate: own },
    notices,
  };
}

/** Ours by its key, or an older one of ours by the name in it: no signature of the platform's would ever verify by it. */
const isOwn = (
  { publicKey, subject }: Certificate,
  { mchid }: PlatformSettings,
  privateKey: KeyObject | null,
): boolean => (privateKey !== null && isPair(privateKey, publicKey)) || subject.split('\n').includes(`CN=${mchid}`);
