// Resources of notifications and of the certificate list (section 5.2): AES-256-GCM, strict where libraries are not.
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { isStrictBase64 } from '../wire/base64';

/** Lengths of 5.2 in bytes. */
export const keyBytes = 32;
export const nonceBytes = 12;
export const tagBytes = 16;
/** The interface says "shorter than 16 bytes" (5.2) and string[1,16] (6.1): the wider reading is taken. */
export const associatedDataBytesMax = 16;

/** Why a resource does not open. `tag`: well formed, but not sealed with this key, nonce and associated data. */
export type OpenRefusal = { refused: 'key' | 'nonce' | 'associated-data' | 'ciphertext' | 'tag' };

/** Opens ciphertext ‖ tag with exactly a 32-byte key, a 12-byte nonce and a 16-byte tag. Never throws. */
export function openAead(
  ciphertextBase64: string,
  key: Buffer,
  nonce: Buffer,
  associatedData: Buffer,
): Buffer | OpenRefusal {
  if (key.length !== keyBytes) return { refused: 'key' };
  if (nonce.length !== nonceBytes) return { refused: 'nonce' };
  if (!isStrictBase64(ciphertextBase64)) return { refused: 'ciphertext' };
  const sealed = Buffer.from(ciphertextBase64, 'base64');
  if (sealed.length < tagBytes) return { refused: 'ciphertext' };
  try {
    // Without authTagLength a tag of 4 bytes would do.
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
    decipher.setAAD(associatedData).setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
  } catch {
    return { refused: 'tag' };
  }
}

/** A sealed resource as parsed from JSON; absent, null and empty associated data are the same. */
export type Resource = { ciphertext: string; nonce: string; associated_data?: string | null | undefined };

const isText = (value: unknown): value is string => typeof value === 'string';

/** Opens a resource whose nonce and associated data are used as the bytes of their text (section 5.2). Never throws. */
export function openResource(resource: Resource, key: Buffer): Buffer | OpenRefusal {
  const associatedData = resource.associated_data ?? '';
  if (!isText(resource.nonce)) return { refused: 'nonce' };
  if (!isText(associatedData) || Buffer.byteLength(associatedData) > associatedDataBytesMax) {
    return { refused: 'associated-data' };
  }
  if (!isText(resource.ciphertext)) return { refused: 'ciphertext' };
  return openAead(resource.ciphertext, key, Buffer.from(resource.nonce), Buffer.from(associatedData));
}

/** Opens a resource with the first of several keys that fits: the present API key and those before it. */
export function openResourceWithAny(resource: Resource, keys: readonly Buffer[]): Buffer | OpenRefusal {
  let last: Buffer | OpenRefusal = { refused: 'key' };
  for (const key of keys) {
    last = openResource(resource, key);
    if (Buffer.isBuffer(last)) return last;
  }
  return last;
}

/** Seals as the platform does: the inverse of `openResource`, for the sandbox and for tests. */
export function sealResource(plaintext: Buffer | string, key: Buffer, nonce: string, associatedData = '') {
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.from(nonce), { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(associatedData));
  const sealed = Buffer.concat([cipher.update(Buffer.from(plaintext)), cipher.final(), cipher.getAuthTag()]);
  return {
    algorithm: 'AEAD_AES_256_GCM' as const,
    ciphertext: sealed.toString('base64'),
    nonce,
    associated_data: associatedData,
  };
}
