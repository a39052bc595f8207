import {
  action,
  contextOf,
  editPath,
  expect,
  field,
  openEdit,
  outcome,
  recordPath,
  sandbox,
  sendButton,
  sendEdit,
  test,
} from './fixtures';

test('an edit is sent, accepted, and shown on the record with its trail', async ({ page }) => {
  const id = '1900003001';
  await openEdit(page, id);
  await field(page, 'shortname').fill('Kite Books Central');
  await action(page, 'send').click();
  await expect(page.getByRole('dialog')).toContainText('Harbour Kite Books Limited');
  await expect(page.getByRole('dialog')).toContainText('3001');
  await action(page, 'confirm').click();
  await expect(outcome(page, 'accepted')).toBeVisible();
  expect((await sandbox.record(id)).shortname).toBe('Kite Books Central');
  expect((await sandbox.record(id)).contact.email).toContain('@');
  await page.goto(recordPath(id));
  await expect(page.locator('main')).toContainText('Kite Books Central');
  await page.goto(`${recordPath(id)}?tab=history`);
  await expect(page.locator('main')).toContainText('Kite Books Central');
});

test('no answer: unknown, locked, and the same bytes settle it without a reload', async ({ page, browser }) => {
  // It waits for the ladder, and two people look meanwhile.
  test.slow();
  const id = '1900003002';
  // Signed in beforehand: once the answer is lost there are fifteen seconds in which all of this is to be seen.
  const other = await contextOf(browser, 'admin');
  const second = await other.newPage();
  await second.goto('/c/practice');
  await sandbox.failNext(id, { mode: 'cut-after' });
  await openEdit(page, id);
  await field(page, 'shortname').fill('Lantern Bakery');
  await sendEdit(page);
  await expect(outcome(page, 'unknown')).toBeVisible();
  await expect(field(page, 'shortname')).toBeDisabled();
  // A second person meets the lock.
  await second.goto(editPath(id));
  await expect(second.locator('main [data-outcome="unknown"]').first()).toBeVisible();
  await expect(field(second, 'shortname')).toBeDisabled();
  await second.goto('/c/practice');
  await expect(second.locator('main')).toContainText('Lantern Street Bakery');
  await other.close();
  // The ladder's first step comes by itself.
  await expect(outcome(page, 'accepted')).toBeVisible({ timeout: 40_000 });
  const calls = await sandbox.edits(id);
  expect(calls).toHaveLength(2);
  expect(
    new Set(calls.map(({ bodySha256, idempotencyKey, serial }) => `${bodySha256} ${idempotencyKey} ${serial}`)).size,
  ).toBe(1);
  expect(await sandbox.effects(id)).toBe(1);
});

test('two editors: the second compares base, theirs and mine, and nothing is overwritten in silence (bug-form-editing-02)', async ({
  page,
  browser,
}) => {
  const id = '1900003003';
  await openEdit(page, id);
  const other = await contextOf(browser, 'admin');
  const second = await other.newPage();
  await openEdit(second, id);
  await field(second, 'shortname').fill('港灣茶莊總店');
  await field(second, 'channel_id').fill('500999');
  await sendEdit(second);
  await expect(outcome(second, 'accepted')).toBeVisible();
  await other.close();

  await field(page, 'shortname').fill('港灣茶行');
  await sendEdit(page);
  const merge = page.locator('[data-part="merge"]');
  await expect(merge).toBeVisible();
  await expect(merge).toContainText('港灣茶莊總店');
  await expect(merge).toContainText('港灣茶行');
  // Both changed the short name: nobody chose for the person.
  await expect(page.locator('input[name="merge.shortname"]:checked')).toHaveCount(0);
  await expect(action(page, 'merge')).toBeDisabled();
  await page.locator('input[name="merge.shortname"][value="mine"]').check();
  await action(page, 'merge').click();
  await expect(field(page, 'shortname')).toHaveValue('港灣茶行');
  await expect(field(page, 'channel_id')).toHaveValue('500999');
  await sendEdit(page);
  await expect(outcome(page, 'accepted')).toBeVisible();
  expect(await sandbox.effects(id)).toBe(2);
});

