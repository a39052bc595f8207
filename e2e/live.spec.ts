import type { BrowserContext, Page, Request } from '@playwright/test';
import { request } from '@playwright/test';
import pg from 'pg';
import {
  contextOf,
  expect,
  expectAccessible,
  field,
  openEdit,
  outcome,
  sandbox,
  sendEdit,
  setting,
  signIn,
  test,
} from './fixtures';

const stream = '/api/events/practice';
const listOf = (subMchid: string) => `/c/practice/requests?q=${subMchid}`;
const rows = (page: Page) => page.locator('main tbody tr');
const pill = (page: Page) => page.getByRole('status').getByRole('button', { name: /updated · show/ });

/** An edit that somebody else makes in a browser of their own. */
async function editElsewhere(other: BrowserContext, subMchid: string, shortname: string, becomes = 'accepted') {
  const page = await other.newPage();
  await openEdit(page, subMchid);
  await field(page, 'shortname').fill(shortname);
  await sendEdit(page);
  await expect(outcome(page, becomes)).toBeVisible();
  await page.close();
}

/** How many event streams a browser holds open, as its network sees it. */
function countStreams(context: BrowserContext) {
  const open = new Map<Request, Page>();
  context.on('request', (sent) => {
    if (new URL(sent.url()).pathname === stream) open.set(sent, sent.frame().page());
  });
  context.on('requestfinished', (sent) => open.delete(sent));
  context.on('requestfailed', (sent) => open.delete(sent));
  // What a closed tab held is gone without a word.
  return () => [...open.values()].filter((page) => !page.isClosed()).length;
}

/** Hides or shows a tab as far as its own script can see: a headless browser shows all tabs at once. */
const show = (page: Page, isShown: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, !isShown);

test('what somebody else sends appears in the list without a reload, and never moves rows under the pointer', async ({
  page,
  browser,
}) => {
  test.slow();
  const id = '1900003023';
  const other = await contextOf(browser, 'admin');
  await page.goto(listOf(id));
  await page.locator('main h1').waitFor();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const before = await rows(page).count();
  await editElsewhere(other, id, 'Live One');
  await expect(rows(page)).toHaveCount(before + 1);
  await expect(rows(page).first().locator('[data-outcome="accepted"]')).toBeVisible();

  await rows(page).first().hover();
  await editElsewhere(other, id, 'Live Two');
  await expect(pill(page)).toBeVisible();
  await expect(rows(page)).toHaveCount(before + 1);
  await expectAccessible(page);
  await pill(page).click();
  await expect(rows(page)).toHaveCount(before + 2);
  await expect(pill(page)).toBeHidden();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await other.close();
});

test('rows stay while one of them has the focus, and follow when it leaves', async ({ page, browser }) => {
  const id = '1900003023';
  await page.goto(listOf(id));
  const count = await rows(page).count();
  await rows(page).last().locator('[data-row-link]').focus();
  const other = await contextOf(browser, 'admin');
  await editElsewhere(other, id, 'Live Three');
  await expect(pill(page)).toBeVisible();
  await expect(rows(page)).toHaveCount(count);
  await page.locator('main h1').click();
  await expect(rows(page)).toHaveCount(count + 1);
  await expect(pill(page)).toBeHidden();
  await other.close();
});

test('a storm of events draws the list anew once a second', async ({ page }) => {
  const db = new pg.Client({ connectionString: setting('E2E_DATABASE_URL') });
  await db.connect();
  const { rows: found } = await db.query<{ id: string }>(`SELECT "id" FROM "Connection" WHERE "slug" = 'practice'`);
  const told = (n: number) => JSON.stringify([{ connectionId: found[0]?.id, topic: 'requests', ids: [`storm-${n}`] }]);
  await page.goto('/c/practice/requests');
  await page.waitForTimeout(2000);
  let drawn = 0;
  page.on('request', (sent) => {
    const headers = sent.headers();
    const isOfThisPage = new URL(sent.url()).pathname === '/c/practice/requests';
    if (isOfThisPage && headers.rsc !== undefined && headers['next-router-prefetch'] === undefined) drawn += 1;
  });
  const began = Date.now();
  for (let n = 0; Date.now() - began < 4000; n += 1) {
    await db.query('SELECT pg_notify($1, $2)', ['subdesk_events', told(n)]);
    await page.waitForTimeout(50);
  }
  await db.end();
  await page.waitForTimeout(1500);
  expect(drawn).toBeGreaterThan(1);
  expect(drawn).toBeLessThanOrEqual(6);
});

