// Contracts: ended for good by two people, once; what an answer that was lost becomes; the register; common mode.
import type { Page } from '@playwright/test';
import {
  action,
  approve,
  askedId,
  expect,
  expectAccessible,
  expectNoSideways,
  outcome,
  prove,
  recordPath,
  sandbox,
  test,
} from './fixtures';

test.use({ role: 'payments' });

const register = '/c/practice/contracts';
const contractPath = (id: string, slug = 'practice') => `/c/${slug}/contracts/${encodeURIComponent(id)}`;
const dialog = (page: Page) => page.locator('dialog[open]');
const standing = (page: Page, name: string) => page.locator(`main [data-standing="${name}"]`).first();
const note = 'The subscription was cancelled';

type Held = { state: string; termination_note?: string };
/** A contract of one journey alone, which the platform has and told of when it was signed; known here once it came. */
async function newContract(page: Page, about: { sub_mchid?: string } = { sub_mchid: '1900003001' }, slug = 'practice') {
  const id = `2026${Date.now()}${Math.floor(Math.random() * 1e6)}`;
  await sandbox.call('contracts', { ...about, contract_id: id, notify: true });
  await expect
    .poll(async () => (await page.request.get(contractPath(id, slug))).status(), { timeout: 20_000 })
    .toBe(200);
  return id;
}

const atPlatform = (id: string) => sandbox.call(`contracts/${encodeURIComponent(id)}`) as Promise<Held>;
const failNext = (id: string, fault: Record<string, unknown>) =>
  sandbox.call('fail-next', { operation: 'contract.terminate', contract_id: id, ...fault });
const sentOf = async (id: string) =>
  ((await sandbox.call('journal')) as { path: string; status: number | null; bodySha256: string }[]).filter(
    ({ path }) => path.includes(encodeURIComponent(id)) && path.endsWith('/terminate'),
  );

/** Fills the dialog that ends a contract, and asks. */
async function askToEnd(page: Page, id: string): Promise<string> {
  await action(page, 'terminate').click();
  const form = dialog(page);
  await form.locator('[name="why"]').selectOption({ index: 1 });
  await form.locator('[name="termination_note"]').fill(note);
  await form.locator('[name="reason"]').fill('Asked for by the payer');
  await form.locator('[name="tail"]').fill(id.slice(-4));
  await form.locator('[data-action="confirm"]').click();
  await prove(page, page.locator('[data-asked], main [data-change-waits]').first());
  return askedId(page);
}

test('a contract is ended by two people, and the platform confirms it (walk 9)', async ({ page }) => {
  test.slow();
  const id = await newContract(page);
  await page.goto(`${register}?q=${id}`);
  await expect(page.locator(`main tr[data-contract="${id}"]`)).toHaveCount(1);
  await page.goto(contractPath(id));
  await expect(standing(page, 'signed')).toBeVisible();

  // Nothing is asked for before everything is there; what looks like somebody's data is looked at first.
  await action(page, 'terminate').click();
  const form = dialog(page);
  await expectAccessible(page);
  await form.locator('[data-action="confirm"]').click();
  await expect(form.locator('[aria-invalid="true"]').first()).toBeFocused();
  await form.locator('[name="termination_note"]').fill('Ask +852 2345 6789');
  await expect(form.locator('[name="note_checked"]')).toBeVisible();
  await form.getByText('The exact body').click();
  const body = JSON.parse((await form.locator('[data-part="exact-body"]').textContent()) ?? '');
  expect(Object.keys(body).filter((key) => key !== 'sub_appid')).toEqual(['sub_mchid', 'sp_appid', 'termination_note']);
  await page.keyboard.press('Escape');
  expect(await sentOf(id)).toHaveLength(0);

  const asked = await askToEnd(page, id);
  expect(await sentOf(id)).toHaveLength(0);
  await expect(page.locator(`main [data-change-waits="${asked}"]`)).toBeVisible();
  await expect(page.locator('[data-asked]')).toHaveCount(0);
  await expectNoSideways(page);
  await approve(page, asked);
  // The page that was open follows: nothing on it says any longer that nothing has changed.
  await expect(standing(page, 'terminated')).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('[data-asked], main [data-change-waits]')).toHaveCount(0);
  await page.goto(contractPath(id));
  await expect(standing(page, 'terminated')).toBeVisible();
  await expect(page.locator('main [data-ended-by="us"]')).toBeVisible();
  await expect(action(page, 'terminate')).toHaveAttribute('aria-disabled', 'true');
  expect(await atPlatform(id)).toMatchObject({ state: 'TERMINATED', termination_note: note });
  expect((await sentOf(id)).map(({ status }) => status)).toEqual([204]);
  await page.goto(`${contractPath(id)}?tab=timeline`);
  await expect(page.locator('main .timeline')).toContainText('Demo payments');
  await expectAccessible(page);
  await expectNoSideways(page);
});