test('a domain leaves the list only with its own tick', async ({ page }) => {
  const id = '1900003005';
  await openEdit(page, id);
  await page.locator('input[name="apply_h5_payment"][value="change"]').check();
  await page
    .getByRole('button', { name: /pay\.starlight-toys\.example/ })
    .first()
    .click();
  await sendButton(page).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('#h5_payment_apply_info-domains-foot, [data-part="list-foot"]').first()).toHaveAttribute(
    'data-invalid',
    'true',
  );
  expect(await sandbox.edits(id)).toHaveLength(0);
  await page.locator('input[name="ticked.removedDomains.pay.starlight-toys.example"]').check();
  await sendButton(page).click();
  await expect(page.getByRole('dialog')).toContainText('pay.starlight-toys.example');
  await action(page, 'cancel').click();
  await sendEdit(page);
  await expect(outcome(page, 'accepted')).toBeVisible();
});

test('what is wrong with one item of a list stands at that item, and nothing leaves', async ({ page }) => {
  const id = '1900003003';
  await openEdit(page, id);
  await page.locator('input[name="apply_h5_payment"][value="change"]').check();
  await field(page, 'h5_payment_apply_info.domains.2').fill('a_b.example');
  await field(page, 'h5_payment_apply_info.domains.2').press('Tab');
  await expect(field(page, 'h5_payment_apply_info.domains.2')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'business.store_photos.0').fill('x'.repeat(129));
  await action(page, 'send').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(field(page, 'business.store_photos.0')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'h5_payment_apply_info.domains.0')).not.toHaveAttribute('aria-invalid', 'true');
});

test('record accepted and application not created are two lines, never one green tick', async ({ page }) => {
  const id = '1900003004';
  await sandbox.call(`sub-merchants/${id}/h5`, { state: 'application-failed-next' });
  await openEdit(page, id);
  await page.locator('input[name="apply_h5_payment"][value="apply"]').check();
  await field(page, 'h5_payment_apply_info.website_url').fill('https://www.bamboo-optics.example');
  await field(page, 'h5_payment_apply_info.domains.0').fill('www.bamboo-optics.example');
  await sendEdit(page);
  await expect(outcome(page, 'accepted')).toBeVisible();
  await expect(page.locator('main').locator('[data-state="APPLICATION_FAILED"]').first()).toBeVisible();
  await page.goto('/c/practice/sub-merchants?state=APPLICATION_FAILED');
  await expect(page.locator('main')).toContainText('翠竹眼鏡有限公司');
});

test('refused: the platform’s words stand at the field it names, and what was typed stays (bug-responses-06)', async ({
  page,
}) => {
  const id = '1900003007';
  await sandbox.failNext(id, { row: 'sub-merchant-param-error', field: '/business/mcc' });
  await openEdit(page, id);
  await field(page, 'business.mcc').fill('5943');
  await field(page, 'shortname').fill('Paper Crane Shop');
  await sendEdit(page);
  await expect(outcome(page, 'refused')).toBeVisible();
  await expect(field(page, 'business.mcc')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'business.mcc')).toHaveValue('5943');
  await expect(field(page, 'shortname')).toHaveValue('Paper Crane Shop');
  // Corrected, it goes out as a new request with a new key.
  await field(page, 'business.mcc').fill('5944');
  await sendEdit(page);
  await expect(outcome(page, 'accepted')).toBeVisible();
  const keys = (await sandbox.edits(id)).map(({ idempotencyKey }) => idempotencyKey);
  expect(new Set(keys).size).toBe(2);
});

