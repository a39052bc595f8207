// Starts programs and ends them again, in reverse order, whatever happens to the launcher.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, isAlive } from './file-lock.mjs';
import { Fault, root } from './project.mjs';

const isWindows = process.platform === 'win32';
const dieWithParent = ['--import', new URL('./die-with-parent.mjs', import.meta.url).href];

/** The last lines of a log, for the message about a failure. */
export function tail(file, lines = 40) {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return '';
  }
}

function signalGroup(child, signal) {
  try {
    process.kill(isWindows ? child.pid : -child.pid, signal);
  } catch {
    // It is gone already.
  }
}

/** Ends a child and what it started: politely, then after `graceMs` by force. */
async function end(child, graceMs) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const patience = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
  await gone;
  clearTimeout(patience);
}

/** Tells whether the npm that started us has gone. It may have a shell between itself and us. */
function watchNpm() {
  if (!process.env.npm_lifecycle_event || isWindows) return () => false;
  const parent = process.ppid;
  const own = basename(process.argv[1]);
  let npm = null;
  if (process.platform === 'linux' && readFileSync(`/proc/${parent}/cmdline`, 'utf8').includes(own)) {
    npm = identify(Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${parent}/status`, 'utf8'))?.[1]));
  }
  return () => process.ppid !== parent || (npm !== null && !isAlive(npm));
}

/**
 * Runs one launcher's programs. `run` is for a command that ends, `serve` for a program that stays; `onStop` adds what is
 * to be closed after them. `stop` ends all, what was started last first, and leaves with the code.
 */
export function createSupervisor({ signalCode = 0 } = {}) {
  const services = [];
  const closers = [];
  const children = new Set();
  let stopping = null;

  const start = (file, args, { env = {}, stdout = 'inherit', stderr = 'inherit' }) => {
    // A process group of its own: Ctrl-C reaches the launcher alone, which then stops things in order.
    const child = spawn(file, args, {
      cwd: root,
      stdio: ['pipe', stdout, stderr],
      detached: !isWindows,
      shell: isWindows && file === 'npm',
      env: {
        ...process.env,
        CHECKPOINT_DISABLE: '1',
        NEXT_TELEMETRY_DISABLED: '1',
        LAUNCHER_PID: String(process.pid),
        ...env,
      },
    });
    child.stdin.on('error', () => {});
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };

  const stop = (code = 0) => {
    stopping ??= (async () => {
      for (const service of services.reverse()) await end(service, 5000);
      for (const close of closers.reverse()) await close().catch((error) => console.error(error.message));
      await Promise.all([...children].map((child) => end(child, 5000)));
      process.exit(code);
    })();
    return stopping;
  };

  let firstSignalAt = 0;
  const onSignal = () => {
    firstSignalAt ||= Date.now();
    // One Ctrl-C may come twice, from the terminal and through npm.
    if (Date.now() - firstSignalAt < 1000) return void stop(signalCode);
    // Asked again: nobody is waited for. PostgreSQL still shuts down cleanly, its guard sees to that.
    for (const child of children) signalGroup(child, 'SIGKILL');
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  // A terminal or pipe that went away must not keep us from stopping in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const isOrphaned = watchNpm();
  // npm was killed outright: nobody would pass Ctrl-C on to us any more.
  setInterval(() => isOrphaned() && void stop(1), 1000).unref();

  return {
    stop,
    get isStopping() {
      return stopping !== null;
    },
    onStop: (close) => closers.push(close),

    /** Runs a command to its end. Its output goes to `log`, from which `explain` words a failure; or to the terminal. */
    async run(
      label,
      file,
      args,
      { env, log, explain = (output, code) => `${label} failed (${code}).\n${output}` } = {},
    ) {
      if (log) mkdirSync(dirname(log), { recursive: true });
      const out = log ? openSync(log, 'w') : 'inherit';
      const argv = file === process.execPath ? [...dieWithParent, ...args] : args;
      const child = start(file, argv, { env, stdout: out, stderr: out });
      if (log) closeSync(out);
      const code = await new Promise((resolve) => {
        child.once('error', (error) => resolve(error.message));
        child.once('exit', (exitCode, signal) => resolve(signal ?? exitCode));
      });
      if (stopping !== null) await stopping;
      if (code !== 0) throw new Fault(explain(log ? tail(log) : '', code).trimEnd());
    },

    /** Starts a Node program that stays. If it ends by itself, everything else is stopped too. */
    serve(name, args, { env, stdout, log } = {}) {
      const out = log ? openSync(log, 'a') : 'inherit';
      const child = start(process.execPath, [...dieWithParent, ...args], { env, stdout: stdout ?? out, stderr: out });
      if (log) closeSync(out);
      child.once('exit', (code, signal) => {
        if (stopping !== null) return;
        console.error(
          `\nThe ${name} ended by itself (${signal ?? code}); stopping the rest.${log ? `\n${tail(log)}` : ''}`,
        );
        void stop(1);
      });
      services.push(child);
      return child;
    },
  };
}

const canListen = (port, host) =>
  new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', (error) => resolve(error.code));
    server.listen({ port, host, exclusive: true }, () => {
      const taken = server.address().port;
      server.close(() => resolve(taken));
    });
  });

/** A port of this machine that is free now: the preferred one, else one of the next, else any. */
export async function freePort(preferred = 0) {
  for (let port = preferred; port > 0 && port < preferred + 20 && port < 65536; port += 1) {
    if (typeof (await canListen(port, '127.0.0.1')) === 'number') return port;
  }
  return await canListen(0, '127.0.0.1');
}

/** Why nothing can listen at this address (an error code), or null if it is free. Browsers try ::1 for localhost too. */
export async function portProblem(port, host) {
  const own = await canListen(port, host);
  if (typeof own !== 'number') return own;
  if (host !== '127.0.0.1' || port === 0) return null;
  return (await canListen(port, '::1')) === 'EADDRINUSE' ? 'EADDRINUSE' : null;
}

/** Waits until the address answers with 200. */
export async function waitFor(url, { forMs = 90_000, isCancelled = () => false } = {}) {
  let last = 'no answer';
  for (const deadline = Date.now() + forMs; Date.now() < deadline && !isCancelled(); ) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5000) });
      if (answer.ok) return;
      last = `${answer.status} ${(await answer.text()).slice(0, 300)}`;
    } catch (error) {
      last = error.cause?.code ?? error.message;
    }
    await sleep(60);
  }
  if (!isCancelled()) throw new Fault(`${url} did not answer in ${forMs / 1000} s (last: ${last}).`);
}
