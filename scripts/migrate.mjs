// node scripts/migrate.mjs: applies the migrations that DATABASE_URL does not have yet, as `prisma migrate deploy` does,
// with the same engine, table and checksums. Several at once wait for each other.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { Fault, root, settingFault } from './lib/project.mjs';
import { createSchemaEngine } from './lib/schema-engine.mjs';

const oldestServer = 15;

function readMigrations() {
  const baseDir = join(root, 'prisma/migrations');
  const lock = join(baseDir, 'migration_lock.toml');
  const names = readdirSync(baseDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: existsSync(lock) ? readFileSync(lock, 'utf8') : null },
    shadowDbInitScript: '',
    migrationDirectories: names.map((path) => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: readFileSync(join(baseDir, path, 'migration.sql'), 'utf8') },
      },
    })),
  };
}

/** The server must answer and be new enough; what is wrong is said of DATABASE_URL, without its password. */
export async function requireServer(url) {
  const example = 'DATABASE_URL=postgresql://user:password@db.example.com:5432/subdesk';
  const fault = (text, cause) => new Fault(settingFault({ name: 'DATABASE_URL', fault: text, example }), { cause });
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const reason = error.errors?.[0]?.message || error.message || error.code;
    throw fault(`names a database that cannot be reached: ${reason}`, error);
  }
  try {
    const { rows } = await client.query('show server_version_num');
    const major = Math.floor(Number(rows[0].server_version_num) / 10_000);
    if (major < oldestServer) throw fault(`names a PostgreSQL ${major}; ${oldestServer} or newer is needed`);
  } finally {
    await client.end();
  }
}

/** Brings the database up to the last migration; returns the names of those that it applied. */
export async function applyMigrations(url) {
  await requireServer(url);
  const datamodels = [['schema.prisma', 'datasource db {\n  provider = "postgresql"\n}\n']];
  const { engine, close } = await createSchemaEngine({ url, datamodels });
  try {
    const filters = { externalTables: [], externalEnums: [] };
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: readMigrations(), filters });
    return appliedMigrationNames;
  } catch (error) {
    throw new Fault(`The database could not be migrated: ${error.message ?? error}`, { cause: error });
  } finally {
    await close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const applied = await applyMigrations(process.env.DATABASE_URL ?? '');
    console.log(applied.length === 0 ? 'Nothing to apply.' : `Applied: ${applied.join(', ')}`);
  } catch (error) {
    console.error(error instanceof Fault ? error.message : error);
    process.exitCode = 1;
  }
}
