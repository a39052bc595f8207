import type { Locator, Page } from '@playwright/test';
import {
  action,
  demoPassword,
  earlierSession,
  emailOf,
  expect,
  expectAccessible,
  expectNoSideways,
  field,
  inDatabase,
  newOperator,
  openEdit,
  outcome,
  pressSend,
  prove,
  sandbox,
  sendEdit,
  signIn,
  test,
} from './fixtures';

type Person = { email: string };

/** Makes time pass since somebody last did anything: what is between two deeds is no time to wait for. */
const lastDeed = (person: Person, secondsAgo: number) =>
  inDatabase(
    `update "StaffSession" set "seenAt" = now() - make_interval(secs => $2)
     where "staffId" = (select "id" from "Staff" where "email" = $1) and "endedAt" is null`,
    [person.email, secondsAgo],
  );
const forget = (person: Person) =>
  inDatabase('delete from "StaffSession" where "staffId" = (select "id" from "Staff" where "email" = $1)', [
    person.email,
  ]);
const sessionsOf = (person: Person) =>
  inDatabase(
    `select s."endedCause", extract(epoch from now() - s."seenAt")::int as "idle" from "StaffSession" s
     join "Staff" p on p."id" = s."staffId" where p."email" = $1 order by s."beganAt"`,
    [person.email],
  ) as Promise<{ endedCause: string | null; idle: number }[]>;
/** As when a person comes back to the window, again and again until what is awaited is there: a page that has just come hears nothing yet. */
const comeBack = (page: Page, until: Locator[]) =>
  expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    for (const awaited of until) await expect(awaited).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 20_000 });

const warning = (page: Page) => page.locator('[data-session-warning]');
const over = (page: Page, how: string) => page.locator(`dialog[open] [data-session-over="${how}"]`);
const cover = (page: Page) => page.locator('dialog[data-lasting][open]');
async function signInHere(page: Page, { email }: Person, password = demoPassword) {
  await cover(page).locator('[name=email]').fill(email);
  await cover(page).locator('[name=password]').fill(password);
  await cover(page).locator('[name=password]').press('Enter');
}
const isThis = (page: Page) => page.locator('main tr[data-session]').filter({ hasText: 'This one' });
const others = (page: Page) =>
  page.locator('main tr[data-session]:not([data-ended])').filter({ hasNotText: 'This one' });

test('one’s own sessions are listed, and ended one by one and everywhere else', async ({ browser }) => {
  // Three browsers sign in, one after the other.
  test.slow();
  const person = await newOperator();
  const contexts = await Promise.all([1, 2, 3].map(() => browser.newContext()));
  const [page, second, third] = await Promise.all(contexts.map((context) => context.newPage()));
  if (!page || !second || !third) throw new Error('no pages');
  for (const one of [page, second, third]) await signIn(one, person);

  await page.locator('header [popovertarget="menu-person"]').click();
  await page.locator('#menu-person a[href="/settings/sessions"]').click();
  await page.waitForURL('**/settings/sessions');
  await expect(isThis(page)).toHaveCount(1);
  await expect(isThis(page)).toContainText(/Chrom/);
  await expect(isThis(page)).toContainText(/127\.0\.0\.1|::1/);
  await expect(isThis(page).locator('button')).toHaveCount(0);
  await expect(others(page)).toHaveCount(2);
  await expectAccessible(page);
  await expectNoSideways(page);

  await action(page, 'end-session').first().click();
  await page.locator('dialog[open] [data-action="confirm"]').click();
  await expect(others(page)).toHaveCount(1);
  await expect(page.locator('main tr[data-ended="by-hand"]')).toContainText(person.name);
  await action(page, 'end-other-sessions').click();
  await page.locator('dialog[open] [data-action="confirm"]').click();
  await expect(others(page)).toHaveCount(0);
  await expect(action(page, 'end-other-sessions')).toBeDisabled();

  for (const one of [second, third]) {
    await one.goto('/c/practice');
    await one.waitForURL(/sign-in/);
  }
  await page.goto('/c/practice');
  await expect(page.locator('main h1')).toBeVisible();
  expect((await person.trail()).map((entry) => entry.action)).toEqual([
    'staff.other-sessions-ended',
    'staff.session-ended',
    ...Array(3).fill('staff.signed-in'),
  ]);
  for (const context of contexts) await context.close();
});

