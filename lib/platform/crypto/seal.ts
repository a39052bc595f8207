// Field encryption (section 5.3): RSAES-PKCS1-v1_5 under a platform certificate, Base64 on the wire.
import type { KeyObject } from 'node:crypto';
import { constants, privateDecrypt, publicEncrypt } from 'node:crypto';
import { isStrictBase64 } from '../wire/base64';
import type { Sealed } from '../wire/fields';

const blockBytes = (key: KeyObject): number => Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8);

/** How many UTF-8 bytes one sealed value can hold: 245 for 2048 bits, 501 for 4096. */
export const sealBudgetBytes = (publicKey: KeyObject): number => blockBytes(publicKey) - 11;

/**
 * Seals one value for the holder of the certificate's private key. Throws RangeError beyond `sealBudgetBytes`: forms
 * check the budget first, because the crypto library's own complaint names neither the field nor the limit.
 */
export function sealForPlatform(value: string, publicKey: KeyObject): Sealed {
  const bytes = Buffer.from(value);
  if (bytes.length > sealBudgetBytes(publicKey)) throw new RangeError('The value does not fit into one sealed block');
  // The padding is named here and tested: an undefined constant would silently mean OAEP.
  const block = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, bytes);
  return block.toString('base64') as Sealed;
}

/**
 * Opens one block to its bytes; null, without a cause, for everything that is not a proper block. Raw RSA and own
 * unpadding, because many builds of Node refuse PKCS#1 v1.5 decryption and others answer with random bytes.
 */
export function openPkcs1Block(base64: string, privateKey: KeyObject): Buffer | null {
  if (!isStrictBase64(base64)) return null;
  const block = Buffer.from(base64, 'base64');
  if (block.length !== blockBytes(privateKey)) return null;
  try {
    const padded = privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, block);
    const end = padded.indexOf(0, 2);
    return padded[0] === 0 && padded[1] === 2 && end >= 10 ? padded.subarray(end + 1) : null;
  } catch {
    return null;
  }
}

/** Opens a sealed field value to its text; null for whatever is not a block of this key holding UTF-8. */
export function unsealPkcs1(base64: string, privateKey: KeyObject): string | null {
  const bytes = openPkcs1Block(base64, privateKey);
  if (!bytes) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
