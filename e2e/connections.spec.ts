// Connections in Settings (screens walk 24): one of its own is added with its keys, looked at line by line, approved by a
// second administrator, stopped by one and let go on by two, given other keys, switched off. The practice connection, which
// the other journeys send under, is never stopped.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import {
  action,
  askedId,
  expect,
  expectAccessible,
  expectNoSideways,
  holdAdministrators,
  inDatabase,
  newOperator,
  prove,
  sandboxFile,
  setting,
  signIn,
  test,
} from './fixtures';

const connections = '/settings/connections?connection=practice';
const dialog = (page: Page) => page.locator('dialog[open]').first();
const confirm = (page: Page) => dialog(page).locator('[data-action="confirm"]').click();
const section = (page: Page, slug: string) => page.locator(`main section[data-connection="${slug}"]`);

/** The practice platform's account, as its operator would type it. */
function platformKeys() {
  const made = JSON.parse(sandboxFile('credentials.json')) as Record<string, string>;
  const file = (name: string) => readFileSync(made[name] ?? '', 'utf8');
  return {
    mchid: made.mchid ?? '',
    appid: made.appid ?? '',
    merchantSerial: made.merchantSerial ?? '',
    merchantCertificate: file('merchantCertificateFile'),
    privateKey: file('privateKeyFile'),
    apiKey: file('apiKeyFile').trim(),
  };
}

async function enter(browser: Browser, roles: string[], name: string) {
  const person = await newOperator(roles, name);
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, person);
  return {
    page,
    async leave() {
      await context.close();
      await person.disable();
    },
  };
}

async function fill(page: Page, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) await dialog(page).locator(`[name="${name}"]`).fill(value);
}

/** Agrees to what was asked for; the approval stands where whoever asked stood. */
async function agree(page: Page, approvalId: string, slug = 'practice') {
  await page.goto(`/c/${slug}/approvals/${approvalId}`);
  await action(page, 'approve').click();
  await confirm(page);
  const done = page.locator('main [data-approval-state="carried-out"]');
  await prove(page, done);
  await expect(done).toBeVisible();
}

test.describe('who keeps the keys', () => {
  test.use({ role: 'integrations' });

  test('is told line by line what is wrong before anything is saved', async ({ page }) => {
    await page.goto(connections);
    await action(page, 'add-connection').click();
    await fill(page, { baseUrl: 'https://10.0.0.1', apiKey: 'a'.repeat(31) });
    await dialog(page).locator('[name="environment"]').selectOption('live');
    await action(page, 'check').click();
    await expect(dialog(page).locator('[data-check="api-key"]')).toContainText('31 bytes');
    await expect(dialog(page).locator('[data-check="address"]')).toHaveAttribute('data-state', 'failed');
    await expect(dialog(page).locator('[data-check="call"]')).toHaveAttribute('data-state', 'skipped');
    await expectAccessible(page);
    expect(await page.content()).not.toContain('a'.repeat(31));
  });
});

