// Charging: once, whatever happens to the answer; what nobody knows is resolved under the same number; who must act is said.
import type { Page } from '@playwright/test';
import {
  action,
  approve,
  askedId,
  expect,
  expectAccessible,
  expectNoSideways,
  field,
  inDatabase,
  outcome,
  prove,
  sandbox,
  test,
} from './fixtures';

test.use({ role: 'payments' });

const contractPath = (id: string, slug = 'practice') => `/c/${slug}/contracts/${encodeURIComponent(id)}`;
const formPath = (contract: string, slug = 'practice') => `/c/${slug}/deductions/new?contract=${contract}`;
const dialog = (page: Page) => page.locator('dialog[open]');
const standing = (page: Page, name: string) =>
  page.locator(`main [data-part="order-outcome"][data-standing="${name}"]`);
const wizard = (page: Page) => page.locator('main [data-part="resolve"]');
const newOrders = (page: Page) => page.locator('main a[href*="as=new"]');

/** A contract of one journey alone, which the platform has and told of when it was signed. */
async function newContract(page: Page, about: object = { sub_mchid: '1900003001' }, slug = 'practice') {
  const id = `2026${Date.now()}${Math.floor(Math.random() * 1e6)}`;
  await sandbox.call('contracts', { ...about, contract_id: id, notify: true });
  await expect
    .poll(async () => (await page.request.get(contractPath(id, slug))).status(), { timeout: 20_000 })
    .toBe(200);
  return id;
}

type Charge = { contract_id: string; out_trade_no: string };
/** The platform's own ledger: whose money moved. */
const chargesOf = async (contract: string) =>
  ((await sandbox.call('charges')) as { charges: Charge[] }).charges.filter(
    ({ contract_id }) => contract_id === contract,
  );
const failNext = (contract: string, fault: object) =>
  sandbox.call('fail-next', { operation: 'deduction.charge', contract_id: contract, ...fault });
const pays = (contract: string, payer: object) => sandbox.call(`payers/${contract}`, payer);

async function fill(page: Page, { total = '88.80', currency = 'HKD' } = {}) {
  await expect(page.locator('[data-part="charge"][data-ready]')).toBeVisible();
  await field(page, 'amount.currency').selectOption(currency);
  await field(page, 'amount.total').fill(total);
  await field(page, 'builder.brand').fill('Harbour Kite');
  await field(page, 'builder.city').fill('Central');
  await field(page, 'builder.goods').fill('Books');
  await field(page, 'merchant_category_code').fill('5942');
}

/** Fills the form of a contract and charges it; answers the number of the order. */
async function charge(page: Page, contract: string, slug = 'practice') {
  await page.goto(formPath(contract, slug));
  await fill(page);
  return confirm(page);
}

async function confirm(page: Page): Promise<string> {
  await action(page, 'charge').click();
  await dialog(page).locator('[data-action="confirm"]').click();
  await page.waitForURL(/\/deductions\/(?!new)/);
  return decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
}

test('a contract is charged once: contract first, the amount both ways, and a sentence that says whose money moves', async ({
  page,
}) => {
  test.slow();
  const id = await newContract(page);
  await page.goto('/c/practice/deductions/new');
  await page.locator('main input[name="q"]').fill(id);
  await page.locator('main input[name="q"]').press('Enter');
  await page
    .locator(`main tr[data-contract="${id}"]`)
    .getByRole('link', { name: /Charge/ })
    .click();
  await expect(field(page, 'builder.brand')).not.toHaveValue('');
  await expect(field(page, 'merchant_category_code')).not.toHaveValue('');
  await fill(page);
  await expect(page.locator('[data-part="minor"]')).toHaveAttribute('data-minor', '8880');
  await expect(field(page, 'description')).toHaveValue('Harbour Kite-Central-Books');
  await expectAccessible(page);
  const number = await field(page, 'out_trade_no').inputValue();

  await field(page, 'notify_url').fill('https://pay.example/callback?secret=1');
  await action(page, 'charge').click();
  await expect(page.locator('.error-summary')).toBeFocused();
  await expect(field(page, 'notify_url')).toHaveAttribute('aria-invalid', 'true');
  await page.reload();
  await expect(page.locator('[data-part="charge"][data-ready]')).toBeVisible();
  await expect(field(page, 'amount.total')).toHaveValue('88.80');
  await expect(field(page, 'out_trade_no')).toHaveValue(number);
  await field(page, 'notify_url').fill('https://pay.example/callback');
  await action(page, 'charge').click();
  await expect(dialog(page).locator('[data-part="sentence"]')).toContainText(
    `Charge HKD 88.80 (total 8880) to contract …${id.slice(-4)} of`,
  );
  await expectAccessible(page);
  expect(await chargesOf(id)).toHaveLength(0);
  await dialog(page).locator('[data-action="confirm"]').click();
  await page.waitForURL(`**/deductions/${number}`);
  await expect(standing(page, 'paid')).toBeVisible({ timeout: 20_000 });
  expect((await chargesOf(id)).map(({ out_trade_no }) => out_trade_no)).toEqual([number]);
  await expectAccessible(page);
  await expectNoSideways(page);

  // The contract tells of it; and a charge like it asks why it is another one.
  await page.goto(contractPath(id));
  await expect(page.locator(`main [data-part="charges"] tr[data-order="${number}"]`)).toBeVisible();
  await action(page, 'charge').click();
  await fill(page);
  await expect(page.locator('[data-part="look-alike"]')).toContainText(number);
  await action(page, 'charge').click();
  await expect(field(page, 'lookAlikeReason')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'lookAlikeReason').fill('A second book, sold at noon');
  expect(await confirm(page)).not.toBe(number);
  await expect(standing(page, 'paid')).toBeVisible({ timeout: 20_000 });
  expect(await chargesOf(id)).toHaveLength(2);
});