test('Home shows an unknown outcome when it becomes one, and lets it go when it is settled', async ({
  page,
  browser,
}) => {
  const id = '1900003026';
  const { name } = await sandbox.record(id);
  await page.goto('/c/practice');
  await page.locator('main .with-aside').waitFor();
  await sandbox.failNext(id, { mode: 'cut-after' });
  const other = await contextOf(browser, 'admin');
  await editElsewhere(other, id, 'Live Unknown', 'unknown');
  const item = page.locator('main li').filter({ hasText: String(name) });
  await expect(item).toBeVisible();
  // The ladder's first step comes by itself.
  await expect(item).toBeHidden({ timeout: 40_000 });
  await other.close();
});

test('tabs of one browser share one stream, and none is held while all are hidden', async ({ page, context }) => {
  const open = countStreams(context);
  await page.goto('/c/practice/requests');
  await expect.poll(open).toBe(1);
  const second = await context.newPage();
  await second.goto('/c/practice');
  await second.locator('main .with-aside').waitFor();
  // Long enough for a stream of its own, if it wanted one.
  await second.waitForTimeout(1500);
  expect(open()).toBe(1);

  // The one that holds it goes; the other takes it over.
  await show(page, false);
  await expect.poll(open).toBe(1);
  await show(second, false);
  await expect.poll(open).toBe(0);
  await show(second, true);
  await expect.poll(open).toBe(1);
  await second.close();
  await expect.poll(open).toBe(0);
  await show(page, true);
  await expect.poll(open).toBe(1);

  // From page to page it stays: each tells at once when sending is stopped.
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const [name, path] of [
    ['Home', '**/c/practice'],
    ['Sub-merchants', '**/sub-merchants'],
  ] as const) {
    await menu.getByRole('link', { name }).click();
    await page.waitForURL(path);
    await page.waitForTimeout(1500);
    expect(open()).toBe(1);
  }
});

test('a tab that holds no stream hears by the one that does', async ({ page, context, browser }) => {
  const id = '1900003018';
  await page.goto('/c/practice/requests');
  const second = await context.newPage();
  await second.goto(listOf(id));
  await second.locator('main h1').waitFor();
  const other = await contextOf(browser, 'admin');
  const before = await rows(second).count();
  await editElsewhere(other, id, 'Told By Another Tab');
  await expect(rows(second)).toHaveCount(before + 1);
  await other.close();
});

test.describe('without a stream', () => {
  test.use({ expectedErrors: /503/ });
  test('the list is read anew every ten seconds', async ({ page, context, browser }) => {
    const id = '1900003006';
    await context.route(`**${stream}`, (route) => route.fulfill({ status: 503 }));
    await page.goto(listOf(id));
    await page.locator('main h1').waitFor();
    const other = await contextOf(browser, 'admin');
    const before = await rows(page).count();
    await editElsewhere(other, id, 'Told By Asking');
    await expect(rows(page)).toHaveCount(before + 1, { timeout: 25_000 });
    await other.close();
  });
});

test('a stream is for who is signed in, knows the connection and may read; it ends when that is over', async ({
  baseURL,
  browser,
}) => {
  const anonymous = await request.newContext({ ...(baseURL && { baseURL }) });
  expect((await anonymous.get(stream)).status()).toBe(401);
  await anonymous.dispose();

  const db = new pg.Client({ connectionString: setting('E2E_DATABASE_URL') });
  await db.connect();
  const email = 'short-of-rights@practice.example';
  await db.query(
    `INSERT INTO "Staff" ("id", "email", "name", "passwordHash", "roles")
     SELECT gen_random_uuid(), $1, 'Short of rights', "passwordHash", '{support}' FROM "Staff" WHERE "email" LIKE 'operator@%'`,
    [email],
  );
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, { email: email });
  expect((await page.request.get('/api/events/nowhere')).status()).toBe(404);
  const opened = await page.evaluate(async (path) => {
    const answer = await fetch(path);
    const reader = answer.body?.getReader();
    Object.assign(window, {
      ended: (async () => {
        while (!(await reader?.read())?.done);
        return true;
      })(),
    });
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      cache: answer.headers.get('cache-control'),
    };
  }, stream);
  expect(opened).toEqual({
    status: 200,
    type: 'text/event-stream; charset=utf-8',
    cache: 'no-store, no-transform',
  });
  await db.query(`UPDATE "Staff" SET "roles" = '{}' WHERE "email" = $1`, [email]);
  // At the next beat, which comes within 15 s.
  expect(await page.evaluate(() => (window as Window & { ended?: Promise<boolean> }).ended)).toBe(true);
  expect((await page.request.get(stream)).status()).toBe(403);
  await context.close();
  await db.end();
});
