// Key material as people paste and mount it. What is wrong gets a name, so that a start or a save can say it.
import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';

/** Why key material cannot be used. `bytes` comes with `api-key-length`, `count` with `several-in-one-file`. */
export type KeyProblem = {
  problem:
    | 'empty'
    | 'header-lines-missing'
    | 'several-in-one-file'
    | 'unreadable'
    | 'encrypted-key'
    | 'not-rsa'
    | 'key-too-short'
    | 'certificate-where-key-expected'
    | 'public-key-where-key-expected'
    | 'private-key-where-certificate-expected'
    | 'public-key-where-certificate-expected'
    | 'api-key-length';
  bytes?: number;
  count?: number;
};

/** A certificate as read: `serial` in upper-case hex as the platform's serial header has it, `pem` in clean form. */
export type Certificate = {
  serial: string;
  publicKey: KeyObject;
  pem: string;
  notBefore: Date;
  notAfter: Date;
  subject: string;
  fingerprint256: string;
};

type KeyMaterial =
  | { kind: 'certificate'; certificate: Certificate }
  | { kind: 'private-key'; privateKey: KeyObject }
  | { kind: 'public-key'; publicKey: KeyObject };

const modulusBitsMin = 2048;
const withoutBom = (text: string): string => text.replace(/^\uFEFF/, '');
const block = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g;

/** True when reading gave a problem instead of what was asked for. */
export const isKeyProblem = (value: object): value is KeyProblem => 'problem' in value;

function checkRsa(key: KeyObject): KeyProblem | null {
  if (key.asymmetricKeyType !== 'rsa') return { problem: 'not-rsa' };
  return (key.asymmetricKeyDetails?.modulusLength ?? 0) < modulusBitsMin ? { problem: 'key-too-short' } : null;
}

function certificateFrom(pem: string): Certificate {
  const x509 = new X509Certificate(pem);
  return {
    serial: x509.serialNumber.toUpperCase(),
    publicKey: x509.publicKey,
    pem: x509.toString().trim(),
    notBefore: new Date(x509.validFrom),
    notAfter: new Date(x509.validTo),
    subject: x509.subject,
    fingerprint256: x509.fingerprint256,
  };
}

function materialFrom(label: string, pem: string): KeyMaterial | KeyProblem {
  if (label === 'ENCRYPTED PRIVATE KEY' || pem.includes('Proc-Type: 4,ENCRYPTED')) return { problem: 'encrypted-key' };
  try {
    if (label === 'CERTIFICATE' || label === 'X509 CERTIFICATE' || label === 'TRUSTED CERTIFICATE') {
      return { kind: 'certificate', certificate: certificateFrom(pem) };
    }
    if (label.endsWith('PRIVATE KEY')) return { kind: 'private-key', privateKey: createPrivateKey(pem) };
    if (label.endsWith('PUBLIC KEY')) return { kind: 'public-key', publicKey: createPublicKey(pem) };
  } catch {
    return { problem: 'unreadable' };
  }
  return { problem: 'unreadable' };
}

const keyOf = (material: KeyMaterial): KeyObject => {
  if (material.kind === 'certificate') return material.certificate.publicKey;
  return material.kind === 'private-key' ? material.privateKey : material.publicKey;
};

/**
 * Reads one PEM block of any kind: CRLF, a byte-order mark, text around the block and PKCS#1 or PKCS#8 are fine.
 * A file with several blocks is refused rather than guessed about.
 */
export function readKeyMaterial(text: string): KeyMaterial | KeyProblem {
  const clean = withoutBom(text).replace(/\r\n?/g, '\n').trim();
  if (clean === '') return { problem: 'empty' };
  const blocks = [...clean.matchAll(block)];
  const [first] = blocks;
  if (!first) return { problem: clean.includes('-----BEGIN') ? 'unreadable' : 'header-lines-missing' };
  if (blocks.length > 1) return { problem: 'several-in-one-file', count: blocks.length };
  const lines = first[0].split('\n').map((line) => line.trim());
  const material = materialFrom(first[1] ?? '', lines.join('\n'));
  return isKeyProblem(material) ? material : (checkRsa(keyOf(material)) ?? material);
}

/** Reads an X.509 certificate with an RSA key of at least 2048 bits. Its dates are told, not judged. */
export function readCertificate(text: string): Certificate | KeyProblem {
  const material = readKeyMaterial(text);
  if (isKeyProblem(material)) return material;
  if (material.kind === 'certificate') return material.certificate;
  return {
    problem:
      material.kind === 'private-key'
        ? 'private-key-where-certificate-expected'
        : 'public-key-where-certificate-expected',
  };
}

/** Reads an unencrypted RSA private key of at least 2048 bits, PKCS#1 or PKCS#8. */
export function readPrivateKey(text: string): KeyObject | KeyProblem {
  const material = readKeyMaterial(text);
  if (isKeyProblem(material)) return material;
  if (material.kind === 'private-key') return material.privateKey;
  return {
    problem: material.kind === 'certificate' ? 'certificate-where-key-expected' : 'public-key-where-key-expected',
  };
}

/** Whether a private key and a public one are the two halves of one pair: finds a certificate that is our own, or not. */
export const isPair = (privateKey: KeyObject, publicKey: KeyObject): boolean =>
  createPublicKey(privateKey).equals(publicKey);

/**
 * The API key: exactly 32 bytes of UTF-8 text, because 16 would silently mean AES-128. A byte-order mark and the line
 * ends that editors add at the end are dropped.
 */
export function readApiKey(text: string): Buffer | KeyProblem {
  const key = Buffer.from(withoutBom(text).replace(/[\r\n]+$/, ''));
  if (key.length === 0) return { problem: 'empty' };
  return key.length === 32 ? key : { problem: 'api-key-length', bytes: key.length };
}
