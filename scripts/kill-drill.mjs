// By hand: `node scripts/kill-drill.mjs [rounds]`. The whole running console is ended with SIGKILL at a random moment
// after somebody confirmed an edit in a real browser, and started again; at the end each edit has happened exactly once
// or nothing of it was ever stored. Prints one line of JSON.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import pg from 'pg';
import { findBrowser } from './lib/browser.mjs';
import { build, generate, install } from './lib/build.mjs';
import { practiceNotifyUrl, readDemo, seed, startSandbox } from './lib/console.mjs';
import { openFolder, workDir } from './lib/project.mjs';
import { createSupervisor, freePort, waitFor } from './lib/supervisor.mjs';
import { openTestDatabase } from './lib/test-database.mjs';

const rounds = Number(process.argv[2] ?? 10);
const subMchids = Array.from(
  { length: rounds },
  (_, n) => `190000${[3001, 3002, 3003, 3005, 3007, 3011, 3012, 3016, 3019, 3023, 3026, 3028, 3031, 3032][n % 14]}`,
);
const supervisor = createSupervisor();
let folder = null;
await install(supervisor);
await generate(supervisor);
await build(supervisor, (made) => {
  folder = made;
});

const dataDir = join(workDir, 'kill-drill');
rmSync(dataDir, { recursive: true, force: true });
openFolder(dataDir, 'DATA_DIR');
const database = await openTestDatabase();
supervisor.onStop(database.close);
const port = await freePort();
const sandbox = await startSandbox(supervisor, {
  dataDir,
  notifyUrl: practiceNotifyUrl('127.0.0.1', port),
  log: join(dataDir, 'sandbox.log'),
});
const env = {
  ...sandbox,
  DATABASE_URL: await database.fresh('kill_drill'),
  DEMO_ACCOUNTS: 'on',
  DATA_DIR: dataDir,
  PORT: String(port),
  HOST: '127.0.0.1',
  HOSTNAME: '127.0.0.1',
  NODE_ENV: 'production',
  PUBLIC_URL: `http://localhost:${port}`,
  PLATFORM_TIMEOUT_MS: '2000',
  AUTH_SECRET: randomBytes(32).toString('base64'),
  SEAL_KEY: randomBytes(32).toString('base64'),
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
};
await seed(supervisor, { env, log: join(dataDir, 'seed.log') });
const { password } = readDemo(dataDir);

let app = null;
supervisor.onStop(async () => app?.kill('SIGKILL'));
async function startApp() {
  app = spawn(process.execPath, [join(folder, 'server.js')], { env: { ...process.env, ...env }, stdio: 'ignore' });
  await waitFor(`http://127.0.0.1:${port}/api/health`);
}
const control = (path, body) =>
  fetch(`${sandbox.SANDBOX_URL}/_sandbox/${path}`, {
    method: body ? 'POST' : 'GET',
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  }).then((answer) => answer.json());

const browser = await chromium.launch({
  ...(findBrowser() && { executablePath: findBrowser() }),
  args: ['--no-sandbox', '--disable-gpu'],
});
supervisor.onStop(() => browser.close());
await startApp();
const page = await browser.newPage({ baseURL: env.PUBLIC_URL });
await page.goto('/sign-in');
await page.fill('input[name=email]', 'operator@practice.example');
await page.fill('input[name=password]', password);
await page.press('input[name=password]', 'Enter');
await page.waitForURL(/\/c\/practice/);

const kills = [];
for (const [round, subMchid] of subMchids.entries()) {
  await control('fail-next', {
    operation: 'sub-merchant.modify',
    sub_mchid: subMchid,
    mode: 'delay',
    ms: Math.round(Math.random() * 1200),
  });
  await page.goto(`/c/practice/sub-merchants/${subMchid}/edit`);
  await page.locator('[data-action=send]:enabled').waitFor();
  await page.fill('[name=shortname]', `Drill ${round}`);
  await page.click('[data-action=send]');
  await page.click('[data-action=confirm]');
  const afterMs = Math.round(Math.random() * 1500);
  await sleep(afterMs);
  app.kill('SIGKILL');
  kills.push(afterMs);
  await sleep(100);
  await startApp();
}

const client = new pg.Client({ connectionString: env.DATABASE_URL });
await client.connect();
supervisor.onStop(() => client.end());
const open = async () =>
  Number(
    (await client.query(`select count(*) from "PlatformRequest" where outcome not in ('accepted', 'refused')`)).rows[0]
      .count,
  );
for (const end = Date.now() + 180_000; (await open()) > 0 && Date.now() < end; ) await sleep(1000);

const requests = (await client.query('select * from "PlatformRequest"')).rows;
const effects = await control('effects');
const journal = (await control('journal')).filter(({ operation }) => operation === 'sub-merchant.modify');
const wrong = [];
for (const subMchid of new Set(subMchids)) {
  const own = requests.filter(({ objectId }) => objectId === subMchid);
  const happened = effects[subMchid]?.modifications ?? 0;
  if (own.length !== happened) wrong.push(`${subMchid}: ${own.length} requests, ${happened} effects`);
}
for (const request of requests) {
  if (request.outcome !== 'accepted') wrong.push(`${request.reference}: ${request.outcome}`);
  const calls = journal.filter(({ idempotencyKey }) => idempotencyKey === request.idempotencyKey);
  if (new Set(calls.map(({ bodySha256, serial }) => `${bodySha256} ${serial}`)).size > 1)
    wrong.push(`${request.reference}: bytes differ`);
}
console.log(
  JSON.stringify({
    rounds,
    stored: requests.length,
    repeated: requests.filter(({ tries }) => tries > 1).length,
    kills,
    wrong,
  }),
);
await supervisor.stop(wrong.length > 0 ? 1 : 0);
