// Owns one PostgreSQL server. When the pipe on stdin closes, which happens when the launcher ends for whatever reason,
// kill -9 included, the server is shut down cleanly as soon as no other command of ours still uses it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { identify, isAlive } from './file-lock.mjs';

const { stateFile, account, adopt, program, args } = JSON.parse(process.argv[2]);

const server = adopt ? null : spawn(program, args, { ...account, stdio: ['ignore', 'inherit', 'inherit'], cwd: '/' });
const serverPid = server?.pid ?? adopt;

// SIGINT is PostgreSQL's fast shutdown: it rolls back what is open and writes everything down.
const shutDown = () => {
  try {
    process.kill(serverPid, 'SIGINT');
  } catch {
    process.exit(0);
  }
};

/** How many commands hold the server open; each keeps one session of this name. */
async function leases() {
  const { password, port } = JSON.parse(readFileSync(stateFile, 'utf8'));
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 2000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      "select count(*)::int as held from pg_stat_activity where application_name = 'subdesk-lease'",
    );
    return rows[0].held;
  } catch {
    return 0;
  } finally {
    await client.end().catch(() => {});
  }
}

async function shutDownWhenUnused() {
  while ((await leases()) > 0) await sleep(250);
  shutDown();
}

process.stdin.on('end', shutDownWhenUnused).on('error', shutDownWhenUnused).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, shutDown);

if (server) {
  server.on('error', () => process.exit(1));
  server.on('exit', (code) => process.exit(code ?? 1));
} else {
  const adopted = identify(serverPid);
  setInterval(() => isAlive(adopted) || process.exit(0), 250);
}