test('an answer that was lost is settled by what the platform tells, and nothing is sent again (walk 10)', async ({
  page,
}) => {
  test.slow();
  const id = await newContract(page);
  await failNext(id, { mode: 'cut-after' });
  await page.goto(contractPath(id));
  await approve(page, await askToEnd(page, id));
  await page.goto(contractPath(id));
  await expect(standing(page, 'terminated')).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('main [data-ended-by="us"]')).toBeVisible();
  expect(await atPlatform(id)).toMatchObject({ state: 'TERMINATED', termination_note: note });
});

test('where nothing is told, the same bytes go again, and a contract that was there and is not counts as ended by us', async ({
  page,
}) => {
  test.slow();
  const id = await newContract(page);
  await failNext(id, { mode: 'cut-before' });
  await page.goto(contractPath(id));
  await approve(page, await askToEnd(page, id));
  await sandbox.call(`contracts/${id}`, { by: 'payer', notify: false });
  await page.goto(contractPath(id));
  const inferred = standing(page, 'inferred');
  await expect(standing(page, 'unknown').or(inferred)).toBeVisible();
  await expect
    .poll(async () => (await sentOf(id)).map(({ status }) => status), { timeout: 60_000 })
    .toEqual([null, 403]);
  expect(new Set((await sentOf(id)).map(({ bodySha256 }) => bodySha256)).size).toBe(1);
  await expect(inferred).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
});

