// Second factors as their owner meets them: set up, signed in with, proven by, lost and reset. The passkeys are those of the
// browser's own virtual authenticator, the codes are made here as an app would.
import { createHash, randomBytes } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import {
  action,
  demoPassword,
  earlierSession,
  expect,
  expectAccessible,
  expectNoSideways,
  inDatabase,
  newOperator,
  signIn,
  test,
} from './fixtures';

const ownPage = '/settings/sign-in';
const dialog = (page: Page) => page.locator('dialog[open]').last();
const press = (page: Page, name: string) => dialog(page).locator(`[data-action="${name}"]`).click();
const inDialog = (page: Page, name: string) => dialog(page).locator(`[name="${name}"]`);
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
const said = (page: Page) => page.locator('main [role=status]');

type Person = Awaited<ReturnType<typeof newOperator>>;

/** A browser of somebody's own. */
const newPage = async (browser: Browser) => (await browser.newContext()).newPage();

/** Thirty seconds pass for the app: the code that it shows now counts again. */
const nextCode = (person: Person) =>
  inDatabase(
    `update "TotpSecret" set "lastStep" = "lastStep" - 5 where "staffId" = (select "id" from "Staff" where "email" = $1)`,
    [person.email],
  );

async function signOut(page: Page) {
  await page.locator('header [popovertarget="menu-person"]').click();
  await page.locator('#menu-person form button[type=submit]').click();
  await page.waitForURL('**/sign-in**');
}

/** Types address and password, and waits to be asked for more. */
async function beginSignIn(page: Page, person: Person) {
  await page.goto('/sign-in');
  await page.locator('[name=email]').fill(person.email);
  await page.locator('[name=password]').fill(demoPassword);
  await page.locator('[name=password]').press('Enter');
  await expect(page.locator('[data-second-step]')).toBeVisible();
}

const isIn = (page: Page) => page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));

async function typeCode(page: Page, code: string) {
  await page.locator('[name=code]').fill(code);
  await page.locator('[name=code]').press('Enter');
}

/** Reads the recovery codes that are shown, and says that they are kept. */
async function keepCodes(page: Page) {
  const list = dialog(page).locator('.recovery-codes li');
  await expect(list).toHaveCount(10);
  const codes = await list.allTextContents();
  // Shown this once: no key waves them away.
  for (const _ of [1, 2]) await page.keyboard.press('Escape');
  await expect(list).toHaveCount(10);
  await press(page, 'confirm');
  await expect(page.locator('.recovery-codes')).toHaveCount(0);
  return codes;
}

/** Sets an app up on one's own page; answers its secret, the code that did so, and the recovery codes. */
async function setUpApp(page: Page) {
  await page.goto(ownPage);
  await action(page, 'set-up-app').click();
  const secret = await inDialog(page, 'secret').inputValue();
  const code = codeOf(secret);
  await inDialog(page, 'code').fill(code);
  await inDialog(page, 'code').press('Enter');
  const codes = await keepCodes(page);
  await expect(page.locator('[data-app="set-up"]')).toBeVisible();
  return { secret, code, codes };
}

/** Gives a page a device that keeps passkeys and knows its person. */
async function withDevice(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const credentials = async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  return {
    verifies: (isUserVerified: boolean) => client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials,
    take: async (held: Awaited<ReturnType<typeof credentials>>) => {
      for (const credential of held) await client.send('WebAuthn.addCredential', { authenticatorId, credential });
    },
  };
}

async function addPasskey(page: Page, name: string) {
  await page.goto(ownPage);
  await action(page, 'add-passkey').click();
  await inDialog(page, 'passkey_name').fill(name);
  await inDialog(page, 'passkey_name').press('Enter');
}

