// Where the project is, and how its commands speak. Imports only node:*, for it runs before anything is installed.
import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's own folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Work files that belong to the checkout, wherever DATA_DIR is: builds, logs of commands, the tests' database. */
export const workDir = join(root, '.data');

/** Something a person can put right: shown as it is, without a stack trace. */
export class Fault extends Error {}

/** A setting that is wrong: its name, what is wrong, and an example that would do. */
export const settingFault = ({ name, fault, example }) => `${name} ${fault}.\n    for example: ${example}`;

/** Stops where the Node version cannot run the project. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Fault(`Node ${process.versions.node} is too old: 20.19 or newer is needed (see .nvmrc).`);
}

/** Makes a folder for our data, absolute; says so plainly if it belongs to somebody else. */
export function openFolder(path, setting) {
  const folder = resolve(root, path);
  try {
    mkdirSync(folder, { recursive: true });
    const owner = statSync(folder).uid;
    const us = process.getuid?.() ?? owner;
    if (us !== 0 && owner !== us) throw Object.assign(new Error(), { code: 'EACCES' });
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(error.code)) throw error;
    throw new Fault(
      settingFault({
        name: setting,
        fault: `is ${folder}, which this account cannot use (${error.code})`,
        example: `${setting}=${join(process.env.HOME ?? '/home/me', 'subdesk-data')}`,
      }),
      { cause: error },
    );
  }
  return folder;
}

/** Runs a step of the command and prints one line about it: what, how long, and what `remark` says of its result. */
export async function step(label, work, remark = () => '') {
  const began = performance.now();
  process.stdout.write(`  ${label.padEnd(24, ' ')}`);
  try {
    const result = await work();
    const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`;
    process.stdout.write(`${seconds.padStart(8)}   ${remark(result)}`.trimEnd());
    return result;
  } finally {
    process.stdout.write('\n');
  }
}