test('a lost answer is resolved under the same number, and no new one is offered before it is known (walk 12)', async ({
  page,
}) => {
  test.slow();
  // Where orders cannot be queried: nothing settles it while a person looks.
  const slug = 'practice-common';
  const id = await newContract(page, {}, slug);
  await failNext(id, { mode: 'cut-after' });
  await pays(id, { next: 'USERPAYING' });
  const number = await charge(page, id, slug);
  await expect(standing(page, 'unknown')).toBeVisible({ timeout: 40_000 });
  await expect(wizard(page)).toBeVisible();
  await expect(newOrders(page)).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSideways(page);
  const owner = wizard(page).locator('[data-step="6"] [data-action="take"]');
  await owner.click();
  await expect(wizard(page).locator('[data-step="6"]')).toContainText('You');

  // Nobody charges the contract meanwhile, and nobody ends it.
  await page.goto(formPath(id, slug));
  await expect(page.locator('main [data-part="blocked"]')).toContainText(number);
  await page.goto(contractPath(id, slug));
  await expect(action(page, 'open-charge')).toBeVisible();

  await page.goto(`/c/${slug}/deductions/${number}`);
  await action(page, 'settle-by-hand').click();
  // An order that the platform holds is not one that was paid: what counts is said of the money.
  await expect(dialog(page)).toContainText('the platform shows the order as paid');
  await page.keyboard.press('Escape');
  await failNext(id, { row: 'deduction-already-exists' });
  await wizard(page).locator('[data-step="2"]').getByRole('button').first().click();
  await dialog(page).locator('[data-action="confirm"]').click();
  await expect(page.locator('main [data-part="meaning"]')).toContainText('ALREADY_EXISTS', { timeout: 20_000 });
  await expect(standing(page, 'unknown')).toBeVisible();
  await expect(newOrders(page)).toHaveCount(0);

  // The result is told late; it was charged once.
  await sandbox.call(`orders/${number}`, { state: 'SUCCESS' });
  await expect(standing(page, 'paid')).toBeVisible({ timeout: 30_000 });
  await expect(outcome(page, 'accepted')).toBeVisible();
  await expect(wizard(page)).toHaveCount(0);
  expect((await chargesOf(id)).map(({ out_trade_no }) => out_trade_no)).toEqual([number]);
});

