// Many terminations (screens 13): a list that is checked, frozen and approved, one row that leaves alone, and a report
// whose numbers sum.
import type { Browser, Page } from '@playwright/test';
import {
  action,
  approve,
  expect,
  expectAccessible,
  expectNoSideways,
  field,
  inDatabase,
  newOperator,
  outcome,
  prove,
  sandbox,
  signIn,
  test,
} from './fixtures';

const SUB = '1900003001';

/** So many contracts that the platform has and told us of. */
async function signed(count: number): Promise<string[]> {
  const { contract_ids: ids } = (await sandbox.call('contracts', { sub_mchid: SUB, count, notify: true })) as {
    contract_ids: string[];
  };
  const held = async () => (await inDatabase('select 1 from "Contract" where "contractId" = any($1)', [ids])).length;
  await expect.poll(held, { timeout: 30_000 }).toBe(count);
  return ids;
}

/** Somebody who makes batches, in a browser of their own. */
async function makerOf(browser: Browser): Promise<Page> {
  const person = await newOperator(['payments'], 'Maker of one journey');
  const page = await (await browser.newContext()).newPage();
  await signIn(page, person);
  return page;
}

const state = (page: Page, name: string) => page.locator(`main [data-batch-state="${name}"]`).first();
const dialog = (page: Page) => page.locator('dialog[open]');
const confirm = (page: Page) => dialog(page).locator('[data-action="confirm"]').click();
/** How many rows stand so, as the board says. */
const count = (page: Page, part: string) => page.locator(`.batch-board li[data-part="${part}"] b`);

/** Pastes a list and has it checked; answers the batch's id. */
async function check(page: Page, rows: readonly string[], name: string): Promise<string> {
  await page.goto('/c/practice/batches/new');
  await field(page, 'name').fill(name);
  await field(page, 'list').fill(rows.join('\n'));
  await action(page, 'check').click();
  await page.waitForURL(/\/batches\/[0-9a-f-]{36}/);
  await expect(state(page, 'draft')).toBeVisible();
  return page.url().slice(-36);
}

/** Says reason and pace, asks for the approval, and a checker gives it. */
async function begin(page: Page, id: string, listed: number, pace = '600') {
  await page.locator('select[name="reason_template"]').selectOption('sub-merchant-closed');
  await field(page, 'perMinute').fill(pace);
  await action(page, 'draft').click();
  await expect(action(page, 'ask-approval')).toBeEnabled();
  await action(page, 'ask-approval').click();
  await expect(dialog(page)).toContainText('PRACTICE');
  await confirm(page);
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await dialog(page).locator('[name="count"]').fill(String(listed));
  await dialog(page).locator('[name="reason"]').fill('The shop closed for good');
  await confirm(page);
  await prove(page, page.locator('main [data-approval-state="pending"]').first());
  await page.waitForURL(/\/approvals\/[0-9a-f-]{36}/);
  const approvalId = page.url().slice(-36);
  await approve(page, approvalId);
  await page.goto(`/c/practice/batches/${id}`);
  await expect(state(page, 'canary')).toBeVisible();
}

test('a list of twenty with three bad rows: canary, a pause for an unknown, and a report that sums to twenty (walk 11)', async ({
  browser,
}) => {
  test.slow();
  const page = await makerOf(browser);
  const ids = await signed(17);
  const id = await check(page, [...ids, ids[0] ?? '', '404404404', '1.2E+20'], 'Harbour Kite closes');
  await expect(page.locator('[data-reason]')).toHaveCount(3);
  await page.locator('[data-reason="duplicate"] a').click();
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  await expect(page.locator('tr[data-row="18"]')).toContainText('Repeats row 1');
  await page.goto(`/c/practice/batches/${id}`);
  await expectAccessible(page);
  await begin(page, id, 17);

  // One row leaves alone; the sixteen others wait for somebody to look.
  await expect(outcome(page, 'accepted')).toBeVisible({ timeout: 20_000 });
  await expect(count(page, 'notSent')).toHaveText('16');
  await expectAccessible(page);
  const failing = ids[8] ?? '';
  await sandbox.call('fail-next', { operation: 'contract.terminate', contract_id: failing, mode: 'cut-after' });
  await action(page, 'go-on').click();
  await confirm(page);
  await expect(state(page, 'paused')).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('main')).toContainText('nobody knows what became of a row');
  await expect(count(page, 'notSent')).toHaveText('8');

  // Whoever looked resumes; the unknown settles itself by the same bytes.
  await action(page, 'resume').click();
  await confirm(page);
  await expect(state(page, 'done')).toBeVisible({ timeout: 40_000 });
  await expect(count(page, 'accepted')).toHaveText('17', { timeout: 40_000 });
  await expect(count(page, 'sum')).toHaveText('17');
  const journal = (await sandbox.call('journal')) as { path: string; bodySha256: string }[];
  const calls = journal.filter(({ path }) => path.includes(failing));
  expect(new Set(calls.map(({ bodySha256 }) => bodySha256)).size).toBe(1);

  const report = async (format: string) =>
    (await page.request.get(`/api/exports/batches/practice/${id}?format=${format}`)).text();
  const { batch, rows } = JSON.parse(await report('json')) as {
    batch: { source_rows: number; outcomes: Record<string, number>; excluded: Record<string, number> };
    rows: unknown[];
  };
  expect(rows).toHaveLength(20);
  expect(batch.outcomes).toMatchObject({ accepted: 17, sum: 17 });
  expect(Object.values(batch.excluded).reduce((sum, each) => sum + each, 17)).toBe(batch.source_rows);
  expect((await report('csv')).trimEnd().split('\r\n')).toHaveLength(21);
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.context().close();
});

