import type { Browser, Page } from '@playwright/test';
import {
  action,
  expect,
  expectAccessible,
  expectNoSideways,
  holdAdministrators,
  inDatabase,
  newOperator,
  outcome,
  signIn,
  test,
} from './fixtures';

const policies = '/settings/policies';
const dialog = (page: Page) => page.locator('dialog[open]');
const row = (page: Page, key: string) => page.locator(`tr[data-policy="${key}"]`);
const confirm = (page: Page) => dialog(page).locator('[data-action="confirm"]').click();

async function change(page: Page, key: string, typed: Record<string, string>) {
  await row(page, key).locator('[data-action="change-policy"]').click();
  for (const [name, value] of Object.entries(typed)) await dialog(page).locator(`[name="${name}"]`).fill(value);
  await confirm(page);
}

/** Somebody of this journey alone, signed in in a browser of their own. */
async function enter(browser: Browser, roles: string[], name: string) {
  const person = await newOperator(roles, name);
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await signIn(page, person);
  return {
    page,
    leave: async () => {
      await context.close();
      await person.disable();
      expect(errors).toEqual([]);
    },
  };
}

test.describe('the only administrator', () => {
  test.use({ role: 'admin' });
  test('sees in red what nobody could approve today, who could approve the rest, and is let through nowhere', async ({
    page,
  }) => {
    const letGo = await holdAdministrators('alone');
    try {
      await page.goto(policies);
      await expect(row(page, 'policy')).toHaveAttribute('data-satisfiable', 'false');
      await expect(row(page, 'policy')).toContainText('Nobody here today could get this through');
      await expect(row(page, 'policy').getByRole('link', { name: /invite/i })).toBeVisible();
      await expect(row(page, 'sub-merchant.edit-sensitive')).toContainText('Demo checker');
      await expect(row(page, 'sub-merchant.settlement-account')).toContainText('after a call-back');
      await expect(row(page, 'by-hand')).toContainText('a file goes with it');

      await change(page, 'by-hand', { expiryHours: '24', reason: 'Shorter is enough' });
      await expect(dialog(page)).toContainText('nobody to approve this change');
      await expect(dialog(page).locator('[name="reason"]')).toHaveValue('Shorter is enough');
      await expectAccessible(page);
      await dialog(page).locator('[data-action="cancel"]').click();
      await expect(row(page, 'by-hand')).toContainText('Expires after 72 h');
    } finally {
      await letGo();
    }
  });
});

test('what two administrators agree on holds, and nothing before that', async ({ browser }) => {
  test.setTimeout(240_000);
  const letGo = await holdAdministrators('others');
  const maker = await enter(browser, ['administrator'], 'Administrator who asks');
  const checker = await enter(browser, ['administrator'], 'Administrator who agrees');
  try {
    const { page } = maker;
    await page.goto(policies);
    await expect(row(page, 'policy')).toHaveAttribute('data-satisfiable', 'true');
    await change(page, 'by-hand', { expiryHours: 'soon', reason: '' });
    await expect(dialog(page).locator('.field[data-invalid]')).toHaveCount(2);
    await dialog(page).locator('[name="expiryHours"]').fill('48');
    await dialog(page).locator('[name="dailyCap"]').fill('10000');
    await dialog(page).locator('[name="reason"]').fill('Two days are enough');
    await confirm(page);
    await expect(page.locator('main')).toContainText('Waits for a second administrator.');
    await expect(row(page, 'by-hand')).toContainText('Expires after 72 h');
    await expect(row(page, 'by-hand')).toContainText('asked for by Administrator who asks');
    await expectNoSideways(page);
    // What nature fixes is not offered.
    await row(page, 'roles').locator('[data-action="change-policy"]').click();
    await expect(dialog(page)).toContainText('Only administrators approve this');
    await expect(dialog(page).locator('[name="stepUp"], [name="approvers"]')).toHaveCount(0);
    await expectAccessible(page);
    await action(page, 'cancel').click();
    await page.getByRole('link', { name: 'See the approval' }).click();
    await page.waitForURL(/approvals\/.+/);
    const approval = page.url();
    await expect(page.locator('main')).toContainText('You made or edited this');
    await expect(action(page, 'approve')).toBeDisabled();
    await expect(page.locator('[data-path="expiryHours"]')).toContainText('48');

    const other = checker.page;
    await other.goto('/c/practice/approvals');
    await expect(other.locator('nav a[href$="/approvals"]').last()).toContainText(/[1-9]/);
    await other
      .locator('main [data-approval]', { hasText: 'unknown settled by hand' })
      .locator('[data-row-link]')
      .click();
    await other.waitForURL(approval);
    await other.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(other);
    const overflow = () =>
      other.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await action(other, 'send-back').click();
    await confirm(other);
    await expect(dialog(other)).toContainText('Write a few words');
    await dialog(other).locator('[data-action="cancel"]').click();

    // By keyboard alone.
    await action(other, 'approve').focus();
    await other.keyboard.press('Enter');
    await expect(dialog(other)).toContainText('Practice');
    await expect(dialog(other).locator('[name="remark"]')).toBeFocused();
    await other.keyboard.press('Tab');
    await other.keyboard.press('Tab');
    await expect(dialog(other).locator('[data-action="confirm"]')).toBeFocused();
    await other.keyboard.press('Enter');
    await expect(other.locator('[data-approval-state="carried-out"]')).toBeVisible();
    await expect(outcome(other, 'accepted')).toHaveCount(0);
    await expectAccessible(other);

    // The maker's page follows by itself, and the policy is the new one.
    await expect(page.locator('[data-approval-state="carried-out"]')).toBeVisible();
    await page.goto(policies);
    await expect(row(page, 'by-hand')).toContainText('Expires after 48 h');
    await expect(row(page, 'by-hand')).toContainText('At most 10000 per person in 24 h');
    await expectNoSideways(page);
    await page.goto('/c/practice/audit?scope=sign-in');
    await expect(page.locator('main')).toContainText('Policy changed');
  } finally {
    await maker.leave();
    await checker.leave();
    await inDatabase(`delete from "PolicyRule" where "key" = 'by-hand'`, []);
    await letGo();
  }
});

