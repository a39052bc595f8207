// The rejection desk: a rejection is answered with the right pictures, the same picture is noticed, and no second sending
// happens when nobody knows what became of the first. Every test has a sub-merchant of its own.
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { action, expect, expectAccessible, field, inDatabase, sandbox, test } from './fixtures';

const dialog = (page: Page) => page.locator('dialog[open]');

/** The rejected application of the sample world for this sub-merchant. */
async function rejectionOf(subMchid: string): Promise<string> {
  const [row] = await inDatabase(
    `select "applymentId" from "Application" where "subMchid" = $1 and "kind" = 'authorization' and "state" = 'REJECTED'`,
    [subMchid],
  );
  return row.applymentId;
}

/** A rejection that the platform tells of: an application of its own, with what was sent for it. */
async function newRejection(subMchid: string, told: Record<string, unknown> = {}): Promise<string> {
  const made = (await sandbox.call('applications', { sub_mchid: subMchid, ...told })) as { applyment_id: string };
  await sandbox.notify({ applyment_id: made.applyment_id, state: 'REJECTED' });
  await expect
    .poll(async () =>
      inDatabase(`select 1 from "Application" where "applymentId" = $1 and "state" = 'REJECTED'`, [made.applyment_id]),
    )
    .toHaveLength(1);
  return made.applyment_id;
}

async function openDesk(page: Page, applymentId: string) {
  await page.goto(`/c/practice/applications/desk?applyment_id=${applymentId}`);
  await page.locator('form[data-ready]').waitFor();
}

const choose = (page: Page, name: string, value: string) => page.locator(`[name="${name}"][value="${value}"]`).check();

/** Sends what stands in the form, through its confirmation. */
async function send(page: Page) {
  await action(page, 'send').click();
  await dialog(page).locator('[data-action="confirm"]').click();
}

const picture = (page: Page, path: string, index: number) => field(page, `${path}.${index}`);

const calls = async (applymentId: string) =>
  ((await sandbox.call('journal')) as { operation: string | null; path: string }[]).filter(
    ({ operation, path }) => operation === 'application.modify' && path.endsWith(`/${applymentId}`),
  );

test('a rejection is answered with two pictures, its state is what the answer says, and an approval closes it (walk 6)', async ({
  page,
}) => {
  test.slow();
  const number = await rejectionOf('1900003014');
  await openDesk(page, number);
  await expect(page.locator('[data-part="reject-detail"]')).not.toBeEmpty();
  await expectAccessible(page);

  await choose(page, 'website_state', 'UN_LAUNCHED');
  await expect(page.locator('[data-part="solver"]')).toHaveAttribute('data-met', 'false');
  await action(page, 'send').click();
  await expect(page.locator('[data-invalid] [name="website_homepage_pics.0"]')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);

  await choose(page, 'transaction_limit_type', 'UN_LAUNCHED_WEBSITE_LIMIT');
  await picture(page, 'website_business_page_pics', 0).fill('desk-business-1');
  await picture(page, 'website_homepage_pics', 0).fill('desk-home-1');
  await expect(page.locator('[data-part="solver"]')).toHaveAttribute('data-met', 'true');
  await send(page);
  await expect(page.locator('[data-outcome="accepted"]').first()).toBeVisible();
  await expect(page.locator('main [data-state="PENDING"]').first()).toBeVisible();
  await expect(page.locator('form [data-callback]')).toBeVisible();
  await expect(action(page, 'send')).toBeDisabled();
  expect(await calls(number)).toHaveLength(1);

  await sandbox.call(`applications/${number}`, { state: 'approve' });
  await expect(page.locator('main [data-state="APPROVED"]').first()).toBeVisible({ timeout: 20_000 });
  await page.goto(`/c/practice/applications/${number}`);
  await expect(page.locator('main [data-attempt="2"]')).toBeVisible();
});

