// Applications: the board by H5 state, an application's page, what staff saw recorded by two people, and why nobody was told.
import type { Page } from '@playwright/test';
import {
  action,
  approve,
  askedId,
  contextOf,
  expect,
  expectAccessible,
  expectNoSideways,
  field,
  inDatabase,
  recordPath,
  sandbox,
  test,
} from './fixtures';

const board = (query = '') => `/c/practice/applications${query}`;
const dialog = (page: Page) => page.locator('dialog[open]');
const picture = { name: 'platform.png', mimeType: 'image/png', buffer: Buffer.from('what the platform showed') };

/** A sub-merchant of one journey alone, which the platform need not know; under review it lacks the number that an edit asked for. */
async function newSubMerchant(page: Page, name: string, state = 'UNDER_REVIEW'): Promise<string> {
  const subMchid = `19${Date.now()}${Math.floor(Math.random() * 1000)}`.slice(0, 18);
  await page.goto('/c/practice/sub-merchants/new');
  await field(page, 'sub_mchid').fill(subMchid);
  await field(page, 'name').fill(name);
  await page.locator('main form button[type=submit]').first().click();
  await page.waitForURL(`**${recordPath(subMchid)}`);
  await inDatabase(
    `update "SubMerchant" set "h5State" = $2::text, "h5StateHow" = 'answer', "h5StateSince" = now() - interval '9 days',
       "h5StateAsOf" = now() - interval '9 days', "h5AskedDomains" = array['shop.kite-lane.example'],
       "h5AskedAt" = case when $2::text = 'UNDER_REVIEW' then now() - interval '9 days' end
     where "subMchid" = $1`,
    [subMchid, state],
  );
  return subMchid;
}

/** Fills what was seen into the dialog, with a file and a reason, and asks. */
async function askToRecord(page: Page, seen: { number?: string; state: string; words?: string }): Promise<string> {
  const form = dialog(page);
  if (seen.number !== undefined) await form.locator('[name="applymentId"]').fill(seen.number);
  await form.locator('[name="state"]').selectOption(seen.state);
  await form.locator('[name="seenWhere"]').selectOption('backend');
  if (seen.words !== undefined) await form.locator('[name="rejectDetail"]').fill(seen.words);
  await form.locator('input[type="file"]').setInputFiles(picture);
  await expect(form.getByText('platform.png').first()).toBeVisible();
  await form.locator('[name="reason"]').fill('Seen on the page of the platform');
  await form.locator('[data-action="confirm"]').click();
  return askedId(page);
}

test('a number that nobody told is recorded from the board by two people, then a rejection with its words', async ({
  page,
}) => {
  test.slow();
  const name = `Kite Lane Books ${Date.now()}`;
  const id = await newSubMerchant(page, name);
  const number = `9007199254${Date.now()}`;
  await page.goto(board(`?q=${id}&number=unknown`));
  const row = page.locator(`main tr[data-sub-mchid="${id}"]`);
  await expect(row).toContainText('Unknown');
  await expect(row.locator('[data-waiting="overdue"]').first()).toBeAttached();
  await expectAccessible(page);
  await row.locator('[data-action="record-application"]').click();
  await expectAccessible(page);
  // A file may take its time: what is asked for meanwhile waits for it.
  await page.route('**/api/evidence/**', async (route) => {
    await new Promise((later) => setTimeout(later, 1500));
    await route.continue();
  });
  await approve(page, await askToRecord(page, { number, state: 'UNDER_REVIEW' }));

  await page.goto(board(`?q=${number}`));
  await expect(page.locator('main tbody tr')).toHaveCount(1);
  await expect(row.locator('[data-action="record-application"]')).toHaveText('Record what you saw');
  await page.goto(board(`?q=${id}&number=unknown`));
  await expect(page.locator('[data-empty="no-match"]')).toBeVisible();

  await page.goto(`/c/practice/applications/${number}`);
  await expect(page.locator('main')).toContainText(number);
  await expect(page.locator('main')).toContainText('shop.kite-lane.example');
  await action(page, 'record-application').click();
  const words = '首頁沒有價格。Show the price of each product.';
  await approve(page, await askToRecord(page, { state: 'REJECTED', words }));
  await page.reload();
  await expect(page.locator('main [data-state="REJECTED"]').first()).toBeVisible();
  await expect(page.locator('main [data-attempt="1"]')).toContainText(words);
  await page.goto(`/c/practice/applications/${number}?tab=timeline`);
  await expect(page.locator('main .timeline')).toContainText('recorded by hand');
  await expectAccessible(page);
  await page.goto(board(`?q=${id}`));
  await expect(row.locator('[data-step="fix"]')).toBeVisible();
  await expect(row.locator('[data-state="REJECTED"]')).toBeVisible();
});

