// Roles of the institution's own and limits to connections, as two administrators and somebody who gets them live it.
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import {
  action,
  earlierSession,
  expect,
  expectAccessible,
  expectNoSideways,
  holdAdministrators,
  inDatabase,
  newOperator,
  prove,
  signIn,
  test,
} from './fixtures';

const staffPage = '/settings/staff?connection=practice';
const dialog = (page: Page) => page.locator('dialog[open]').last();
const inDialog = (page: Page, name: string) => dialog(page).locator(`[name="${name}"]`);
const confirm = (page: Page) => dialog(page).locator('[data-action="confirm"]').click();
const right = (page: Page, permission: string) => dialog(page).locator(`[name="permissions"][value="${permission}"]`);
const roleRow = (page: Page, key: string) => page.locator(`main tr[data-role="${key}"]`);
const rowOf = (page: Page, email: string) => page.locator(`main [data-staff="${email}"]`);

/** Somebody of this journey alone, signed in in a browser of their own. */
async function enter(browser: Browser, roles: string[], name: string) {
  const person = await newOperator(roles, name);
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, person);
  return { ...person, page, leave: () => Promise.all([context.close(), person.disable()]) };
}

/** What was asked for on this page, approved by the other administrator. */
async function agree(asker: Page, other: Page) {
  const said = asker.locator('main [role=status]').filter({ hasText: 'Waits for a second administrator' });
  await prove(asker, said);
  await expect(said).toBeVisible();
  const href = await said.getByRole('link').getAttribute('href');
  await other.goto(href ?? '');
  await action(other, 'approve').click();
  await confirm(other);
  const done = other.locator('main [data-approval-state="carried-out"]');
  await prove(other, done);
  await expect(done).toBeVisible();
  await asker.goto(staffPage);
}

async function choose(page: Page, email: string, deed: string) {
  await rowOf(page, email).locator('[data-action="change-person"]').click();
  await dialog(page).locator(`[value="${deed}"]`).check();
  await inDialog(page, 'reason').fill('Other work');
}

const forget = (key: string) => inDatabase('delete from "OwnRole" where "key" = $1', [key]);
const trailOf = async (key: string) =>
  (
    await inDatabase(
      `select "action", "reason", "data" from "AuditEntry" where "objectKind" = 'role' and "objectId" = $1 order by "id"`,
      [key],
    )
  ).filter((entry) => entry.action.startsWith('role.'));

