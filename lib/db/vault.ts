import 'server-only';
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * Sealing at rest under our own key (decisions 4): AES-256-GCM, with the key's id stored beside the value so that keys
 * can be changed by sealing again. `about` binds a value to its place: a sealed e-mail moved to another row does not open.
 */
export type Vault = {
  /** Bytes of version (1), key id (8), nonce (12), cipher text, tag (16). */
  seal: (plain: string | Uint8Array, about: string) => Uint8Array<ArrayBuffer>;
  /** Throws when no key that we hold opens it: stored data is damaged or a key is missing, which no caller can mend. */
  open: (sealed: Uint8Array, about: string) => Buffer;
  sealJson: (value: unknown, about: string) => Uint8Array<ArrayBuffer>;
  openJson: (sealed: Uint8Array, about: string) => unknown;
  /** What stands in every value that the current key sealed: the id of that key, of which the key cannot be guessed. */
  currentKeyId: Uint8Array<ArrayBuffer>;
};

/** Where the key's id stands in a sealed value: from this byte, so many; counted from 1, as the database counts. */
export const KEY_ID = { from: 2, length: 8 } as const;

const VERSION = 1;
const keyId = (key: Buffer) => createHash('sha256').update('subdesk key id').update(key).digest().subarray(0, 8);

/** `previous` only open. Every key is 32 bytes. */
export function createVault(current: Buffer, previous: readonly Buffer[] = []): Vault {
  const keys = [current, ...previous].map((key) => ({ key, id: keyId(key) }));
  const vault: Vault = {
    seal(plain, about) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current, nonce).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return new Uint8Array(Buffer.concat([Buffer.of(VERSION), keyId(current), nonce, body, cipher.getAuthTag()]));
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed);
      const id = bytes.subarray(1, 9);
      const held = keys.find((candidate) => candidate.id.equals(id));
      if (bytes[0] !== VERSION || !held)
        throw new Error(
          `A stored value is sealed under a key that is not configured (SEAL_KEY, SEAL_KEY_PREVIOUS): ${id.toString('hex')}`,
        );
      const decipher = createDecipheriv('aes-256-gcm', held.key, bytes.subarray(9, 21), { authTagLength: 16 })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(21, -16)), decipher.final()]);
    },
    sealJson: (value, about) => vault.seal(JSON.stringify(value), about),
    openJson: (sealed, about) => JSON.parse(vault.open(sealed, about).toString('utf8')),
    currentKeyId: new Uint8Array(keyId(current)),
  };
  return vault;
}
