import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { action, contextOf, expect, expectAccessible, recordPath, sandbox, test } from './fixtures';

test.use({ role: 'integrations' });

const listOf = (query: string) => `/c/practice/notifications?q=${query}`;
const rows = (page: Page) => page.locator('main tbody tr[data-notification]');

/** Waits for the notification to be in the list, which is drawn anew by itself, and opens its page. */
async function openNotification(page: Page, id: string) {
  await page.goto(listOf(id));
  await rows(page).first().locator('[data-row-link]').click();
  await page.waitForURL(/notifications\/[0-9a-f-]{36}$/);
  await expect(page.locator('main h1')).toContainText(id.slice(-8));
}

test('fifty copies of one message: one row that appears by itself, fifty deliveries, one effect (bug-duplicates-01)', async ({
  page,
}) => {
  const id = randomUUID();
  await page.goto(listOf(id));
  await expect(rows(page)).toHaveCount(0);
  await sandbox.notify({ id, sub_mchid: '1900003040', copies: 50 });
  const row = rows(page).first();
  await expect(row).toHaveAttribute('data-notification', 'applied');
  await expect(row.getByRole('cell', { name: '50', exact: true })).toBeVisible();

  await row.locator('[data-row-link]').click();
  const deliveries = page.locator('main table').filter({ hasText: 'Came to' }).locator('tbody tr');
  await expect(deliveries).toHaveCount(50);
  await expect(deliveries.filter({ hasText: 'Applied' })).toHaveCount(1);
  await expect(deliveries.filter({ hasText: 'Repeat' })).toHaveCount(49);
  await expectAccessible(page);
  // Nobody wrote it by hand: the record says how it is known, once.
  await page.goto(`${recordPath('1900003040')}?tab=timeline`);
  await expect(page.locator(`main a[href*="/notifications/"]`)).toHaveCount(1);
});

test('older news is kept and never undoes newer (bug-duplicates-04)', async ({ page }) => {
  const about = { sub_mchid: '1900003041', applyment_id: '9007199254740999001' };
  const newer = await sandbox.notify({ ...about, create_time: '2026-11-20T10:00:00+08:00' });
  await openNotification(page, newer);
  await expect(page.locator('main')).toContainText('9007199254740999001');
  const older = await sandbox.notify({
    ...about,
    create_time: '2026-11-20T09:00:00+08:00',
    overrides: { transaction_limit_type: 'UN_LAUNCHED_WEBSITE_LIMIT' },
  });
  await openNotification(page, older);
  await expect(page.locator('main')).toContainText('Older, not applied');
  const told = page.locator('main tr[data-differs="transaction_limit_type"]');
  await expect(told).toContainText('UN_LAUNCHED_WEBSITE_LIMIT');
  await expect(told).toContainText('NORMAL_LIMIT');
  await page.goto('/c/practice/notifications?state=older');
  await expect(rows(page).filter({ hasText: older.slice(-8) })).toHaveCount(1);
});

test('a message under a key that nobody holds is kept, explained, judged afresh and set aside (bug-aead-10)', async ({
  page,
}) => {
  const id = await sandbox.notify({ sub_mchid: '1900003042', sealWith: 'unknown' });
  await openNotification(page, id);
  await expect(page.locator('main [data-cause="key"]')).toBeVisible();
  await expect(page.locator('.retry-clock tr[data-try="next"]')).toHaveCount(1);
  await expectAccessible(page);

  await action(page, 'reprocess').click();
  await expect(page.getByRole('dialog')).toContainText(id);
  await action(page, 'confirm').click();
  await expect(page.locator('main [role=status]').filter({ hasText: 'still cannot be used' })).toBeVisible();

  await action(page, 'park').click();
  await action(page, 'confirm').last().click();
  await expect(page.getByRole('dialog')).toContainText('Give a reason');
  await page.getByRole('dialog').locator('textarea').fill('The key of the first day, which nobody kept');
  await expectAccessible(page);
  await action(page, 'confirm').last().click();
  await expect(page.locator('main blockquote')).toHaveText('The key of the first day, which nobody kept');
  await page.goto(`/c/practice/notifications?state=quarantine&parked=yes&q=${id}`);
  await expect(rows(page)).toHaveCount(1);
  await page.goto(`/c/practice/notifications?state=quarantine&parked=no&q=${id}`);
  await expect(rows(page)).toHaveCount(0);
});

test('a message that does not verify leaves a count and a sample of headers, and no row (bug-notify-body-04)', async ({
  page,
}) => {
  const id = await sandbox.notify({ sub_mchid: '1900003042', fault: 'wrong-signature' });
  await page.goto('/c/practice/notifications/not-verified');
  const sample = page.locator('.refused-samples > li').filter({ hasText: 'Signature wrong' }).first();
  await expect(sample).toBeVisible();
  await sample.locator('summary').click();
  await expect(sample).toContainText(/servicepay-serial/i);
  await page.goto(listOf(id));
  await expect(rows(page)).toHaveCount(0);
});

test('news about a sub-merchant that nobody holds is applied to its application and marked unclaimed', async ({
  page,
}) => {
  const id = await sandbox.notify({ sub_mchid: '1988800001' });
  await page.goto(listOf(id));
  await expect(rows(page).first()).toContainText('Unclaimed');
});

test('the message is copied as a fixture that names no person, and the page shows no more', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await sandbox.notify({
    sub_mchid: '1900003040',
    overrides: { contact_name: 'Canary Person', contact_email: 'canary@person.example' },
  });
  await openNotification(page, id);
  await page.getByRole('button', { name: 'Copy as test fixture' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(copied)).toMatchObject({ envelope: { id } });
  for (const shown of [copied, await page.content()]) {
    expect(shown).not.toContain('Canary Person');
    expect(shown).not.toContain('canary@person.example');
  }
});

test('who may only read sees the page without its deeds', async ({ browser }) => {
  const id = await sandbox.notify({ sub_mchid: '1900003042', sealWith: 'unknown' });
  const context = await contextOf(browser, 'auditor');
  const page = await context.newPage();
  await openNotification(page, id);
  await expect(page.locator('main [data-cause="key"]')).toBeVisible();
  await expect(action(page, 'reprocess')).toHaveCount(0);
  await expect(action(page, 'park')).toHaveCount(0);
  await context.close();
});

test('a slash behind the address of the receiver redirects nobody', async ({ page }) => {
  for (const path of ['/api/notifications/practice', '/api/notifications/practice/']) {
    const answer = await page.request.post(path, { data: {}, maxRedirects: 0 });
    expect(answer.status(), path).toBe(401);
    expect(await answer.json(), path).toMatchObject({ code: 'FAIL' });
  }
});