test('two administrators make a role, somebody gets it and may do exactly that, and a change counts at once', async ({
  browser,
}) => {
  test.setTimeout(420_000);
  const letGo = await holdAdministrators('others');
  const suffix = randomUUID().slice(0, 6);
  const [name, key] = [`Night desk ${suffix}`, `night-desk-${suffix}`];
  const maker = await enter(browser, ['administrator'], 'Administrator who asks for roles');
  const checker = await enter(browser, ['administrator'], 'Administrator who agrees to roles');
  const person = await newOperator(['support'], `Person of the night ${suffix}`);
  const theirs = await browser.newContext();
  const their = await theirs.newPage();
  try {
    const { page } = maker;
    await page.goto(staffPage);
    await action(page, 'make-role').click();
    // What is missing is told all at once, and what was chosen stays.
    await confirm(page);
    await expect(dialog(page).locator('.field[data-invalid]')).toHaveCount(3);
    await inDialog(page, 'name').fill('Checker, Administrator');
    await inDialog(page, 'reason').fill('The night shift looks after charges');
    await confirm(page);
    await expect(dialog(page)).toContainText('without commas');
    await inDialog(page, 'name').fill('Checker');
    await confirm(page);
    await expect(dialog(page).getByRole('alert')).toContainText('A role is called so already');
    await inDialog(page, 'name').fill(name);
    await expect(inDialog(page, 'key')).toHaveValue(key);
    await inDialog(page, 'description').fill('Looks after what comes at night');
    await right(page, 'deduction:read').uncheck();
    await right(page, 'audit:read').check();
    await expectAccessible(page);
    await confirm(page);
    await expect(roleRow(page, key)).toContainText('Not yet made');
    await agree(page, checker.page);
    await expect(checker.page.locator('main')).toContainText(`Make the role ${name}`);
    await expect(checker.page.locator('[data-path="audit:read"]')).toContainText('Read the audit trail');
    await expect(roleRow(page, key)).toContainText('Nobody');
    await expect(page.getByRole('columnheader', { name })).toBeVisible();
    await expectNoSideways(page);
    await page.setViewportSize({ width: 1280, height: 800 });

    await choose(page, person.email, 'change-roles');
    await dialog(page).locator('[name="roles"][value="support"]').uncheck();
    await dialog(page).locator(`[name="roles"][value="${key}"]`).check();
    await confirm(page);
    await agree(page, checker.page);
    await expect(checker.page.locator('main')).toContainText(name);
    await expect(rowOf(page, person.email)).toContainText(name);

    // They see what the role gives, and nothing else.
    await signIn(their, person);
    await their.goto('/c/practice');
    await expect(their.locator('nav.navigation a[href$="/audit"]')).toBeVisible();
    await expect(their.locator('nav a[href$="/deductions"]')).toHaveCount(0);
    await their.goto('/c/practice/audit');
    await expect(their.locator('main h1')).toHaveText('Audit');
    // The trail names the role that they do things as.
    await their.goto('/c/practice/audit?scope=sign-in');
    await their.locator('main tr[data-audit]', { hasText: person.name }).locator('[data-row-link]').first().click();
    await expect(their.locator('main h1')).not.toHaveText('Audit');
    await expect(their.locator('main')).toContainText(name);
    expect((await their.goto('/c/practice/deductions'))?.status()).toBe(403);
    expect((await their.goto('/settings/staff'))?.status()).toBe(403);

    // The role loses a right while they are signed in: their next page is without it, and they stay signed in.
    await roleRow(page, key).locator('[data-action="change-role"]').click();
    await expect(dialog(page)).toContainText(person.name);
    await right(page, 'audit:read').uncheck();
    await inDialog(page, 'reason').fill('The trail is for others');
    await confirm(page);
    await agree(page, checker.page);
    expect((await their.goto('/c/practice/audit'))?.status()).toBe(403);
    await their.goto('/c/practice');
    await expect(their.locator('nav a[href$="/audit"]')).toHaveCount(0);

    // It is not removed while somebody has it, and who that is stands there.
    await roleRow(page, key).locator('[data-action="remove-role"]').click();
    await expect(dialog(page)).toContainText(person.name);
    await inDialog(page, 'reason').fill('No longer needed');
    await confirm(page);
    await expect(dialog(page).getByRole('alert')).toContainText(person.name);
    await expectAccessible(page);
    await dialog(page).locator('[data-action="cancel"]').click();

    // Limited to one connection: the other is not there for them.
    expect((await their.goto('/c/practice-common/contracts'))?.status()).toBe(200);
    const [practice] = await inDatabase('select "id" from "Connection" where "slug" = $1', ['practice']);
    await choose(page, person.email, 'change-limit');
    await dialog(page).locator('[name="connectionLimit.kind"][value="some"]').check();
    await dialog(page).locator(`[name="connectionLimit"][value="${practice.id}"]`).check();
    await confirm(page);
    await agree(page, checker.page);
    await expect(rowOf(page, person.email).locator('[data-limit]').first()).toContainText('Only');
    await their.goto('/c/practice');
    await their.waitForURL(/sign-in/);
    await signIn(their, person);
    expect((await their.goto('/c/practice/contracts'))?.status()).toBe(200);
    for (const path of ['', '/contracts', '/requests', '/approvals'])
      expect((await their.goto(`/c/practice-common${path}`))?.status(), path).toBe(404);
    expect((await their.request.get('/api/exports/contracts/practice-common')).status()).toBe(404);
    await their.goto('/settings/connections?connection=practice');
    expect(await their.content()).not.toContain('practice-common');

    // Given up by its last holder, it goes.
    await choose(page, person.email, 'change-roles');
    await dialog(page).locator('[name="roles"][value="support"]').check();
    await dialog(page).locator(`[name="roles"][value="${key}"]`).uncheck();
    await confirm(page);
    await agree(page, checker.page);
    await roleRow(page, key).locator('[data-action="remove-role"]').click();
    await inDialog(page, 'reason').fill('No longer needed');
    await confirm(page);
    await agree(page, checker.page);
    await expect(roleRow(page, key)).toHaveCount(0);
    await expect(page.getByRole('columnheader', { name })).toHaveCount(0);
    expect(await trailOf(key)).toMatchObject([
      { action: 'role.made', reason: 'The night shift looks after charges' },
      { action: 'role.changed', reason: 'The trail is for others', data: { people: 1 } },
      { action: 'role.removed', reason: 'No longer needed' },
    ]);
    await page.goto('/c/practice/audit?scope=sign-in&action=role.changed');
    await expect(page.locator('main')).toContainText(`Changed the role ${name}, which one person held`);
  } finally {
    await theirs.close();
    await Promise.all([maker.leave(), checker.leave(), person.disable(), forget(key)]);
    await letGo();
  }
});

