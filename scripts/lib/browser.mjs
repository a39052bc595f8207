// Finds a Chromium for the browser tests: the one named, the system's, Playwright's own, or one that can be installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Fault, root } from './project.mjs';

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function playwrightsOwn() {
  const load = createRequire(createRequire(import.meta.url).resolve('@playwright/test'));
  return load('playwright-core').chromium.executablePath();
}

function installDebians() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    spawnSync('apt-get', args, { stdio: 'ignore', env });
  }
}

/** Path of the browser; '' stands for the one that Playwright finds by itself. */
export function findBrowser() {
  const named = process.env.E2E_BROWSER;
  if (named && !existsSync(named)) throw new Fault(`E2E_BROWSER names ${named}, which does not exist.`);
  const found = named || usual.find((path) => existsSync(path));
  if (found) return found;
  if (existsSync(playwrightsOwn())) return '';
  const cli = ['node_modules/@playwright/test/cli.js', 'install', 'chromium'];
  if (spawnSync(process.execPath, cli, { cwd: root, stdio: 'ignore', timeout: 300_000 }).status === 0) return '';
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) installDebians();
  const installed = usual.find((path) => existsSync(path));
  if (installed) return installed;
  throw new Fault(
    'No Chromium was found. Install one, or name it,\n    for example: E2E_BROWSER=/usr/bin/chromium npm test',
  );
}
