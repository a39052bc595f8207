// The platform's certificates: which one seals, which ones verify, and how their list is read (ASSUMPTION, notes 7).
import type { KeyObject } from 'node:crypto';
import { X509Certificate } from 'node:crypto';
import { openResourceWithAny } from './crypto/open';
import type { Certificate, KeyProblem } from './crypto/pem';
import { isKeyProblem, readCertificate } from './crypto/pem';
import { parseJson } from './json';
import { certificateListAnswer } from './wire/certificates';

/** One certificate of the platform. Its times are those of the list where there is one, else those inside the PEM. */
export type PlatformCertificate = { serial: string; pem: string; effectiveTime: Date; expireTime: Date };

const sameSerial = (left: string, right: string): boolean => left.toUpperCase() === right.toUpperCase();

const isValidAt = (certificate: PlatformCertificate, now: Date): boolean =>
  certificate.effectiveTime <= now && now < certificate.expireTime;

/** All certificates that may verify now: during a rotation there are two. */
export const validAt = (certificates: readonly PlatformCertificate[], now: Date): PlatformCertificate[] =>
  certificates.filter((certificate) => isValidAt(certificate, now));

/** The certificate to seal with: already effective, latest expiry (then latest start). Null when none is valid. */
export function newestValid(certificates: readonly PlatformCertificate[], now: Date): PlatformCertificate | null {
  const [newest] = validAt(certificates, now).sort(
    (left, right) =>
      right.expireTime.getTime() - left.expireTime.getTime() ||
      right.effectiveTime.getTime() - left.effectiveTime.getTime(),
  );
  return newest ?? null;
}

/** The certificate with this serial in hexadecimal, whatever its case and validity; null when it is not held. */
export const bySerial = (certificates: readonly PlatformCertificate[], serial: string): PlatformCertificate | null =>
  certificates.find((certificate) => sameSerial(certificate.serial, serial)) ?? null;

const publicKeys = new WeakMap<PlatformCertificate, KeyObject>();

/** The certificate's public key. Throws when its PEM is not one, which reading it has excluded. */
export function publicKeyOf(certificate: PlatformCertificate): KeyObject {
  const known = publicKeys.get(certificate);
  if (known) return known;
  const { publicKey } = new X509Certificate(certificate.pem);
  publicKeys.set(certificate, publicKey);
  return publicKey;
}

/** A certificate that was installed as a file: the times inside it rule until a list says otherwise. */
export const installedCertificate = ({ serial, pem, notBefore, notAfter }: Certificate): PlatformCertificate => ({
  serial,
  pem,
  effectiveTime: notBefore,
  expireTime: notAfter,
});

/** Why one item of the list is not used. `serial`: the certificate inside is another one than the item says. */
export type ListProblem = {
  serial: string;
  problem:
    | KeyProblem['problem']
    | 'algorithm'
    | 'key'
    | 'nonce'
    | 'associated-data'
    | 'ciphertext'
    | 'tag'
    | 'serial'
    | 'times';
};

/** The list as read: what can be used, and what cannot with its cause. Null: the body is no list at all. */
export type CertificateList = { certificates: PlatformCertificate[]; problems: ListProblem[] };

/**
 * Reads the answer of `certificates.list`. Each item is opened with the first API key that fits; authenticity comes
 * from there, so the very first list may verify itself. One bad item does not spoil the others.
 */
export function readCertificateList(body: Buffer | string, apiKeys: readonly Buffer[]): CertificateList | null {
  const answer = certificateListAnswer.safeParse(parseJson(body));
  if (!answer.success) return null;
  const list: CertificateList = { certificates: [], problems: [] };
  for (const item of answer.data.data) {
    const read = readItem(item, apiKeys);
    if (typeof read === 'string') list.problems.push({ serial: item.serial_no, problem: read });
    else list.certificates.push(read);
  }
  return list;
}

type ListItem = (typeof certificateListAnswer)['_output']['data'][number];

function readItem(item: ListItem, apiKeys: readonly Buffer[]): PlatformCertificate | ListProblem['problem'] {
  if (item.encrypt_certificate.algorithm !== 'AEAD_AES_256_GCM') return 'algorithm';
  const pem = openResourceWithAny(item.encrypt_certificate, apiKeys);
  if (!Buffer.isBuffer(pem)) return pem.refused;
  const certificate = readCertificate(pem.toString());
  if (isKeyProblem(certificate)) return certificate.problem;
  if (!sameSerial(certificate.serial, item.serial_no)) return 'serial';
  const effectiveTime = new Date(item.effective_time);
  const expireTime = new Date(item.expire_time);
  if (Number.isNaN(effectiveTime.getTime()) || Number.isNaN(expireTime.getTime())) return 'times';
  return { serial: certificate.serial, pem: certificate.pem, effectiveTime, expireTime };
}
