// The steps that make a clone runnable: packages, database client, production build. Each runs only if what it is made
// from has changed, by content. Imports only node:*, for the first step installs the rest.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { identify, isAlive, withLock } from './file-lock.mjs';
import { root, workDir } from './project.mjs';

const logOf = (name) => join(workDir, 'logs', `${name}.log`);
const buildsDir = join(workDir, 'builds');

function filesOf(path, isLeftOut) {
  const full = join(root, path);
  if (!existsSync(full) || isLeftOut(path)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesOf(`${path}/${name}`, isLeftOut));
}

/** One hash over the content of files and folders, and over the Node version that reads them. */
export function contentHash(paths, isLeftOut = () => false) {
  const hash = createHash('sha256').update(process.version);
  for (const file of paths.flatMap((path) => filesOf(path, isLeftOut))) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

const readJson = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

const installStamp = join(root, 'node_modules/.cache/subdesk-install');

/** True if node_modules holds what the lockfile says: our stamp, or what npm recorded of an install by hand. */
function isInstalled(wantedStamp) {
  if (existsSync(installStamp) && readFileSync(installStamp, 'utf8') === wantedStamp) return true;
  const wanted = readJson(join(root, 'package-lock.json'));
  const present = readJson(join(root, 'node_modules/.package-lock.json'));
  const manifest = readJson(join(root, 'package.json'));
  if (!wanted || !present || !manifest) return false;
  const { '': own, ...packages } = wanted.packages;
  const isLocked = (list) => JSON.stringify(own[list]) === JSON.stringify(manifest[list]);
  if (!isLocked('dependencies') || !isLocked('devDependencies')) return false;
  return Object.entries(packages).every(([path, entry]) => {
    const found = present.packages[path];
    if (!found) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** `npm ci`, if node_modules is not what the lockfile says. Development packages too: the build needs them. */
export const install = (supervisor) =>
  withLock(join(workDir, 'locks/install'), async () => {
    const stamp = contentHash(['package-lock.json', 'package.json']);
    if (isInstalled(stamp)) return 'as in package-lock.json';
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline'];
    await supervisor.run('npm ci', 'npm', args, { log: logOf('install') });
    mkdirSync(dirname(installStamp), { recursive: true });
    writeFileSync(installStamp, stamp);
    return 'installed';
  });

/** The database client, if the schema has changed. */
export const generate = (supervisor) =>
  withLock(join(workDir, 'locks/generate'), async () => {
    const stamp = join(root, 'lib/db/generated/.stamp');
    const wanted = contentHash(['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json']);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 'unchanged';
    await supervisor.run('prisma generate', process.execPath, ['node_modules/prisma/build/index.js', 'generate'], {
      // The CLI looks for its native engine even where it does not use it; any existing path satisfies it.
      env: { PRISMA_SCHEMA_ENGINE_BINARY: join(root, 'scripts/prisma-schema-engine.mjs') },
      log: logOf('generate'),
    });
    writeFileSync(stamp, wanted);
    return 'generated';
  });

/** What the console reads from its own folder while it runs, to put it into packs of evidence. */
const packScript = 'scripts/verify-evidence.mjs';
const buildInputs = [
  'app',
  'components',
  'lib',
  'public',
  'prisma/schema.prisma',
  'next.config.js',
  'proxy.ts',
  'instrumentation.ts',
  'tsconfig.json',
  'postcss.config.mjs',
  'package-lock.json',
  packScript,
];
const isNotBuilt = (path) =>
  /\.test\.tsx?$/.test(path) || ['lib/testing', 'lib/sandbox', 'lib/db/generated'].includes(path);

/** Builds that no living process uses are removed; `keep` is the current one. */
function prune(keep) {
  for (const name of existsSync(buildsDir) ? readdirSync(buildsDir) : []) {
    if (name === keep) continue;
    const users = join(buildsDir, name, 'users');
    const isUsed = existsSync(users) && readdirSync(users).some((user) => isAlive(readJson(join(users, user))));
    if (!isUsed) rmSync(join(buildsDir, name), { recursive: true, force: true });
  }
}

/**
 * `next build`, if the sources have changed. Each build gets a folder named by its content, so that a build never
 * changes files under a console that is running from an earlier one. `use` gets that folder; returns a note.
 */
export const build = (supervisor, use) =>
  withLock(join(workDir, 'locks/build'), async () => {
    const name = contentHash(buildInputs, isNotBuilt).slice(0, 16);
    const folder = join(buildsDir, name);
    const isNew = !existsSync(folder);
    if (isNew) {
      await supervisor.run('next build', process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
        env: { NODE_ENV: 'production' },
        log: logOf('build'),
      });
      const standalone = join(root, '.next/standalone');
      cpSync(join(root, '.next/static'), join(standalone, '.next/static'), { recursive: true });
      if (existsSync(join(root, 'public')))
        cpSync(join(root, 'public'), join(standalone, 'public'), { recursive: true });
      cpSync(join(root, packScript), join(standalone, packScript), { recursive: true });
      const unfinished = join(buildsDir, `${name}.unfinished`);
      rmSync(unfinished, { recursive: true, force: true });
      mkdirSync(dirname(unfinished), { recursive: true });
      cpSync(standalone, unfinished, { recursive: true, verbatimSymlinks: true });
      renameSync(unfinished, folder);
    }
    mkdirSync(join(folder, 'users'), { recursive: true });
    writeFileSync(join(folder, 'users', String(process.pid)), JSON.stringify(identify(process.pid)));
    prune(name);
    use(folder);
    return isNew ? 'built' : 'unchanged';
  });
