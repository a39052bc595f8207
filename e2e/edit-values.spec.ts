import type { Page } from '@playwright/test';
import {
  action,
  expect,
  field,
  newOperator,
  openEdit,
  outcome,
  sandbox,
  sendButton,
  sendEdit,
  signIn,
  test,
} from './fixtures';

const DOMAINS = 'h5_payment_apply_info.domains';

/** Pastes as from a chat: the browser's own paste event, with the text on its clipboard. */
async function paste(page: Page, path: string, text: string) {
  await field(page, path).focus();
  await field(page, path).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
const foot = (page: Page, path: string) => page.locator(`#field-${path.replaceAll('.', '-')}-foot`);
const domains = async (page: Page) =>
  Promise.all((await page.locator(`input[name^="${DOMAINS}."]`).all()).map((row) => row.inputValue()));

test('refused at a field: every value is still there, the choices too, and the cursor is in that field (bug-next-runtime-02, bug-responses-06)', async ({
  page,
}) => {
  const id = '1900003021';
  await sandbox.failNext(id, { row: 'sub-merchant-param-error', field: '/contact/phone' });
  await openEdit(page, id);
  const typed: Record<string, string> = {
    shortname: 'Silver Fern',
    'contact.phone': '+6421000021',
    channel_id: '500321',
    'business.app_download': 'https://app.silver-fern.example',
    'h5_payment_apply_info.website_url': 'https://www.silver-fern.example',
  };
  await field(page, 'merchant_country_code').fill('554');
  await page.locator('input[name="business.business_type"][value="BOTH"]').check({ force: true });
  await field(page, 'business.store_address').fill('1 Wharf Street');
  await page.locator('input[name="apply_h5_payment"][value="change"]').check();
  await page.locator('input[name="ticked.h5Anyway"]').check();
  for (const [path, value] of Object.entries(typed)) await field(page, path).fill(value);
  const five = ['www', 'pay', 'm', 'app', 'shop'].map((name) => `${name}.silver-fern.example`);
  await paste(page, `${DOMAINS}.0`, five.join('\n'));
  await sendEdit(page);
  await expect(outcome(page, 'refused')).toBeVisible();
  await expect(foot(page, 'contact.phone')).toContainText(/platform|parameter/i);
  await expect(field(page, 'contact.phone')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'contact.phone')).toBeFocused();
  for (const [path, value] of Object.entries(typed)) await expect(field(page, path)).toHaveValue(value);
  await expect(field(page, 'merchant_country_code')).toHaveValue('554');
  await expect(page.locator('input[name="business.business_type"][value="BOTH"]')).toBeChecked();
  await expect(page.locator('input[name="apply_h5_payment"][value="change"]')).toBeChecked();
  await expect(page.locator('input[name="ticked.h5Anyway"]')).toBeChecked();
  expect(await domains(page)).toEqual(five);
});

test('asked to slow down: it waits, says until when, keeps what was typed, and goes out by itself (bug-responses-07)', async ({
  page,
}) => {
  const id = '1900003013';
  await sandbox.failNext(id, { mode: '429', code: 'FREQUENCY_LIMIT_EXCEED', retryAfterSeconds: 4 });
  await openEdit(page, id);
  await field(page, 'shortname').fill('青鳥書店總店');
  await sendEdit(page);
  await expect(outcome(page, 'waiting')).toBeVisible();
  await expect(outcome(page, 'waiting')).toContainText(/\d\d:\d\d/);
  await expect(field(page, 'shortname')).toHaveValue('青鳥書店總店');
  await expect(outcome(page, 'accepted')).toBeVisible({ timeout: 20_000 });
  const calls = await sandbox.edits(id);
  expect(calls.map(({ status }) => status)).toEqual([429, 200]);
  expect(new Set(calls.map(({ idempotencyKey, bodySha256 }) => `${idempotencyKey} ${bodySha256}`)).size).toBe(1);
});

