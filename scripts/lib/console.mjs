// The parts of a running console: its secrets, the sandbox platform, the sample world, the app. Used by `npm start` and,
// with other ports and data, by the browser tests.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Fault, root } from './project.mjs';
import { freePort, waitFor } from './supervisor.mjs';

const generatedSecrets = ['AUTH_SECRET', 'SEAL_KEY', 'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY'];
const fileSettings = [
  'PLATFORM_PRIVATE_KEY_FILE',
  'PLATFORM_MERCHANT_CERTIFICATE_FILE',
  'PLATFORM_API_KEY_FILE',
  'PLATFORM_API_KEY_PREVIOUS_FILE',
];

/** Secrets of a practice console, made once and kept beside its data. What the environment gives goes before them. */
export function practiceSecrets(dataDir) {
  const file = join(dataDir, 'secrets.json');
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const missing = generatedSecrets.filter((name) => !kept[name]);
  if (missing.length > 0) {
    for (const name of missing) kept[name] = randomBytes(32).toString('base64');
    // Renamed when whole: half a file would lock everybody out of what is sealed.
    writeFileSync(`${file}.new`, JSON.stringify(kept, null, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return Object.fromEntries(generatedSecrets.map((name) => [name, process.env[name] || kept[name]]));
}

/** Settings that name files, made absolute: the app runs in a folder of its own. */
export function absoluteFiles() {
  const files = Object.fromEntries(
    fileSettings.filter((name) => process.env[name]).map((name) => [name, resolve(root, process.env[name])]),
  );
  const certificates = (process.env.PLATFORM_CERTIFICATE_FILES ?? '')
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '');
  if (certificates.length === 0) return files;
  return { ...files, PLATFORM_CERTIFICATE_FILES: certificates.map((path) => resolve(root, path)).join(',') };
}

const badSettings = (output) => `The settings cannot be used as they are:\n${output}`;

/** The exit code by which our programs say that a setting is wrong. */
const badSettingsCode = 78;

/** Stops with the names of the settings that are wrong, as lib/env.ts judges them. */
export const checkConfig = (supervisor, env, log) =>
  supervisor.run('The configuration check', process.execPath, ['--import', 'tsx', 'scripts/check-config.ts'], {
    env,
    log,
    explain: badSettings,
  });

const localAddress = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** Where this machine reaches what listens at `host` and `port`. */
const reachedAt = (host, port) => `http://${localAddress[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`;

/**
 * Where the practice platform posts notifications: to the console itself, unless NOTIFY_URL leads there by another way.
 * One that cannot be used is named by the check of the settings, not by a platform that will not start.
 */
export function practiceNotifyUrl(host, port) {
  const given = process.env.NOTIFY_URL ?? '';
  const base = URL.canParse(given) && !/[?#]/.test(given) ? given : reachedAt(host, port);
  return `${base.replace(/\/$/, '')}/api/notifications/practice`;
}

/** The same for the practice connection in common mode. */
const commonOf = (notifyUrl) => `${notifyUrl}-common`;

/**
 * Starts the platform to practise with, which posts its notifications to `notifyUrl`; resolves to what the console needs
 * to find it.
 */
export async function startSandbox(supervisor, { dataDir, notifyUrl, log }) {
  const stateDir = join(dataDir, 'sandbox');
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const preferred = Number(process.env.SANDBOX_PORT) || 0;
  const sandbox = supervisor.serve('sandbox', ['--import', 'tsx', 'lib/sandbox/main.ts'], {
    env: {
      SANDBOX_PORT: String(await freePort(preferred)),
      SANDBOX_STATE_DIR: stateDir,
      SANDBOX_NOTIFY_URL: notifyUrl,
      SANDBOX_NOTIFY_URL_COMMON: commonOf(notifyUrl),
    },
    stdout: 'pipe',
    log,
  });
  const port = await new Promise((found, failed) => {
    const readReadyLine = (line) => {
      const ready = /^\{.*"ready":true.*\}$/.test(line) ? JSON.parse(line) : null;
      if (ready) found(ready.port);
    };
    createInterface({ input: sandbox.stdout }).on('line', readReadyLine);
    sandbox.once('exit', (code, signal) => failed(new Fault(`The sandbox did not start (${signal ?? code}).`)));
  });
  return {
    SANDBOX_URL: `http://127.0.0.1:${port}`,
    SANDBOX_CREDENTIALS: join(stateDir, 'credentials.json'),
    SANDBOX_CREDENTIALS_COMMON: join(stateDir, 'credentials-common.json'),
  };
}

/** Fills an empty database with the sample world and demo accounts, or the first administrator; adds what is missing. */
export const seed = (supervisor, { env, log }) =>
  supervisor.run('The seed', process.execPath, ['--conditions=react-server', '--import', 'tsx', 'prisma/seed.ts'], {
    env,
    log,
    explain: (output, code) =>
      code === badSettingsCode ? badSettings(output) : `The seed failed (${code}).\n${output}`,
  });

/** Starts the app, built or (with `folder` null) in development; resolves to its process when it says that it is well. */
export async function startApp(supervisor, { folder, host, port, env, log }) {
  const isDevelopment = folder === null;
  const args = isDevelopment
    ? ['node_modules/next/dist/bin/next', 'dev', '--hostname', host, '--port', String(port)]
    : [join(folder, 'server.js')];
  const app = supervisor.serve('app', args, {
    env: {
      ...env,
      PORT: String(port),
      HOST: host,
      HOSTNAME: host,
      NODE_ENV: isDevelopment ? 'development' : 'production',
    },
    stdout: log ? undefined : 'pipe',
    log,
  });
  // The framework's greeting names other addresses than ours: what comes before the app is well is kept back.
  let kept = '';
  const keep = (chunk) => {
    kept += chunk;
  };
  app.stdout?.on('data', keep);
  app.once('exit', () => process.stderr.write(kept));
  await waitFor(`${reachedAt(host, port)}/api/health`, { isCancelled: () => supervisor.isStopping });
  kept = '';
  app.stdout?.off('data', keep).pipe(process.stdout, { end: false });
  return app;
}

/** What the seed wrote for people: the demo accounts and their password; null where there are none. */
export function readDemo(dataDir) {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
  } catch {
    return null;
  }
}