test('a role of one’s own approves what the policy says it does', async ({ browser }) => {
  test.setTimeout(300_000);
  const letGo = await holdAdministrators('others');
  const suffix = randomUUID().slice(0, 6);
  const [name, key] = [`Second line ${suffix}`, `second-line-${suffix}`];
  await inDatabase(
    `insert into "OwnRole" ("key", "name", "permissions", "revision")
     values ($1, $2, '{request:read,approval:read,approval:decide}', gen_random_uuid())`,
    [key, name],
  );
  const maker = await enter(browser, ['administrator'], 'Administrator who asks of the policy');
  const checker = await enter(browser, ['administrator'], 'Administrator who agrees of the policy');
  try {
    const { page } = maker;
    // A row that nobody approves in another journey: what waits there would be void.
    const policy = page.locator('tr[data-policy="personal.show"]');
    await page.goto('/settings/policies');
    await policy.locator('[data-action="change-policy"]').click();
    await dialog(page).locator(`[name="approvers"][value="${key}"]`).check();
    await inDialog(page, 'reason').fill('The second line may say so too');
    await confirm(page);
    await agree(page, checker.page);
    await page.goto('/settings/policies');
    await policy.locator('[data-action="change-policy"]').click();
    await expect(dialog(page).locator(`[name="approvers"][value="${key}"]`)).toBeChecked();
    await expect(dialog(page)).toContainText(name);
    await page.keyboard.press('Escape');
    await page.goto(staffPage);
    await roleRow(page, key).locator('[data-action="remove-role"]').click();
    await expect(dialog(page)).toContainText('Look at a personal value');
    await expectAccessible(page);
  } finally {
    await inDatabase(`delete from "PolicyRule" where "key" = 'personal.show'`, []);
    await Promise.all([maker.leave(), checker.leave()]);
    await forget(key);
    await letGo();
  }
});

test.describe('by keyboard at 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 } });
  for (const theme of ['light', 'dark'] as const) {
    test(`axe finds nothing in the dialogs of roles, ${theme}`, async ({ browser, baseURL }) => {
      // It waits for whoever else counts administrators.
      test.setTimeout(240_000);
      const letGo = await holdAdministrators('others');
      const key = `by-keyboard-${theme}`;
      await inDatabase(
        `insert into "OwnRole" ("key", "name", "permissions", "revision") values ($1, $2, '{request:read}', gen_random_uuid())`,
        [key, `By keyboard ${theme}`],
      );
      const people = [
        await newOperator(['administrator'], 'Administrator by keyboard'),
        await newOperator(['administrator'], 'Another administrator by keyboard'),
      ];
      const context = await earlierSession(browser, people[0]?.email ?? '', 0);
      try {
        await context.addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }]);
        const page = await context.newPage();
        await page.setViewportSize({ width: 360, height: 740 });
        await page.goto(staffPage);
        await action(page, 'make-role').focus();
        await page.keyboard.press('Enter');
        await expect(inDialog(page, 'name')).toBeFocused();
        await page.keyboard.type('Made by keyboard');
        for (const next of ['key', 'description', 'permissions']) {
          await page.keyboard.press('Tab');
          await expect(page.locator(':focus')).toHaveAttribute('name', next);
        }
        await page.keyboard.press('Space');
        await confirm(page);
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await expect(action(page, 'make-role')).toBeFocused();
        for (const deed of ['change-role', 'remove-role']) {
          const button = roleRow(page, key).locator(`[data-action="${deed}"]`);
          await button.focus();
          await page.keyboard.press('Enter');
          await expect(dialog(page)).toBeVisible();
          await expectAccessible(page);
          await page.keyboard.press('Escape');
          await expect(button).toBeFocused();
        }
        await expectNoSideways(page);
      } finally {
        await context.close();
        await Promise.all(people.map((one) => one.disable()));
        await forget(key);
        await letGo();
      }
    });
  }
});