test('a picture that was rejected before is noticed, and goes only with a reason (walk 7)', async ({ page }) => {
  test.slow();
  const pictures = { website_homepage_pics: ['seen-home'], website_business_page_pics: ['seen-business'] };
  const number = await newRejection('1900003022', { website_state: 'UN_LAUNCHED', ...pictures });
  await openDesk(page, number);
  await expect(picture(page, 'website_homepage_pics', 0)).toHaveValue('seen-home');
  await expect(page.locator('[data-part="same-picture"]')).toBeVisible();
  await action(page, 'send').click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(picture(page, 'website_homepage_pics', 0)).toHaveAttribute('aria-invalid', 'true');

  await action(page, 'compare').click();
  await expect(dialog(page).locator('[data-kind="same"]').first()).toBeVisible();
  await expectAccessible(page);
  await dialog(page).locator('[data-action="cancel"]').click();
  await action(page, 'letter').click();
  await expect(dialog(page).locator('textarea')).toHaveValue(new RegExp(number));
  await dialog(page).locator('[name="letter-language"][value="zh-Hant"]').check();
  await expect(dialog(page).locator('textarea')).toHaveValue(/未獲審核通過/);
  await dialog(page).locator('[data-action="cancel"]').click();

  await picture(page, 'website_homepage_pics', 0).fill('new-home');
  await field(page, 'samePictureReason').fill('The reviewer found fault with the homepage only.');
  await send(page);
  await expect(page.locator('[data-outcome="accepted"]').first()).toBeVisible();
  const [row] = await inDatabase(
    `select "values" from "Submission" s join "Application" a on a."id" = s."applicationId"
     where a."applymentId" = $1 order by s."number" desc limit 1`,
    [number],
  );
  expect(row.values).toMatchObject({
    website_homepage_pics: ['new-home'],
    website_business_page_pics: ['seen-business'],
  });
});

test('"not REJECTED" after an unknown says that the first sending arrived (walk 8)', async ({ page }) => {
  test.slow();
  const number = await rejectionOf('1900003042');
  await sandbox.call('fail-next', { operation: 'application.modify', applyment_id: number, mode: 'cut-after' });
  await openDesk(page, number);
  await field(page, 'website_url').fill('https://www.desk-walk-eight.example/shop');
  await send(page);
  await expect(page.locator('[data-outcome="unknown"]').first()).toBeVisible();
  await expect(action(page, 'send')).toBeDisabled();
  await expect(page.locator('[data-outcome="accepted"]').first()).toBeVisible({ timeout: 60_000 });
  const sent = await inDatabase(
    `select "meaning", "settledHow", "tries" from "PlatformRequest" where "objectKind" = 'application' and "objectId" = $1`,
    [number],
  );
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ meaning: 'application-not-rejected', settledHow: 'repeat' });
});

test('a picture that a reviewer would send back is remarked, and stands magnified beside the one before it', async ({
  page,
}) => {
  test.slow();
  const pictures = { website_homepage_pics: ['zoom-home'], website_business_page_pics: ['zoom-business'] };
  const number = await newRejection('1900003022', { website_state: 'UN_LAUNCHED', ...pictures });
  await openDesk(page, number);
  await field(page, 'website_homepage_pics.0').fill('');
  const slot = page.locator('.slot').filter({ has: page.locator('[name="website_homepage_pics.0"]') });
  await slot.locator('[data-action="add-picture"]').click();
  const blank = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  await dialog(page)
    .locator('[name="picture_file"]')
    .setInputFiles({ name: `blank-${number}.png`, mimeType: 'image/png', buffer: blank });
  await action(page, 'confirm').click();
  await expect(dialog(page).locator('[data-remark="blank"]')).toBeVisible();
  await action(page, 'close').click();
  await expect(slot.locator('[data-remark="blank"]')).toBeVisible();

  await slot.locator('[data-action="zoom"]').click();
  await expect(dialog(page).locator('[data-part="frame"]')).toHaveCount(2);
  const shown = dialog(page).locator('[data-part="frame"] img');
  await expect(shown).toHaveCount(1);
  const width = () => shown.evaluate((image) => image.getBoundingClientRect().width);
  const before = await width();
  await dialog(page).locator('input[type="range"]').fill('200');
  await expect.poll(width).toBeGreaterThan(before * 1.9);
  await expectAccessible(page);
});

test('a rejection is answered by the keyboard alone (walk 22)', async ({ page }) => {
  test.slow();
  const number = await newRejection('1900003022');
  await page.goto('/c/practice');
  await page.locator('main h1').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await page.waitForURL('**/applications/desk**');
  await openDesk(page, number);
  await field(page, 'website_url').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('https://www.keyboard-desk.example/shop');
  await page.keyboard.press('Tab');
  await expect(page.locator('[data-draft="saved"]')).toBeVisible({ timeout: 10_000 });
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).locator('[data-action="cancel"]')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-outcome="accepted"]').first()).toBeVisible();
  expect(await calls(number)).toHaveLength(1);
});
