import { action, editPath, expect, field, outcome, recordPath, sandbox, sendEdit, test } from './fixtures';

test('import with a dry run, then the incomplete record is completed, sent and accepted', async ({ page }) => {
  const id = '1900003037';
  await page.goto('/c/practice/sub-merchants/import');
  const rows = [
    'sub_mchid,name,shortname,office_phone',
    `${id},长江五金商行,长江五金,+862100000137`,
    '1900003901,"Import ""Quoted"", Limited",Import Quoted,+85200000901',
    '9.00719925474099E+15,Changed by a sheet,Changed,85223456789',
  ];
  await page.locator('input[type=file]').setInputFiles({
    name: 'sub-merchants.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${rows.join('\r\n')}`),
  });
  await expect(page.locator('main')).toContainText('Changed by a sheet');
  await action(page, 'apply').click();
  await action(page, 'confirm').click();
  await expect(action(page, 'apply')).toBeHidden();
  await page.goto(recordPath('1900003901'));
  await expect(page.locator('main')).toContainText('Import "Quoted", Limited');

  await page.goto(editPath(id));
  await expect(action(page, 'send')).toBeEnabled();
  await action(page, 'send').click();
  await expect(field(page, 'registration_certificate_number')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'registration_certificate_number').fill('91310000137');
  await page.getByText('Permanent', { exact: true }).first().click();
  await field(page, 'business.website').fill('https://www.changjiang-hardware.example');
  await sendEdit(page);
  await expect(outcome(page, 'accepted')).toBeVisible();
  expect((await sandbox.record(id)).registration_certificate_number).toBe('91310000137');
});

test('one sub-merchant is added by hand and opens as a record', async ({ page }) => {
  await page.goto('/c/practice/sub-merchants/new');
  await field(page, 'sub_mchid').fill('1900003950');
  await field(page, 'name').fill('Added By Hand Limited');
  await page.locator('main form button[type=submit]').first().click();
  await page.waitForURL(`**${recordPath('1900003950')}`);
  await expect(page.locator('main')).toContainText('Added By Hand Limited');
});

test('the list is searched in Latin and Chinese, filtered and paged by its address', async ({ page }) => {
  await page.goto('/c/practice/sub-merchants');
  const search = page.locator('main input[type=search]').first();
  await search.fill('茶');
  await expect(page.locator('main tbody')).toContainText('港灣茶');
  await search.fill('OLD tram');
  await expect(page.locator('main tbody tr')).toHaveCount(1);
  await expect(page).toHaveURL(/q=/);
  await page.goto('/c/practice/sub-merchants?state=REJECTED');
  await expect(page.locator('main tbody [data-state="REJECTED"]').first()).toBeVisible();
  await page.goto('/c/practice/sub-merchants?size=25');
  await expect(page.locator('main tbody tr')).toHaveCount(25);
});