test('that the platform does not find a contract on a first try is a question, and the notice that follows answers it', async ({
  page,
}) => {
  test.slow();
  const id = await newContract(page);
  await sandbox.call(`contracts/${id}`, { by: 'payer', notify: false });
  await page.goto(contractPath(id));
  await approve(page, await askToEnd(page, id));
  await page.goto(contractPath(id));
  await expect(page.locator('main [data-not-found="terminate"]')).toBeVisible();
  await expect(standing(page, 'not-found')).toBeVisible();
  // What was told last stands under its own name: nobody has told that it is not found.
  await expect(page.locator('main [data-told="SIGNED"]')).toBeVisible();
  await expect(page.locator('main [data-part="effect"]')).toContainText('somebody must say why');
  await expect(outcome(page, 'refused')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${register}?standing=not-found&q=${id}`);
  await expect(page.locator(`main tr[data-contract="${id}"]`)).toBeVisible();
});

test('what the payer ends elsewhere is seen here by itself', async ({ page }) => {
  const id = await newContract(page);
  await page.goto(contractPath(id));
  await sandbox.call(`contracts/${id}`, { by: 'payer' });
  await expect(standing(page, 'terminated')).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('main [data-ended-by="payer"]')).toBeVisible();
  expect(await sentOf(id)).toHaveLength(0);
});

test('the register takes a file after a dry run, and one contract by hand', async ({ page }) => {
  const stamp = Date.now();
  const [first, second, typed] = [`77${stamp}0101`, `77${stamp}0202`, `88${stamp}0303`];
  await page.goto(`${register}/import`);
  const rows = [
    'contract_id,sub_mchid,plan_id,signed_time,state',
    `${first},1900003001,12535,2026-03-02,SIGNED`,
    `${second},,12535,2026-03-02,SIGNED`,
    `9.00719925474099E+15,1900003001,12535,2026-03-02,SIGNED`,
  ];
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'contracts.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) });
  await expect(page.locator('main tr[data-verdict="ok"]')).toHaveCount(1);
  await expect(page.locator('main tr[data-verdict="error"]')).toHaveCount(2);
  await expectAccessible(page);
  await expectNoSideways(page);
  expect((await page.request.get(`${register}?q=${first}`)).ok()).toBe(true);
  await action(page, 'apply').click();
  await action(page, 'confirm').click();
  await expect(action(page, 'apply')).toBeHidden();
  await page.goto(contractPath(first));
  await expect(standing(page, 'signed')).toBeVisible();
  await page.goto(`${recordPath('1900003001')}?tab=contracts`);
  await expect(page.locator(`main tr[data-contract="${first}"]`)).toBeVisible();

  await page.goto(register);
  await action(page, 'add-contract').click();
  await dialog(page).locator('[name="contract_id"]').fill(typed);
  await dialog(page).locator('[data-action="confirm"]').click();
  await expect(dialog(page).locator('[name="sub_mchid"]')).toHaveAttribute('aria-invalid', 'true');
  await dialog(page).locator('[name="sub_mchid"]').fill('1900003001');
  await dialog(page).locator('[data-action="confirm"]').click();
  await page.waitForURL(`**${contractPath(typed)}`);
  await expect(standing(page, 'signed')).toBeVisible();
});

test.describe('in common mode', () => {
  test.use({ expectedErrors: /404/ });
  test('what only sub-merchants have does not exist, and a contract ends with the app of the merchant', async ({
    page,
  }) => {
    test.slow();
    for (const path of ['sub-merchants', 'sub-merchants/new', 'applications', 'applications/desk', 'media'])
      expect((await page.goto(`/c/practice-common/${path}`))?.status(), path).toBe(404);
    await page.goto('/c/practice-common');
    for (const path of ['sub-merchants', 'applications', 'media'])
      await expect(page.locator(`nav a[href$="/practice-common/${path}"]`)).toHaveCount(0);
    await expectAccessible(page);
    const id = await newContract(page, {}, 'practice-common');
    await page.goto(contractPath(id, 'practice-common'));
    await action(page, 'terminate').click();
    await dialog(page).getByText('The exact body').click();
    const body = JSON.parse((await dialog(page).locator('[data-part="exact-body"]').textContent()) ?? '');
    expect(Object.keys(body)).toEqual(['appid', 'termination_note']);
    await page.keyboard.press('Escape');
    await approve(page, await askToEnd(page, id), 'practice-common');
    await page.goto(contractPath(id, 'practice-common'));
    await expect(standing(page, 'terminated')).toBeVisible();
    expect(await atPlatform(id)).toMatchObject({ state: 'TERMINATED', termination_note: note });
  });
});

test.describe('somebody who does not end contracts', () => {
  test.use({ role: 'operator', expectedErrors: /403/ });
  test('reads them and is offered nothing', async ({ page }) => {
    await page.goto(register);
    const first = page.locator('main tr[data-contract] a').first();
    await expect(first).toBeVisible();
    await expect(action(page, 'add-contract')).toHaveCount(0);
    await first.click();
    await page.waitForURL(/contracts\/.+/);
    await expect(page.locator('main [data-standing]').first()).toBeVisible();
    for (const name of ['terminate', 'record-contract']) await expect(action(page, name)).toHaveCount(0);
    expect((await page.goto(`${register}/import`))?.status()).toBe(403);
    const posted = await page.request.post('/api/imports/contracts/practice', { data: 'x' });
    expect(posted.status()).toBe(403);
  });
});
