// The least that a receiver can do with a message: verify it and open it with node:crypto and keys that are parsed once.
// Nothing is checked twice, nothing is told apart. The benches measure ours against it.
import { createDecipheriv, createPublicKey, verify } from 'node:crypto';

/** Verifies and opens; returns the envelope, the opened bytes as text and what they say, or null. */
export function bareLimit(publicKeyPem, apiKey) {
  const publicKey = createPublicKey(publicKeyPem);
  const key = Buffer.from(apiKey);
  return (headers, body) => {
    const text = `${headers['servicepay-timestamp']}\n${headers['servicepay-nonce']}\n`;
    const signed = Buffer.concat([Buffer.from(text), body, Buffer.from('\n')]);
    if (!verify('sha256', signed, publicKey, Buffer.from(headers['servicepay-signature'], 'base64'))) return null;
    const envelope = JSON.parse(body);
    const sealed = Buffer.from(envelope.resource.ciphertext, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(envelope.resource.nonce));
    decipher.setAuthTag(sealed.subarray(-16)).setAAD(Buffer.from(envelope.resource.associated_data));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString();
    return { envelope, plain, told: JSON.parse(plain) };
  };
}

/** The one durable INSERT that follows, over a pool of `pg`. */
export async function bareInsert(pool, { envelope, plain, told }) {
  await pool.query({
    name: 'insert',
    text: 'INSERT INTO bare VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING',
    values: [envelope.id, envelope.event_type, told.applyment_id, told.sub_mchid, told.applyment_state, plain],
  });
}

export const bareTable =
  'CREATE TABLE IF NOT EXISTS bare (id text PRIMARY KEY, event_type text, applyment_id bigint, sub_mchid text, state text, payload jsonb)';