test('an administrator sees where somebody is signed in, and ends one session: its pages say so', async ({
  browser,
}) => {
  const person = await newOperator();
  const theirs = await browser.newContext();
  const their = await theirs.newPage();
  await signIn(their, person);
  const context = await earlierSession(browser, emailOf('admin'), 10);
  const page = await context.newPage();
  await page.goto('/settings/staff');
  await page.locator(`main [data-staff="${person.email}"] [data-row-link]`).click();
  await page.waitForURL('**/settings/staff/*');
  await expect(page.locator('main tr[data-session]')).toHaveCount(1);
  await expectAccessible(page);
  await page.locator('main tr[data-session] [data-action="end-session"]').click();
  await page.locator('dialog[open] [data-action="confirm"]').click();
  await expect(page.locator('dialog[open]')).toContainText('Say why');
  await page.locator('dialog[open] [name="reason"]').fill('A browser that nobody knows');
  await page.locator('dialog[open] [data-action="confirm"]').click();
  const ended = page.locator('main tr[data-ended="by-hand"]');
  await prove(page, ended);
  await expect(ended).toHaveCount(1);
  await comeBack(their, [over(their, 'by-hand')]);
  await theirs.close();
  await context.close();
});

test('the end of an idle session is told before it in every tab, and whoever stays in one stays in all', async ({
  browser,
}) => {
  // Two looks for what axe finds, in two tabs.
  test.slow();
  const person = await newOperator();
  const context = await browser.newContext();
  const tabs = [await context.newPage(), await context.newPage()] as const;
  const [page, other] = tabs;
  await signIn(page, person);
  await page.goto('/c/practice/requests');
  await other.goto('/settings/password');
  await lastDeed(person, 28.5 * 60);
  await comeBack(other, tabs.map(warning));
  for (const tab of tabs) await expect(warning(tab)).toContainText(/two minutes.*1:\d\d/);
  await page.bringToFront();
  await expectAccessible(page);

  // What pages ask by themselves keeps nobody signed in.
  for (const path of ['/api/session', '/api/views/sending/practice', '/c/practice/requests'])
    await page.evaluate((from) => fetch(from, { headers: { RSC: '1' } }).then((answer) => answer.text()), path);
  expect((await sessionsOf(person))[0]?.idle).toBeGreaterThan(28 * 60);

  await action(page, 'stay-signed-in').click();
  for (const tab of tabs) await expect(warning(tab)).toHaveCount(0);
  expect((await sessionsOf(person))[0]?.idle).toBeLessThan(60);

  // So does whoever just goes on typing.
  await lastDeed(person, 29 * 60);
  await comeBack(page, tabs.map(warning));
  await other.bringToFront();
  await other.locator('[name=present]').fill('a');
  await other.locator('[name=present]').press('b');
  for (const tab of tabs) await expect(warning(tab)).toHaveCount(0);
  expect(await sessionsOf(person)).toMatchObject([{ endedCause: null }]);

  // Whoever signs out in one has signed out in all.
  await page.bringToFront();
  await page.locator('header [popovertarget="menu-person"]').click();
  await page.locator('#menu-person form button').click();
  await page.waitForURL(/sign-in/);
  await expect(over(other, 'ended')).toBeVisible();
  await context.close();
});

