#!/usr/bin/env node
// Stands in for Prisma's native schema engine: the same JSON-RPC on stdin and stdout, answered by the same engine in
// WebAssembly. The command line finds it through PRISMA_SCHEMA_ENGINE_BINARY (see prisma.mjs).
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createSchemaEngine } from './lib/schema-engine.mjs';

const { values, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: {
    datamodels: { type: 'string', short: 'd', multiple: true },
    datasource: { type: 'string' },
    'enabled-preview-features': { type: 'string' },
    'extension-types': { type: 'string' },
    version: { type: 'boolean', short: 'V' },
  },
});
const datasource = JSON.parse(values.datasource ?? '{}');

/** Prisma's code for what the server answers to a connection. */
const errorCodes = {
  '3D000': 'P1003',
  '28P01': 'P1000',
  28000: 'P1010',
  '42P04': 'P1009',
  ECONNREFUSED: 'P1001',
  ENOTFOUND: 'P1001',
};

function log(level, message, extra = {}) {
  const entry = { timestamp: new Date().toISOString(), level, fields: { message, ...extra }, target: 'schema_engine' };
  process.stderr.write(`${JSON.stringify(entry)}\n`);
}

async function execute(url, sql) {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** The engine's `cli` commands, which come before a session: does the database answer, make it, remove it. */
async function runCommand(command) {
  const url = new URL(datasource.url);
  const name = decodeURIComponent(url.pathname.slice(1)) || 'postgres';
  const quoted = `"${name.replaceAll('"', '""')}"`;
  const server = new URL(url);
  server.pathname = '/postgres';
  const commands = {
    'can-connect-to-database': () => execute(url, 'SELECT 1'),
    'create-database': () => execute(server, `CREATE DATABASE ${quoted}`),
    'drop-database': () => execute(server, `DROP DATABASE IF EXISTS ${quoted}`),
  };
  try {
    log('INFO', 'Starting schema engine');
    await commands[command]();
  } catch (error) {
    const code = errorCodes[error.code] ?? 'P1011';
    const texts = {
      P1000: `Authentication failed for \`${url.username}\``,
      P1001: `Can't reach database server at \`${url.hostname}:${url.port || 5432}\``,
      P1003: `Database \`${name}\` does not exist`,
    };
    // The reader takes whole lines.
    process.stderr.write('\n');
    log('ERROR', texts[code] ?? error.message, { error_code: code, is_panic: false });
    process.exitCode = 1;
  }
}

/** One session: requests are answered in their order until stdin closes. */
function serve() {
  const models = values.datamodels?.map((file) => [file, readFileSync(resolve(file), 'utf8')]);
  const opening = createSchemaEngine({ url: datasource.url, datamodels: models });
  opening.catch(() => {});
  const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

  async function answer({ id, method, params }) {
    try {
      const { engine } = await opening;
      if (method === 'createDatabase')
        return send({ id, result: { databaseName: new URL(datasource.url).pathname.slice(1) } });
      const name = method === 'getDatabaseVersion' ? 'version' : method;
      if (typeof engine[name] !== 'function')
        return send({ id, error: { code: -32601, message: `Method not found: ${method}` } });
      const result = await engine[name](params);
      // The native engine prints a difference by a message of its own.
      if (method === 'diff' && result?.stdout) send({ id: 0, method: 'print', params: { content: result.stdout } });
      send({ id, result: result ?? null });
    } catch (error) {
      const data = {
        is_panic: error?.name === 'RuntimeError',
        message: typeof error === 'string' ? error : (error?.message ?? String(error)),
        meta: error?.meta ?? null,
        error_code: error?.code ?? null,
      };
      send({ id, error: { code: 4466, message: 'An error happened. Check the data field for details.', data } });
    }
  }

  let queue = Promise.resolve();
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      if (line.trim()) queue = queue.then(() => answer(JSON.parse(line)));
    })
    .on('close', async () => {
      await queue;
      await opening.then(({ close }) => close()).catch(() => {});
      process.exit(0);
    });
}

if (values.version) console.log('schema-engine-cli wasm');
else if (positionals[0] === 'cli') await runCommand(positionals[1]);
else serve();
