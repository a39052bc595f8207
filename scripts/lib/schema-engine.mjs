// Prisma's own schema engine, compiled to WebAssembly and published for the same commit as the command line, so that
// migrations need no native program. Its database driver is @prisma/adapter-pg with three faults put right.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';

const charOid = 18;
const charArrayOid = 1002;

/** The adapter cannot read the catalog's "char" columns, which introspection selects: shown to it as "char"[]. */
class CatalogPool extends pg.Pool {
  async query(...args) {
    const result = await super.query(...args);
    for (const field of result?.fields ?? []) if (field.dataTypeID === charOid) field.dataTypeID = charArrayOid;
    return result;
  }
}

/** And back: a column labelled so whose values are no arrays was a "char" column. */
const columnType = (rows) => (type, index) =>
  type === ColumnTypeEnum.CharacterArray && !rows.some((row) => Array.isArray(row[index]))
    ? ColumnTypeEnum.Character
    : type;

async function connect(url, { database, onDispose = async () => {} } = {}) {
  const target = new URL(url);
  if (database) target.pathname = `/${database}`;
  const schema = target.searchParams.get('schema') ?? undefined;
  for (const name of ['schema', 'connection_limit', 'pool_timeout', 'pgbouncer']) target.searchParams.delete(name);
  // One session for everything, so that advisory locks and the search path hold.
  const options = schema ? `-c search_path="${schema}"` : undefined;
  const pool = new CatalogPool({ connectionString: target.href, max: 1, options });
  pool.on('error', () => {});
  const adapter = await new PrismaPg(pool, { schema, disposeExternalPool: true }).connect();

  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    result.columnTypes = result.columnTypes.map(columnType(result.rows));
    return result;
  };
  // The adapter would cut the script at every ';', function bodies included, and commit piece by piece. Sent whole,
  // it is one transaction, as with the native engine.
  adapter.executeScript = async (script) => {
    try {
      await pool.query(script);
    } catch (error) {
      adapter.onError(error);
    }
  };
  const dispose = adapter.dispose.bind(adapter);
  adapter.dispose = async () => {
    await dispose();
    await onDispose();
  };
  return adapter;
}

function adapterFactory(url) {
  const opened = new Set();
  const keep = async (opening) => {
    const adapter = await opening;
    const dispose = adapter.dispose;
    adapter.dispose = async () => {
      if (opened.delete(adapter)) await dispose();
    };
    opened.add(adapter);
    return adapter;
  };
  const execute = async (sql) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => keep(connect(url)),
    // The adapter's own would go to the main database, since a connection string beats its database option.
    async connectToShadowDb() {
      const database = `prisma_migrate_shadow_db_${crypto.randomUUID()}`;
      await execute(`CREATE DATABASE "${database}"`);
      const onDispose = () => execute(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`);
      return keep(connect(url, { database, onDispose }));
    },
    closeAll: () => Promise.all([...opened].map((adapter) => adapter.dispose())),
  };
}

/** The engine looks here for what to say when it panics. */
globalThis.PRISMA_WASM_PANIC_REGISTRY ??= {
  message: '',
  get() {
    return this.message;
  },
  set_message(text) {
    this.message = `RuntimeError: ${text}`;
  },
};

let module = null;
/** The engine keeps its state in globals: made once in a process, a second one would crash it. */
function load() {
  module ??= (async () => {
    const name = '@prisma/schema-engine-wasm/schema_engine_bg';
    const bindings = await import(name);
    const bytes = await readFile(join(dirname(createRequire(import.meta.url).resolve(name)), 'schema_engine_bg.wasm'));
    const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': bindings });
    bindings.__wbg_set_wasm(instance.exports);
    instance.exports.__wbindgen_start();
    return bindings;
  })();
  return module;
}

/** An engine for one database, with `close` for its connections; `datamodels` are pairs of file name and text. */
export async function createSchemaEngine({ url, datamodels, onLog = () => {} }) {
  const { SchemaEngine } = await load();
  const factory = adapterFactory(url);
  const engine = await SchemaEngine.new({ datamodels }, onLog, bindMigrationAwareSqlAdapterFactory(factory));
  return { engine, close: () => factory.closeAll() };
}
