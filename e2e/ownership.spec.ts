import type { Browser, Page } from '@playwright/test';
import {
  action,
  contextOf,
  expect,
  expectAccessible,
  field,
  inDatabase,
  newOperator,
  openEdit,
  outcome,
  recordPath,
  sendEdit,
  signIn,
  test,
} from './fixtures';

const id = '1900003037';
const other = '1900003038';
const asked = '1900003032';

/** Somebody with a browser of their own. */
async function join(browser: Browser, name: string) {
  const person = await newOperator(['operator'], name);
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, person);
  const [row] = await inDatabase('select "id" from "Staff" where "email" = $1', [person.email]);
  return { ...person, id: String(row?.id), context, page };
}

const owner = (page: Page) => page.locator('main [data-action="owner"]');
const dialog = (page: Page) => page.locator('dialog[open]');
const confirm = (page: Page) => dialog(page).locator('[data-action="confirm"]');
const deed = (page: Page, name: string) => dialog(page).locator(`[name="deed"][value="${name}"]`);
/** Opens the dialog by its key, which a page hears once its scripts run. */
const openByKey = (page: Page) =>
  expect(async () => {
    if ((await dialog(page).count()) === 0) await page.keyboard.press('o');
    await expect(dialog(page)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
/** The day in Hong Kong, where people of journeys read their clocks. */
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Hong_Kong' }).format(new Date());

test('two people take, give and hand back, and each sees what the other does', async ({ browser }) => {
  test.slow();
  const [ann, ben] = await Promise.all([join(browser, 'Ann of one journey'), join(browser, 'Ben of one journey')]);
  for (const { page } of [ann, ben]) {
    await page.goto(recordPath(id));
    await expect(owner(page)).toContainText('Nobody');
  }
  await action(ann.page, 'take').click();
  await expect(owner(ann.page)).toContainText('You');
  await expect(owner(ann.page)).toBeFocused();
  // The other screen follows by itself, and offers no more to take.
  await expect(owner(ben.page)).toContainText(ann.name);
  await expect(action(ben.page, 'take')).toHaveCount(0);
  await openByKey(ben.page);
  await expect(dialog(ben.page)).toContainText('moved by an administrator');
  await ben.page.keyboard.press('Escape');

  await openByKey(ann.page);
  await deed(ann.page, 'assign').check();
  await confirm(ann.page).click();
  await expect(dialog(ann.page)).toContainText('Choose a colleague');
  await dialog(ann.page).locator('[name="to"]').selectOption({ label: ben.name });
  await dialog(ann.page).locator('[name="nextDate"]').fill('2020-01-01');
  await confirm(ann.page).click();
  await expect(dialog(ann.page)).toContainText('Today or later');
  await dialog(ann.page).locator('[name="nextDate"]').fill(today());
  await dialog(ann.page).locator('[name="note"]').fill('Asks which pictures are missing');
  await expectAccessible(ann.page);
  await confirm(ann.page).click();
  await expect(dialog(ann.page)).toHaveCount(0);
  await expect(owner(ann.page)).toContainText(ben.name);
  await expect(owner(ben.page)).toContainText('You');
  await expect(owner(ben.page)).toContainText('today');

  // Home says what is his, and leads to a list of exactly that.
  await ben.page.goto('/c/practice');
  const mine = ben.page.locator('main [data-mine="sub-merchant"]');
  await expect(mine).toContainText('1 sub-merchant');
  await expect(mine).toContainText('1 due');
  await expect(ben.page.locator('main')).toContainText('Asks which pictures are missing');
  await mine.getByRole('link').click();
  await ben.page.waitForURL(/owner=mine/);
  const rows = ben.page.locator('main tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('You');
  await expect(rows).toContainText('today');
  // The same person by name, for somebody else; and it is not among nobody's.
  await ann.page.goto(`/c/practice/sub-merchants?owner=${ben.id}`);
  await expect(ann.page.locator('main tbody tr')).toHaveCount(1);
  await expect(ann.page.locator('main .chip')).toContainText([ben.name]);
  await ann.page.goto(`/c/practice/sub-merchants?owner=nobody&q=${id}`);
  await expect(ann.page.locator('main tbody tr')).toHaveCount(0);

  await ben.page.goto(recordPath(id));
  await openByKey(ben.page);
  await deed(ben.page, 'hand-back').check();
  await confirm(ben.page).click();
  await expect(owner(ben.page)).toContainText('Nobody');
  await ben.page.goto(`${recordPath(id)}?tab=timeline`);
  for (const said of ['Taken', `Given from ${ann.name} to ${ben.name}`, 'Handed back'])
    await expect(ben.page.locator('main .timeline, main').first()).toContainText(said);
  await Promise.all([ann.context.close(), ben.context.close()]);
});

test('who was slower is told who was faster, and what somebody suspended has can be taken', async ({ browser }) => {
  const [ann, ben] = await Promise.all([join(browser, 'Ann who was faster'), join(browser, 'Ben who was slower')]);
  await ben.page.goto(recordPath(other));
  await expect(owner(ben.page)).toContainText('Nobody');
  // Written where no screen is told of it.
  await inDatabase(
    `insert into "Ownership" ("connectionId", "objectKind", "objectId", "objectName", "staffId", "since")
     select "connectionId", 'sub-merchant', "subMchid", "name", $2, now() from "SubMerchant" where "subMchid" = $1`,
    [other, ann.id],
  );
  await action(ben.page, 'take').click();
  await expect(dialog(ben.page)).toContainText(`${ann.name} took it meanwhile`);
  await expectAccessible(ben.page);
  await action(ben.page, 'cancel').click();
  await expect(owner(ben.page)).toContainText(ann.name);

  await ann.disable();
  await ben.page.reload();
  await expect(owner(ben.page)).toContainText(`${ann.name} (suspended)`);
  await ben.page.goto(`/c/practice/sub-merchants?owner=nobody&q=${other}`);
  await expect(ben.page.locator('main tbody tr')).toHaveCount(1);
  await ben.page.goto(recordPath(other));
  await action(ben.page, 'take').click();
  await expect(owner(ben.page)).toContainText('You');
  await Promise.all([ann.context.close(), ben.context.close()]);
});

test('a request has an owner, in its list too; who may only read sees whose it is', async ({ browser }) => {
  const ann = await join(browser, 'Ann with a request');
  await openEdit(ann.page, asked);
  await field(ann.page, 'shortname').fill('Harbour owner');
  await sendEdit(ann.page);
  await expect(outcome(ann.page, 'accepted')).toBeVisible();
  const [request] = await inDatabase(
    'select "id" from "PlatformRequest" where "objectId" = $1 order by "openedAt" desc limit 1',
    [asked],
  );
  const path = `/c/practice/requests/${request?.id}`;
  await ann.page.goto(path);
  await action(ann.page, 'take').click();
  await expect(owner(ann.page)).toContainText('You');
  await ann.page.goto('/c/practice/requests?owner=mine');
  await expect(ann.page.locator('main tbody tr')).toHaveCount(1);
  await expect(ann.page.locator('main select[name="owner"]')).toHaveValue('mine');
  await ann.page.locator('main select[name="owner"]').selectOption('nobody');
  await ann.page.getByRole('button', { name: 'Show', exact: true }).click();
  await ann.page.waitForURL(/owner=nobody/);
  await expect(ann.page.locator(`main tbody a[href="${path}"]`)).toHaveCount(0);

  const reader = await contextOf(browser, 'auditor');
  const page = await reader.newPage();
  await page.goto(path);
  await expect(page.locator('main [data-owner]')).toContainText(ann.name);
  await expect(owner(page)).toHaveCount(0);
  await expect(action(page, 'take')).toHaveCount(0);
  await Promise.all([reader.close(), ann.context.close()]);
});

test.describe('somebody who keeps the settings', () => {
  test.use({ role: 'admin' });
  test('moves what a colleague has, and sets how long the platform may take', async ({ page, browser }) => {
    test.slow();
    const ann = await join(browser, 'Ann whose work moves');
    const path = recordPath('1900003040');
    await ann.page.goto(path);
    await action(ann.page, 'take').click();
    await expect(owner(ann.page)).toContainText('You');
    await page.goto(path);
    await expect(action(page, 'take')).toHaveCount(0);
    await openByKey(page);
    await deed(page, 'hand-back').check();
    await confirm(page).click();
    await expect(owner(page)).toContainText('Nobody');
    await ann.context.close();

    await page.goto('/settings/waiting');
    const row = page.locator('main [data-expectation="UNDER_REVIEW"]');
    await expect(row).toContainText('3 working days');
    const change = async (days: string) => {
      await row.locator('[data-action="change-expectation"]').click();
      await dialog(page).locator('[name="workingDays"]').fill(days);
      await confirm(page).click();
    };
    await change('0');
    await expect(dialog(page)).toContainText('from 1 to 30');
    await expectAccessible(page);
    await dialog(page).locator('[name="workingDays"]').fill('5');
    await dialog(page).locator('[name="calendar"]').selectOption('CN');
    await confirm(page).click();
    await expect(row).toContainText('5 working days');
    await expect(row).toContainText('Mainland');
    await expect(row.locator('[data-waiting="in-time"]')).toContainText('waits 0 of 5 working days');
    await page.goto('/c/practice/audit');
    await expect(page.locator('main tbody')).toContainText('Waiting time changed');
    await page.goto('/settings/waiting');
    await row.locator('[data-action="change-expectation"]').click();
    await dialog(page).locator('[name="workingDays"]').fill('3');
    await dialog(page).locator('[name="calendar"]').selectOption('HK');
    await confirm(page).click();
    await expect(row).toContainText('Hong Kong');
  });
});
