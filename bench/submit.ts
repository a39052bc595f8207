// npm run bench:submit: what one edit costs the console beside the platform's own time, against one view of the record, in
// turns. A browser types and sends, as a person does; the time is that of the form's call to our server.
import type { Page } from '@playwright/test';
import pg from 'pg';
import { benchConsole, cookieOf, cpuMsOf, openBrowser, recordPath, signIn } from './console';
import { readOptions, spreadOf } from './scratch';

const options = readOptions({ rounds: 40, views: 3 });

/** Sub-merchants of the sample world that can be edited and have no request open. */
const edited = ['1900003001', '1900003003', '1900003004', '1900003007', '1900003011', '1900003012', '1900003019'];

/** Milliseconds that the form's own call took: the first call to the address of the page itself after `clickedAt`. */
async function callAfter(page: Page, clickedAt: number): Promise<number> {
  const read = await page.waitForFunction((since) => {
    const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const own = calls.find(({ name, startTime }) => startTime >= since && name === location.href);
    return own?.duration;
  }, clickedAt);
  return Number(await read.jsonValue());
}

const platformTime = `
  SELECT sum(extract(epoch FROM t."endedAt" - t."startedAt")) * 1000 AS ms, count(*)::int AS calls
  FROM "RequestTry" t JOIN "PlatformRequest" r ON r."id" = t."requestId"
  WHERE r."openedAt" >= $1 AND r."operation" = 'sub-merchant.modify'`;

await benchConsole('submit', async (started) => {
  const { url, pid } = started;
  const state = await signIn(started);
  const cookie = cookieOf(state);
  const database = new pg.Client({ connectionString: started.databaseUrl });
  await database.connect();
  const browser = await openBrowser();
  const submits: number[] = [];
  const views: number[] = [];
  const cpu = { submit: 0, view: 0 };
  let calls = 0;
  try {
    const page = await (await browser.newContext({ storageState: state })).newPage();
    for (let round = -2; round < options.rounds; round += 1) {
      const id = edited[(round + 2) % edited.length] ?? '';
      await page.goto(`${url}${recordPath(id)}/edit`);
      await page.locator('[data-action="send"]:enabled').waitFor();
      await page.locator('[name="shortname"]').fill(`Round ${round + 3}`);
      await page.locator('[data-draft="saved"]').waitFor();
      await page.locator('[data-action="send"]').click();
      const { rows: clock } = await database.query('SELECT clock_timestamp() AS now');
      const cpuBefore = cpuMsOf(pid);
      const clickedAt = await page.evaluate(() => performance.now());
      await page.locator('[data-action="confirm"]').click();
      const took = await callAfter(page, clickedAt);
      const cpuSubmit = cpuMsOf(pid) - cpuBefore;
      await page.locator('main [data-outcome="accepted"]').first().waitFor();
      const { rows } = await database.query(platformTime, [clock[0].now]);
      const cpuBetween = cpuMsOf(pid);
      const seen: number[] = [];
      for (let view = 0; view < options.views; view += 1) {
        const startedAt = performance.now();
        const answer = await fetch(`${url}${recordPath(id)}`, { headers: { cookie } });
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`The record answered ${answer.status}.`);
        seen.push(performance.now() - startedAt);
      }
      // The first rounds warm both up.
      if (round < 0) continue;
      submits.push(took - Number(rows[0].ms));
      calls += rows[0].calls;
      cpu.submit += cpuSubmit;
      cpu.view += (cpuMsOf(pid) - cpuBetween) / options.views;
      views.push(...seen);
    }
  } finally {
    await browser.close();
    await database.end();
  }
  const submitMs = spreadOf(submits);
  const recordMs = spreadOf(views);
  const perRound = (ms: number) => Math.round((ms / options.rounds) * 10) / 10;
  return {
    rounds: options.rounds,
    platformCalls: calls,
    submitMs,
    recordMs,
    ratioOfP95: Math.round((submitMs.p95 / recordMs.p95) * 100) / 100,
    cpuMs: { submit: perRound(cpu.submit), record: perRound(cpu.view) },
  };
});
