// Break-glass as the one who has nobody to ask, and the one who reads of it, live it.
import { randomUUID } from 'node:crypto';
import type { Browser } from '@playwright/test';
import {
  action,
  askedId,
  expect,
  expectAccessible,
  inDatabase,
  newOperator,
  prove,
  sandbox,
  signIn,
  test,
} from './fixtures';

test.use({ role: 'auditor' });

// Fewer journeys meet its banner there.
const slug = 'practice-common';
const contractPath = (id: string) => `/c/${slug}/contracts/${encodeURIComponent(id)}`;

/** Somebody of this journey alone who ends contracts, signed in in a browser of their own. */
async function enter(browser: Browser) {
  const person = await newOperator(['payments'], 'Payments of one emergency');
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, person);
  return { ...person, page, leave: () => Promise.all([context.close(), person.disable()]) };
}

test('whoever reaches nobody approves their own request alone, and somebody else is told until they have read of it', async ({
  page: reader,
  browser,
}) => {
  test.slow();
  const { page, leave, trail } = await enter(browser);
  const id = `2026${randomUUID()}`;
  await sandbox.call('contracts', { contract_id: id, notify: true });
  await expect.poll(async () => (await page.request.get(contractPath(id))).status(), { timeout: 20_000 }).toBe(200);

  await page.goto(contractPath(id));
  await action(page, 'terminate').click();
  const asking = page.locator('dialog[open]');
  await asking.locator('[name="why"]').selectOption({ index: 1 });
  await asking.locator('[name="termination_note"]').fill('The subscription was cancelled');
  await asking.locator('[name="reason"]').fill('It charges somebody who never agreed');
  await asking.locator('[name="tail"]').fill(id.slice(-4));
  await asking.locator('[data-action="confirm"]').click();
  await prove(page, page.locator('[data-asked], main [data-change-waits]').first());
  const approvalId = await askedId(page);

  // At once there is nothing to begin: others have had no time to look.
  await page.goto(`/c/${slug}/approvals/${approvalId}`);
  await expect(action(page, 'begin-emergency')).toBeDisabled();
  await expect(action(page, 'approve')).toBeDisabled();
  await inDatabase(`update "Approval" set "askedAt" = "askedAt" - interval '16 minutes' where "id" = $1`, [approvalId]);
  await page.reload();
  await action(page, 'begin-emergency').click();

  const beginning = page.locator('dialog[open]').first();
  await expectAccessible(page);
  await beginning.locator('[data-action="confirm"]').click();
  await expect(beginning.locator('[aria-invalid="true"]')).toHaveCount(2);
  await beginning.locator('[name="tried"]').fill('Rang up both checkers, twice each');
  await beginning.locator('[name="reason"]').fill('The next charge goes out at midnight');
  await beginning.locator('[data-action="confirm"]').click();
  const banner = page.locator('[data-emergency="stands"]');
  await prove(page, banner);
  await expect(banner).toContainText('The next charge goes out at midnight');

  // Who only reads sees it without being told where to look.
  await reader.goto(`/c/${slug}`);
  await expect(reader.locator('[data-emergency="stands"]')).toContainText('Payments of one emergency');

  await action(page, 'approve').click();
  await page.locator('dialog[open] [data-action="confirm"]').click();
  const done = page.locator('main [data-approval-state="carried-out"]');
  await prove(page, done);
  await expect(done).toBeVisible();
  await page.goto(contractPath(id));
  await expect(page.locator('main [data-standing="terminated"]').first()).toBeVisible({ timeout: 20_000 });

  // Its maker ends it, and cannot say that it was read of; somebody else can, and then nobody sees it any more.
  await action(page, 'end-emergency').click();
  await expect(page.locator('[data-emergency]')).toHaveCount(0);
  await reader.reload();
  await expect(reader.locator('[data-emergency="over"]')).toContainText('One request was approved in it.');
  await expectAccessible(reader);
  await action(reader, 'read-emergency').click();
  await expect(reader.locator('[data-emergency]')).toHaveCount(0);
  const told = (await trail()).map(({ action: name }) => name);
  expect(told).toEqual(expect.arrayContaining(['emergency.begun', 'emergency.used', 'emergency.ended']));
  await leave();
});
