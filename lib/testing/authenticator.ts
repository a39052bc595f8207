// A passkey in software: makes and signs what a browser's authenticator does (WebAuthn, ES256, attestation "none").
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');

/** CBOR of the little that is needed: small numbers, texts, bytes, and maps in the given order. */
function cbor(value: number | string | Uint8Array | [unknown, unknown][]): Buffer {
  const head = (kind: number, length: number) => {
    if (length < 24) return Buffer.of((kind << 5) | length);
    return length < 256 ? Buffer.of((kind << 5) | 24, length) : Buffer.of((kind << 5) | 25, length >> 8, length & 255);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.length), ...value.flat().map((one) => cbor(one as number))]);
}

export type SoftwarePasskey = ReturnType<typeof createPasskey>;

/** How an answer differs from an honest one. */
type Manner = { origin?: string; counter?: number; isVerified?: boolean; userHandle?: string };

/** A passkey that counts from one. */
export function createPasskey(publicUrl: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  const { hostname, origin } = new URL(publicUrl);
  const clientData = (type: string, challenge: string, from: string) =>
    JSON.stringify({ type, challenge, origin: from, crossOrigin: false });
  const authData = (flags: number, count: number) => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    return Buffer.concat([sha256(hostname), Buffer.of(flags), counted]);
  };
  const present = 0x01;
  const verified = 0x04;
  const withKey = 0x40;
  return {
    id: base64url(id),
    /** What the browser answers to a question for a new passkey. */
    add({ challenge }: { challenge: string }, manner: Manner = {}) {
      const key = cbor([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const length = Buffer.of(id.length >> 8, id.length & 255);
      const flags = present | withKey | (manner.isVerified === false ? 0 : verified);
      const data = Buffer.concat([authData(flags, counter), Buffer.alloc(16), length, id, key]);
      const attestation = cbor([
        ['fmt', 'none'],
        ['attStmt', []],
        ['authData', data],
      ]);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, manner.origin ?? origin)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      };
    },
    /** What the browser answers to a question to sign. */
    sign({ challenge }: { challenge: string }, manner: Manner = {}) {
      counter = manner.counter ?? counter + 1;
      const data = authData(present | (manner.isVerified === false ? 0 : verified), counter);
      const client = clientData('webauthn.get', challenge, manner.origin ?? origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          ...(manner.userHandle !== undefined && { userHandle: base64url(manner.userHandle) }),
        },
      };
    },
  };
}
