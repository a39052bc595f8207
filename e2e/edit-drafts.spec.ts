import type { Page } from '@playwright/test';
import { action, expect, field, newOperator, openEdit, outcome, sandbox, sendEdit, signIn, test } from './fixtures';

const saved = (page: Page) => expect(page.locator('[data-draft="saved"]')).toBeVisible({ timeout: 15_000 });
/** As when a person comes back to the tab. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));
const typed = (page: Page) =>
  Promise.all(['shortname', 'channel_id', 'contact.email'].map((path) => field(page, path).inputValue()));

test.describe('one person in two tabs', () => {
  test.use({ expectedErrors: /409/ });
  test('nothing is overwritten in silence, each tab can take or keep, and one edit leaves (bug-idempotency-04)', async ({
    page,
    context,
  }) => {
    const id = '1900003023';
    await openEdit(page, id);
    const other = await context.newPage();
    await openEdit(other, id);
    await field(page, 'shortname').fill('Thames One');
    await action(page, 'draft').click();
    await saved(page);

    await field(other, 'shortname').fill('Thames Two');
    await action(other, 'draft').click();
    const moved = (tab: Page) => tab.getByRole('alert').filter({ hasText: 'Another tab saved this draft' });
    await expect(moved(other)).toBeVisible();
    // What the second tab holds cannot be sent: it is not the draft.
    await sendEdit(other);
    await expect(other.locator('[data-problem="draft-not-saved"]')).toBeVisible();
    expect(await sandbox.edits(id)).toHaveLength(0);
    await other.getByRole('button', { name: 'Take the other one' }).click();
    await expect(field(other, 'shortname')).toHaveValue('Thames One');
    await expect(moved(other)).toBeHidden();

    await field(other, 'shortname').fill('Thames Two');
    await action(other, 'draft').click();
    await saved(other);
    await field(page, 'shortname').fill('Thames Three');
    await action(page, 'draft').click();
    await expect(moved(page)).toBeVisible();
    await page.getByRole('button', { name: 'Keep this one' }).click();
    await saved(page);
    await expect(field(page, 'shortname')).toHaveValue('Thames Three');

    // Both press Send at once: the draft is what the first tab holds.
    for (const tab of [page, other]) await action(tab, 'send').click();
    await Promise.all([page, other].map((tab) => action(tab, 'confirm').click()));
    await expect(outcome(page, 'accepted')).toBeVisible();
    await expect(other.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
    await expect(field(other, 'shortname')).toHaveValue('Thames Two');
    expect(await sandbox.edits(id)).toHaveLength(1);
    expect((await sandbox.record(id)).shortname).toBe('Thames Three');
  });
});

test.describe('a session that ends while the form is filled in', () => {
  test.use({ expectedErrors: /401/ });
  test('sends nothing, keeps what was typed for the same person, and for no other (bug-session-auth-01)', async ({
    browser,
  }) => {
    // Three people sign in, one of them twice.
    test.slow();
    const id = '1900003026';
    const person = await newOperator();
    const context = await browser.newContext();
    const page = await context.newPage();
    await signIn(page, person);
    await openEdit(page, id);
    await field(page, 'shortname').fill('Dragon Electronics');
    await field(page, 'channel_id').fill('500777');
    await action(page, 'draft').click();
    await saved(page);
    await person.endSessions();
    await field(page, 'contact.email').fill('canary-session@golden-dragon.example');
    await action(page, 'draft').click();
    await expect(page.getByRole('alert').filter({ hasText: 'You are signed out' }).first()).toBeVisible();
    await expect(page.locator('dialog[open] [data-session-over="ended"]')).toBeVisible();
    expect(await sandbox.edits(id)).toHaveLength(0);
    const entered = ['Dragon Electronics', '500777', 'canary-session@golden-dragon.example'];
    expect(await typed(page)).toEqual(entered);

    // Somebody else signs in at this browser: the form is still the first one's, and nobody else's draft.
    const elsewhere = await context.newPage();
    const stranger = await newOperator();
    await signIn(elsewhere, stranger);
    await comeBack(page);
    await expect(page.locator('[data-draft="signed-out"]')).toBeVisible();
    await expect(page.locator('dialog[open] [data-session-over="other"]')).toBeVisible();
    await openEdit(elsewhere, id);
    expect(await typed(elsewhere)).not.toEqual(expect.arrayContaining([entered[0]]));
    expect(await typed(elsewhere)).not.toEqual(expect.arrayContaining([entered[2]]));
    expect(await sandbox.edits(id)).toHaveLength(0);

    // The same person comes back: what was typed is kept, also over a reload, and can be sent.
    await context.clearCookies();
    await signIn(elsewhere, person);
    await comeBack(page);
    await saved(page);
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    await openEdit(page, id);
    expect(await typed(page)).toEqual(entered);
    await sendEdit(page);
    await expect(outcome(page, 'accepted')).toBeVisible();
    expect(await sandbox.edits(id)).toHaveLength(1);
    expect((await sandbox.record(id)).contact.email).toBe('canary-session@golden-dragon.example');
    await context.close();
  });
});

test('while drafts and files are slow, another page opens at once (bug-next-runtime-03)', async ({ page }) => {
  const slow = (glob: string) =>
    page.route(glob, async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      await new Promise((resolve) => setTimeout(resolve, 5000));
      await route.continue().catch(() => {});
    });
  await slow('**/api/drafts/**');
  await slow('**/api/imports/**');
  const leave = async () => {
    const began = Date.now();
    await page.locator('nav a[href="/c/practice/requests"]:visible').first().click();
    await page.waitForURL(/\/c\/practice\/requests/);
    await page.locator('main h1').first().waitFor();
    expect(Date.now() - began).toBeLessThan(3000);
  };
  await openEdit(page, '1900003025');
  await field(page, 'shortname').fill('Tin Box');
  await action(page, 'draft').click();
  await leave();
  await page.goto('/c/practice/sub-merchants/import');
  await page.locator('input[type=file]').setInputFiles({
    name: 'slow.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('sub_mchid,name\n1900003960,Slow'),
  });
  await leave();
});