test('a pause by its key and a stop hold what has not left, which another batch can take', async ({ browser }) => {
  test.slow();
  const page = await makerOf(browser);
  const ids = await signed(4);
  const id = await check(page, ids, 'A list that is stopped');
  await begin(page, id, 4, '6');
  await expect(outcome(page, 'accepted')).toBeVisible({ timeout: 20_000 });
  await action(page, 'go-on').click();
  await confirm(page);
  await expect(state(page, 'running')).toBeVisible();
  await page.locator('h1').click();
  await page.keyboard.press('p');
  await expect(state(page, 'paused')).toBeVisible();
  await expect(page.locator('main')).toContainText('Somebody paused it');
  await action(page, 'stop').click();
  await confirm(page);
  await expect(state(page, 'stopped')).toBeVisible();
  const left = Number(await count(page, 'notSent').textContent());
  expect(left).toBeGreaterThanOrEqual(2);
  await page.getByRole('link', { name: 'New batch of what was not done' }).click();
  await action(page, 'check').click();
  await page.waitForURL((url) => /\/batches\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.endsWith(id));
  await expect(page.locator('tr[data-row]')).toHaveCount(left);
  await action(page, 'discard').click();
  await confirm(page);
  await page.waitForURL(/\/batches$/);
  await page.context().close();
});

test('a change after the approval was asked for voids it, and personal data in the note is asked about', async ({
  browser,
}) => {
  const page = await makerOf(browser);
  const ids = await signed(2);
  const id = await check(page, ids, 'A list that changes');
  await field(page, 'termination_note').fill('Call +852 9123 4567');
  await action(page, 'draft').click();
  await expect(page.locator('main')).toContainText('This may be personal data');
  await page.locator('[name="isNoteChecked"]').check();
  await action(page, 'draft').click();
  await expect(action(page, 'ask-approval')).toBeEnabled();
  await action(page, 'ask-approval').click();
  await dialog(page).locator('[name="count"]').fill('2');
  await dialog(page).locator('[name="reason"]').fill('They closed');
  await confirm(page);
  await page.waitForURL(/\/approvals\/[0-9a-f-]{36}/);
  const approval = page.url();
  await page.goto(`/c/practice/batches/${id}`);
  await expect(state(page, 'awaiting-approval')).toBeVisible();
  await field(page, 'perMinute').fill('30');
  await action(page, 'draft').click();
  await expect(state(page, 'draft')).toBeVisible();
  await page.goto(approval);
  await expect(page.locator('main')).toContainText(/stale|changed|void/i);
  await page.context().close();
});

test('a list in common mode is of one’s own contracts: no column, no file and no fact is of sub-merchants', async ({
  browser,
}) => {
  const page = await makerOf(browser);
  const { contract_ids: ids } = (await sandbox.call('contracts', { count: 2, notify: true })) as {
    contract_ids: string[];
  };
  const held = async () => (await inDatabase('select 1 from "Contract" where "contractId" = any($1)', [ids])).length;
  await expect.poll(held, { timeout: 30_000 }).toBe(2);
  await page.goto('/c/practice-common/batches/new');
  await expect(page.locator('main')).toContainText('contract_id');
  await expect(page.locator('main')).not.toContainText('sub_mchid');
  await field(page, 'name').fill('Our own');
  await field(page, 'list').fill(ids.join('\n'));
  await action(page, 'check').click();
  await page.waitForURL(/\/batches\/[0-9a-f-]{36}/);
  await expect(page.locator('tr[data-row]')).toHaveCount(2);
  await expect(page.locator('main')).not.toContainText(/Sub-merchant|Whose/);
  await page.goto('/c/practice-common/contracts/import');
  await expect(page.locator('main')).toContainText('contract_id');
  await expect(page.locator('main li code', { hasText: /^s(ub|p)_/ })).toHaveCount(0);
  await page.context().close();
});

test.describe('somebody who may only read', () => {
  test.use({ role: 'auditor', expectedErrors: /403/ });
  test('sees batches and their reports, and starts none', async ({ page }) => {
    await page.goto('/c/practice/batches');
    await expect(page.locator('main a[href$="/batches/new"]')).toHaveCount(0);
    expect((await page.goto('/c/practice/batches/new'))?.status()).toBe(403);
    const posted = await page.request.post(
      '/api/imports/batches/practice?kind=contract.terminate&source=paste&name=x',
      {
        data: '1',
      },
    );
    expect(posted.status()).toBe(403);
  });
});

test('contracts that are chosen in the register are a list by themselves', async ({ browser }) => {
  const page = await makerOf(browser);
  const ids = await signed(2);
  await page.goto(`/c/practice/contracts?q=${ids[0] ?? ''}`);
  await expect(action(page, 'batch-chosen')).toBeDisabled();
  await page.locator('[data-row-choice]').first().check();
  await action(page, 'batch-chosen').click();
  await page.waitForURL(/\/batches\/[0-9a-f-]{36}/);
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  await expect(page.locator('tr[data-row="1"]')).toContainText('In the list, place 1');
  await page.context().close();
});

test('a file is refused as a whole where it cannot be read for certain', async ({ browser }) => {
  const page = await makerOf(browser);
  await page.goto('/c/practice/batches/new');
  await field(page, 'name').fill('A file');
  await page.locator('input[name="file"]').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('sub_mchid\n1'),
  });
  await action(page, 'check').click();
  await expect(page.locator('main').getByRole('alert')).toContainText('contract_id');
  await page.context().close();
});
