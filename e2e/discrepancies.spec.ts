import type { Page } from '@playwright/test';
import pg from 'pg';
import { action, contextOf, expect, expectAccessible, field, recordPath, sandbox, setting, test } from './fixtures';

const listPath = '/c/practice/discrepancies';
const unclaimedPath = '/c/practice/sub-merchants?view=unclaimed';
const items = (page: Page) => page.locator('main .discrepancies > li');
const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'By what became of them' }).getByRole('link', { name });

type Told = { sub_mchid: string; applyment_id: number; state?: string; create_time: string; domains?: string[] };

/** The platform tells of an application by a notification. */
const tell = ({ domains = ['shop.example'], ...told }: Told) =>
  sandbox.call('notifications', { probe: false, ...told, overrides: { domains } });

async function inDatabase<Row extends pg.QueryResultRow>(sql: string, values: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: setting('E2E_DATABASE_URL') });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const toldOf = (subMchid: string) =>
  inDatabase<{ state: string }>('SELECT "state" FROM "Notification" WHERE "subMchid" = $1', [subMchid]);

/** Waits until so many notifications that name it were taken in: the platform tells in its own time. */
const taken = (subMchid: string, count: number) =>
  expect.poll(async () => (await toldOf(subMchid)).length, { timeout: 15_000 }).toBe(count);

/** A difference about an application of this sub-merchant: other domains than it was told with first. */
async function differ(subMchid: string, applymentId: number) {
  const about = { sub_mchid: subMchid, applyment_id: applymentId };
  const before = (await toldOf(subMchid)).length;
  await tell({ ...about, state: 'UNDER_REVIEW', create_time: '2026-03-07T10:00:00+08:00' });
  await taken(subMchid, before + 1);
  await tell({ ...about, create_time: '2026-03-08T10:00:00+08:00', domains: ['other.example'] });
  await taken(subMchid, before + 2);
}

async function addByHand(page: Page, subMchid: string, name: string) {
  await page.goto(`/c/practice/sub-merchants/new?sub_mchid=${subMchid}`);
  await field(page, 'name').fill(name);
  await action(page, 'confirm').click();
  await page.waitForURL(`**${recordPath(subMchid)}`);
}

