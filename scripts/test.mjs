// npm test: everything that must hold before a change is taken. `npm test -- --only=unit,e2e` runs some of the steps,
// `npm test -- --only=e2e live` the browser tests of the files with that name.
// Ports and data of its own, so that it can run beside `npm start`.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { audit } from './lib/audit.mjs';
import { build, generate, install } from './lib/build.mjs';
import { tryLock } from './lib/file-lock.mjs';
import { Fault, openFolder, requireNode, root, workDir } from './lib/project.mjs';
import { createSupervisor } from './lib/supervisor.mjs';

const reports = join(workDir, 'reports');
const resultOf = (name) => {
  const file = join(reports, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
};

/** A shell's settings for a console of its own must not change what is tested. */
function forgetSettings() {
  const ours =
    /^(PORT|HOST|PUBLIC_URL|NOTIFY_URL|RECEIVER_\w+|SANDBOX\w*|DATA_DIR|DATABASE_URL|AUTH_SECRET|SEAL_KEY\w*|ADMIN_\w+|REQUIRE_SECOND_FACTOR|TRUST_PROXY|PLATFORM_\w+|OIDC_\w+|NEXTAUTH_\w+|NEXT_SERVER_ACTIONS_\w+|NODE_ENV|E2E_(?!BROWSER)\w+)$/;
  for (const name of Object.keys(process.env)) if (ours.test(name)) delete process.env[name];
}

async function vitest(supervisor, project) {
  const outputFile = join(reports, `${project}.json`);
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${outputFile}`,
  ];
  await supervisor.run(project, process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    explain: () => `${project} tests failed.`,
  });
}

function vitestCases(project) {
  const result = resultOf(project);
  if (!result) return undefined;
  const cases = result.testResults.flatMap(({ name, assertionResults, status, message }) => {
    const file = relative(root, name);
    // A file that cannot be read at all has no tests that could fail.
    if (status === 'failed' && assertionResults.length === 0)
      return [{ title: `${file}: ${message}`, verdict: 'failed' }];
    return assertionResults.map(({ fullName, status: verdict, failureMessages }) => ({
      title: `${file} › ${fullName}`,
      verdict: verdict === 'passed' && failureMessages.length > 0 ? 'flaky' : verdict,
    }));
  });
  const titled = (verdict) => cases.filter((one) => one.verdict === verdict).map(({ title }) => title);
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests,
    skipped: result.numPendingTests,
    failedOnes: titled('failed'),
    flakyOnes: titled('flaky'),
  };
}

async function browserTests(supervisor, folder, files) {
  const { findBrowser } = await import('./lib/browser.mjs');
  const { startTestConsole } = await import('./lib/test-console.mjs');
  const started = await startTestConsole(supervisor, folder, 'e2e', { hasIssuer: true });
  const env = {
    E2E_URL: started.url,
    E2E_SANDBOX_URL: started.sandboxUrl,
    E2E_ISSUER_URL: started.issuerUrl,
    E2E_DATA: started.demoFile,
    E2E_DATABASE_URL: started.databaseUrl,
    E2E_AUTH_SECRET: started.authSecret,
    E2E_BROWSER: findBrowser(),
    E2E_BUILD: folder,
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'e2e.json'),
  };
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...files];
  await supervisor.run('Playwright', process.execPath, ['node_modules/@playwright/test/cli.js', ...args], {
    env,
    explain: () => 'Browser tests failed; traces are in .data/e2e/results.',
  });
}

function browserCases() {
  const result = resultOf('e2e');
  if (!result) return undefined;
  const { expected, flaky, unexpected, skipped } = result.stats;
  const specsIn = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)];
  const cases = result.suites
    .flatMap(specsIn)
    .flatMap(({ file, line, title, tests }) =>
      tests.map(({ status }) => ({ title: `${file}:${line} › ${title}`, status })),
    );
  const titled = (status) => cases.filter((one) => one.status === status).map(({ title }) => title);
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    failedOnes: titled('unexpected'),
    flakyOnes: titled('flaky'),
  };
}

const tool = (supervisor, label, file, args) =>
  supervisor.run(label, process.execPath, [join('node_modules', file), ...args]);
const arrowsOver = ['lib', 'components', 'app', 'prisma', 'e2e', 'scripts'].filter((name) =>
  existsSync(join(root, name)),
);
const hasBrowserTests = () => readdirSync(join(root, 'e2e')).some((name) => name.endsWith('.spec.ts'));

/** The steps in their order. One that fails stops only those that need what it makes. */
function plan(supervisor, files) {
  let folder = null;
  const keepFolder = (made) => {
    folder = made;
  };
  const types = async () => {
    // Writes the types of the routes, without which the pages' own types are unknown.
    await tool(supervisor, 'next typegen', 'next/dist/bin/next', ['typegen']);
    await tool(supervisor, 'tsc', 'typescript/bin/tsc', ['--noEmit', '-p', 'tsconfig.test.json']);
  };
  return [
    { name: 'install', always: true, stops: true, run: () => install(supervisor) },
    { name: 'generate', always: true, stops: true, run: () => generate(supervisor) },
    {
      name: 'lint',
      run: () => tool(supervisor, 'biome', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
    },
    { name: 'types', run: types },
    {
      name: 'arrows',
      run: () =>
        tool(supervisor, 'depcruise', 'dependency-cruiser/bin/dependency-cruise.mjs', [
          ...['--config', '.dependency-cruiser.cjs'],
          ...arrowsOver,
        ]),
    },
    { name: 'unused', run: () => tool(supervisor, 'knip', 'knip/bin/knip.js', []) },
    { name: 'audit', run: audit },
    { name: 'unit', run: () => vitest(supervisor, 'unit'), cases: () => vitestCases('unit') },
    { name: 'integration', run: () => vitest(supervisor, 'integration'), cases: () => vitestCases('integration') },
    { name: 'build', neededBy: ['e2e'], run: () => build(supervisor, keepFolder) },
    {
      name: 'e2e',
      needs: 'build',
      run: () => (hasBrowserTests() ? browserTests(supervisor, folder, files) : 'no browser tests yet'),
      cases: browserCases,
    },
  ];
}

/** Runs the planned steps and returns one row for the table of each. */
async function runSteps(supervisor, steps, isWanted) {
  const rows = [];
  const broken = new Set();
  let isStopped = false;
  for (const { name, run, cases, needs, stops } of steps.filter(isWanted)) {
    if (isStopped || broken.has(needs)) {
      broken.add(name);
      rows.push({ name, verdict: 'not run', seconds: 0 });
      continue;
    }
    console.log(`\n── ${name} ${'─'.repeat(70 - name.length)}`);
    const began = performance.now();
    let verdict = 'passed';
    try {
      const note = await run();
      if (typeof note === 'string') console.log(note);
    } catch (error) {
      verdict = 'FAILED';
      broken.add(name);
      isStopped ||= Boolean(stops);
      console.error(error instanceof Fault ? error.message : error);
    }
    if (supervisor.isStopping) await supervisor.stop();
    rows.push({ name, verdict, seconds: (performance.now() - began) / 1000, cases: cases?.() });
  }
  return rows;
}

/** A failed step without a failed case of its own counts as one, so that the last line never hides it. */
const failuresOf = ({ verdict, cases }) => Math.max(cases?.failed ?? 0, verdict === 'passed' ? 0 : 1);

function printTable(rows) {
  console.log(
    `\n  ${'step'.padEnd(14)}${'verdict'.padEnd(10)}${'passed'.padStart(7)}${'failed'.padStart(8)}${'seconds'.padStart(9)}`,
  );
  for (const { name, verdict, seconds, cases } of rows) {
    const counts = `${String(cases?.passed ?? '').padStart(7)}${String(cases?.failed ?? '').padStart(8)}`;
    const skipped = cases?.skipped ? `   ${cases.skipped} skipped` : '';
    const flaky = cases?.flakyOnes?.length ? `   ${cases.flakyOnes.length} only at the second try` : '';
    console.log(
      `  ${name.padEnd(14)}${verdict.padEnd(10)}${counts}${seconds.toFixed(1).padStart(9)}${skipped}${flaky}`,
    );
  }
  // By name at the very end: whoever reads a long record from its end has them.
  const told = (label, titles) => {
    if (titles.length > 0) console.log(`\n  ${label}:\n${titles.map((title) => `    ${title}`).join('\n')}`);
  };
  told(
    'passed only at the second try',
    rows.flatMap(({ cases }) => cases?.flakyOnes ?? []),
  );
  told(
    'failed',
    rows.flatMap(({ cases }) => cases?.failedOnes ?? []),
  );
}

async function test(supervisor) {
  requireNode();
  const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
  const steps = plan(supervisor, positionals);
  const only = values.only?.split(',');
  const unknown = only?.filter((name) => !steps.some((step) => step.name === name)) ?? [];
  if (unknown.length > 0) {
    throw new Fault(
      `There is no step ${unknown.join(', ')}; the steps are ${steps.map(({ name }) => name).join(', ')}.`,
    );
  }
  const lock = tryLock(join(openFolder(workDir, 'The work folder'), 'test.lock'));
  if (lock.holder)
    throw new Fault(`Another npm test runs in this folder (process ${lock.holder.pid}); wait for its end.`);
  supervisor.onStop(async () => lock.release());
  forgetSettings();
  rmSync(reports, { recursive: true, force: true });
  const isWanted = ({ name, always, neededBy }) =>
    !only || always || only.includes(name) || neededBy?.some((other) => only.includes(other));
  const rows = await runSteps(supervisor, steps, isWanted);
  const passed = rows.reduce((sum, { cases }) => sum + (cases?.passed ?? 0), 0);
  const failed = rows.reduce((sum, row) => sum + failuresOf(row), 0);
  printTable(rows);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

const supervisor = createSupervisor({ signalCode: 130 });
try {
  await supervisor.stop(await test(supervisor));
} catch (error) {
  if (!supervisor.isStopping) console.error(error instanceof Fault ? error.message : error);
  await supervisor.stop(1);
}
