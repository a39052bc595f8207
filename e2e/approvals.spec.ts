// A second pair of eyes: what the policy wants two people for does not leave by one person's hand.
import type { Browser, Page } from '@playwright/test';
import {
  action,
  approve,
  askedId,
  contextOf,
  expect,
  expectAccessible,
  field,
  inDatabase,
  newOperator,
  openEdit,
  outcome,
  pressSend,
  prove,
  recordPath,
  sandbox,
  sendButton,
  sendEdit,
  signIn,
  test,
} from './fixtures';

const approvalPath = (id: string) => `/c/practice/approvals/${id}`;
const dialog = (page: Page) => page.locator('dialog[open]');
const confirm = (page: Page) => dialog(page).locator('[data-action="confirm"]').click();
const state = (page: Page, name: string) => page.locator(`main [data-approval-state="${name}"]`).first();

/** A checker's page of an approval, in a browser of their own. */
async function looking(browser: Browser, id: string, viewport?: { width: number; height: number }) {
  const context = await contextOf(browser, 'checker');
  const page = await context.newPage();
  if (viewport) await page.setViewportSize(viewport);
  await page.goto(approvalPath(id));
  await expect(page).toHaveTitle(/\S/);
  return page;
}

test('an approval is voided by an edit, and nobody approves their own (walk 17)', async ({ browser }) => {
  test.slow();
  const id = '1900003010';
  // Somebody who makes and who checks, but not the same thing.
  const maker = await newOperator();
  await inDatabase(`update "Staff" set "roles" = array['operator','checker'] where "email" = $1`, [maker.email]);
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, maker);
  await openEdit(page, id);
  await field(page, 'contact.phone').fill('+85223450000');
  await expect(sendButton(page)).toHaveAttribute('data-action', 'ask-approval');
  await pressSend(page);
  const first = await askedId(page);
  expect(await sandbox.edits(id)).toHaveLength(0);
  await expectAccessible(page);

  // What the maker changes afterwards is not what was asked for.
  await field(page, 'contact.phone').fill('+85223459999');
  await expect(page.locator('[data-draft="saved"]')).toBeVisible({ timeout: 15_000 });
  const theirs = await looking(browser, first);
  await expect(action(theirs, 'approve')).toBeDisabled();
  await expect(theirs.locator('main')).not.toContainText('23450000');
  await pressSend(page);
  const second = await askedId(page, first);
  await theirs.goto(approvalPath(first));
  await expect(state(theirs, 'void')).toBeVisible();

  await page.goto(approvalPath(second));
  await expect(action(page, 'approve')).toBeDisabled();
  await expect(page.locator('main')).toContainText(/made or edited/i);
  expect(await sandbox.edits(id)).toHaveLength(0);
  await theirs.context().close();
  await approve(page, second);
  await page.reload();
  await expect(outcome(page, 'accepted')).toBeVisible();
  expect((await sandbox.record(id)).contact.phone).toBe('+85223459999');
  expect(await sandbox.edits(id)).toHaveLength(1);
  await maker.disable();
  await context.close();
});

test('approving on a phone: what changes is read, the button is reached, the outcome follows in place (walk 23)', async ({
  page,
  browser,
}) => {
  const id = '1900003027';
  await openEdit(page, id);
  await field(page, 'name').fill('Cedar Grove Trading (Holdings) Limited');
  await pressSend(page);
  const asked = await askedId(page);
  const theirs = await looking(browser, asked, { width: 360, height: 740 });
  await expect(theirs.locator('main')).toContainText('Cedar Grove Trading (Holdings) Limited');
  expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(theirs);
  const button = action(theirs, 'approve');
  await button.scrollIntoViewIfNeeded();
  await expect(button).toBeInViewport({ ratio: 1 });
  await button.click();
  await expect(dialog(theirs)).toContainText(id.slice(-4));
  await expectAccessible(theirs);
  await confirm(theirs);
  await prove(theirs, state(theirs, 'carried-out'));
  await expect(state(theirs, 'carried-out')).toBeVisible();
  await expect(outcome(theirs, 'accepted')).toBeVisible();
  // The form that asked follows without a reload.
  await expect(outcome(page, 'accepted')).toBeVisible();
  await theirs.goto('/c/practice/approvals?tab=decided');
  await expect(theirs.locator(`main [data-approval="${asked}"]`)).toContainText(id.slice(-4));
  await theirs.context().close();
});

