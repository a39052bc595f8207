// Deductions are found: by where they stand, by filters, by any number that somebody has; and the page of one says it all.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSideways, inDatabase, sandbox, test } from './fixtures';

test.use({ role: 'payments' });

const list = '/c/practice/deductions';
const orderPath = (number: string, slug = 'practice') => `/c/${slug}/deductions/${number}`;
const row = (page: Page, number: string) => page.locator(`main tr[data-order="${number}"]`);
const standing = (page: Page, name: string) => page.locator(`main [data-order-standing="${name}"]`);

// Orders of the sample world.
const paid = 'D20260405SAMPLE0000PAID0001';
const foreign = 'D20260408SAMPLEFOREIGN001';
const refund = 'D20260417SAMPLEREFUND0001';
const closed = 'D20260420SAMPLECLOSED0001';
const refused = 'D20260425SAMPLEBANK000001';
const linked = 'D20260425SAMPLEBANK000002';
const unknown = 'DSAMPLE0000000000NOANSWER1';
const open = 'DSAMPLE00000000000NOTPAID1';

test('every order stands in one part of the list, and filters and search find it by what somebody has', async ({
  page,
}) => {
  await page.goto(list);
  await expect(page.locator('main tr[data-order]').first()).toBeVisible();
  for (const [part, number] of [
    ['paid', paid],
    ['paid', refund],
    ['not-paid', closed],
    ['not-paid', refused],
    ['unknown', unknown],
  ] as const) {
    await page.goto(`${list}?standing=${part}&q=${number}`);
    await expect(row(page, number).locator(`[data-standing="${part}"]`)).toBeVisible();
  }
  await page.goto(`${list}?currency=USD&amountFrom=124.90&amountUntil=124.90`);
  await expect(row(page, foreign)).toContainText('USD 124.90');
  await expect(row(page, paid)).toHaveCount(0);

  const [held] = await inDatabase('select "transactionId", "contractId" from "Deduction" where "outTradeNo" = $1', [
    paid,
  ]);
  for (const term of [paid.slice(-9), String(held?.transactionId).slice(-8), String(held?.contractId)]) {
    await page.goto(list);
    await page.locator('main').getByRole('searchbox').fill(term);
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=/);
    await expect(row(page, paid)).toBeVisible();
    await expect(row(page, foreign)).toHaveCount(0);
  }
  await page.goto(`${list}?q=nothing-has-this-number`);
  await expect(page.locator('[data-empty="no-match"]')).toBeVisible();

  await page.goto(list);
  await expectAccessible(page);
  await expectNoSideways(page);
});

test('the page of a foreign payment has amounts both ways, the rate, promotions that add up, and no payer', async ({
  page,
}) => {
  await page.goto(`${list}?q=${foreign}`);
  await row(page, foreign).locator('[data-row-link]').click();
  await page.waitForURL(`**${orderPath(foreign)}`);
  await expect(standing(page, 'paid')).toBeVisible();
  const asked = page.locator('[data-amount="asked"]');
  await expect(asked).toContainText('124.90');
  await expect(asked).toContainText('12490');
  const payer = page.locator('[data-amount="payer"]');
  await expect(payer).toContainText('HKD');
  await expect(payer).toContainText('730.67');
  await expect(page.locator('[data-rate="6.5"]')).toContainText('650000000');
  await expect(page.locator('[data-promotions] [data-sum="right"]')).toHaveCount(1);
  await expect(page.locator('[data-promotion-sum="1249"]')).toContainText('USD 12.49');
  await expect(page.locator('[data-goods] tbody tr')).toHaveCount(1);
  await expect(page.locator('main [data-bank="WPHK"]')).toContainText('Hong Kong wallet');
  await expect(page.locator('[data-trade-type="AUTH"]')).toBeVisible();
  await expect(page.locator('[data-payer="sp_openid"]')).toBeVisible();
  await expect(page.locator('aside')).toContainText('till-3');
  await page.locator('main .details > summary').first().click();
  await expect(page.locator('[data-order-record]')).toContainText('"exchange_rate"');
  expect(await page.content()).not.toContain('sample-openid');
  await expectAccessible(page);
  await expectNoSideways(page);
});