test('six pasted domains are counted after what is the same became one, and a sixth does not leave (bug-phone-domain-url-03)', async ({
  page,
}) => {
  const id = '1900003015';
  await openEdit(page, id);
  await page.locator('input[name="apply_h5_payment"][value="apply"]').check();
  await field(page, 'h5_payment_apply_info.website_url').fill('https://shop.example.com');
  const panel = page.locator('.domain-panel');
  await paste(
    page,
    `${DOMAINS}.0`,
    'SHOP.Example.com.\nshop.example.com, https://shop.example.com/pay 例え.テスト；xn--r8jz45g.xn--zckzah shop.example.com:8443',
  );
  await expect(panel.locator('[data-part="counter"]')).toHaveText('2/5');
  expect(await domains(page)).toEqual(['shop.example.com', 'xn--r8jz45g.xn--zckzah', '']);
  const news = page.locator('.domain-news');
  for (const said of ['SHOP.Example.com.', 'https://shop.example.com/pay', 'shop.example.com:8443', '例え.テスト'])
    await expect(news).toContainText(said);

  await paste(page, `${DOMAINS}.2`, 'a.hengtong.example b.hengtong.example c.hengtong.example d.hengtong.example');
  await expect(panel.locator('[data-part="counter"]')).toHaveText('6/5');
  await expect(page.locator(`#field-${DOMAINS.replaceAll('.', '-')}-foot`)).toHaveText('At most 5; there are 6.');
  await action(page, 'send').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await sandbox.edits(id)).toHaveLength(0);
  await page.getByRole('button', { name: /b\.hengtong\.example/ }).click();
  await expect(panel.locator('[data-part="counter"]')).toHaveText('5/5');
  await sendEdit(page);
  await expect(outcome(page, 'accepted')).toBeVisible();
});

test('an address is not called added while it is said not to be, and its host is when it is taken', async ({
  page,
}) => {
  const id = '1900003038';
  await openEdit(page, id);
  await page.locator('input[name="apply_h5_payment"][value="apply"]').check();
  const first = page.locator('.domain-chip').first();
  await field(page, `${DOMAINS}.0`).fill('https://shop.pine-harbour.example/pay');
  await field(page, `${DOMAINS}.0`).press('Enter');
  const news = page.locator('.domain-news');
  await expect(news).toContainText('was not added');
  await expect(first.locator('[data-part="tag"]')).toHaveText('');
  await news.getByRole('button').click();
  await expect(field(page, `${DOMAINS}.0`)).toHaveValue('shop.pine-harbour.example');
  await expect(first.locator('[data-part="tag"]')).toHaveText('Added');
  await expect(news).not.toContainText('was not added');
});

test('a phone that metadata does not know is a warning and goes out; one with text around it is refused (bug-phone-domain-url-01, bug-phone-domain-url-02)', async ({
  page,
}) => {
  const id = '1900003022';
  await openEdit(page, id);
  const leave = () => field(page, 'office_phone').press('Tab');
  await field(page, 'office_phone').fill('+852２３４５６７８９');
  await leave();
  await expect(field(page, 'office_phone')).toHaveValue('+85223456789');
  await expect(foot(page, 'office_phone')).toContainText('full-width signs became ordinary ones');
  await field(page, 'office_phone').fill('0085223456789');
  await leave();
  await expect(field(page, 'office_phone')).toHaveValue('+85223456789');
  await expect(foot(page, 'office_phone')).toContainText('00 became +');

  await field(page, 'office_phone').fill('+85223456789 ext 12');
  await action(page, 'send').click();
  await expect(field(page, 'office_phone')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('dialog')).toBeHidden();

  await field(page, 'office_phone').fill('+99912345678');
  await leave();
  await expect(foot(page, 'office_phone')).toContainText('It can be sent all the same');
  await expect(field(page, 'office_phone')).not.toHaveAttribute('aria-invalid', 'true');
  await sendEdit(page);
  await expect(outcome(page, 'accepted')).toBeVisible();
  expect((await sandbox.record(id)).office_phone).toBe('+99912345678');
});

