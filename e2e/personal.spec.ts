// Looking at a personal value: by whom, with a reason, for how long, and where it is never found (screens walk 18).
import type { Locator, Page } from '@playwright/test';
import {
  action,
  contextOf,
  editPath,
  expect,
  expectAccessible,
  expectNoSideways,
  inDatabase,
  recordPath,
  test,
} from './fixtures';

const id = '1900003035';
const field = (page: Page, path: string): Locator => page.locator(`main [data-personal="${path}"]`);
const dialog = (page: Page) => page.locator('dialog[open]').last();

test.describe('somebody who may look', () => {
  test.use({ role: 'operator' });

  test('sees one value for a minute, by keyboard, and it is gone from the page, its address and its answers', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto(recordPath(id));
    const held = field(page, 'contact.email');
    const before = await held.locator('span').first().textContent();
    const answers: { cache: string | undefined; text: string }[] = [];
    page.on('response', async (response) => {
      const text = await response.text().catch(() => '');
      answers.push({ cache: response.headers()['cache-control'], text });
    });
    await held.locator('[data-action="look"]').focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page).locator('[name="look_reason"]')).toBeFocused();
    await expectAccessible(page);
    // A reason is asked for.
    await action(page, 'confirm').click();
    await expect(dialog(page).locator('[data-invalid]')).toHaveCount(1);
    await dialog(page).locator('[name="look_reason"]').selectOption('compare');
    await action(page, 'confirm').focus();
    await page.keyboard.press('Enter');
    const shown = held.locator('[data-shown]');
    await expect(shown).toHaveText(/@/);
    const value = (await shown.textContent()) ?? '';
    expect(value).not.toContain('•');
    await expect(held.locator('[data-action="hide"]')).toBeFocused();
    await expect(held.locator('[data-left]')).toHaveText(/60|59/);
    await expectAccessible(page);
    await expectNoSideways(page);
    // Read after the page has: its text may come later than what it shows.
    const telling = () => answers.filter(({ text }) => text.includes(value));
    await expect.poll(() => telling().length).toBe(1);
    const told = telling();
    expect(told[0]?.cache).toContain('no-store');
    expect(page.url()).not.toContain(value);
    await page.clock.fastForward(61_000);
    await expect(shown).toHaveCount(0);
    await expect(held).toContainText(before ?? '');
    expect(await page.content()).not.toContain(value);
    await expect(held.locator('[data-action="look"]')).toBeFocused();
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(value);
    const [entry] = await inDatabase(
      `select "reason", "data"::text as "data" from "AuditEntry" where "action" = 'personal.shown' and "objectId" = $1
       order by "id" desc limit 1`,
      [id],
    );
    expect(entry).toMatchObject({ reason: 'compare', data: expect.stringContaining('contact.email') });
    expect(JSON.stringify(entry)).not.toContain(value);
  });

  test('hides it before its time, and looks beside a field of the edit that it keeps', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(editPath(id));
    const held = page.locator('[data-personal="contact.phone"]');
    await held.locator('[data-action="look"]').click();
    await dialog(page).locator('[name="look_reason"]').selectOption('call');
    await action(page, 'confirm').click();
    await expect(held.locator('[data-shown]')).toBeVisible();
    await expectNoSideways(page);
    await held.locator('[data-action="hide"]').click();
    await expect(held.locator('[data-shown]')).toHaveCount(0);
    await expect(page.locator('[name="contact.phone"]')).toHaveValue('');
  });
});

test('who may only read has no button, and auditors see who looked how often', async ({ browser }) => {
  const context = await contextOf(browser, 'auditor');
  const page = await context.newPage();
  await page.goto(recordPath(id));
  await expect(field(page, 'contact.email')).toHaveCount(0);
  await expect(page.locator('[data-action="look"]')).toHaveCount(0);
  await page.goto('/c/practice/audit?question=shown');
  await expect(page.locator('main [data-looks]')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  await context.close();
});
