// The bare limit of a route handler: one verification, one opening, one durable INSERT. Settings come as JSON in BARE_SETTINGS.
import pg from 'pg';
import { bareInsert, bareLimit, bareTable } from '../../../bare-limit.mjs';

export const dynamic = 'force-dynamic';

let held = null;

async function start() {
  const { databaseUrl, publicKeyPem, apiKey } = JSON.parse(process.env.BARE_SETTINGS);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 });
  await pool.query(bareTable);
  return { pool, open: bareLimit(publicKeyPem, apiKey) };
}

export async function POST(request) {
  held ??= start();
  const { pool, open } = await held;
  const opened = open(Object.fromEntries(request.headers), Buffer.from(await request.arrayBuffer()));
  if (opened === null) return Response.json({ code: 'FAIL' }, { status: 401 });
  await bareInsert(pool, opened);
  return Response.json({ code: 'SUCCESS' });
}
