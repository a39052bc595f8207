// The receiver as a process of its own, killed between commit and answer, and a database that stops under load. The
// process is held by the database, never by a hook in the product.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerAccount } from '@/lib/connections/account';
import { createDb } from '@/lib/db/client';
import { readEnvironment } from '@/lib/env';
import type { Message } from '@/lib/testing/platform-sender';
import { createPlatform, envelopeOf, holdCertificate, receiverSettings, record } from '@/lib/testing/platform-sender';
import { until } from '@/lib/testing/until';
import { openEmbeddedPostgres } from '@/scripts/lib/embedded-postgres.mjs';
import { applyMigrations } from '@/scripts/migrate.mjs';

const platform = createPlatform();
const folder = mkdtempSync(join(tmpdir(), 'subdesk-kill-'));
const settings = receiverSettings(folder, platform);
const children: ChildProcess[] = [];

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Makes the connection and its certificate in a migrated database. */
async function prepare(databaseUrl: string) {
  const db = createDb(databaseUrl, 2);
  const read = readEnvironment({ ...process.env, ...settings, DATABASE_URL: databaseUrl });
  if (!read.ok || !read.environment.platforms[0]) throw new Error(JSON.stringify(read));
  const registered = await registerAccount(db, read.environment.platforms[0], new Date());
  if (!registered.ok) throw new Error(JSON.stringify(registered.faults));
  await holdCertificate({ db }, registered.account.connection.id, platform.certificate);
  return db;
}

async function startReceiver(databaseUrl: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--conditions=react-server', '--import', 'tsx', 'scripts/receiver.ts'], {
    env: {
      ...process.env,
      ...settings,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      RECEIVER_PORT: '0',
      AUTH_SECRET: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  if (!child.stdout) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /received at (\S+)/.exec(line)?.[1];
    if (url !== undefined) return { child, url };
  }
  throw new Error('the receiver did not start');
}

async function post(url: string, { headers, body }: Message): Promise<number | null> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(8_000),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
}

describe('a receiver that is killed between commit and answer', () => {
  const databaseUrl = process.env.DATABASE_URL ?? '';
  const holder = new pg.Client({ connectionString: databaseUrl });
  let db: Awaited<ReturnType<typeof prepare>>;

  beforeAll(async () => {
    db = await prepare(databaseUrl);
    await holder.connect();
    // Makes a commit wait while somebody holds the lock.
    await holder.query(`
      CREATE FUNCTION wait_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(4711); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER wait_at_commit AFTER INSERT ON "Notification"
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_at_commit()`);
  });
  afterAll(async () => {
    await holder.end();
    await db.$disconnect();
  });

  it('has kept the message, and answers its repeat with success and no second effect', async () => {
    const message = platform.signed(envelopeOf(record()));
    const first = await startReceiver(databaseUrl);
    await holder.query('SELECT pg_advisory_lock(4711)');
    const answer = post(first.url, message);
    await until(async () => {
      const { rows } = await holder.query(
        `select 1 from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`,
      );
      return rows.length > 0;
    });
    // Stopped, it cannot answer what the database commits now.
    first.child.kill('SIGSTOP');
    await holder.query('SELECT pg_advisory_unlock(4711)');
    await until(async () => (await db.notification.count()) === 1);
    first.child.kill('SIGKILL');
    expect(await answer).toBeNull();

    const second = await startReceiver(databaseUrl);
    expect(await post(second.url, message)).toBe(200);
    const [row] = await db.notification.findMany();
    expect(row).toMatchObject({ state: 'applied', deliveries: 2 });
    expect(await db.application.count()).toBe(1);
    expect(await db.auditEntry.count({ where: { action: 'notification.received' } })).toBe(1);
    const gone = once(second.child, 'exit');
    second.child.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
  });
});

describe('a database that stops at once under load and comes back', () => {
  it('has every message that was answered with 200, and takes the others when they come again (bug-notify-answer-01)', async () => {
    const options = { folder: join(folder, 'postgres'), preferredPort: 54529 };
    let server = await openEmbeddedPostgres(options);
    try {
      const databaseUrl = await server.ensureDatabase('subdesk');
      await applyMigrations(databaseUrl);
      const db = await prepare(databaseUrl);
      await db.$disconnect();
      const { child, url } = await startReceiver(databaseUrl);
      const messages = Array.from({ length: 300 }, (_, at) => {
        const id = randomUUID();
        return { id, message: platform.signed(envelopeOf(record({ applyment_id: 1_000_000 + at }), { id })) };
      });
      const answered = new Set<string>();
      const queue = [...messages];
      const sender = async () => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const status = await post(url, next.message);
          if (status === 200) answered.add(next.id);
          else expect([500, null]).toContain(status);
        }
      };
      const load = Promise.all(Array.from({ length: 8 }, sender));
      await until(async () => answered.size > 40);
      const [postmaster] = readFileSync(join(server.folder, 'cluster/postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(postmaster), 'SIGQUIT');
      await new Promise((resolve) => setTimeout(resolve, 300));
      await server.close();
      server = await openEmbeddedPostgres(options);
      await load;
      const before = answered.size;
      expect(before).toBeGreaterThan(40);

      const again = createDb(server.urlFor('subdesk'), 2);
      const kept = async () => new Set((await again.notification.findMany()).map((row) => row.notificationId));
      const held = await kept();
      expect([...answered].filter((id) => !held.has(id))).toEqual([]);
      for (const { id, message } of messages.filter((one) => !answered.has(one.id))) {
        await until(async () => (await post(url, message)) === 200);
        answered.add(id);
      }
      expect((await kept()).size).toBe(messages.length);
      expect(await again.application.count()).toBe(messages.length);
      await again.$disconnect();
      child.kill('SIGKILL');
    } finally {
      await server.close();
    }
  }, 120_000);
});