test('the board shows the states in columns, and a column leads to all of its state', async ({ page }) => {
  await page.goto(board());
  await page.locator('main a[href*="view=columns"]').click();
  const column = page.locator('.board-columns section').filter({ has: page.locator('[data-state="REJECTED"]') });
  await expect(column.locator('li').first()).toBeVisible();
  await expect(column.locator('li').first()).toContainText('Since');
  await expect(column.locator('li [data-part="how-known"]').first()).toBeVisible();
  await expectAccessible(page);
  await column.locator('h2 a').click();
  await page.waitForURL('**state=REJECTED**');
  await expect(page.locator('main tr [data-state="REJECTED"]').first()).toBeVisible();
});

test('since when and how a state is known stands on the board of a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(board());
  const row = page.locator('main tbody tr').first();
  await expect(row).toContainText('Since');
  await expect(row.locator('[data-part="how-known"]:visible')).toHaveCount(1);
  await expectNoSideways(page);
});

test('older than what is known, and the number of another, are refused where they were typed', async ({ page }) => {
  const id = await newSubMerchant(page, `Kite Lane Tea ${Date.now()}`);
  const other = await newSubMerchant(page, `Kite Lane Rice ${Date.now()}`);
  const number = `9007199254${Date.now()}`;
  await page.goto(recordPath(other));
  await expect(page.locator('[data-task="number-unknown"]')).toBeVisible();
  await action(page, 'record-application').click();
  await approve(page, await askToRecord(page, { number, state: 'UNDER_REVIEW' }));
  await page.goto(recordPath(other));
  await expect(page.locator('[data-task="number-unknown"]')).toHaveCount(0);
  await expect(page.locator(`[data-application="${number}"]`)).toBeVisible();

  await page.goto(recordPath(id));
  await action(page, 'record-application').click();
  const form = dialog(page);
  await form.locator('[name="applymentId"]').fill(number);
  await form.locator('[name="state"]').selectOption('UNDER_REVIEW');
  await form.locator('[name="seenWhere"]').selectOption('backend');
  await form.locator('input[type="file"]').setInputFiles(picture);
  await expect(form.getByText('platform.png').first()).toBeVisible();
  await form.locator('[name="reason"]').fill('Seen');
  await form.locator('[data-action="confirm"]').click();
  await expect(form.locator('[name="applymentId"]')).toHaveAttribute('aria-invalid', 'true');
  await expect(form).toContainText(other);
  await form.locator('[data-action="cancel"]').click();

  await page.goto(`/c/practice/applications/${number}`);
  await action(page, 'record-application').click();
  await form.locator('[name="state"]').selectOption('APPROVED');
  await form.locator('[name="seenWhere"]').selectOption('phone');
  await form.locator('[name="seenAt"]').fill('2024-03-07T14:02');
  await form.locator('input[type="file"]').setInputFiles(picture);
  await expect(form.getByText('platform.png').first()).toBeVisible();
  await form.locator('[name="reason"]').fill('Seen');
  await form.locator('[data-action="confirm"]').click();
  await expect(form.locator('[name="seenAt"]')).toHaveAttribute('aria-invalid', 'true');
});