test.describe('a session that has ended', () => {
  test.use({ expectedErrors: /401/ });

  test('idle, in two tabs: each says so, one signs in again in place, and what was typed is sent', async ({
    browser,
  }) => {
    test.slow();
    const id = '1900003027';
    const person = await newOperator();
    const context = await browser.newContext();
    const [page, other] = [await context.newPage(), await context.newPage()];
    await signIn(page, person);
    await openEdit(page, id);
    await other.goto('/c/practice/requests');
    await field(page, 'shortname').fill('Kept over the end');
    await lastDeed(person, 31 * 60);
    await comeBack(other, [over(page, 'idle'), over(other, 'idle')]);
    expect(await sessionsOf(person)).toMatchObject([{ endedCause: 'idle' }]);

    // Nothing waves it away, and nothing of the page is seen through it.
    await page.bringToFront();
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape');
    await expect(cover(page)).toBeVisible();
    await expect(cover(page).locator('[name=email]')).toHaveValue(person.email);
    await expectAccessible(page);

    await signInHere(page, person, 'not the password');
    await expect(cover(page).getByRole('alert')).toContainText('do not fit');
    expect(await sandbox.edits(id)).toHaveLength(0);
    await signInHere(page, person);
    for (const tab of [page, other]) await expect(cover(tab)).toHaveCount(0);
    expect(new URL(page.url()).pathname).toContain(`/${id}/edit`);
    await expect(field(page, 'shortname')).toHaveValue('Kept over the end');
    await sendEdit(page);
    await expect(outcome(page, 'accepted')).toBeVisible();
    expect(await sandbox.edits(id)).toHaveLength(1);
    expect((await sandbox.record(id)).shortname).toBe('Kept over the end');
    await context.close();
  });

  test('found out by pressing: nothing is done, and the same press does it after signing in again (bug-session-auth-01)', async ({
    browser,
  }) => {
    const person = await newOperator();
    const context = await browser.newContext();
    const page = await context.newPage();
    await signIn(page, person);
    await page.goto('/settings/password');
    const chosen = 'another long sentence of one journey';
    const typed = { present: demoPassword, password: chosen, repeated: chosen };
    for (const [name, value] of Object.entries(typed)) await page.locator(`main [name=${name}]`).fill(value);
    await forget(person);
    await action(page, 'confirm').click();
    await expect(over(page, 'ended')).toBeVisible();
    await signInHere(page, person);
    await expect(cover(page)).toHaveCount(0);
    for (const [name, value] of Object.entries(typed))
      await expect(page.locator(`main [name=${name}]`)).toHaveValue(value);
    await action(page, 'confirm').click();
    await page.waitForURL(/sign-in/);
    await signIn(page, { ...person, password: chosen });
    await context.close();
  });

  test('and what it shows moves: the list asks in place, instead of giving way to the page for signing in', async ({
    browser,
  }) => {
    const person = await newOperator();
    const context = await browser.newContext();
    const page = await context.newPage();
    await signIn(page, person);
    const stream = page.waitForResponse((answer) => answer.url().includes('/api/events/'));
    await page.goto('/c/practice/requests');
    await stream;
    await person.endSessions();
    // As when two people change what somebody may do: the same deed ends the session and moves the list.
    const [connection] = await inDatabase(`select "id" from "Connection" where "slug" = 'practice'`, []);
    const told = [{ connectionId: connection.id, topic: 'requests', ids: ['moved'] }];
    await inDatabase('select pg_notify($1, $2)', ['subdesk_events', JSON.stringify(told)]);
    await expect(over(page, 'ended')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/c/practice/requests');
    await signInHere(page, person);
    await expect(cover(page)).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe('/c/practice/requests');
    await context.close();
  });

  test('and somebody else who signs in there: nothing is theirs, and its person goes on (bug-session-auth-01)', async ({
    browser,
  }) => {
    test.slow();
    const id = '1900003029';
    const [person, stranger] = [await newOperator(), await newOperator(['operator'], 'Stranger of one journey')];
    const context = await browser.newContext();
    const page = await context.newPage();
    await signIn(page, person);
    await openEdit(page, id);
    await field(page, 'shortname').fill('Typed by the first');
    await person.endSessions();
    await comeBack(page, [over(page, 'ended')]);
    await signInHere(page, stranger);
    await expect(over(page, 'other')).toContainText(stranger.name);
    await expect(cover(page).locator('[name=email]')).toHaveValue(person.email);
    await expectAccessible(page);

    // A press that gets through all the same is done in nobody's name.
    await cover(page).evaluate((dialog) => dialog.remove());
    await pressSend(page);
    await expect(page.locator('[data-problem="draft-not-saved"]')).toBeVisible();
    const drafts = await inDatabase(
      'select 1 from "Draft" d join "Staff" s on s."id" = d."staffId" where s."email" = $1',
      [stranger.email],
    );
    expect(drafts).toHaveLength(0);
    expect(await sandbox.edits(id)).toHaveLength(0);
    await context.close();
  });
});