test('a connection is added, stopped, let go on, given other keys and switched off, each by as many as it takes', async ({
  browser,
}) => {
  test.setTimeout(480_000);
  const letGo = await holdAdministrators('others');
  const maker = await enter(browser, ['administrator'], 'Administrator who connects');
  const checker = await enter(browser, ['administrator'], 'Administrator who agrees to connections');
  const sender = await enter(browser, ['operator'], 'Operator of a connection');
  const slug = `own-${randomBytes(3).toString('hex')}`;
  try {
    const { page } = maker;
    const { mchid, appid, ...keys } = platformKeys();
    await page.goto(connections);
    await expectAccessible(page);
    await action(page, 'add-connection').click();
    await fill(page, { name: 'Second account', slug, baseUrl: setting('E2E_SANDBOX_URL'), mchid, appid, ...keys });
    await action(page, 'check').click();
    await expect(dialog(page).locator('[data-check][data-state="passed"]')).toHaveCount(7);
    await expectAccessible(page);
    await dialog(page).locator('[name="reason"]').fill('Our second account');
    await confirm(page);
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    const added = await askedId(page);
    await expect(section(page, slug)).toHaveCount(0);
    await agree(checker.page, added);
    await page.goto(connections);
    await expect(section(page, slug)).toContainText('saved here');
    await expectAccessible(page);
    await expectNoSideways(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    const line = keys.privateKey.split('\n')[5] ?? '';
    for (const hidden of [keys.apiKey, line]) expect(await page.content()).not.toContain(hidden);
    await page.goto(`/c/${slug}/sub-merchants`);
    await expect(page.locator('main h1')).toBeVisible();

    // One person stops it, and every page of it says so; the others send on.
    const theirs = sender.page;
    await theirs.goto(`/settings/connections?connection=${slug}`);
    await section(theirs, slug).locator('[data-action="stop-sending"]').click();
    await confirm(theirs);
    await expect(dialog(theirs).getByRole('alert')).toBeVisible();
    await expectAccessible(theirs);
    await dialog(theirs).locator('[name="reason"]').fill('The platform answers twice');
    await confirm(theirs);
    await expect(theirs.locator('[data-sending-stopped]')).toContainText('The platform answers twice');
    await expectAccessible(theirs);
    await expectNoSideways(theirs);
    await theirs.setViewportSize({ width: 1280, height: 800 });
    await theirs.goto(`/c/${slug}/contracts`);
    await expect(theirs.locator('[data-sending-stopped]')).toBeVisible();
    await theirs.goto('/c/practice/contracts');
    await expect(theirs.locator('[data-sending-stopped]')).toHaveCount(0);

    // Whoever stopped it does not let it go on alone.
    await theirs.goto(`/settings/connections?connection=${slug}`);
    await section(theirs, slug).locator('[data-action="go-on-sending"]').click();
    await dialog(theirs).locator('[name="reason"]').fill('Mended');
    await confirm(theirs);
    await expect(theirs.locator('dialog[open]')).toHaveCount(0);
    const goingOn = await askedId(theirs);
    await expect(theirs.locator('[data-sending-stopped]')).toBeVisible();
    await agree(checker.page, goingOn, slug);
    await expect(theirs.locator('[data-sending-stopped]')).toHaveCount(0, { timeout: 30_000 });

    // Other keys: one that does not fit is told at its field, and changes nothing.
    await page.goto(connections);
    await section(page, slug).locator('[data-action="exchange-keys"]').click();
    const { merchantSerial: _, ...typed } = keys;
    await fill(page, { ...typed, apiKey: 'b'.repeat(32), reason: 'Rotated' });
    await confirm(page);
    await expect(dialog(page).getByRole('alert').first()).toBeVisible();
    await expectAccessible(page);
    await action(page, 'cancel').click();

    await section(page, slug).locator('[data-action="switch-off"]').click();
    await dialog(page).locator('[name="reason"]').fill('The account is closed');
    await expectAccessible(page);
    await confirm(page);
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    const off = await askedId(page);
    await agree(checker.page, off);
    await page.goto(connections);
    await expect(section(page, slug)).toContainText('Switched off');
    await expect.poll(async () => (await page.request.get(`/c/${slug}`)).status(), { timeout: 15_000 }).toBe(404);
    const trail = await inDatabase(
      `select a."action" from "AuditEntry" a join "Connection" c on c."id" = a."connectionId"
       where c."slug" = $1 and a."action" like 'connection.%' order by a."id"`,
      [slug],
    );
    expect(trail.map((entry) => entry.action)).toEqual([
      'connection.added',
      'connection.stopped',
      'connection.gone-on',
      'connection.checked',
      'connection.switched',
    ]);
  } finally {
    // Whatever happened, it is in nobody's way.
    await inDatabase(
      `update "Connection" set "switchedOffAt" = coalesce("switchedOffAt", now()), "stoppedAt" = null where "slug" = $1`,
      [slug],
    ).catch(() => {});
    for (const one of [maker, checker, sender]) await one.leave();
    await letGo();
  }
});
