import type { PlatformCertificate } from '@/lib/platform/certificates';
import { bySerial, publicKeyOf } from '@/lib/platform/certificates';
import { sealBudgetBytes, sealForPlatform } from '@/lib/platform/crypto/seal';
import type { SealTest } from './view';

/**
 * Seals a text as a contact value would be (5.3) and tells the sizes; what was sealed is thrown away. Null when the
 * certificate is not held.
 */
export function tryToSeal(text: string, serial: string, certificates: readonly PlatformCertificate[]): SealTest | null {
  const certificate = bySerial(certificates, serial);
  if (!certificate) return null;
  const key = publicKeyOf(certificate);
  const bytes = Buffer.byteLength(text);
  const budgetBytes = sealBudgetBytes(key);
  const measured = { serial: certificate.serial, bytes, budgetBytes };
  if (bytes > budgetBytes) return { ...measured, sealed: null };
  const sealed = sealForPlatform(text, key);
  return { ...measured, sealed: { bytes: Buffer.from(sealed, 'base64').length, characters: sealed.length } };
}
