// npm run bench:page: the list page of the running console, a filter of it and a page far behind, each beside a bare page of
// the same rows (performance S2), in turns. Fills the roster of a console of its own first.
import { spawn } from 'node:child_process';
import pg from 'pg';
import { createDb } from '../lib/db/client';
import { benchConsole, cookieOf, listPath, signIn } from './console';
import { farCursor } from './far-cursor';
import { readOptions, rosterRows, spreadOf } from './scratch';

const options = readOptions({ rows: 100_000, rounds: 60, port: 4806, size: 25 });

/** Behind the numbers of the sample world. */
const FIRST = 10_001;

async function fill(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`SELECT "id" FROM "Connection" WHERE "slug" = 'practice'`);
  const connectionId: string = rows[0].id;
  const last = FIRST + options.rows - 1;
  for (let from = FIRST; from <= last; from += 50_000)
    await client.query(rosterRows(from, Math.min(last, from + 49_999), connectionId));
  await client.query('VACUUM ANALYZE "SubMerchant"');
  return connectionId;
}

async function startBare(databaseUrl: string, connectionId: string) {
  const settings = { port: options.port, databaseUrl, connectionId, size: options.size };
  const child = spawn(process.execPath, ['bench/bare-list.mjs', JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

async function timeOf(url: string, cookie: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(url, { headers: { cookie }, redirect: 'manual' });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return performance.now() - startedAt;
}

await benchConsole('page', async (started) => {
  const client = new pg.Client({ connectionString: started.databaseUrl });
  await client.connect();
  const connectionId = await fill(client);
  await client.end();
  const db = createDb(started.databaseUrl);
  const far = await farCursor(db, connectionId, options.rows / 2, new Date());
  await db.$disconnect();
  const cookie = cookieOf(await signIn(started));
  const bare = await startBare(started.databaseUrl, connectionId);
  const ours = `${started.url}${listPath}`;
  const pages = {
    list: [ours, '/'],
    filter: [`${ours}?state=REJECTED`, '/?state=REJECTED'],
    far: [`${ours}?cursor=${encodeURIComponent(far.cursor)}`, `/?after=${far.after}`],
  } as const;
  const found: Record<string, object> = {};
  for (const [name, [page, path]] of Object.entries(pages)) {
    const times = { ours: [] as number[], bare: [] as number[] };
    for (let round = -5; round < options.rounds; round += 1) {
      const one = {
        ours: await timeOf(page, cookie),
        bare: await timeOf(`http://127.0.0.1:${options.port}${path}`, 's=ok'),
      };
      // The first ones fill caches.
      if (round < 0) continue;
      times.ours.push(one.ours);
      times.bare.push(one.bare);
    }
    const [own, limit] = [spreadOf(times.ours), spreadOf(times.bare)];
    found[name] = { ours: own, bare: limit, ratio: Math.round((own.p50 / limit.p50) * 10) / 10 };
  }
  bare.kill();
  return { rows: options.rows, ...found };
});