test('a refused order leads to the one that followed it, with the reason, and back', async ({ page }) => {
  await page.goto(orderPath(refused));
  await expect(standing(page, 'not-paid')).toBeVisible();
  const chain = page.locator('[data-chain="2"] [data-linked]');
  await expect(chain.first()).toHaveAttribute('aria-current', 'true');
  await expect(chain.first()).toContainText(/bank/i);
  await page.locator(`[data-linked="${linked}"] a`).click();
  await page.waitForURL(`**${orderPath(linked)}`);
  await expect(standing(page, 'paid')).toBeVisible();
  await expect(page.locator(`[data-linked="${refused}"] a`)).toBeVisible();
  await expect(page.locator('[data-attempts="1"] [data-outcome="accepted"]')).toBeVisible();
  await page.locator('[data-attempts] a').first().click();
  await page.waitForURL(/requests\//);
  // 4.4 has no such header: what is shown is what left.
  await expect(page.locator('main .code-block').filter({ hasText: 'POST /v3/global/papay' })).not.toContainText(
    'Idempotency-Key',
  );
  await expect(page.locator(`main aside a[href$="${orderPath(linked)}"]`)).toBeVisible();
  await page.goto(`${orderPath(refused)}?tab=requests`);
  await expect(page.locator('main [data-outcome="refused"]').first()).toBeVisible();
  await page.goto(`${orderPath(refused)}?tab=timeline`);
  await expect(page.locator('main .timeline')).toContainText('Demo payments');
  await expectAccessible(page);
});

test('what nobody knows says so, and warns of a new number', async ({ page }) => {
  await page.goto(orderPath(unknown));
  await expect(standing(page, 'unknown')).toBeVisible();
  await expect(page.locator('main')).toContainText('Do not charge again under a new number.');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectAccessible(page);
});

test('a result that comes by a notification is seen by itself, and the order names the message', async ({ page }) => {
  await page.goto(orderPath(open));
  await expect(standing(page, 'in-progress')).toBeVisible();
  await sandbox.call(`orders/${open}`, { state: 'SUCCESS', notify: true });
  await expect(standing(page, 'paid')).toBeVisible({ timeout: 20_000 });
  await page.goto(`${orderPath(open)}?tab=notices`);
  await expect(page.locator('main tr[data-notification="applied"]')).toHaveCount(1);
  await page.locator('main tr[data-notification] [data-row-link]').click();
  await page.waitForURL(/notifications\//);
  await page
    .locator(`main a[href$="${orderPath(open)}"]`)
    .first()
    .click();
  await page.waitForURL(`**${orderPath(open)}`);
});

test('the file has what the filters leave, and leaves an entry', async ({ page }) => {
  await page.goto(`${list}?currency=USD`);
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('main a[download]').click()]);
  const text = await readFile(await download.path(), 'utf8');
  const lines = text.trimEnd().split('\r\n');
  expect(lines[0]).toContain('out_trade_no,transaction_id,contract_id');
  expect(lines.filter((line) => line.includes(foreign))).toHaveLength(1);
  expect(text).not.toContain(paid);
  expect(text).not.toContain('openid');
  const entries = await inDatabase(
    `select "data" from "AuditEntry" where "action" = 'deduction.exported' order by "id" desc limit 1`,
    [],
  );
  expect(entries[0]?.data).toMatchObject({ rows: lines.length - 1, filters: { currency: 'USD' } });
});

test.describe('somebody who only reads', () => {
  test.use({ role: 'auditor', expectedErrors: /404/ });
  test('finds orders in both modes; one that is not there is not found', async ({ page }) => {
    await page.goto('/c/practice-common/deductions');
    await expect(row(page, 'C20260519SAMPLE00000YEN0001')).toContainText('JPY 5000');
    await page.goto(orderPath('C20260519SAMPLE00000YEN0001', 'practice-common'));
    await expect(page.locator('[data-amount="asked"]')).toContainText('5000');
    await expect(page.locator('[data-payer="openid"]')).toBeVisible();
    await expectAccessible(page);
    expect((await page.goto(orderPath('NONE-OF-OURS')))?.status()).toBe(404);
    expect((await page.goto(orderPath(paid, 'practice-common')))?.status()).toBe(404);
  });
});
