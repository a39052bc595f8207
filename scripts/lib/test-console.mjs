// A console as a person would meet it on the first day, for browser tests and benches: the real build, the real sandbox, the
// sample world, and a database and a port of its own.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { practiceNotifyUrl, seed, startApp, startSandbox } from './console.mjs';
import { openFolder, workDir } from './project.mjs';
import { freePort } from './supervisor.mjs';
import { openTestDatabase } from './test-database.mjs';

/**
 * Starts it with what `folder` holds, under `name`; resolves to where everything is. The supervisor ends it all. With an
 * issuer of OpenID Connect beside it, if asked.
 */
export async function startTestConsole(supervisor, folder, name, { hasIssuer = false } = {}) {
  const dataDir = join(workDir, name);
  rmSync(dataDir, { recursive: true, force: true });
  openFolder(dataDir, 'DATA_DIR');
  const database = await openTestDatabase();
  supervisor.onStop(database.close);
  const host = '127.0.0.1';
  const port = await freePort();
  const log = join(dataDir, 'console.log');
  const sandbox = await startSandbox(supervisor, { dataDir, notifyUrl: practiceNotifyUrl(host, port), log });
  const env = {
    ...sandbox,
    DATABASE_URL: await database.fresh(name),
    DEMO_ACCOUNTS: 'on',
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: host,
    PUBLIC_URL: `http://localhost:${port}`,
    AUTH_SECRET: randomBytes(32).toString('base64'),
    SEAL_KEY: randomBytes(32).toString('base64'),
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ...(hasIssuer &&
      (await startIssuer(supervisor, { publicUrl: `http://localhost:${port}`, log: join(dataDir, 'issuer.log') }))),
  };
  await seed(supervisor, { env, log: join(dataDir, 'seed.log') });
  const began = performance.now();
  const app = await startApp(supervisor, { folder, host, port, env, log });
  return {
    url: env.PUBLIC_URL,
    sandboxUrl: sandbox.SANDBOX_URL,
    issuerUrl: env.OIDC_ISSUER,
    databaseUrl: env.DATABASE_URL,
    authSecret: env.AUTH_SECRET,
    demoFile: join(dataDir, 'demo.json'),
    pid: app.pid,
    startMs: Math.round(performance.now() - began),
  };
}

/** Starts the issuer; resolves to the settings of a console that knows it. */
async function startIssuer(supervisor, { publicUrl, log }) {
  const port = await freePort();
  const [clientId, clientSecret] = ['subdesk', randomBytes(32).toString('hex')];
  const issuer = supervisor.serve('issuer', ['scripts/test-issuer.mjs'], {
    env: {
      PORT: String(port),
      CLIENT_ID: clientId,
      CLIENT_SECRET: clientSecret,
      REDIRECT_URI: `${publicUrl}/api/auth/callback/oidc`,
    },
    stdout: 'pipe',
    log,
  });
  await once(issuer.stdout, 'data');
  return {
    OIDC_ISSUER: `http://localhost:${port}`,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Test issuer',
  };
}
