// The bare limit of a receiver: node:http, one verification, one opening, one durable INSERT. Nothing is locked.
// Settings come as JSON: { port, databaseUrl, publicKeyPem, apiKey }.
import { createServer } from 'node:http';
import pg from 'pg';
import { bareInsert, bareLimit, bareTable } from './bare-limit.mjs';

const { port, databaseUrl, publicKeyPem, apiKey } = JSON.parse(process.argv[2]);
const open = bareLimit(publicKeyPem, apiKey);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 });
await pool.query(bareTable);
const success = Buffer.from('{"code":"SUCCESS"}');

async function take({ headers }, body) {
  const opened = open(headers, body);
  if (opened === null) return 401;
  await bareInsert(pool, opened);
  return 200;
}

createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const status = await take(request, Buffer.concat(parts)).catch(() => 500);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': success.length });
  response.end(success);
}).listen(port, '127.0.0.1', () => console.log('ready'));
