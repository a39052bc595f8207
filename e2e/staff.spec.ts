import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  action,
  consoleLog,
  demoPassword,
  earlierSession,
  emailOf,
  expect,
  expectAccessible,
  holdAdministrators,
  inDatabase,
  newOperator,
  signIn,
  test,
} from './fixtures';

const staffPage = '/settings/staff';
const password = 'a long sentence of one journey';
const dialog = (page: Page) => page.locator('dialog[open]').last();
const press = (page: Page, name: string) => dialog(page).locator(`[data-action="${name}"]`).click();
const inDialog = (page: Page, name: string) => dialog(page).locator(`[name="${name}"]`);
const rowOf = (page: Page, email: string) => page.locator(`main [data-staff="${email}"]`);
const proof = (page: Page) => page.locator('[name="step_up_password"]');

async function fillInvitation(page: Page, email: string, role: string) {
  await action(page, 'invite').click();
  await inDialog(page, 'name').fill('Person of one journey');
  await inDialog(page, 'email').fill(email);
  await dialog(page).locator(`[value="${role}"]`).check();
  await inDialog(page, 'reason').fill('A second pair of eyes');
}

async function choose(page: Page, email: string, deed: string, reason: string) {
  await rowOf(page, email).locator('[data-action="change-person"]').click();
  await dialog(page).locator(`[value="${deed}"]`).check();
  await inDialog(page, 'reason').fill(reason);
}

async function setPassword(page: Page, chosen: string, repeated = chosen) {
  await page.locator('[name=password]').fill(chosen);
  await page.locator('[name=repeated]').fill(repeated);
  await action(page, 'confirm').click();
}

const trailOf = (email: string) =>
  inDatabase(
    `select a."action", a."reason", a."data" from "AuditEntry" a join "Staff" s on s."id"::text = a."objectId"
     where s."email" = $1 order by a."id"`,
    [email],
  );