test('a difference appears by itself, the record says so, and theirs is taken with what it changes shown first', async ({
  page,
}) => {
  test.slow();
  const id = '1900097001';
  await addByHand(page, id, 'Pier Nine Lanterns');
  await page.goto(`${listPath}?q=${id}`);
  await expect(page.locator('main [data-empty]')).toBeVisible();
  await differ(id, 970001);
  await expect(items(page)).toHaveCount(1);

  await page.goto(recordPath(id));
  const banner = page.locator('main .notice').filter({ hasText: 'waits for a decision' });
  await banner.getByRole('link').click();
  await page.waitForURL(`**${listPath}?q=${id}`);
  const item = items(page);
  await expect(item).toContainText('Pier Nine Lanterns');
  await expect(item.locator('.difference-table tbody td').first()).toContainText('shop.example');
  await expect(item.locator('.difference-table tbody td').last()).toContainText('other.example');
  await expectAccessible(page);

  await item.locator('[data-action="take-theirs"]').click();
  const changes = page.getByRole('dialog').locator('.taken-changes');
  await expect(changes).toContainText('applyment_state');
  await expect(changes.locator('[data-state="APPROVED"]').first()).toBeVisible();
  await expectAccessible(page);
  await action(page, 'confirm').click();
  await expect(items(page)).toHaveCount(0);
  await expect(page.locator('main').getByRole('status').filter({ hasText: 'Theirs is taken' })).toBeFocused();
  await tab(page, /Settled/).click();
  await expect(item.locator('[data-resolution="theirs"]')).toBeVisible();
  await expect(item.locator('[data-action]')).toHaveCount(0);

  await page.goto(recordPath(id));
  await expect(page.locator('main [data-state="APPROVED"]').first()).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('by keyboard alone: ours is kept with a reason, another one rests until a day', async ({ page }) => {
  test.slow();
  const id = '1900097002';
  await addByHand(page, id, 'Tin Whistle Stationers');
  await differ(id, 970002);
  await differ(id, 970003);
  await page.goto(`${listPath}?q=${id}`);
  await expect(items(page)).toHaveCount(2);

  const keep = items(page).first().locator('[data-action="keep-ours"]');
  await keep.focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'reason')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(keep).toBeFocused();
  await page.keyboard.press('Enter');
  await action(page, 'confirm').press('Enter');
  await expect(field(page, 'reason')).toHaveAccessibleDescription(/Say why/);
  await field(page, 'reason').focus();
  await page.keyboard.type('Asked by telephone: the first list holds.');
  await action(page, 'confirm').press('Enter');
  await expect(items(page)).toHaveCount(1);
  const said = page.locator('main').getByRole('status').filter({ hasText: 'Ours stays' });
  await expect(said.getByRole('link', { name: 'Send an edit' })).toHaveAttribute('href', `${recordPath(id)}/edit`);

  await items(page).locator('[data-action="accept-difference"]').press('Enter');
  await expect(field(page, 'until')).toBeFocused();
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  await field(page, 'until').fill(tomorrow);
  await field(page, 'reason').fill('The platform looks into it.');
  await action(page, 'confirm').press('Enter');
  await expect(items(page)).toHaveCount(0);
  await tab(page, /Accepted/).click();
  await expect(items(page).locator('[data-resolution="accepted"]')).toContainText('The platform looks into it.');
  const trail = await inDatabase<{ reason: string }>(
    `SELECT "reason" FROM "AuditEntry" WHERE "action" = 'discrepancy.settled' AND "objectId" = $1 ORDER BY "id"`,
    [id],
  );
  expect(trail.map(({ reason }) => reason)).toEqual([
    'Asked by telephone: the first list holds.',
    'The platform looks into it.',
  ]);
});

test('whoever comes second is told who settled it, and nothing is done twice', async ({ page, browser }) => {
  test.slow();
  const id = '1900097003';
  await addByHand(page, id, 'Slow Ferry Teas');
  await differ(id, 970004);
  await page.goto(`${listPath}?q=${id}`);
  await items(page).locator('[data-action="keep-ours"]').click();
  await field(page, 'reason').fill('Second');

  const other = await contextOf(browser, 'admin');
  const theirs = await other.newPage();
  await theirs.goto(`${listPath}?q=${id}`);
  await items(theirs).locator('[data-action="keep-ours"]').click();
  await field(theirs, 'reason').fill('First');
  await action(theirs, 'confirm').click();
  await expect(items(theirs)).toHaveCount(0);

  // The open dialog is not taken away under the hands that type in it.
  await page.waitForTimeout(1500);
  await action(page, 'confirm').click();
  await expect(page.locator('main').getByRole('status').filter({ hasText: 'settled it meanwhile' })).toBeVisible();
  await expect(items(page)).toHaveCount(0);
  const trail = await inDatabase(
    `SELECT "reason" FROM "AuditEntry" WHERE "action" = 'discrepancy.settled' AND "objectId" = $1`,
    [id],
  );
  expect(trail).toEqual([{ reason: 'First' }]);
  await other.close();
});

test('the text for the platform names every id, time and value, and Home counts what its link shows', async ({
  page,
}) => {
  test.slow();
  const id = '1900097004';
  await addByHand(page, id, 'Blue Crate Records');
  await differ(id, 970005);
  await page.goto(`${listPath}?q=${id}`);
  await items(page).locator('[data-action="ask-platform"]').click();
  const text = page.getByRole('dialog').getByRole('textbox');
  for (const part of [id, '970005', 'other.example', 'shop.example']) await expect(text).toHaveValue(new RegExp(part));
  await page.getByRole('dialog').locator('[data-action="cancel"]').click();

  await expect(async () => {
    await page.goto('/c/practice');
    const line = page.locator('main .queue-head').filter({ hasText: 'Discrepancies' });
    const counted = await line.locator('[data-part="count"]').textContent();
    await line.getByRole('link').click();
    await page.waitForURL(`**${listPath}`);
    await expect(tab(page, /Open/).locator('[data-part="count"]')).toHaveText(counted ?? '', { timeout: 1000 });
    await expect(items(page)).toHaveCount(Math.min(25, Number(counted)), { timeout: 1000 });
  }).toPass();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.waitForURL('**/c/practice');
  await page.locator('main .queue-head').first().waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.waitForURL(`**${listPath}`);
});

test.describe('somebody who may only read', () => {
  test.use({ role: 'auditor' });
  test('sees the differences, and no way to settle them', async ({ page, browser }) => {
    test.slow();
    const id = '1900097005';
    const other = await contextOf(browser, 'admin');
    await addByHand(await other.newPage(), id, 'Paper Heron Prints');
    await differ(id, 970006);
    await page.goto(`${listPath}?q=${id}`);
    await expect(items(page)).toHaveCount(1);
    await expect(items(page).locator('button')).toHaveCount(0);
    await expect(page.locator('main')).toContainText('You may look.');
    await other.close();
  });
});

test('who is named and held by nobody is seen, and joins by hand with what was told', async ({ page }) => {
  test.slow();
  const id = '1900097010';
  await page.goto(unclaimedPath);
  await page.locator('main h1').waitFor();
  await tell({ sub_mchid: id, applyment_id: 970010, create_time: '2026-03-07T10:00:00+08:00' });
  const row = page.locator(`main [data-unclaimed="${id}"]`);
  await expect(row).toBeVisible({ timeout: 15_000 });
  await expect(row.locator('[data-state="APPROVED"]')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/c/practice/sub-merchants?q=${id}`);
  await page.locator('main [data-empty]').getByRole('link', { name: 'Unclaimed' }).click();
  await page.waitForURL(`**${unclaimedPath}`);

  await row
    .getByRole('link', { name: `Add by hand: ${id}` })
    .first()
    .click();
  await expect(field(page, 'sub_mchid')).toHaveValue(id);
  await field(page, 'name').fill('Low Tide Bakery');
  await action(page, 'confirm').click();
  await page.waitForURL(`**${recordPath(id)}`);
  await expect(page.locator('main [data-state="APPROVED"]').first()).toBeVisible();
  await page.goto(unclaimedPath);
  await page.locator('main h1').waitFor();
  await expect(row).toHaveCount(0);
});

test('who is named and held by nobody joins by reading, or the platform’s no is said', async ({ page }) => {
  test.slow();
  const [known, unknown] = ['1900003035', '1900097011'];
  await inDatabase('DELETE FROM "SubMerchant" WHERE "subMchid" = $1', [known]);
  await tell({ sub_mchid: known, applyment_id: 970011, create_time: '2026-03-07T10:00:00+08:00' });
  await tell({ sub_mchid: unknown, applyment_id: 970012, create_time: '2026-03-07T10:00:00+08:00' });
  await taken(known, 1);
  await taken(unknown, 1);
  await page.goto(unclaimedPath);
  await page.getByRole('button', { name: `Read ${unknown} from the platform` }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The platform refused to tell' })).toBeVisible();
  await page.getByRole('button', { name: `Read ${known} from the platform` }).click();
  await page.waitForURL(`**${recordPath(known)}`);
  await expect(page.locator('main h1')).not.toBeEmpty();
});

test('a phone shows whose it is, both sides and every action', async ({ page, browser }) => {
  test.slow();
  const id = '1900097006';
  const other = await contextOf(browser, 'admin');
  await addByHand(await other.newPage(), id, 'Copper Gull Radio Repairs');
  await differ(id, 970007);
  await other.close();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${listPath}?q=${id}`);
  for (const name of ['take-theirs', 'keep-ours', 'accept-difference', 'ask-platform'])
    await expect(action(page, name)).toBeInViewport();
  await expect(page.locator('.difference-table td').first()).toHaveAttribute('data-label', 'We hold');
  await action(page, 'take-theirs').click();
  await expect(action(page, 'confirm')).toBeInViewport();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});