test('an app is set up, its codes sign in once each, and a recovery code stands in for it once', async ({
  browser,
}) => {
  test.setTimeout(150_000);
  const [person, page] = [await newOperator(), await newPage(browser)];
  await signIn(page, person);
  await page.locator('header [popovertarget="menu-person"]').click();
  await page.locator('#menu-person [data-to="my-sign-in"]').click();
  await page.waitForURL(`**${ownPage}`);
  await expect(page.locator('[data-app="none"]')).toBeVisible();
  await expectAccessible(page);

  // What the picture says can be typed too; a wrong code sets nothing up.
  await action(page, 'set-up-app').click();
  await expect(inDialog(page, 'code')).toBeFocused();
  await expect(dialog(page).locator('svg[data-qr]')).toBeVisible();
  const secret = await inDialog(page, 'secret').inputValue();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await inDialog(page, 'code').fill('12345');
  await inDialog(page, 'code').press('Enter');
  await expect(inDialog(page, 'code')).toHaveAttribute('aria-invalid', 'true');
  await expect(inDialog(page, 'code')).toBeFocused();
  await expectAccessible(page);
  const code = codeOf(secret);
  await inDialog(page, 'code').fill(code);
  await inDialog(page, 'code').press('Enter');
  await expect(dialog(page).locator('.recovery-codes li')).toHaveCount(10);
  await expectAccessible(page);
  const codes = await keepCodes(page);
  expect(new Set(codes).size).toBe(10);
  await expect(said(page)).toContainText('The app is set up');
  await expect(page.locator('[data-codes-left="10"]')).toBeVisible();
  // They are shown this once.
  await page.reload();
  expect(await page.content()).not.toContain(codes[0]);

  await signOut(page);
  await beginSignIn(page, person);
  await expect(page.locator('[name=code]')).toBeFocused();
  await expectAccessible(page);
  // A wrong code, and the one that was used to set the app up.
  for (const wrong of ['12345', code]) {
    await typeCode(page, wrong);
    // What was typed goes with the answer, not before it.
    await expect(page.locator('[name=code]')).toHaveValue('');
    await expect(page.getByRole('main').getByRole('alert')).toContainText('does not fit');
  }
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  await nextCode(person);
  await typeCode(page, codeOf(secret));
  await isIn(page);

  await signOut(page);
  const byRecovery = async (typed: string) => {
    await beginSignIn(page, person);
    await action(page, 'use-recovery').click();
    await typeCode(page, typed);
  };
  await byRecovery(codes[0] ?? '');
  await isIn(page);
  await signOut(page);
  await byRecovery(codes[0] ?? '');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('does not fit');
  await byRecovery((codes[1] ?? '').toLowerCase().replaceAll('-', ''));
  await isIn(page);
  await page.goto(ownPage);
  await expect(page.locator('[data-codes-left="8"]')).toBeVisible();
  const ways = (await person.trail())
    .filter(({ action: what }) => what === 'staff.signed-in')
    .map(({ data }) => data.by);
  expect(ways).toEqual(['recovery', 'recovery', 'totp', 'password']);
  await page.context().close();
});