test('a country or category that is on no list of ours may be typed, and it says so beside what it was', async ({
  page,
}) => {
  // A person of this journey alone: drafts are kept by person.
  await page.context().clearCookies();
  await signIn(page, await newOperator());
  await openEdit(page, '1900003022');
  const leave = (path: string) => field(page, path).press('Tab');
  await field(page, 'merchant_country_code').fill('392');
  await expect(foot(page, 'merchant_country_code')).toContainText('392 Japan');
  for (const [path, code] of [
    ['merchant_country_code', '999'],
    ['business.mcc', '0001'],
  ] as const) {
    const held = await field(page, path).inputValue();
    await field(page, path).fill(code);
    await leave(path);
    await expect(foot(page, path)).toContainText('Not on our list');
    if (path === 'business.mcc') await expect(foot(page, path)).toContainText(`Was ${held}`);
    await expect(field(page, path)).not.toHaveAttribute('aria-invalid', 'true');
  }
  await field(page, 'merchant_country_code').fill('HK');
  await leave('merchant_country_code');
  await expect(field(page, 'merchant_country_code')).toHaveAttribute('aria-invalid', 'true');
});

test('photos fill a text of 1,024 characters: the meter shows it, one more is refused', async ({ page }) => {
  const id = '1900003033';
  await openEdit(page, id);
  await page.locator('input[name="apply_h5_payment"][value="leave"]').check();
  const rows = page.locator('input[name^="business.store_photos."]');
  while ((await rows.count()) > 1)
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
  // ["x…","x…",…]: seven ids of 125, and one that fills what is left.
  const ids = [...Array.from({ length: 7 }, (_, index) => `${index}${'x'.repeat(124)}`), 'y'.repeat(124)];
  expect(JSON.stringify(ids)).toHaveLength(1024);
  await paste(page, 'business.store_photos.0', ids.join('\n'));
  await expect(rows).toHaveCount(9);
  const meter = page.locator('svg.meter');
  await expect(meter.locator('title')).toHaveText('1024 of 1024 characters');
  await expect(meter).not.toHaveAttribute('data-over', 'true');
  await field(page, 'business.store_photos.7').fill('y'.repeat(125));
  await expect(meter.locator('title')).toHaveText('1025 of 1024 characters');
  await expect(meter).toHaveAttribute('data-over', 'true');
  await action(page, 'send').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(foot(page, 'business.store_photos')).toContainText('At most 1024 characters; this has 1025.');
  await field(page, 'business.store_photos.7').fill('y'.repeat(124));
  await sendEdit(page);
  await expect(outcome(page, 'accepted')).toBeVisible();
  expect((await sandbox.record(id)).business).toMatchObject({ store_photos: JSON.stringify(ids) });
});

