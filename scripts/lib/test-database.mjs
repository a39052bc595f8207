// A PostgreSQL for tests alone: beside the practice data, not durable, with one migrated template that is copied for
// whoever needs a database. Also vitest's global set-up, so that `npx vitest run <file>` works by itself.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { applyMigrations } from '../migrate.mjs';
import { contentHash } from './build.mjs';
import { openEmbeddedPostgres } from './embedded-postgres.mjs';
import { identify, isAlive, withLock } from './file-lock.mjs';
import { workDir } from './project.mjs';

/** TEST_DATABASE_URL names a server of your own where databases may be made; else the embedded one is started. */
async function openServer() {
  const own = process.env.TEST_DATABASE_URL;
  if (!own) {
    return await openEmbeddedPostgres({
      folder: join(workDir, 'postgres-test'),
      preferredPort: 54429,
      isDurable: false,
    });
  }
  const client = new pg.Client({ connectionString: own });
  await client.connect();
  const urlFor = (database) => Object.assign(new URL(own), { pathname: `/${database}` }).href;
  return { urlFor, query: (sql, values) => client.query(sql, values), close: () => client.end() };
}

/** Copies carry the id of the process that made them: those whose process is gone are removed, and old templates. */
async function removeLeftovers(server, template) {
  const { rows } = await server.query("select datname from pg_database where datname ~ '^(copy_[0-9]+_|template_)'");
  for (const { datname } of rows) {
    const pid = Number(/^copy_(\d+)_/.exec(datname)?.[1] ?? 0);
    if (datname === template || (pid > 0 && isAlive(identify(pid)))) continue;
    await server.query(`drop database if exists "${datname}" with (force)`);
  }
}

/** Opens the tests' server with its template in place. `fresh` gives an empty migrated database of that name. */
export async function openTestDatabase() {
  const server = await openServer();
  const template = `template_${contentHash(['prisma/migrations']).slice(0, 12)}`;
  await withLock(join(workDir, 'locks/test-template'), async () => {
    await removeLeftovers(server, template);
    const { rowCount } = await server.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount > 0) return;
    const unfinished = `template_${randomBytes(4).toString('hex')}`;
    await server.query(`create database "${unfinished}"`);
    await applyMigrations(server.urlFor(unfinished));
    await server.query(`alter database "${unfinished}" rename to "${template}"`);
  });
  return {
    templateUrl: server.urlFor(template),
    async fresh(name) {
      await server.query(`drop database if exists "${name}" with (force)`);
      await server.query(`create database "${name}" template "${template}" strategy file_copy`);
      return server.urlFor(name);
    },
    async close() {
      await removeLeftovers(server, template).catch(() => {});
      await server.close();
    },
  };
}

/** For vitest: workers find the template in the environment; what is returned runs at the end. */
export async function setup() {
  const database = await openTestDatabase();
  process.env.TEST_TEMPLATE_URL = database.templateUrl;
  return database.close;
}