test('a passkey signs in alone, is renamed, and the last one goes after a word of warning', async ({ browser }) => {
  test.setTimeout(120_000);
  const [person, page] = [await newOperator(), await newPage(browser)];
  const device = await withDevice(page);
  await signIn(page, person);
  // The browser's refusal leaves everything as it was.
  await device.verifies(false);
  await addPasskey(page, 'Blue key');
  await expect(inDialog(page, 'passkey_name')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await device.verifies(true);
  await press(page, 'confirm');
  await keepCodes(page);
  const row = page.locator('[data-passkey]');
  await expect(row).toHaveAttribute('data-passkey', 'Blue key');
  await row.locator('[data-action="rename"]').click();
  await inDialog(page, 'passkey_name').fill('Office laptop');
  await press(page, 'confirm');
  await expect(row).toHaveAttribute('data-passkey', 'Office laptop');
  await expectAccessible(page);
  await expectNoSideways(page);

  // Alone, from the keyboard.
  await signOut(page);
  await page.locator('[data-action="use-passkey"]').focus();
  await page.keyboard.press('Enter');
  await isIn(page);
  // Beside the password, after one that was not given.
  await signOut(page);
  await beginSignIn(page, person);
  await device.verifies(false);
  await action(page, 'use-passkey').click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('No passkey was used');
  await device.verifies(true);
  await action(page, 'use-passkey').click();
  await isIn(page);

  await page.goto(ownPage);
  await expect(row).toContainText('last used');
  await row.locator('[data-action="remove"]').click();
  await expect(dialog(page)).toContainText('your recovery codes are gone');
  await press(page, 'confirm');
  await expect(row).toHaveCount(0);
  await signOut(page);
  // The device still offers it; it is nobody's.
  await action(page, 'use-passkey').click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('does not fit');
  await signIn(page, person);
  const deeds = (await person.trail())
    .map(({ action: what }) => what)
    .filter((what) => what.startsWith('staff.factor'));
  expect(deeds).toEqual(['staff.factor-removed', 'staff.factor-renamed', 'staff.factor-added']);
  await page.context().close();
});

test('a session of ten minutes ago is proven by a code or a passkey, not by the password', async ({ browser }) => {
  test.setTimeout(120_000);
  const [person, page] = [await newOperator(), await newPage(browser)];
  const device = await withDevice(page);
  await signIn(page, person);
  const { secret, code } = await setUpApp(page);
  await addPasskey(page, 'Blue key');
  await expect(page.locator('[data-passkey="Blue key"]')).toBeVisible();

  const context = await earlierSession(browser, person.email, 10);
  const later = await context.newPage();
  const sameDevice = await withDevice(later);
  await sameDevice.take(await device.credentials());
  await later.goto(ownPage);
  const askForCodes = async () => {
    await action(later, 'make-codes').click();
    await press(later, 'confirm');
  };
  await askForCodes();
  const proof = inDialog(later, 'step_up_code');
  await expect(proof).toBeFocused();
  await expect(inDialog(later, 'step_up_password')).toHaveCount(0);
  await proof.fill(code);
  await proof.press('Enter');
  await expect(proof).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(later);
  await nextCode(person);
  await proof.fill(codeOf(secret));
  await proof.press('Enter');
  await keepCodes(later);
  await context.close();

  // Another session, as old, by the passkey; by keyboard alone.
  const another = await earlierSession(browser, person.email, 10);
  const again = await another.newPage();
  const third = await withDevice(again);
  await third.take(await device.credentials());
  await again.goto(ownPage);
  await action(again, 'make-codes').focus();
  await again.keyboard.press('Enter');
  await expect(dialog(again).locator('[data-action="cancel"]')).toBeFocused();
  await again.keyboard.press('Tab');
  await again.keyboard.press('Enter');
  await expect(inDialog(again, 'step_up_code')).toBeFocused();
  await again.keyboard.press('Tab');
  await expect(dialog(again).locator('[data-action="use-passkey"]')).toBeFocused();
  await again.keyboard.press('Enter');
  await keepCodes(again);
  const proven = (await person.trail())
    .filter(({ action: what }) => what === 'staff.proven')
    .map(({ data }) => data.by);
  expect(proven).toEqual(['passkey', 'totp']);
  await another.close();
  await page.context().close();
});

test('an app is set up and signed in with by keyboard alone', async ({ browser }) => {
  test.setTimeout(90_000);
  const [person, page] = [await newOperator(), await newPage(browser)];
  await signIn(page, person);
  await page.goto(ownPage);
  await action(page, 'set-up-app').focus();
  await page.keyboard.press('Enter');
  await expect(inDialog(page, 'code')).toBeFocused();
  const secret = await inDialog(page, 'secret').inputValue();
  await page.keyboard.type(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(dialog(page).locator('.recovery-codes')).toBeVisible();
  await dialog(page).locator('[data-action="print"]').focus();
  await page.keyboard.press('Tab');
  await expect(dialog(page).locator('[data-action="confirm"]')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-app="set-up"]')).toBeVisible();
  await signOut(page);
  await nextCode(person);
  await expect(page.locator('[name=email]')).toBeFocused();
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page.locator('[name=code]')).toBeFocused();
  await page.keyboard.type(codeOf(secret));
  await page.keyboard.press('Enter');
  await isIn(page);
  await page.context().close();
});

test('a link of two administrators takes every factor away with the old password', async ({ browser }) => {
  test.setTimeout(120_000);
  const [person, page] = [await newOperator(), await newPage(browser)];
  await signIn(page, person);
  await setUpApp(page);

  const admin = await newPage(browser);
  await signIn(admin, 'admin');
  await admin.goto('/settings/staff');
  const row = admin.locator(`main [data-staff="${person.email}"]`);
  await expect(row.locator('[data-second-factor="true"]')).toBeVisible();
  await row.locator('[data-action="change-person"]').click();
  await expect(dialog(admin).locator('[value="reset-factors"]')).toBeVisible();
  await admin.context().close();

  // As two administrators allow it, and one of them shows it.
  const token = randomBytes(32).toString('base64url');
  await inDatabase(
    `insert into "StaffLink" ("id", "staffId", "kind", "tokenSha256", "issuedAt", "expiresAt")
     select gen_random_uuid(), "id", 'factors', $2, now(), now() + interval '1 day' from "Staff" where "email" = $1`,
    [person.email, createHash('sha256').update(token).digest('hex')],
  );
  const chosen = 'a long sentence of one journey';
  await page.goto(`/invite/${token}`);
  await expect(page.locator('main h1')).toHaveText('Start anew');
  await expectAccessible(page);
  await page.locator('[name=password]').fill(chosen);
  await page.locator('[name=repeated]').fill(chosen);
  await action(page, 'confirm').click();
  await page.waitForURL('**/sign-in?reason=factors-reset');
  await expect(page.locator('main [role=status]')).toContainText('second factors are removed');
  await signIn(page, { email: person.email, password: chosen });
  await page.goto(ownPage);
  await expect(page.locator('[data-app="none"]')).toBeVisible();
  await page.context().close();
});
