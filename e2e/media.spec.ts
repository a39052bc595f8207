import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import {
  action,
  contextOf,
  expect,
  expectAccessible,
  field,
  inDatabase,
  newOperator,
  openEdit,
  outcome,
  sandbox,
  sendEdit,
  signIn,
  test,
} from './fixtures';

const shelf = '/c/practice/media';
const dialog = (page: Page) => page.locator('dialog[open]');

/** Noise in colours: it cannot be made small without loss, and what covers a part of it shows. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();

/** Boxes anywhere: no two of these look alike. */
function boxes(): Promise<Buffer> {
  const number = (max: number) => randomBytes(4).readUInt32BE() % max;
  const drawn = Array.from(
    { length: 12 },
    () =>
      `<rect x="${number(560)}" y="${number(360)}" width="${60 + number(200)}" height="${40 + number(160)}" fill="hsl(${number(360)},60%,${number(90)}%)"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="#fff"/>${drawn.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** A screenshot of words and boxes, of one journey alone. */
async function screenshot(page: Page, words: string): Promise<Buffer> {
  const other = await page.context().newPage();
  await other.setContent(
    `<h1>${words} ${randomBytes(4).toString('hex')}</h1><p style="background:#cde;height:200px">shop</p>`,
  );
  const png = await other.screenshot();
  await other.close();
  return png;
}

/** Puts a file on the clipboard or under the pointer, as the browser hands it to a page. */
async function hand(
  page: Page,
  how: 'paste' | 'drop',
  file: { name: string; type: string; bytes: Buffer },
  at = 'body',
) {
  await page
    .locator(at)
    .first()
    .evaluate(
      (element, { how: kind, name, type, base64 }) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], name, { type }));
        const init = { bubbles: true, cancelable: true };
        element.dispatchEvent(
          kind === 'paste'
            ? new ClipboardEvent('paste', { ...init, clipboardData: transfer })
            : new DragEvent('drop', { ...init, dataTransfer: transfer }),
        );
      },
      { how, name: file.name, type: file.type, base64: file.bytes.toString('base64') },
    );
}

async function openShelf(page: Page) {
  await page.goto(shelf);
  await expect(action(page, 'add-picture')).toBeEnabled();
}

/** Confirms what is in the editor, and waits for the media ID. */
async function keepIt(page: Page): Promise<string> {
  await expect(action(page, 'confirm')).toBeEnabled();
  await action(page, 'confirm').click();
  const shown = dialog(page).locator('[data-media-id]');
  await expect(shown).toBeVisible();
  return (await shown.textContent()) ?? '';
}

const rowOf = async (mediaId: string) =>
  (await inDatabase('select * from "MediaFile" where "mediaId" = $1', [mediaId]))[0];
const idOf = async (mediaId: string) => String((await rowOf(mediaId)).id);

test('a screenshot on the clipboard is pasted, cut, blurred, kept and uploaded, and its ID is shown', async ({
  page,
  context,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openShelf(page);
  const picture = await noise(600, 400);
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })]);
  }, picture.toString('base64'));
  await page.keyboard.press('Control+V');
  await expect(dialog(page).locator('.picture-editor')).toBeVisible();
  await expectAccessible(page);

  // The middle of what is shown is blurred, then the picture is cut to a part around it.
  await dialog(page).getByRole('button', { name: 'Choose the middle' }).click();
  await action(page, 'blur').click();
  await dialog(page).getByRole('button', { name: 'Choose the middle' }).click();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Tab');
  await action(page, 'crop').click();
  await expect(dialog(page).locator('.picture-sizes')).toContainText('600 × 400');
  await expect(dialog(page).locator('.picture-sizes')).toContainText('300 × 200');
  await action(page, 'compare').click();
  await expect(dialog(page).getByLabel('How much of before and after is seen')).toBeVisible();
  await expectAccessible(page);
  const mediaId = await keepIt(page);

  const row = await rowOf(mediaId);
  expect(row).toMatchObject({ state: 'has-id', width: 300, height: 200, kind: 'homepage', mediaIdHow: 'upload' });
  const served = await page.request.get(`/api/media/practice/${row.id}`);
  // What was noise is nine colours now.
  const { channels } = await sharp(await served.body()).stats();
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeLessThan(30);
  await action(page, 'close').click();
  await expect(page.locator(`[data-picture="${row.id}"]`)).toContainText(mediaId.slice(-4));
});

test('a 9 MB screenshot that is dropped comes out within 2 MB under a safe name, before and after shown (bug-upload-03)', async ({
  page,
}) => {
  await openShelf(page);
  const picture = await noise(1800, 1700);
  expect(picture.length).toBeGreaterThan(9 * 1024 * 1024);
  await hand(page, 'drop', { name: '首页 "a" 截图.png', type: 'image/png', bytes: picture });
  const result = dialog(page).locator('[data-result]');
  await expect(result).toBeVisible({ timeout: 30_000 });
  expect(Number(await result.getAttribute('data-result'))).toBeLessThanOrEqual(2 * 1024 * 1024);
  await expect(dialog(page).locator('.picture-sizes')).toContainText('1800 × 1700');
  const mediaId = await keepIt(page);
  const row = await rowOf(mediaId);
  // The platform was told a safe name; the person's own is for people.
  expect(row).toMatchObject({ originalName: '首页 "a" 截图.png', fileName: 'a.jpg', contentType: 'image/jpeg' });
  expect(row.sizeBytes).toBeLessThanOrEqual(2 * 1024 * 1024);
});

test('pictures of 1.1 and 1.9 MiB are taken as they are, and what is too large is told with both sizes (bug-upload-04)', async ({
  page,
}) => {
  test.slow();
  await openShelf(page);
  for (const [width, height, least] of [
    [640, 600, 1.09],
    [820, 800, 1.86],
  ] as const) {
    const picture = await noise(width, height);
    expect(picture.length).toBeGreaterThan(least * 1024 * 1024);
    expect(picture.length).toBeLessThan(2 * 1024 * 1024);
    await action(page, 'add-picture').click();
    await dialog(page)
      .locator('[name="picture_file"]')
      .setInputFiles({ name: 'shot.png', mimeType: 'image/png', buffer: picture });
    await expect(dialog(page)).toContainText('Sent as it is');
    expect((await rowOf(await keepIt(page))).sizeBytes).toBe(picture.length);
    await action(page, 'close').click();
  }
  await action(page, 'add-picture').click();
  const huge = Buffer.concat([await noise(8, 8), Buffer.alloc(41 * 1024 * 1024)]);
  await dialog(page)
    .locator('[name="picture_file"]')
    .setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: huge });
  await expect(dialog(page).getByRole('alert')).toContainText('This file has 41.1 MB; at most 40 MB are taken.');
});

test.describe('what is no picture', () => {
  test.use({ expectedErrors: /422|413/ });
  test('is refused with its real type, whatever its name says, and nothing is sent (bug-upload-06)', async ({
    page,
  }) => {
    await openShelf(page);
    const before = await inDatabase('select count(*) from "MediaFile"', []);
    await action(page, 'add-picture').click();
    const files: [string, Buffer, string][] = [
      ['home.png', Buffer.from('<html><script>alert(1)</script></html>'), 'a web page'],
      ['home.png', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'a HEIC photo'],
      ['home.png', Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64'), 'a GIF'],
      ['home.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'an SVG drawing'],
      ['home.png', Buffer.alloc(0), 'empty'],
      ['home.png', (await noise(40, 40)).subarray(0, 900), 'damaged or cut off'],
    ];
    for (const [name, buffer, said] of files) {
      await dialog(page).locator('[name="picture_file"]').setInputFiles({ name, mimeType: 'image/png', buffer });
      await expect(dialog(page).getByRole('alert')).toContainText(said);
    }
    // The server says the same to whoever comes without the page.
    const refused = await page.request.post('/api/media/practice?kind=homepage', { data: Buffer.from('<html>') });
    expect(refused.status()).toBe(422);
    expect(await refused.json()).toMatchObject({ issues: [{ rule: 'not-a-picture', params: { kind: 'html' } }] });
    const long = await page.request.post('/api/media/practice', { data: Buffer.alloc(3 * 1024 * 1024) });
    expect(long.status()).toBe(413);
    expect(await long.json()).toMatchObject({ issues: [{ rule: 'file-too-large', params: { sizeMb: 3, maxMb: 2 } }] });
    expect(await inDatabase('select count(*) from "MediaFile"', [])).toEqual(before);
  });
});

test('by keyboard alone a picture is chosen, cut, kept and uploaded', async ({ page }) => {
  await openShelf(page);
  await action(page, 'add-picture').focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).locator('[name="picture_file"]')).toBeFocused();
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({
    name: 'keyboard.png',
    mimeType: 'image/png',
    buffer: await screenshot(page, 'Keyboard'),
  });
  await expect(dialog(page).locator('.picture-editor')).toBeVisible();
  const press = async (name: string) => {
    await dialog(page).getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await press('Choose the middle');
  const chosen = dialog(page).locator('[data-part="tools"] p').first();
  const before = await chosen.textContent();
  await dialog(page).getByLabel('Chosen part: arrow keys move it').focus();
  await page.keyboard.press('ArrowRight');
  await expect(chosen).not.toHaveText(before ?? '');
  await dialog(page).getByLabel('Lower right corner: arrow keys change it').focus();
  await page.keyboard.press('ArrowUp');
  await press('Keep only this');
  await expect(action(page, 'confirm')).toBeEnabled();
  await press('Keep and upload the picture');
  await expect(dialog(page).locator('[data-media-id]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});

test('an upload of which nobody knows what became is said so, and may be repeated', async ({ page }) => {
  await openShelf(page);
  await sandbox.call('fail-next', { operation: 'media.upload', mode: '500-after' });
  await action(page, 'add-picture').click();
  const buffer = await screenshot(page, 'Unknown');
  await dialog(page)
    .locator('[name="picture_file"]')
    .setInputFiles({ name: 'unknown.png', mimeType: 'image/png', buffer });
  await expect(action(page, 'confirm')).toBeEnabled();
  await action(page, 'confirm').click();
  await expect(dialog(page)).toContainText('We do not know whether the platform took the picture');
  await action(page, 'close').click();
  const card = page.locator('[data-picture]').filter({ hasText: 'unknown.png' }).first();
  await expect(card.locator('[data-picture-state="failed"]')).toContainText('Unknown');
  await card.locator('[data-action="upload"]').click();
  await expect(card.locator('[data-picture-state="has-id"]')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'is at the platform as' })).toBeVisible();
});

test('three slow uploads run side by side, and another page opens at once (bug-next-runtime-03)', async ({ page }) => {
  await openShelf(page);
  await sandbox.call('fail-next', { operation: 'media.upload', mode: 'delay', ms: 5_000, times: 3 });
  const ids = await Promise.all(
    [1, 2, 3].map(async (number) => {
      const kept = await page.request.post('/api/media/practice', { data: await screenshot(page, `Slow ${number}`) });
      return String((await kept.json()).picture.id);
    }),
  );
  await page.evaluate((wanted) => {
    for (const id of wanted) void fetch(`/api/media/practice/${id}`, { method: 'POST' });
  }, ids);
  await page.waitForTimeout(1_000);
  const began = Date.now();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Requests' }).click();
  await expect(page.locator('main h1')).toHaveText('Requests');
  expect(Date.now() - began).toBeLessThan(3_000);
  const states = () => inDatabase('select "state" from "MediaFile" where "id" = any($1::uuid[])', [ids]);
  await expect
    .poll(async () => (await states()).map(({ state }) => state), { timeout: 15_000 })
    .toEqual(['has-id', 'has-id', 'has-id']);
});

test('a picture is served to whoever may see it, as a picture and nothing else', async ({ page }) => {
  const kept = await page.request.post('/api/media/practice', { data: await screenshot(page, 'Served') });
  const { picture } = await kept.json();
  for (const part of ['', '?part=thumbnail']) {
    const answer = await page.request.get(`/api/media/practice/${picture.id}${part}`);
    expect(answer.status()).toBe(200);
    expect(answer.headers()).toMatchObject({
      'content-type': part === '' ? 'image/png' : 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
  }
  expect((await page.request.get(`/api/media/other/${picture.id}`)).status()).toBe(404);
  expect((await page.request.get('/api/media/practice/00000000-0000-0000-0000-000000000000')).status()).toBe(404);
  const foreign = await page.request.post('/api/media/practice', {
    data: 'x',
    headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://elsewhere.example' },
  });
  expect(foreign.status()).toBe(403);
});

test.describe('without the right', () => {
  test.use({ expectedErrors: /403/ });
  test('there is no entry, no page and no picture; who may only look adds and removes nothing', async ({
    browser,
    page,
  }) => {
    const kept = await page.request.post('/api/media/practice', { data: await screenshot(page, 'Hidden') });
    const { picture } = await kept.json();
    const payments = await newOperator(['payments']);
    const context = await browser.newContext();
    const theirs = await context.newPage();
    await signIn(theirs, payments);
    await theirs.goto('/c/practice/requests');
    await expect(theirs.locator('a[href="/c/practice/media"]')).toHaveCount(0);
    expect((await theirs.goto(shelf))?.status()).toBe(403);
    expect((await theirs.request.get(`/api/media/practice/${picture.id}`)).status()).toBe(403);
    expect((await theirs.request.get('/api/views/media/practice')).status()).toBe(403);
    expect((await payments.trail()).map(({ action: done }) => done)).toContain('access.refused');
    await context.close();

    const auditor = await contextOf(browser, 'auditor');
    const reading = await auditor.newPage();
    await reading.goto(shelf);
    await expect(reading.locator(`[data-picture="${picture.id}"] img`)).toBeVisible();
    await expect(action(reading, 'add-picture')).toHaveCount(0);
    await expect(action(reading, 'remove-picture')).toHaveCount(0);
    expect((await reading.request.post('/api/media/practice', { data: 'x' })).status()).toBe(403);
    expect((await reading.request.post(`/api/media/practice/${picture.id}`)).status()).toBe(403);
    await auditor.close();
  });
});

test('the shelf filters, finds what looks the same, and lets only what nothing uses be removed', async ({ page }) => {
  const one = await screenshot(page, 'Twice');
  const near = await sharp(one).jpeg({ quality: 70 }).toBuffer();
  const [first, second] = await Promise.all(
    [one, near].map(
      async (data) =>
        (await (await page.request.post('/api/media/practice?kind=certificate&sub_mchid=1900003007', { data })).json())
          .picture,
    ),
  );
  await page.goto(`${shelf}?sub_mchid=1900003007&kind=certificate`);
  await expect(page.locator(`[data-picture="${first.id}"]`)).toContainText(/looks? the same/);
  await page.goto(`${shelf}?show=lookalikes&view=list`);
  await expect(page.locator(`tr[data-picture="${second.id}"]`)).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${shelf}?show=no-copy`);
  await expect(page.locator(`[data-picture="${first.id}"]`)).toHaveCount(0);
  await page.goto(`${shelf}?q=${first.sha256}`);
  const card = page.locator(`[data-picture="${first.id}"]`);
  await card.locator('[data-action="paste-id"]').click();
  await dialog(page)
    .locator('[name="media_id"]')
    .fill(`pasted-${first.id.slice(0, 8)}`);
  await action(page, 'confirm').click();
  await expect(card).toContainText('Has an ID');
  await card.locator('[data-action="remove-picture"]').click();
  await action(page, 'confirm').click();
  await expect(page.getByRole('status').filter({ hasText: 'no longer on the shelf' })).toBeVisible();
  await expect(card).toHaveCount(0);
});