test('two administrators give a currency its limits, and an open form of a charge says them', async ({ browser }) => {
  test.setTimeout(240_000);
  const letGo = await holdAdministrators('others');
  const maker = await enter(browser, ['administrator', 'payments'], 'Administrator who asks for limits');
  const checker = await enter(browser, ['administrator'], 'Administrator who agrees to limits');
  const limit = maker.page.locator('tr[data-limit="AUD"]');
  try {
    const { page } = maker;
    await page.goto(policies);
    await expect(page.locator('tr[data-limit="HKD"]')).toContainText('HKD 1000.00');
    await expect(limit).toHaveCount(0);
    await action(page, 'add-limit').click();
    await confirm(page);
    await expect(dialog(page).locator('.field[data-invalid]')).toHaveCount(4);
    await dialog(page).locator('[name="currency"]').selectOption('AUD');
    await dialog(page).locator('[name="above"]').fill('150.505');
    await dialog(page).locator('[name="daily"]').fill('3000');
    await dialog(page).locator('[name="reason"]').fill('Tickets of the tour are sold in dollars of Australia');
    await confirm(page);
    await expect(dialog(page)).toContainText('does not have so many decimals');
    await expect(dialog(page).locator('[name="above"]')).toHaveValue('150.505');
    await expectAccessible(page);
    await dialog(page).locator('[name="above"]').fill('150.50');
    await confirm(page);
    const waits = page.locator('main .notice', { hasText: 'Change the limits of charges in AUD' });
    await waits.getByRole('link').click();
    await page.waitForURL(/approvals\/.+/);
    await expect(page.locator('main [data-path="above"]')).toContainText('AUD 150.50');

    const other = checker.page;
    await other.goto(page.url());
    await expect(other.locator('main h1')).toContainText('Change the limits of charges in AUD');
    await action(other, 'approve').click();
    await confirm(other);
    await expect(other.locator('[data-approval-state="carried-out"]')).toBeVisible();
    await page.goto(policies);
    await expect(limit).toContainText('AUD 3000.00');
    await expectAccessible(page);
    await expectNoSideways(page);
    await page.goto('/c/practice/deductions/new?contract=WX%202024%2F01%237');
    await page.locator('[name="amount.currency"]').selectOption('AUD');
    await page.locator('[name="amount.total"]').fill('150.50');
    await expect(page.locator('main')).toContainText('Above AUD 150.50');
    await expect(page.locator('main')).toContainText('AUD 0.00 of AUD 3000.00');
  } finally {
    await maker.leave();
    await checker.leave();
    await inDatabase(`delete from "ChargeLimit" where "currency" = 'AUD'`, []);
    await letGo();
  }
});

test('approvals are delegated to who may decide the same, named where they are looked after, and taken back', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const letGo = await holdAdministrators('others');
  const away = await enter(browser, ['checker'], 'Checker who is away');
  const deputy = await enter(browser, ['checker'], 'Checker who looks after it');
  try {
    const { page } = away;
    await page.goto('/c/practice/approvals');
    await action(page, 'delegate').click();
    await confirm(page);
    await expect(dialog(page).locator('.field[data-invalid]').first()).toBeVisible();
    await dialog(page).locator('[name="toId"]').selectOption({ label: 'Checker who looks after it' });
    await dialog(page)
      .locator('[name="endsOn"]')
      .fill(await dialog(page).locator('[name="startsOn"]').inputValue());
    await expectAccessible(page);
    await confirm(page);
    await expect(page.locator('main')).toContainText('Checker who looks after it looks after your approvals from');
    await deputy.page.goto('/c/practice/approvals');
    await expect(deputy.page.locator('main')).toContainText('You look after the approvals of Checker who is away.');
    await expectAccessible(page);
    await action(page, 'end-delegation').click();
    await confirm(page);
    await expect(action(page, 'end-delegation')).toHaveCount(0);
    await deputy.page.reload();
    await expect(deputy.page.locator('main')).not.toContainText('You look after');
  } finally {
    await away.leave();
    await deputy.leave();
    await letGo();
  }
});
