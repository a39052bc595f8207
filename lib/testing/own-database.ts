import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll } from 'vitest';

// Every test file gets a database of its own, a copy of the migrated template, and finds it in DATABASE_URL.
const template = process.env.TEST_TEMPLATE_URL;
if (template === undefined) throw new Error('TEST_TEMPLATE_URL is not set; vitest.config.ts sets it up.');

const withPath = (database: string) => Object.assign(new URL(template), { pathname: `/${database}` }).href;
const name = `copy_${process.pid}_${randomBytes(4).toString('hex')}`;

async function execute(sql: string) {
  const client = new pg.Client({ connectionString: withPath('postgres') });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

await execute(`create database "${name}" template "${new URL(template).pathname.slice(1)}" strategy file_copy`);
process.env.DATABASE_URL = withPath(name);
process.env.AUTH_SECRET ??= 'a secret of the tests, long enough for the check';
process.env.SEAL_KEY ??= Buffer.alloc(32, 7).toString('base64');

afterAll(async () => {
  // Sessions that a test left open keep it; the end of the run removes it then.
  await execute(`drop database "${name}"`).catch(() => {});
});