test('sent back with a remark, mended, asked again and given; the record says what waits meanwhile', async ({
  page,
  browser,
}) => {
  test.slow();
  const id = '1900003017';
  await openEdit(page, id);
  await field(page, 'contact.phone').fill('+8522345000');
  await field(page, 'contact.phone').fill('+85223450017');
  await pressSend(page);
  const first = await askedId(page);
  const theirs = await looking(browser, first);
  await theirs.goto(recordPath(id));
  await expect(theirs.locator('main')).toContainText(/waits for approval/i);
  await theirs.goto(approvalPath(first));
  await action(theirs, 'send-back').click();
  await confirm(theirs);
  await expect(dialog(theirs).locator('[name="remark"]')).toHaveAttribute('aria-invalid', 'true');
  await dialog(theirs).locator('[name="remark"]').fill('Ring them up first, please');
  await confirm(theirs);
  await prove(theirs, state(theirs, 'sent-back'));
  await expect(state(theirs, 'sent-back')).toBeVisible();
  await expect(page.locator('main')).toContainText('sent back with a remark');
  await field(page, 'contact.phone').fill('+85223450018');
  await sendEdit(page);
  await expect(outcome(page, 'accepted')).toBeVisible();
  await page.goto(approvalPath(first));
  await expect(page.locator('main')).toContainText('Ring them up first, please');
  await theirs.context().close();
});

test('the keyboard alone asks for an approval and gives it', async ({ page, browser }) => {
  test.slow();
  const id = '1900003014';
  const tabTo = async (on: Page, selector: string) => {
    const isThere = () => on.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
    for (let presses = 0; presses < 80 && !(await isThere()); presses += 1) await on.keyboard.press('Tab');
    expect(await isThere(), selector).toBe(true);
  };
  await openEdit(page, id);
  await tabTo(page, '[name="contact.phone"]');
  await page.keyboard.type('+85223450029');
  await page.keyboard.press('Control+Enter');
  await tabTo(page, 'dialog[open] [name="reason"]');
  await page.keyboard.type('Told on the phone');
  await tabTo(page, 'dialog[open] [data-action="confirm"]');
  await page.keyboard.press('Enter');
  const theirs = await looking(browser, await askedId(page));
  await tabTo(theirs, '[data-action="approve"]');
  await theirs.keyboard.press('Enter');
  await tabTo(theirs, 'dialog[open] [data-action="confirm"]');
  await theirs.keyboard.press('Enter');
  await prove(theirs, state(theirs, 'carried-out'));
  await expect(state(theirs, 'carried-out')).toBeVisible();
  await expect(outcome(page, 'accepted')).toBeVisible();
  await theirs.context().close();
});

