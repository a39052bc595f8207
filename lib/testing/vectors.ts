// Test vectors made elsewhere, so that client and sandbox, which share code, cannot be wrong together.
import type { KeyObject } from 'node:crypto';
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { PlatformCertificate } from '../platform/certificates';
import { installedCertificate } from '../platform/certificates';
import { isKeyProblem, readCertificate } from '../platform/crypto/pem';

type Cases = {
  'aes-256-gcm': { key: string; nonce: string; aad: string; ciphertext: string; plaintext: string };
  certificates: { certificate: string; serial: string; key_bits: number; not_before: string; not_after: string };
  'field-encryption-limits': {
    field: 'contact.name' | 'contact.phone' | 'contact.email' | null;
    value: string;
    fits: boolean;
    key_bits: number;
    utf8_bytes: number;
    code_points: number;
  };
  'media-upload': { filename: string; file_base64: string; bytes: number; sha256: string; meta: string };
  notifications: {
    /** Unix seconds of the receiver's clock. */
    now: string;
    headers: Partial<Record<'timestamp' | 'nonce' | 'serial' | 'signature', string>>;
    body_base64: string;
    known_serial: string;
    /** PEM of a certificate, or of a bare public key. */
    certificate?: string;
    public_key?: string;
    api_v3_key: string;
    expect:
      | 'accept'
      | 'reject-headers'
      | 'reject-stale'
      | 'reject-serial'
      | 'reject-signature'
      | 'reject-config'
      | 'reject-decrypt'
      | 'reject-content';
    plaintext_text?: string;
  };
  'pem-formats': { kind_of: 'public' | 'private'; pem: string; expect: string };
  'request-signing': {
    method: string;
    url: string;
    path_and_query: string;
    timestamp: string;
    nonce: string;
    body: string;
    canonical: string;
    signature?: string;
    private_key_pkcs8_der_base64?: string;
    public_key?: string;
  };
  'rsa-pkcs1v15-decrypt': {
    private_key_pkcs8_der_base64: string;
    key_bits: number;
    ciphertext: string;
    plaintext: string;
  };
  'rsa-sha256-verify': {
    certificate?: string;
    public_key?: string;
    message: string;
    signature: string;
    valid: boolean;
  };
};

export type VectorKind = keyof Cases;
export type VectorCase<Kind extends VectorKind> = Cases[Kind] & { id: string; name: string };

/** All cases of one file, in its order. */
export function vectorCases<Kind extends VectorKind>(kind: Kind): VectorCase<Kind>[] {
  const text = readFileSync(new URL(`./vectors/${kind}.json`, import.meta.url), 'utf8');
  return (JSON.parse(text) as { cases: VectorCase<Kind>[] }).cases;
}

/** One case by its id. */
export function vectorCase<Kind extends VectorKind>(kind: Kind, id: string): VectorCase<Kind> {
  const found = vectorCases(kind).find((one) => one.id === id);
  if (!found) throw new Error(`No case ${id} in ${kind}`);
  return found;
}

/** A private key as the vectors keep it: Base64 of PKCS#8 DER. */
export const keyFromDer = (base64: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });

/** A platform certificate of the vectors; its times are those inside it. */
export function certificateOf(pem: string): PlatformCertificate {
  const certificate = readCertificate(pem);
  if (isKeyProblem(certificate)) throw new Error(certificate.problem);
  return installedCertificate(certificate);
}

/** A certificate, valid from 2020 to 2047, together with its published private key: it can sign as a platform. */
export function signingPair(): { certificate: PlatformCertificate; privateKey: KeyObject } {
  const { private_key_pkcs8_der_base64: der = '' } = vectorCase('request-signing', 'req-drv-09');
  return {
    certificate: certificateOf(vectorCase('certificates', 'crt-axio-01').certificate),
    privateKey: keyFromDer(der),
  };
}