test('a missing notification is explained by a foreign notify_url, in one sentence (walk 16)', async ({ page }) => {
  const id = '1900003039';
  const made = (await sandbox.call('applications', {
    sub_mchid: id,
    applyment_state: 'UNDER_REVIEW',
    notify_url: 'https://elsewhere.example/old-callback',
    domains: ['shop.elsewhere.example'],
  })) as { applyment_id: string };
  const number = String(made.applyment_id);
  await inDatabase(
    `update "SubMerchant" set "h5State" = 'UNDER_REVIEW', "h5StateHow" = 'answer' where "subMchid" = $1`,
    [id],
  );
  // Reading by its number takes it in: the third way in which a number is learnt.
  await page.goto(recordPath(id));
  await page.locator('[name="read_applyment_id"]').fill(number);
  await action(page, 'read-number').click();
  await expect(page.locator(`[data-application="${number}"]`)).toBeVisible();
  await page.goto(`/c/practice/applications/${number}`);
  await expect(page.locator('[data-callback="foreign"]')).toContainText('old-callback');
  await page.getByRole('link', { name: 'Explain a missing notification' }).first().click();
  const finding = page.locator('[data-finding]');
  await expect(finding).toHaveAttribute('data-finding', 'foreign');
  await expect(finding).toContainText(number);
  await expect(finding).toContainText('/old-callback');
  await expect(page.locator('main [data-check]')).toHaveCount(11);
  await expect(page.locator('[data-check="ours"]')).toHaveAttribute('data-verdict', 'wrong');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('a penalty has a case: words, sealed contacts, a log; lifting it closes the case', async ({ page, browser }) => {
  test.slow();
  const name = `Kite Lane Toys ${Date.now()}`;
  const id = await newSubMerchant(page, name, 'UNDER_PUNISHMENT');
  await page.goto(board(`?q=${id}`));
  await page.locator('[data-step="penalty"]').click();
  await expect(page.locator('[data-penalty="none"]')).toBeVisible();
  await expectAccessible(page);
  await action(page, 'write-penalty').click();
  await dialog(page).locator('[name="platformWords"]').fill('Sales are suspended.');
  await dialog(page).locator('[name="contacts"]').fill('Sample Person, sample.person@platform.example');
  await dialog(page).locator('[name="promisedOn"]').fill('2027-01-04');
  await dialog(page).locator('[name="note"]').fill('Rang them up.');
  await expectAccessible(page);
  await action(page, 'confirm').click();
  const held = page.locator('[data-case="open"]');
  await expect(held).toContainText('Sales are suspended.');
  await expect(held).toContainText('2027-01-04');
  await expect(held).toContainText('Rang them up.');
  expect(await page.content()).not.toContain('sample.person@platform.example');
  await held.locator('[data-action="look"]').click();
  await dialog(page).locator('[name="look_reason"]').selectOption('call');
  await action(page, 'confirm').click();
  await expect(held.locator('[data-shown]')).toContainText('sample.person@platform.example');
  // Who may only read sees that they are held, and no more.
  const theirs = await contextOf(browser, 'auditor');
  const reader = await theirs.newPage();
  await reader.goto(`${recordPath(id)}?tab=penalty`);
  await expect(reader.locator('[data-case="open"]')).toContainText('Rang them up.');
  await expect(reader.locator('[data-action="look"]')).toHaveCount(0);
  await theirs.close();

  await action(page, 'record-state').click();
  await dialog(page).locator('[name="state"]').selectOption('APPROVED');
  await dialog(page).locator('[name="seenWhere"]').selectOption('message');
  await dialog(page).locator('input[type="file"]').setInputFiles(picture);
  await expect(dialog(page).getByText('platform.png').first()).toBeVisible();
  await dialog(page).locator('[name="reason"]').fill('The platform lifted it');
  await action(page, 'confirm').click();
  await approve(page, await askedId(page));
  await page.goto(`${recordPath(id)}?tab=penalty`);
  await expect(page.locator('[data-case="closed"]')).toBeVisible();
  await expect(page.locator('[data-case="open"]')).toHaveCount(0);
});

test('the keyboard alone goes to the board, through it, and asks for a recording', async ({ page }) => {
  test.slow();
  const id = await newSubMerchant(page, `Kite Lane Glass ${Date.now()}`);
  const tabTo = async (selector: string) => {
    const isThere = () => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
    for (let presses = 0; presses < 120 && !(await isThere()); presses += 1) await page.keyboard.press('Tab');
    expect(await isThere(), selector).toBe(true);
  };
  await page.goto('/c/practice');
  await page.locator('main h1').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('5');
  await page.waitForURL(`**${board()}`);
  await page.goto(board(`?q=${id}`));
  await page.locator('main tbody tr').waitFor();
  await page.keyboard.press('j');
  await expect(page.locator('main [data-row-link]').first()).toBeFocused();
  await tabTo('[data-action="record-application"]');
  await page.keyboard.press('Enter');
  await tabTo('dialog[open] [name="applymentId"]');
  await page.keyboard.type(`9007199254${Date.now()}`);
  await tabTo('dialog[open] [name="state"]');
  await page.keyboard.type('Under');
  await tabTo('dialog[open] [name="seenWhere"]');
  await page.keyboard.type('The platform');
  await tabTo('dialog[open] [name="reason"]');
  await page.keyboard.type('Seen on the page of the platform');
  // A file is chosen with the browser's own dialog, which no key of a page opens.
  await dialog(page).locator('input[type="file"]').setInputFiles(picture);
  await expect(dialog(page).getByText('platform.png').first()).toBeVisible();
  await tabTo('dialog[open] [data-action="confirm"]');
  await page.keyboard.press('Enter');
  expect(await askedId(page)).not.toBe('');
});
