// Retention in Settings: days that two administrators change, what was removed last, and legal holds that an auditor asks
// for and an administrator agrees to, from a record and back.
import type { Browser, Locator, Page } from '@playwright/test';
import type { Role } from './fixtures';
import {
  action,
  contextOf,
  expect,
  expectAccessible,
  expectNoSideways,
  holdAdministrators,
  inDatabase,
  newOperator,
  prove,
  recordPath,
  signIn,
  test,
} from './fixtures';

const retention = '/settings/retention?connection=practice';
const subMchid = '1900003027';
/** For what a page learns by itself, on a machine that does other work as well. */
const follows = { timeout: 30_000 };
const dialog = (page: Page) => page.locator('dialog[open]');
const confirm = (page: Page) => dialog(page).locator('[data-action="confirm"]').click();
const row = (page: Page, kind: string) => page.locator(`main [data-retention="${kind}"]`);
const hold = (page: Page, what: string) => page.locator(`main [data-hold="${what}"]`);

/** The approval that is waited for here, not another one of the page. */
const waitingId = async (mark: Locator) => (await mark.first().getAttribute('data-change-waits')) ?? '';

/** Agrees to what was asked for, in a browser of their own, and answers the page. */
async function agree(page: Page, approvalId: string) {
  await page.goto(`/c/practice/approvals/${approvalId}`);
  await action(page, 'approve').click();
  await confirm(page);
  const done = page.locator('main [data-approval-state="carried-out"]');
  await prove(page, done);
  await expect(done).toBeVisible();
}

async function as(browser: Browser, who: Role | string[], name = '') {
  const context = typeof who === 'string' ? await contextOf(browser, who) : await browser.newContext();
  const page = await context.newPage();
  const person = typeof who === 'string' ? null : await newOperator(who, name);
  if (person) await signIn(page, person);
  return {
    page,
    async leave() {
      await context.close();
      await person?.disable();
    },
  };
}

test.describe('an auditor', () => {
  test.use({ role: 'auditor' });

  test('asks for a hold from the record, an administrator agrees, and it takes two again to lift it', async ({
    page,
    browser,
  }) => {
    test.setTimeout(300_000);
    const admin = await as(browser, 'admin');
    await page.goto(recordPath(subMchid));
    await action(page, 'to-hold').click();
    await expect(dialog(page).locator('[name="id"]')).toHaveValue(subMchid);
    await confirm(page);
    await expect(dialog(page).getByRole('alert')).toContainText('Reason');
    await expectAccessible(page);
    await dialog(page).locator('[name="reason"]').fill('A court asks for their records');
    await confirm(page);
    await expect(dialog(page)).toHaveCount(0);
    const placed = await waitingId(page.locator('main [data-change-waits]', { hasText: subMchid }));
    // Whoever points at a row keeps it as it is.
    await page.mouse.move(5, 5);
    await expect(page.locator('main')).toContainText(`Put a legal hold on`);
    await expect(hold(page, `sub-merchant ${subMchid}`)).toHaveCount(0);
    await agree(admin.page, placed);

    // The page that was left open follows by itself.
    await expect(hold(page, `sub-merchant ${subMchid}`)).toContainText('A court asks for their records', follows);
    await expectAccessible(page);
    await expectNoSideways(page);
    await page.goto(recordPath(subMchid));
    await expect(page.locator('main [data-under-hold]')).toContainText('Under a legal hold');

    await page.goto(retention);
    await hold(page, `sub-merchant ${subMchid}`).locator('[data-action="lift-hold"]').click();
    await dialog(page).locator('[name="reason"]').fill('The court has closed it');
    await expectAccessible(page);
    await confirm(page);
    const lifted = await waitingId(hold(page, `sub-merchant ${subMchid}`).locator('[data-change-waits]'));
    await expect(hold(page, `sub-merchant ${subMchid}`)).toBeVisible();
    await agree(admin.page, lifted);
    await page.goto(retention);
    await expect(hold(page, `sub-merchant ${subMchid}`)).toHaveCount(0);
    const trail = await inDatabase(
      `select "action", "reason" from "AuditEntry" where "action" like 'hold.%' and "objectId" = $1 order by "id"`,
      [subMchid],
    );
    expect(trail).toEqual([
      { action: 'hold.placed', reason: 'A court asks for their records' },
      { action: 'hold.lifted', reason: 'The court has closed it' },
    ]);
    await admin.leave();
  });

  test('holds a period, is told of one that is none and of a record that is not there, and changes no days', async ({
    page,
  }) => {
    await page.goto(retention);
    await expect(row(page, 'notifications')).toContainText('365 days');
    await expect(action(page, 'change-days')).toHaveCount(0);
    await action(page, 'place-hold').click();
    await dialog(page).locator('[name="kind"]').selectOption('contract');
    await dialog(page).locator('[name="id"]').fill('no such contract');
    await dialog(page).locator('[name="reason"]').fill('Asked for by our lawyers');
    await confirm(page);
    await expect(dialog(page)).toContainText('There is none with this number');
    await dialog(page).locator('[name="kind"]').selectOption('period');
    await dialog(page).locator('[name="from"]').fill('2026-03-02');
    await dialog(page).locator('[name="to"]').fill('2026-03-01');
    await confirm(page);
    await expect(dialog(page)).toContainText('The last day is before the first.');
    await expectAccessible(page);
    await dialog(page).locator('[name="to"]').fill('2026-03-31');
    await confirm(page);
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.locator('main')).toContainText('2026-03-02..2026-03-31');
  });
});

