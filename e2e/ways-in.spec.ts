import { action, editPath, expect, field, outcome, recordPath, sandbox, sendEdit, test } from './fixtures';

test('import with a dry run, then the incomplete record is completed, sent and accepted (bug-csv-01, bug-csv-02)', async ({
  page,
}) => {
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
  expect(await (await page.request.get(page.url())).text()).toContain('skeleton');
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

test('a file of more than a mebibyte is taken, whatever it is called; one that is too large is told with both sizes before it is sent (bug-upload-03, bug-upload-04)', async ({
  page,
}) => {
  const upload = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.goto('/c/practice/sub-merchants/import');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  await upload('large.csv', Buffer.alloc(17 * 1024 * 1024, 'x'));
  await expect(page.getByRole('alert').filter({ hasText: 'MiB' })).toContainText('17 MiB; at most 16 MiB');
  expect(sent).toEqual([]);

  const row = `1900003970,${'a'.repeat(100)},${'b'.repeat(60)},${'z'.repeat(900)}`;
  const rows = Array.from({ length: 1200 }, (_, index) => row.replace('1900003970', String(1_900_100_000 + index)));
  const text = `sub_mchid,name,shortname,Remarks\r\n${rows.join('\r\n')}`;
  expect(text.length).toBeGreaterThan(1024 * 1024);
  await upload('large.csv', Buffer.from(text));
  await page.waitForURL(/import\?id=/);
  await expect(page.locator('main')).toContainText('1,200');

  const name = '首页 "a"\r\nX-Evil: 1 截图.csv';
  const taken = await page.request.post('/api/imports/sub-merchants/practice', {
    data: Buffer.from('sub_mchid,name\n1900003971,Strange'),
    headers: { 'Content-Type': 'text/csv', 'X-File-Name': encodeURIComponent(name) },
  });
  const { id } = (await taken.json()) as { id: string };
  const result = await page.request.get(`/api/imports/sub-merchants/practice/${id}`);
  expect(result.headers()['x-evil']).toBeUndefined();
  const disposition = result.headers()['content-disposition'] ?? '';
  const given = decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(disposition)?.[1] ?? '');
  expect(given).toBe('首页 "a"X-Evil: 1 截图-result.csv');
});

test('one sub-merchant is added by hand and opens as a record', async ({ page }) => {
  expect(await (await page.request.get('/c/practice/sub-merchants/new')).text()).toContain('skeleton');
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
