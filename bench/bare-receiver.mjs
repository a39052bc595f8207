// The bare limit of a receiver: node:http, one verification, one opening, one durable INSERT. Nothing is checked twice,
// nothing is told apart, nothing is locked. Settings come as JSON: { port, databaseUrl, publicKeyPem, apiKey }.
import { createDecipheriv, createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

const { port, databaseUrl, publicKeyPem, apiKey } = JSON.parse(process.argv[2]);
const publicKey = createPublicKey(publicKeyPem);
const key = Buffer.from(apiKey);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 });
await pool.query(
  'CREATE TABLE IF NOT EXISTS bare (id text PRIMARY KEY, event_type text, applyment_id bigint, sub_mchid text, state text, payload jsonb)',
);
const success = Buffer.from('{"code":"SUCCESS"}');

async function take({ headers }, body) {
  const text = `${headers['servicepay-timestamp']}\n${headers['servicepay-nonce']}\n`;
  const signed = Buffer.concat([Buffer.from(text), body, Buffer.from('\n')]);
  if (!verify('sha256', signed, publicKey, Buffer.from(headers['servicepay-signature'], 'base64'))) return 401;
  const { id, event_type: type, resource } = JSON.parse(body);
  const sealed = Buffer.from(resource.ciphertext, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(resource.nonce));
  decipher.setAuthTag(sealed.subarray(-16)).setAAD(Buffer.from(resource.associated_data));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString();
  const told = JSON.parse(plain);
  await pool.query({
    name: 'insert',
    text: 'INSERT INTO bare VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING',
    values: [id, type, told.applyment_id, told.sub_mchid, told.applyment_state, plain],
  });
  return 200;
}

createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const status = await take(request, Buffer.concat(parts)).catch(() => 500);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': success.length });
  response.end(success);
}).listen(port, '127.0.0.1', () => console.log('ready'));
