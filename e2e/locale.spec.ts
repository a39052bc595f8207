import { contextOf, editPath, expect, test } from './fixtures';

test('zh-HK shows Traditional Chinese, with the states in the words of Hong Kong', async ({ browser }) => {
  const context = await contextOf(browser, 'checker');
  await context.addCookies([{ name: 'locale', value: 'zh-Hant', url: process.env.E2E_URL ?? '' }]);
  const page = await context.newPage();
  await page.goto('/c/practice/sub-merchants');
  await expect(page.locator('html')).toHaveAttribute('lang', /zh-Hant/);
  await expect(page.locator('main')).toContainText('已駁回');
  await expect(page.locator('main')).toContainText('審核中');
  await page.goto('/c/practice/sub-merchants?view=unclaimed');
  await expect(page.locator('main')).toContainText('未認領');
  await page.goto('/c/practice/applications');
  await expect(page.locator('main h1')).toHaveText('H5 授權');
  await page.goto('/c/practice/applications/desk');
  await expect(page.locator('main')).toContainText('已駁回');
  await page.goto('/c/practice/discrepancies');
  await expect(page.locator('main h1')).toHaveText('差異');
  await page.goto('/c/practice/approvals');
  await expect(page.locator('main')).toContainText('待我審批');
  await page.goto('/c/practice/media');
  await expect(page.locator('main h1')).toHaveText('圖片庫');
  await page.goto('/settings/policies');
  await expect(page.locator('main')).toContainText('覆核人');
  await context.close();
});

test.describe('somebody who keeps keys', () => {
  test.use({ role: 'admin' });
  test('reads the settings in the words of Hong Kong', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'locale', value: 'zh-Hant', url: baseURL ?? '' }]);
    await page.goto('/settings/certificates');
    await expect(page.locator('main')).toContainText('訊息密鑰');
    await page.goto('/settings/endpoint');
    await expect(page.locator('main')).toContainText('上次自檢');
    await page.goto('/settings/staff');
    await expect(page.locator('main')).toContainText('員工與角色');
    await page.goto('/settings/waiting');
    await expect(page.locator('main')).toContainText('個工作天');
    await page.goto('/settings/password');
    await expect(page.locator('main h1')).toHaveText('更改密碼');
    await page.goto('/invite/none');
    await expect(page.locator('main h1')).toHaveText('此連結無效');
  });
});

test('a browser that asks for zh-HK gets it before anybody signed in', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'zh-HK' });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await expect(page.locator('html')).toHaveAttribute('lang', /zh-Hant/);
  await context.close();
});

test('the constant of the interface is on every state badge', async ({ page }) => {
  await page.goto('/c/practice/sub-merchants?state=UNDER_PUNISHMENT');
  const badge = page.locator('main tbody [data-state="UNDER_PUNISHMENT"]').first();
  await expect(badge).toBeVisible();
  await page.goto(editPath('1900003032'));
  await expect(page.locator('main')).toContainText('registration_certificate_date');
});