test('what is in progress is watched, and its contract is let go by two people only', async ({ page }) => {
  test.slow();
  const id = await newContract(page);
  await pays(id, { next: 'NOTPAY' });
  const number = await charge(page, id);
  await expect(standing(page, 'in-progress')).toBeVisible({ timeout: 20_000 });
  await expect(newOrders(page)).toHaveCount(0);
  await expectAccessible(page);
  await action(page, 'query-order').click();
  await expect(page.locator('main [data-standing="in-progress"] [role="status"]', { hasText: 'NOTPAY' })).toBeVisible();

  await page.goto(contractPath(id));
  await expect(action(page, 'terminate')).toHaveAttribute('aria-disabled', 'true');
  await page.goto(`/c/practice/deductions/${number}`);
  await action(page, 'release-contract').click();
  await dialog(page).locator('[data-action="confirm"]').click();
  await expect(dialog(page).locator('[name="reason"]')).toBeFocused();
  await dialog(page).locator('[name="reason"]').fill('The payer closes the account today');
  await expectAccessible(page);
  await dialog(page).locator('[data-action="confirm"]').click();
  await prove(page, page.locator('[data-asked], main [data-change-waits]').first());
  await approve(page, await askedId(page));
  await page.goto(contractPath(id));
  await expect(action(page, 'terminate')).not.toHaveAttribute('aria-disabled', 'true');
  // Charged is nothing more while the order is open.
  await page.goto(formPath(id));
  await expect(page.locator('main [data-part="blocked"]')).toContainText(number);

  await sandbox.call(`orders/${number}`, { state: 'SUCCESS' });
  await page.goto(`/c/practice/deductions/${number}`);
  await expect(standing(page, 'paid')).toBeVisible({ timeout: 30_000 });
});

test('above the amount of its currency a second person approves exactly what was asked for', async ({ page }) => {
  test.slow();
  const id = await newContract(page);
  await page.goto(formPath(id));
  await fill(page, { total: '20001', currency: 'JPY' });
  await expect(page.locator('[data-part="minor"]')).toHaveAttribute('data-minor', '20001');
  await action(page, 'ask-approval').click();
  await dialog(page).locator('[name="reason"]').fill('A yearly subscription');
  await dialog(page).locator('[data-action="confirm"]').click();
  await prove(page, page.locator('[data-asked], main [data-change-waits]').first());
  expect(await chargesOf(id)).toHaveLength(0);
  const number = await field(page, 'out_trade_no').inputValue();
  await approve(page, await askedId(page));
  await page.goto(`/c/practice/deductions/${number}`);
  await expect(standing(page, 'paid')).toBeVisible({ timeout: 30_000 });
  expect(await chargesOf(id)).toHaveLength(1);
});

test('a closed order is followed by one linked new order; the next charge begins anew', async ({ page }) => {
  test.slow();
  const id = await newContract(page);
  await failNext(id, { row: 'deduction-order-closed' });
  const closed = await charge(page, id);
  await expect(standing(page, 'not-paid')).toBeVisible({ timeout: 20_000 });
  await newOrders(page).first().click();
  await expect(page.locator('[data-part="charge"][data-ready]')).toBeVisible();
  await expect(field(page, 'amount.total')).toHaveValue('88.80');
  await expect(field(page, 'out_trade_no')).not.toHaveValue(closed);
  const next = await confirm(page);
  await expect(standing(page, 'paid')).toBeVisible({ timeout: 20_000 });
  await page.goto(`/c/practice/deductions/${closed}`);
  await expect(page.locator(`main a[href$="/deductions/${next}"]`).first()).toBeVisible();
  await page.goto(`/c/practice/deductions/new?order=${closed}&as=new`);
  await expect(page.locator('main [data-part="blocked"]')).toContainText(next);
  expect((await chargesOf(id)).map(({ out_trade_no }) => out_trade_no)).toEqual([next]);
});

test('two tabs and two clicks are one charge', async ({ page, context }) => {
  test.slow();
  const id = await newContract(page);
  await page.goto(formPath(id));
  await fill(page);
  await action(page, 'draft').click();
  await expect(page.locator('[data-draft="saved"]')).toBeVisible();
  const other = await context.newPage();
  await other.goto(formPath(id));
  await expect(field(other, 'amount.total')).toHaveValue('88.80');
  for (const tab of [page, other]) await action(tab, 'charge').click();
  await Promise.all([page, other].map((tab) => dialog(tab).locator('[data-action="confirm"]').dblclick()));
  await expect.poll(async () => (await chargesOf(id)).length, { timeout: 20_000 }).toBe(1);
  await page.waitForTimeout(1500);
  expect(await chargesOf(id)).toHaveLength(1);
});