test('another settlement account wants a call-back, which the checker reads; the account is never shown', async ({
  page,
  browser,
}) => {
  const id = '1900003009';
  await openEdit(page, id);
  await field(page, 'settlement_bank_number').fill('998877665544');
  await sendButton(page).click();
  await confirm(page);
  await expect(dialog(page).locator('[name="spoke-to"]')).toBeFocused();
  await expect(dialog(page).locator('[name="spoke-to"]')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await action(page, 'cancel').click();
  await pressSend(page);
  const asked = await askedId(page);
  const theirs = await looking(browser, asked);
  await expect(theirs.locator('main')).toContainText('Sample Director');
  await expect(theirs.locator('main')).toContainText('5544');
  expect(await theirs.content()).not.toContain('998877665544');
  await theirs.context().close();
  await approve(page, asked);
  await expect(outcome(page, 'accepted')).toBeVisible();
});

const picture = { name: 'platform.png', mimeType: 'image/png', buffer: Buffer.from('what the platform showed') };

test('an unknown is settled by hand with a file and a second person, from the page of the request', async ({
  page,
  browser,
}) => {
  test.slow();
  const id = '1900003034';
  await sandbox.failNext(id, { mode: 'cut-before', times: 20 });
  await openEdit(page, id);
  await field(page, 'shortname').fill('Never arrived');
  await sendEdit(page);
  await expect(outcome(page, 'unknown')).toBeVisible();
  const requestId = await outcome(page, 'unknown').getAttribute('data-request-id');
  await page.goto(`/c/practice/requests/${requestId}`);
  await action(page, 'settle-by-hand').click();
  await confirm(page);
  await expect(dialog(page)).toContainText('Still needed: What became of it, Evidence, and Reason.');
  await expect(dialog(page).locator('[name="outcome"]').first()).toBeFocused();
  await dialog(page).locator('[name="outcome"][value="refused"]').check();
  await dialog(page).locator('[name="reason"]').fill('The platform’s page shows the old name');
  await confirm(page);
  await expect(dialog(page)).toContainText('A file that shows it is needed');
  await dialog(page).locator('input[type=file]').setInputFiles(picture);
  await expect(dialog(page).locator('[data-evidence]')).toContainText('platform.png');
  await expectAccessible(page);
  await confirm(page);
  const asked = await askedId(page);
  const theirs = await looking(browser, asked);
  const saved = theirs.waitForEvent('download');
  await theirs.locator('[data-evidence] a').click();
  expect((await saved).suggestedFilename()).toBe('platform.png');
  await theirs.context().close();
  await approve(page, asked);
  await page.goto(`/c/practice/requests/${requestId}`);
  await expect(outcome(page, 'refused')).toBeVisible();
  await expect(page.locator('main')).toContainText('Two people recorded evidence');
  await expect(page.locator('main [data-part="approvers"]').first()).toContainText('Demo checker');
  await openEdit(page, id);
  await expect(field(page, 'shortname')).toBeEnabled();
});

test('what is typed to settle an unknown stays while a repeat is on its way, and says so when that settled it', async ({
  page,
  context,
}) => {
  test.slow();
  const id = '1900003033';
  await sandbox.failNext(id, { mode: 'cut-before' });
  await openEdit(page, id);
  await field(page, 'shortname').fill('Arrives the second time');
  await sendEdit(page);
  await expect(outcome(page, 'unknown')).toBeVisible();
  const path = `/c/practice/requests/${await outcome(page, 'unknown').getAttribute('data-request-id')}`;
  await page.goto(path);
  await action(page, 'settle-by-hand').click();
  await dialog(page).locator('[name="outcome"][value="accepted"]').check();
  await dialog(page).locator('[name="reason"]').fill('Support told us on the phone');
  await dialog(page).locator('input[type=file]').setInputFiles(picture);
  await expect(dialog(page).locator('[data-evidence]')).toBeVisible();

  await sandbox.failNext(id, { mode: 'delay', ms: 4000 });
  const other = await context.newPage();
  await other.goto(path);
  await action(other, 'repeat').click();
  await confirm(other);
  await expect(outcome(page, 'sending')).toBeVisible();
  await expect(dialog(page).locator('[name="reason"]')).toHaveValue('Support told us on the phone');
  await expect(outcome(page, 'accepted')).toBeVisible();
  await confirm(page);
  await expect(dialog(page)).toContainText('Its outcome is known by now.');
  await expect(dialog(page).locator('[name="reason"]')).toHaveValue('Support told us on the phone');
});

test('a state that staff saw is recorded with a file and a second person, from the record', async ({ page }) => {
  const id = '1900003029';
  await page.goto(recordPath(id));
  await action(page, 'record-state').click();
  // What is missing is said all at once, and the cursor stands in the first of it.
  await confirm(page);
  await expect(dialog(page)).toContainText('Still needed: State, Seen where, Evidence, and Reason.');
  await expect(dialog(page).locator('[name="state"]')).toBeFocused();
  await expect(dialog(page).locator('.field[data-invalid]')).toHaveCount(4);
  await expectAccessible(page);
  await dialog(page).locator('[name="state"]').selectOption('REJECTED');
  await dialog(page).locator('[name="seenWhere"]').selectOption('other');
  await dialog(page).locator('[name="seenWhereText"]').fill('A letter of the platform');
  await dialog(page).locator('[name="rejectDetail"]').fill('The page has no price');
  await dialog(page).locator('input[type=file]').setInputFiles(picture);
  await expect(dialog(page).locator('[data-evidence]')).toBeVisible();
  await dialog(page).locator('[name="reason"]').fill('Told by the platform’s support');
  await expectAccessible(page);
  await confirm(page);
  const asked = await askedId(page);
  await page.goto(approvalPath(asked));
  await expect(page.locator('[data-path="seen_where_text"]')).toContainText('A letter of the platform');
  // A time with its offset in the reader's zone, as every moment of a list of changes.
  await expect(page.locator('[data-path="h5_state_as_of"] td').nth(1)).toHaveText(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+08:00$/,
  );
  await approve(page, asked);
  await page.goto(recordPath(id));
  await expect(page.locator('[data-state="REJECTED"]').first()).toBeVisible();
  await expect(page.locator('main')).toContainText('The page has no price');
  await expect(page.locator('main')).toContainText('Staff saw it');
  await expect(page.locator('main [data-part="approvers"]').first()).toContainText('Demo checker');
});