test('in the edit form pictures are uploaded, chosen and put in order, and their IDs are sent', async ({ page }) => {
  test.slow();
  const id = '1900003025';
  const name = (index: number) => `business.store_photos.${index}`;
  await openEdit(page, id);
  await page.locator('input[name="apply_h5_payment"][value="leave"]').check();
  await page.locator('input[name="business.business_type"][value="BOTH"]').check();
  if ((await field(page, 'business.store_address').inputValue()) === '')
    await field(page, 'business.store_address').fill('Shop 1');
  const photos = page.locator('.media-field').filter({ has: page.locator('input[name^="business.store_photos."]') });
  const inputs = photos.locator('input[name^="business.store_photos."]');
  while ((await inputs.count()) > 1)
    await photos
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();

  // Dropped, then pasted into the field, then chosen from the shelf.
  const frontPicture = await boxes();
  await hand(
    page,
    'drop',
    { name: 'front.png', type: 'image/png', bytes: frontPicture },
    '.media-field:has(input[name^="business.store_photos."])',
  );
  await action(page, 'confirm').click();
  await expect(field(page, name(0))).toHaveValue(/^[0-9a-f-]{36}$/);
  await expect(dialog(page)).toHaveCount(0);
  await hand(
    page,
    'paste',
    { name: 'image.jpg', type: 'image/jpeg', bytes: await sharp(frontPicture).jpeg().toBuffer() },
    `input[name="${name(1)}"]`,
  );
  await action(page, 'confirm').click();
  // It looks much like the one before it, which is said before the dialog is left.
  await expect(dialog(page)).toContainText(/looks? like this one/);
  await action(page, 'close').click();
  await expect(field(page, name(1))).toHaveValue(/^[0-9a-f-]{36}$/);
  const front = await field(page, name(0)).inputValue();
  await expect(photos.locator('img')).toHaveCount(2);
  await expect(photos).toContainText('front.png');
  await expect(page.locator('svg.meter title')).toHaveText('79 of 1024 characters');

  // A typed ID of which nothing is here says so, and then who pasted it.
  await field(page, name(2)).fill('from-elsewhere');
  await field(page, name(2)).blur();
  await expect(photos).toContainText('No copy held');
  await photos.getByRole('button', { name: 'Note it on the shelf' }).click();
  await expect(photos).toContainText('No copy held; pasted by');
  await photos.getByRole('button', { name: `Move ${front} down` }).click();
  await expect(field(page, name(1))).toHaveValue(front);

  const copy = page.locator('.media-field').filter({ has: field(page, 'registration_certificate_copy') });
  await copy.locator('[data-action="choose-picture"]').click();
  await page.locator('[name="shelf_own"]').uncheck();
  await page.locator(`[data-choose="${front}"]`).click();
  await expect(field(page, 'registration_certificate_copy')).toHaveValue(front);
  await expectAccessible(page);
  const sent = await Promise.all([0, 1, 2].map((index) => field(page, name(index)).inputValue()));
  await sendEdit(page);
  await expect(outcome(page, 'accepted')).toBeVisible();
  expect(await sandbox.record(id)).toMatchObject({
    registration_certificate_copy: front,
    business: { store_photos: JSON.stringify(sent) },
  });

  await page.goto(`${shelf}?q=${front}`);
  const card = page.locator(`[data-picture="${await idOf(front)}"]`);
  await expect(card).toContainText('Store photos');
  await expect(card).toContainText('Certificate copy');
  await expect(card.locator('[data-action="remove-picture"]')).toHaveCount(0);
});