test.describe('the only administrator', () => {
  const email = `${randomUUID()}@practice.example`;
  let letGo = async () => {};
  test.beforeAll(async () => {
    letGo = await holdAdministrators('others');
  });
  test.afterAll(async () => {
    // Whatever happened: the world has its one administrator again.
    await inDatabase(
      `update "Staff" set "disabledAt" = coalesce("disabledAt", now()), "administratorUntil" = null where "email" = $1`,
      [email],
    );
    await letGo();
  });

  test('invites a second one alone, who sets a password by the link, and is suspended', async ({ browser }) => {
    test.setTimeout(120_000);
    const context = await earlierSession(browser, emailOf('admin'), 10);
    const page = await context.newPage();
    await page.goto(staffPage);
    await expect(page.locator('[data-single-administrator]')).toBeVisible();

    // The password of ten minutes ago does not do; what was typed stays while it is asked for.
    await fillInvitation(page, email, 'administrator');
    await press(page, 'confirm');
    await expect(proof(page)).toBeFocused();
    await press(page, 'cancel');
    await expect(proof(page)).toHaveCount(0);
    await expect(inDialog(page, 'email')).toHaveValue(email);
    await press(page, 'confirm');
    await proof(page).fill('not the password');
    await proof(page).press('Enter');
    await expect(proof(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(proof(page)).toBeFocused();
    await expect(dialog(page).locator(`[id="${await proof(page).getAttribute('aria-describedby')}"]`)).toContainText(
      'not your password',
    );
    await expectAccessible(page);
    await proof(page).fill(demoPassword);
    await proof(page).press('Enter');
    await expect(rowOf(page, email)).toHaveAttribute('data-standing', 'invited');
    await expect(page.locator('main [role=status]').filter({ hasText: 'is invited' })).toBeVisible();

    // The same address a second time is refused, in words.
    await fillInvitation(page, email.toUpperCase(), 'support');
    await press(page, 'confirm');
    await expect(dialog(page).getByRole('alert')).toContainText('on the list already');
    await press(page, 'cancel');

    const show = async () => {
      await rowOf(page, email).locator('[data-action="show-link"]').click();
      await press(page, 'confirm');
      const link = await inDialog(page, 'link').inputValue();
      await expect(inDialog(page, 'link')).toBeFocused();
      await press(page, 'cancel');
      await expect(rowOf(page, email).locator('[data-action="show-link"]')).toBeFocused();
      return link;
    };
    const former = await show();
    const link = await show();
    const token = new URL(link).pathname.replace('/invite/', '');
    expect(token).toMatch(/^[\w-]{43}$/);

    const theirs = await browser.newContext();
    const invited = await theirs.newPage();
    await invited.goto(former);
    await expect(invited.locator('main h1')).toHaveText('This link does not work');
    const answer = await invited.goto(link);
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
    await expect(invited.locator('[name=email]')).toHaveValue(email);
    await expectAccessible(invited);
    await setPassword(invited, 'short');
    await expect(invited.locator('[name=password]')).toBeFocused();
    await expect(invited.locator('#password-password-foot')).toContainText('12');
    await setPassword(invited, email);
    await expect(invited.locator('#password-password-foot')).toContainText('other than your name');
    await setPassword(invited, password, 'another sentence');
    await expect(invited.locator('#password-repeated-foot')).toContainText('not the same');
    await setPassword(invited, password);
    await invited.waitForURL(/sign-in/);
    await expect(invited.getByRole('status')).toContainText('Your password is set');
    await invited.goto(link);
    await expect(invited.locator('main h1')).toHaveText('This link does not work');
    await signIn(invited, { email, password });
    await invited.goto(staffPage);
    await expect(invited.locator('[data-single-administrator]')).toHaveCount(0);

    // Now there are two: what was one's own matter waits for the other.
    const other = await newOperator();
    await page.goto(staffPage);
    await choose(page, other.email, 'change-roles', 'Other work');
    await dialog(page).locator('[value="support"]').check();
    await press(page, 'confirm');
    await expect(
      page.locator('main [role=status]').filter({ hasText: 'Waits for a second administrator' }),
    ).toBeVisible();
    const waiting = rowOf(page, other.email).locator('[data-waiting="staff.change-roles"] a');
    await expect(waiting).toHaveAttribute('href', /\/c\/practice\/approvals\/[0-9a-f-]{36}/);
    await expect(rowOf(page, other.email)).toContainText('Operator');

    await choose(page, email, 'suspend', 'End of this journey');
    await press(page, 'confirm');
    await expect(rowOf(page, email)).toHaveAttribute('data-standing', 'suspended');
    // One is left, and is not the only one of the first days again.
    await expect(page.locator('[data-single-administrator]')).toContainText('Person of one journey');
    await page.goto('/settings/policies');
    await expect(page.locator('main [data-part="lingering"]')).toContainText('Person of one journey');
    await expectAccessible(page);
    await page.goto(staffPage);
    await invited.goto('/c/practice');
    await invited.waitForURL(/sign-in/);

    expect((await trailOf(email)).map((entry) => entry.action)).toEqual([
      'staff.invited',
      'staff.link-shown',
      'staff.link-shown',
      'staff.password-set',
      'staff.signed-in',
      'staff.suspended',
    ]);
    const alone = await inDatabase(`select 1 from "AuditEntry" where "action" = $1 and "objectId" = $2`, [
      'approval.single-administrator',
      email,
    ]);
    expect(alone).toHaveLength(1);
    for (const secret of [token, new URL(former).pathname.slice('/invite/'.length), password])
      expect(consoleLog()).not.toContain(secret);
    const kept = await inDatabase('select "tokenSha256" from "StaffLink"', []);
    expect(JSON.stringify(kept)).not.toContain(token);
    await inDatabase(
      `update "Approval" set "state" = 'withdrawn', "decidedAt" = now()
       where "objectId" = (select "id"::text from "Staff" where "email" = $1)`,
      [other.email],
    );
    await theirs.close();
    await context.close();
  });

  test('cannot take roles, passwords or themselves away alone', async ({ browser }) => {
    const person = await newOperator();
    const context = await earlierSession(browser, emailOf('admin'), 0);
    const page = await context.newPage();
    await page.goto(staffPage);
    await rowOf(page, person.email).locator('[data-action="change-person"]').click();
    await expect(dialog(page).locator('[value="change-roles"]')).toBeDisabled();
    await expect(dialog(page).locator('[value="reset-password"]')).toBeDisabled();
    await expect(dialog(page).locator('[value="suspend"]')).toBeEnabled();
    await press(page, 'cancel');
    await rowOf(page, emailOf('admin')).locator('[data-action="change-person"]').click();
    await expect(dialog(page).locator('[value="suspend"]')).toHaveCount(0);
    await context.close();
  });
});

test('ending somebody’s sessions signs them out, and they sign in again', async ({ browser }) => {
  const person = await newOperator();
  const theirs = await browser.newContext();
  const their = await theirs.newPage();
  await signIn(their, person);
  const context = await earlierSession(browser, emailOf('admin'), 10);
  const page = await context.newPage();
  await page.goto(staffPage);
  await rowOf(page, person.email).locator('[data-action="change-person"]').click();
  await press(page, 'confirm');
  await expect(dialog(page)).toContainText('Choose what is to be done');
  await dialog(page).locator('[value="end-sessions"]').check();
  await press(page, 'confirm');
  await expect(dialog(page)).toContainText('Say why');
  await inDialog(page, 'reason').fill('A lost laptop');
  await press(page, 'confirm');
  await expect(page.locator('main [role=status]').filter({ hasText: 'has ended' })).toBeVisible();
  await their.goto('/c/practice');
  await their.waitForURL(/sign-in/);
  await signIn(their, person);
  expect(await trailOf(person.email)).toMatchObject([
    { action: 'staff.signed-in' },
    { action: 'staff.sessions-ended', reason: 'A lost laptop' },
    { action: 'staff.signed-in' },
  ]);
  await theirs.close();
  await context.close();
});

test('one’s own password is changed from the person’s menu, and every session ends', async ({ browser }) => {
  const person = await newOperator();
  const [here, elsewhere] = [await browser.newContext(), await browser.newContext()];
  const [page, other] = [await here.newPage(), await elsewhere.newPage()];
  await signIn(page, person);
  await signIn(other, person);
  await page.locator('header [popovertarget="menu-person"]').click();
  await page.locator('#menu-person [data-to=password]').click();
  await page.waitForURL('**/settings/password');
  await page.locator('[name=present]').fill('not the password');
  await setPassword(page, password);
  await expect(page.locator('[name=present]')).toBeFocused();
  await expect(page.locator('#password-present-foot')).toContainText('not your present password');
  await page.locator('[name=present]').fill(demoPassword);
  await setPassword(page, password);
  await page.waitForURL(/sign-in/);
  await expect(page.getByRole('status')).toContainText('signed out everywhere');
  await other.goto('/c/practice');
  await other.waitForURL(/sign-in/);
  await signIn(page, { ...person, password });
  await here.close();
  await elsewhere.close();
});

test.describe('by keyboard at 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 } });
  for (const theme of ['light', 'dark'] as const) {
    test(`axe finds nothing in the dialogs of staff, ${theme}`, async ({ browser, baseURL }) => {
      const context = await earlierSession(browser, emailOf('admin'), 10);
      await context.addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }]);
      const page = await context.newPage();
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(staffPage);
      await action(page, 'invite').focus();
      await page.keyboard.press('Enter');
      await expect(inDialog(page, 'name')).toBeFocused();
      await press(page, 'confirm');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(action(page, 'invite')).toBeFocused();
      const person = await newOperator();
      await page.goto(staffPage);
      const change = rowOf(page, person.email).locator('[data-action="change-person"]');
      await change.focus();
      await page.keyboard.press('Enter');
      await expectAccessible(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
      await page.keyboard.press('Escape');
      await expect(change).toBeFocused();
      await context.close();
    });
  }
});