/** 7.4, row by row: how it ends on a first try, and what a person is offered. */
const rows: [row: string, code: string, standing: string, offer: 'form' | 'new' | 'orders' | 'contract' | null][] = [
  ['deduction-param-error', 'PARAM_ERROR', 'not-paid', 'form'],
  ['deduction-system-error', 'SYSTEMERROR', 'unknown', null],
  ['deduction-invalid-request', 'INVALID_REQUEST', 'not-paid', 'form'],
  ['deduction-no-auth', 'NO_AUTH', 'not-paid', 'contract'],
  ['deduction-user-not-exist', 'USER_NOT_EXIST', 'not-paid', 'contract'],
  ['deduction-order-paid', 'ORDERPAID', 'number-taken', 'orders'],
  ['deduction-order-closed', 'ORDERCLOSED', 'not-paid', 'new'],
  ['deduction-already-exists', 'ALREADY_EXISTS', 'number-taken', 'new'],
  ['deduction-bank-error', 'BANKERROR', 'not-paid', 'new'],
  ['deduction-contract-error', 'CONTRACTERROR', 'not-paid', 'contract'],
  ['deduction-user-error', 'USER_ERROR', 'not-paid', 'form'],
  ['deduction-rule-limit', 'RULE_LIMIT', 'not-paid', 'form'],
  ['deduction-not-enough', 'NOTENOUGH', 'not-paid', 'form'],
];
for (const [row, code, stands, offer] of rows) {
  test(`${code} says what it means, who must act and what may follow`, async ({ page }) => {
    test.slow();
    const id = await newContract(page);
    await failNext(id, { row });
    const number = await charge(page, id);
    await expect(standing(page, stands)).toBeVisible({ timeout: 40_000 });
    const meaning = page.locator('main [data-part="meaning"]');
    await expect(meaning).toContainText(code);
    const links = {
      form: meaning.locator(`a[href*="/deductions/new?order=${number}"]:not([href*="as=new"])`),
      new: newOrders(page),
      orders: page.locator(`main a[href$="/deductions?contract=${id}"]`),
      contract: meaning.locator(`a[href$="/contracts/${id}"]`),
    };
    if (offer) await expect(links[offer].first()).toBeVisible();
    if (offer !== 'new') await expect(newOrders(page)).toHaveCount(0);
    expect(await chargesOf(id)).toHaveLength(0);
    if (code === 'NO_AUTH') {
      await page.goto(contractPath(id));
      await expect(page.locator('main [data-not-found="charge"]')).toBeVisible();
    }
  });
}

test('a charge that waited for a day waits for a person: sent after all it charges once, discarded it never leaves', async ({
  page,
}) => {
  test.slow();
  for (const decision of ['confirm-late', 'discard-late']) {
    const id = await newContract(page);
    // The platform never gets it; then it is made to be as if it had waited behind a stop since the day before.
    await failNext(id, { mode: 'cut-before' });
    const number = await charge(page, id);
    await expect(standing(page, 'unknown')).toBeVisible({ timeout: 40_000 });
    const [request] = await inDatabase(`select "id" from "PlatformRequest" where "objectId" = $1`, [number]);
    await inDatabase(`delete from "RequestTry" where "requestId" = $1`, [request.id]);
    await inDatabase(
      `update "PlatformRequest" set "outcome" = 'waiting', "wasUnknown" = false, "tries" = 0, "meaning" = null,
         "needsPersonSince" = null, "openedAt" = now() - interval '25 hours', "nextTryAt" = now() where "id" = $1`,
      [request.id],
    );
    await expect
      .poll(
        async () =>
          (await inDatabase(`select "needsPersonSince" from "PlatformRequest" where "id" = $1`, [request.id]))[0]
            ?.needsPersonSince,
      )
      .not.toBeNull();
    await page.goto('/c/practice');
    await expect(page.getByRole('link', { name: 'Waited too long to leave by itself' })).toBeVisible();
    await page.goto(`/c/practice/requests/${request.id}`);
    await expect(page.locator('main [data-outcome="waiting"]').first()).toContainText('does not leave by itself');
    await expectAccessible(page);
    await expectNoSideways(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await chargesOf(id)).toHaveLength(0);
    await action(page, decision).click();
    await dialog(page).locator('[data-action="confirm"]').click();
    await expect(dialog(page).getByRole('alert')).toBeVisible();
    await dialog(page).locator('[name="reason"]').fill('The customer was asked');
    await expectAccessible(page);
    await dialog(page).locator('[data-action="confirm"]').click();
    const settled = decision === 'confirm-late' ? 'accepted' : 'refused';
    await expect(outcome(page, settled)).toBeVisible({ timeout: 20_000 });
    expect(await chargesOf(id)).toHaveLength(decision === 'confirm-late' ? 1 : 0);
  }
});
