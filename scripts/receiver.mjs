// npm run receiver: the receiver of notifications as a process of its own. With DATABASE_URL it uses the settings of the
// environment; without, it practises beside a console that `npm start` has started, with that console's data.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate, install } from './lib/build.mjs';
import { absoluteFiles, practiceSecrets } from './lib/console.mjs';
import { isAlive } from './lib/file-lock.mjs';
import { Fault, openFolder, requireNode } from './lib/project.mjs';
import { createSupervisor } from './lib/supervisor.mjs';

/** What the running console of this folder says of itself; without one there is no platform to practise with. */
function runningConsole(dataDir) {
  const file = join(dataDir, 'running.lock');
  const holder = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  if (isAlive(holder) && holder.sandboxUrl) return holder;
  throw new Fault(
    [
      'There is no console to practise beside. Start one with npm start in another terminal,',
      'or set DATABASE_URL, SEAL_KEY and PLATFORM_* to the settings of yours (docs/configuration.md).',
    ].join('\n'),
  );
}

async function practiceSettings(supervisor) {
  const dataDir = openFolder(process.env.DATA_DIR || '.data', 'DATA_DIR');
  const { sandboxUrl } = runningConsole(dataDir);
  const { openEmbeddedPostgres } = await import('./lib/embedded-postgres.mjs');
  const postgres = await openEmbeddedPostgres({
    folder: join(dataDir, 'postgres'),
    preferredPort: 54329,
    onLost: () => void supervisor.stop(1),
  });
  supervisor.onStop(postgres.close);
  const { SEAL_KEY } = practiceSecrets(dataDir);
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: await postgres.ensureDatabase('subdesk'),
    SEAL_KEY,
    SANDBOX_URL: sandboxUrl,
    SANDBOX_CREDENTIALS: join(dataDir, 'sandbox/credentials.json'),
    SANDBOX_CREDENTIALS_COMMON: join(dataDir, 'sandbox/credentials-common.json'),
  };
}

const supervisor = createSupervisor();
try {
  requireNode();
  await install(supervisor);
  await generate(supervisor);
  const practice = process.env.DATABASE_URL ? {} : await practiceSettings(supervisor);
  supervisor.serve('receiver', ['--conditions=react-server', '--import', 'tsx', 'scripts/receiver.ts'], {
    env: { NODE_ENV: 'production', ...absoluteFiles(), ...practice },
  });
} catch (error) {
  if (!supervisor.isStopping) console.error(error instanceof Fault ? `\n${error.message}\n` : error);
  await supervisor.stop(1);
}