test('refused because the seal cannot be opened: sent again as new from its request, under another key', async ({
  page,
}) => {
  const id = '1900003007';
  const before = (await sandbox.edits(id)).length;
  await sandbox.failNext(id, { row: 'sub-merchant-serial-not-valid' });
  await openEdit(page, id);
  await field(page, 'shortname').fill('Sent Again');
  await sendEdit(page);
  await expect(outcome(page, 'refused')).toBeVisible();
  const old = await outcome(page, 'refused').getAttribute('data-request-id');
  await page.goto(`/c/practice/requests/${old}`);
  await page.getByRole('button', { name: 'Send again as new' }).click();
  await action(page, 'confirm').dblclick();
  await page.waitForURL((url) => url.pathname.includes('/requests/') && !url.pathname.endsWith(`${old}`));
  await expect(outcome(page, 'accepted')).toBeVisible();
  const calls = (await sandbox.edits(id)).slice(before);
  expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  expect(calls).toHaveLength(2);
  expect((await sandbox.record(id)).shortname).toBe('Sent Again');
  await page.goto(`/c/practice/requests/${old}`);
  await expect(page.getByRole('link', { name: /^Sent again as/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send again as new' })).toHaveCount(0);
});

test('a draft survives leaving, signing out and coming back (bug-session-auth-01)', async ({
  page,
  context,
  browser,
}) => {
  const id = '1900003012';
  await openEdit(page, id);
  await field(page, 'shortname').fill('North Pier Boats');
  await field(page, 'contact.email').fill('canary-draft@north-pier.example');
  await expect(page.locator('[data-draft="saved"]')).toBeVisible({ timeout: 15_000 });
  await context.clearCookies();
  await page.close({ runBeforeUnload: false });
  const again = await contextOf(browser, 'operator');
  const back = await again.newPage();
  await openEdit(back, id);
  await expect(field(back, 'shortname')).toHaveValue('North Pier Boats');
  await again.close();
  // It belongs to one person.
  const other = await contextOf(browser, 'admin');
  const theirs = await other.newPage();
  await openEdit(theirs, id);
  await expect(field(theirs, 'shortname')).not.toHaveValue('North Pier Boats');
  await other.close();
});

test('two clicks at once are one call, and so is Enter twice (bug-idempotency-04)', async ({ page }) => {
  const id = '1900003019';
  await sandbox.failNext(id, { mode: 'delay', ms: 800 });
  await openEdit(page, id);
  await field(page, 'shortname').fill('Manli Home');
  await action(page, 'send').click();
  await action(page, 'confirm').dblclick();
  await expect(outcome(page, 'accepted')).toBeVisible();
  expect(await sandbox.edits(id)).toHaveLength(1);

  await page.reload();
  await expect(action(page, 'send')).toBeEnabled();
  await sandbox.failNext(id, { mode: 'delay', ms: 800 });
  await field(page, 'shortname').fill('Manli Home Central');
  await field(page, 'shortname').press('Enter');
  await action(page, 'confirm').focus();
  await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')]);
  await expect(outcome(page, 'accepted')).toBeVisible();
  expect(await sandbox.edits(id)).toHaveLength(2);
});

test('the keyboard alone completes an edit', async ({ page }) => {
  const id = '1900003011';
  await page.goto(recordPath(id));
  await page.locator('main').waitFor();
  await page.keyboard.press('e');
  await page.waitForURL(`**${editPath(id)}`);
  await expect(action(page, 'send')).toBeEnabled();
  const shortname = field(page, 'shortname');
  for (
    let presses = 0;
    presses < 60 && !(await shortname.evaluate((element) => element === document.activeElement));
    presses += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Copper Kettle Roasters');
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  for (
    let presses = 0;
    presses < 10 && !(await action(page, 'confirm').evaluate((element) => element === document.activeElement));
    presses += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(outcome(page, 'accepted')).toBeVisible();
  // The cursor goes to what became of it, and stays there when the form has begun anew.
  await expect(action(page, 'send')).toBeEnabled();
  await expect(page.locator('main :focus [data-part="live-outcome"]')).toBeVisible();
  expect((await sandbox.record(id)).shortname).toBe('Copper Kettle Roasters');
});

test.describe('after a deployment', () => {
  test.use({ expectedErrors: /404|Server Action|failed/i });
  test('an open form whose action no longer exists says so, keeps what was typed, and nothing is sent (bug-next-runtime-01)', async ({
    page,
  }) => {
    const id = '1900003016';
    await openEdit(page, id);
    await field(page, 'shortname').fill('Cloud Peak');
    // The only part that is made up: the id that the new build would not know.
    await page.route('**/edit', async (route) => {
      const headers = route.request().headers();
      if (route.request().method() !== 'POST' || headers['next-action'] === undefined) return route.continue();
      return route.continue({ headers: { ...headers, 'next-action': `40${'0'.repeat(40)}` } });
    });
    await sendEdit(page);
    await expect(page.locator('[data-problem="old-page"]')).toContainText('The console was updated');
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
    await expect(field(page, 'shortname')).toHaveValue('Cloud Peak');
    expect(await sandbox.edits(id)).toHaveLength(0);
    await page.unroute('**/edit');
    await page.reload();
    await expect(action(page, 'send')).toBeEnabled();
    await expect(field(page, 'shortname')).toHaveValue('Cloud Peak');
  });
});
