// Locks between processes, as files. A holder that was killed is recognised and its lock is taken over.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * When a process began, or null if there is none of that id. Ids are used again, and soon in a container; id and
 * beginning together are not.
 */
export function processBirth(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (process.platform === 'linux') {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1');
      const [state, ...rest] = fields.slice(fields.lastIndexOf(')') + 2).split(' ');
      return state === 'Z' ? null : rest[18];
    } catch {
      return null;
    }
  }
  if (process.platform === 'win32') {
    try {
      process.kill(pid, 0);
      return 'running';
    } catch {
      return null;
    }
  }
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || null;
}

/** What a lock or a state file says of a process, to be asked later with `isAlive`. */
export const identify = (pid) => ({ pid, birth: processBirth(pid) });

/** True while the process of `identify` runs. */
export const isAlive = (who) => Boolean(who?.birth) && processBirth(who.pid) === who.birth;

const readHolder = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

/** Takes the lock and returns `{ update, release }`, or `{ holder }` if a living process has it. */
export function tryLock(file, note = {}) {
  mkdirSync(dirname(file), { recursive: true });
  const content = (extra) => JSON.stringify({ ...identify(process.pid), ...note, ...extra });
  for (;;) {
    try {
      writeFileSync(file, content(), { flag: 'wx', mode: 0o600 });
      return {
        update: (extra) => writeFileSync(file, content(extra), { mode: 0o600 }),
        release: () => rmSync(file, { force: true }),
      };
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = readHolder(file);
    if (isAlive(holder)) return { holder };
    // Moved away before it is removed: of several that find it stale, one takes it.
    const aside = `${file}.${process.pid}`;
    try {
      renameSync(file, aside);
      if (isAlive(readHolder(aside))) renameSync(aside, file);
      else rmSync(aside, { force: true });
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
}

/** Runs `work` alone among all processes that use this file; `onWait` is called once if it has to wait. */
export async function withLock(file, work, onWait = () => {}) {
  let lock = tryLock(file);
  if (lock.holder) onWait(lock.holder);
  while (lock.holder) {
    await sleep(150);
    lock = tryLock(file);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}
