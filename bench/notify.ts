// npm run bench:notify: the receiver's process against the bare limit (performance N1, N4), interleaved in one run; with
// `--door route` the console's API route against a bare route handler of the same framework (N2). DATABASE_URL names a server where a scratch database may be made. Prints one line of JSON.
import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { registerAccount } from '../lib/connections/account';
import { createDb } from '../lib/db/client';
import { readEnvironment } from '../lib/env';
import type { Message } from '../lib/testing/platform-sender';
import {
  apiKey,
  createPlatform,
  envelopeOf,
  holdCertificate,
  receiverSettings,
  record,
} from '../lib/testing/platform-sender';
import { build } from '../scripts/lib/build.mjs';
import { createSupervisor } from '../scripts/lib/supervisor.mjs';
import { applyMigrations } from '../scripts/migrate.mjs';
import { addressOf, dropScratch, median, readOptions, withClient } from './scratch';

const options = readOptions({ rounds: 5, messages: 1200, warm: 200, connections: '8,32', door: 'receiver' });
const database = 'subdesk_bench_notify';
const folder = mkdtempSync(join(tmpdir(), 'subdesk-bench-'));
const platform = createPlatform();
const children: ChildProcess[] = [];

/** Seconds of processor time that a process has used, in user and kernel mode. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function start(args: string[], env: Record<string, string>, ready: RegExp): Promise<number> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  if (!child.stdout || child.pid === undefined) throw new Error('nothing was started');
  for await (const line of createInterface({ input: child.stdout })) if (ready.test(line)) return child.pid;
  throw new Error(`${args.at(-1)} did not start`);
}

const messagesOf = (count: number): { id: string; message: Message }[] =>
  Array.from({ length: count }, () => {
    const id = randomUUID();
    const number = Math.floor(Math.random() * 1e9);
    const told = record({ applyment_id: number, sub_mchid: String(1_900_000_000 + (number % 1000)) });
    return { id, message: platform.signed(envelopeOf(told, { id })) };
  });

type Round = { perSecond: number; p50Ms: number; p99Ms: number; cpuUs: number };

async function load(url: string, pid: number, messages: { message: Message }[], connections: number): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const post = ({ headers, body }: Message) =>
    new Promise<number>((resolve, reject) => {
      const began = performance.now();
      const call = request(
        url,
        { method: 'POST', agent, headers: { ...headers, 'content-length': body.length } },
        (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`answered with ${answer.statusCode}`));
          answer.resume().on('end', () => resolve(performance.now() - began));
        },
      );
      call.on('error', reject).end(body);
    });
  const took: number[] = [];
  const run = async (queue: { message: Message }[]) => {
    const waiting = [...queue];
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) took.push(await post(next.message));
    };
    await Promise.all(Array.from({ length: connections }, worker));
  };
  await run(messages.slice(0, options.warm));
  took.length = 0;
  const cpu = cpuSeconds(pid);
  const began = performance.now();
  await run(messages.slice(options.warm));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  const sorted = [...took].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    perSecond: took.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    cpuUs: ((cpuSeconds(pid) - cpu) / took.length) * 1e6,
  };
}

const mediansOf = (rounds: Round[]): Round => ({
  perSecond: Math.round(median(rounds.map((round) => round.perSecond))),
  p50Ms: Number(median(rounds.map((round) => round.p50Ms)).toFixed(1)),
  p99Ms: Number(median(rounds.map((round) => round.p99Ms)).toFixed(1)),
  cpuUs: Math.round(median(rounds.map((round) => round.cpuUs))),
});

type Target = { url: string; pid: number };
type Targets = { bare: Target; ours: Target };
type Bare = { port: number; databaseUrl: string; publicKeyPem: string; apiKey: string };

async function startReceivers(bare: Bare, env: Record<string, string>): Promise<Targets> {
  return {
    bare: {
      url: `http://127.0.0.1:${bare.port}/`,
      pid: await start(['bench/bare-receiver.mjs', JSON.stringify(bare)], {}, /ready/),
    },
    ours: {
      url: 'http://127.0.0.1:4801/api/notifications/main',
      pid: await start(['--conditions=react-server', '--import', 'tsx', 'scripts/receiver.ts'], env, /received at/),
    },
  };
}

const next = 'node_modules/next/dist/bin/next';

/** Two servers of the framework, each from a build of its own: a bare handler, and the console. */
async function startRoutes(bare: Bare, env: Record<string, string>): Promise<Targets> {
  // With webpack: the other bundler takes the console's proxy.ts and instrumentation.ts for its own.
  execFileSync(process.execPath, [next, 'build', '--webpack', 'bench/bare-route'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const supervisor = createSupervisor();
  let folder = '';
  await build(supervisor, (made: string) => {
    folder = made;
  });
  const served = { HOSTNAME: '127.0.0.1', NODE_ENV: 'production' };
  return {
    bare: {
      url: `http://127.0.0.1:${bare.port}/n`,
      pid: await start(
        [next, 'start', 'bench/bare-route', '-H', '127.0.0.1', '-p', String(bare.port)],
        { ...served, BARE_SETTINGS: JSON.stringify(bare) },
        /Ready/,
      ),
    },
    ours: {
      url: 'http://127.0.0.1:4801/api/notifications/main',
      pid: await start(
        [join(folder, 'server.js')],
        { ...env, ...served, PORT: '4801', PUBLIC_URL: 'http://localhost:4801' },
        /Ready/,
      ),
    },
  };
}

try {
  await dropScratch(database);
  await withClient('postgres', (client) => client.query(`CREATE DATABASE "${database}"`));
  const databaseUrl = addressOf(database);
  await applyMigrations(databaseUrl);
  const settings = receiverSettings(folder, platform);
  const secrets = { SEAL_KEY: Buffer.alloc(32, 7).toString('base64'), AUTH_SECRET: 'x'.repeat(32) };
  const env = { ...settings, ...secrets, DATABASE_URL: databaseUrl, NODE_ENV: 'production', RECEIVER_PORT: '4801' };
  const read = readEnvironment({ ...process.env, ...env });
  if (!read.ok || !read.environment.platforms[0]) throw new Error(JSON.stringify(read));
  const db = createDb(databaseUrl, 2);
  const registered = await registerAccount(db, read.environment.platforms[0], new Date());
  if (!registered.ok) throw new Error(JSON.stringify(registered.faults));
  await holdCertificate({ db }, registered.account.connection.id, platform.certificate);

  const bare = { port: 4802, databaseUrl, publicKeyPem: platform.certificate.pem, apiKey: apiKey.toString() };
  const targets = options.door === 'route' ? await startRoutes(bare, env) : await startReceivers(bare, env);
  const results: Record<string, unknown> = {};
  let sent = 0;
  for (const connections of options.connections.split(',').map(Number)) {
    const rounds: Record<keyof typeof targets, Round[]> = { bare: [], ours: [] };
    for (let round = 0; round < options.rounds; round += 1) {
      for (const name of ['bare', 'ours'] as const) {
        const messages = messagesOf(options.warm + options.messages);
        rounds[name].push(await load(targets[name].url, targets[name].pid, messages, connections));
        if (name === 'ours') sent += messages.length;
      }
    }
    const [limit, ours] = [mediansOf(rounds.bare), mediansOf(rounds.ours)];
    results[`at ${connections} connections`] = {
      bare: limit,
      ours,
      ratios: {
        cpu: Number((ours.cpuUs / limit.cpuUs).toFixed(2)),
        throughput: Number((ours.perSecond / limit.perSecond).toFixed(2)),
        p99: Number((ours.p99Ms / limit.p99Ms).toFixed(2)),
      },
    };
  }
  const rows = await db.notification.count();
  await db.$disconnect();
  console.log(
    JSON.stringify({ bench: 'notify', door: options.door, ...results, sent, rows, isComplete: rows === sent }, null, 1),
  );
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  await dropScratch(database);
}