test('lengths: the browser counts as the server does, in characters and, where sealed, in bytes (bug-text-01, bug-field-encryption-02)', async ({
  page,
}) => {
  const id = '1900003008';
  await openEdit(page, id);
  await field(page, 'shortname').fill('🪁'.repeat(65));
  await field(page, 'shortname').press('Tab');
  await expect(foot(page, 'shortname')).toContainText('At most 64 characters; this has 65.');
  await field(page, 'shortname').fill('🪁'.repeat(64));
  await expect(foot(page, 'shortname')).toContainText('64/64');
  await expect(field(page, 'shortname')).not.toHaveAttribute('aria-invalid', 'true');
  const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(51)}.example`;
  expect(Buffer.byteLength(email)).toBe(246);
  await field(page, 'contact.email').fill(email);
  await sendButton(page).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(foot(page, 'contact.email')).toContainText('246 of 245 bytes');
  expect(await sandbox.edits(id)).toHaveLength(0);
  await expect(field(page, 'shortname')).toHaveValue('🪁'.repeat(64));
  await field(page, 'contact.email').fill(email.slice(1));
  await sendEdit(page);
  await expect(outcome(page, 'accepted')).toBeVisible();
  const record = await sandbox.record(id);
  expect([record.shortname, record.contact.email]).toEqual(['🪁'.repeat(64), email.slice(1)]);
});

test('invisible characters of a chat are taken out with a word about it (bug-text-04)', async ({ page }) => {
  await openEdit(page, '1900003036');
  await field(page, 'contact.email').fill('\u200bops@shop.example');
  await field(page, 'contact.email').press('Tab');
  await expect(field(page, 'contact.email')).toHaveValue('ops@shop.example');
  await expect(foot(page, 'contact.email')).toContainText('characters that cannot be seen were removed');
  await field(page, 'contact.phone').fill('\u202a+852 2345 6789\u202c');
  await field(page, 'contact.phone').press('Tab');
  await expect(field(page, 'contact.phone')).toHaveValue('+85223456789');
});

test('what a choice hides is not sent, and is there again when the choice is taken back (bug-form-editing-05)', async ({
  page,
}) => {
  const id = '1900003030';
  await openEdit(page, id);
  await field(page, 'director.name').fill('Typed Director');
  await field(page, 'business.store_address').fill('9 Granite Road');
  await field(page, 'merchant_type').selectOption('INDIVIDUAL');
  await field(page, 'principal.name').fill('Typed Principal');
  await page.locator('input[name="business.business_type"][value="ONLINE"]').check({ force: true });
  await expect(field(page, 'director.name')).toHaveCount(0);
  await expect(field(page, 'business.store_address')).toHaveCount(0);
  await field(page, 'merchant_type').selectOption('ENTERPRISE');
  await page.locator('input[name="business.business_type"][value="BOTH"]').check({ force: true });
  await expect(field(page, 'director.name')).toHaveValue('Typed Director');
  await expect(field(page, 'business.store_address')).toHaveValue('9 Granite Road');
  await field(page, 'merchant_type').selectOption('INDIVIDUAL');
  await page.locator('input[name="business.business_type"][value="ONLINE"]').check({ force: true });
  await sendEdit(page);
  await expect(outcome(page, 'accepted')).toBeVisible();
  const record = await sandbox.record(id);
  expect(record.principal).toMatchObject({ name: 'Typed Principal' });
  expect(record).not.toHaveProperty('director');
  expect(record.business).not.toHaveProperty('store_address');
});

test.describe('what speaks against the H5 choice', () => {
  test('approved, applied for again: nothing leaves before it is said, then it is sent and accepted', async ({
    page,
  }) => {
    const id = '1900003018';
    await openEdit(page, id);
    await page.locator('input[name="apply_h5_payment"][value="apply"]').check();
    await action(page, 'send').click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(foot(page, 'apply_h5_payment').locator('[data-part="error"]')).toBeVisible();
    expect(await sandbox.edits(id)).toHaveLength(0);
    await page.locator('input[name="ticked.h5Anyway"]').check();
    await sendEdit(page);
    await expect(outcome(page, 'accepted')).toBeVisible();
    await expect(page.locator('main [data-state="UNDER_REVIEW"]').first()).toBeVisible();
    expect(await sandbox.edits(id)).toHaveLength(1);
  });

  test('penalised: no word of one person sends what asks for H5; the way out is linked, and the record alone goes out', async ({
    page,
  }) => {
    const id = '1900003020';
    await openEdit(page, id);
    await field(page, 'shortname').fill('福满楼总店');
    await page.locator('input[name="apply_h5_payment"][value="change"]').check();
    await expect(page.locator('input[name="ticked.h5Anyway"]')).toHaveCount(0);
    await expect(page.locator('.notice[data-tone="punished"] a')).toHaveAttribute('href', /tab=penalty/);
    await action(page, 'send').click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(foot(page, 'apply_h5_payment').locator('[data-part="error"]')).toBeVisible();
    expect(await sandbox.edits(id)).toHaveLength(0);
    await page.locator('input[name="apply_h5_payment"][value="leave"]').check();
    await sendEdit(page);
    await expect(outcome(page, 'accepted')).toBeVisible();
    expect((await sandbox.record(id)).shortname).toBe('福满楼总店');
    expect(await sandbox.edits(id)).toHaveLength(1);
  });
});
