// What the registry knows against the packages that are locked. It is told, never a failure: an advisory comes without a
// change of ours, and a machine without network must still be able to test.
import { execFile } from 'node:child_process';
import { root } from './project.mjs';

const patienceMs = 60_000;

/** The answer of `npm audit --json`, or null when there was none. npm ends with 1 when it found something. */
const askNpm = () =>
  new Promise((resolve) => {
    const args = ['audit', '--json', '--fetch-retries=0', `--fetch-timeout=${patienceMs / 2}`];
    execFile(
      'npm',
      args,
      { cwd: root, timeout: patienceMs, maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
      (_error, stdout) => {
        try {
          resolve(JSON.parse(stdout));
        } catch {
          resolve(null);
        }
      },
    );
  });

/** The note about a report of npm: each package with an advisory, worst first. */
export function noteOf(report) {
  if (typeof report?.vulnerabilities !== 'object' || report.vulnerabilities === null)
    return 'not known: the registry did not answer, or keeps no advisories';
  const order = ['critical', 'high', 'moderate', 'low', 'info'];
  const found = Object.values(report.vulnerabilities).sort(
    (a, b) => order.indexOf(a.severity) - order.indexOf(b.severity),
  );
  if (found.length === 0) return 'no advisory for any locked package';
  const why = ({ via }) => via.map((cause) => (typeof cause === 'string' ? `by ${cause}` : cause.title)).join('; ');
  return [
    `${found.length} packages with advisories, which fail nothing here:`,
    ...found.map((entry) => `  ${entry.severity.padEnd(9)} ${entry.name}: ${why(entry)}`),
  ].join('\n');
}

export const audit = async () => noteOf(await askNpm());