test.describe('somebody without the right', () => {
  test.use({ role: 'operator', expectedErrors: /403/ });
  test('sees no way to a hold and no page of them', async ({ page }) => {
    expect((await page.goto(retention))?.status()).toBe(403);
    await page.goto(recordPath(subMchid));
    await expect(action(page, 'to-hold')).toHaveCount(0);
  });
});

test('two administrators change how long something is kept, and the page says what was removed last', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const letGo = await holdAdministrators('others');
  const maker = await as(browser, ['administrator'], 'Administrator who asks for days');
  const checker = await as(browser, ['administrator'], 'Administrator who agrees to days');
  try {
    const { page } = maker;
    await inDatabase(
      `insert into "Retention" ("kind", "ranAt", "removedAt", "removed", "held") values ('pictures', now(), now(), 7, 2)
       on conflict ("kind") do update set "ranAt" = now(), "removedAt" = now(), "removed" = 7, "held" = 2`,
      [],
    );
    await page.goto(retention);
    await expect(row(page, 'pictures')).toContainText('7 removed');
    await expect(row(page, 'pictures')).toContainText('2 due, but held');
    await row(page, 'drafts').locator('[data-action="change-days"]').click();
    await dialog(page).locator('[name="days"]').fill('6');
    await confirm(page);
    await expect(dialog(page)).toContainText('A whole number from 7 to 3,650.');
    await dialog(page).locator('[name="days"]').fill('60');
    await expect(dialog(page)).toContainText('does not come back');
    await dialog(page).locator('[name="reason"]').fill('Two months are enough');
    await expectAccessible(page);
    await confirm(page);
    await expect(dialog(page)).toHaveCount(0);
    const asked = await waitingId(row(page, 'drafts').locator('[data-change-waits]'));
    await expect(row(page, 'drafts')).toContainText('90 days');
    await agree(checker.page, asked);
    await page.goto(retention);
    await expect(row(page, 'drafts')).toContainText('60 days');
    await expect(row(page, 'drafts')).toContainText('Changed');
  } finally {
    await inDatabase(`delete from "Retention" where "kind" in ('drafts', 'pictures')`, []);
    await maker.leave();
    await checker.leave();
    await letGo();
  }
});
