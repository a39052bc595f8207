// Single sign-on at a real issuer, as people meet it: let in, not let in, an issuer that does not answer, and proving there who
// one is without a password.
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import {
  action,
  editPath,
  expect,
  expectAccessible,
  expectNoSideways,
  field,
  inDatabase,
  newOperator,
  sendButton,
  setting,
  signIn,
  test,
} from './fixtures';

type Account = { claims: { email?: string; email_verified?: boolean }; secondsAgo?: number };

async function atIssuer(told: { accounts?: Record<string, Account>; fault?: object }): Promise<void> {
  const answer = await fetch(`${setting('E2E_ISSUER_URL')}/_test`, { method: 'POST', body: JSON.stringify(told) });
  expect(answer.ok).toBe(true);
}

async function newAccount(account: Account): Promise<string> {
  const sub = randomUUID();
  await atIssuer({ accounts: { [sub]: account } });
  return sub;
}

/** Somebody who was invited and never set a password. */
async function newInvited() {
  const person = await newOperator();
  await inDatabase('update "Staff" set "passwordHash" = null where "email" = $1', [person.email]);
  return person;
}

const newPage = async (browser: Browser) => (await browser.newContext()).newPage();

/** Signs in on the issuer's own page. */
async function typeAccount(page: Page, account: string) {
  await page.locator('[name=account]').fill(account);
  await page.locator('button').click();
}

async function signInThere(page: Page, account: string, next = '/settings/sign-in') {
  await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
  await action(page, 'issuer').click();
  await typeAccount(page, account);
}

const hasSession = async (context: BrowserContext) =>
  (await context.cookies()).some(({ name }) => name.includes('session-token'));
const alert = (page: Page) => page.locator('main [role=alert]');

// The issuer is one, and one of these stops it.
test.describe.configure({ mode: 'serial' });

test('whoever was invited comes in by their verified address, and goes on to where they were going', async ({
  browser,
}) => {
  const person = await newInvited();
  const page = await newPage(browser);
  await signInThere(page, await newAccount({ claims: { email: person.email, email_verified: true } }));
  await page.waitForURL('**/settings/sign-in');
  await expect(page.locator('h1')).toBeVisible();
  const trail = (await person.trail()).map((entry) => entry.action);
  expect(trail).toEqual(['staff.signed-in', 'staff.issuer-bound']);
  expect(page.url()).not.toContain('code=');
  await page.context().close();
});

test('nobody else comes in: unknown, suspended or not verified, all told the same', async ({ browser }) => {
  const [suspended, unverified] = [await newInvited(), await newInvited()];
  await suspended.disable();
  const unknown = `${randomUUID()}@practice.example`;
  for (const [email, verified, cause] of [
    [unknown, true, 'issuer-unknown'],
    [suspended.email, true, 'disabled'],
    [unverified.email, false, 'issuer-unverified'],
  ] as const) {
    const page = await newPage(browser);
    await signInThere(page, await newAccount({ claims: { email, email_verified: verified } }));
    await page.waitForURL(/sign-in\?reason=not-admitted/);
    await expect(alert(page)).toContainText('not let in');
    expect(await hasSession(page.context())).toBe(false);
    const [entry] = await inDatabase(
      `select "data" from "AuditEntry" where "objectId" = $1 and "action" = 'staff.sign-in-refused'`,
      [email],
    );
    expect(entry?.data).toMatchObject({ cause });
    await page.context().close();
  }
});

test('what nobody asked the issuer for begins no session', async ({ browser }) => {
  const page = await newPage(browser);
  for (const query of ['code=x&state=y', 'error=access_denied', '', `code=${'x'.repeat(5000)}`]) {
    await page.goto(`/api/auth/callback/oidc?${query}`);
    await page.waitForURL(/sign-in\?reason=issuer-failed/);
    await expect(alert(page)).toBeVisible();
  }
  // A code with the state of somebody else's browser.
  await page.goto('/sign-in');
  await action(page, 'issuer').click();
  await page.waitForURL(`${setting('E2E_ISSUER_URL')}/**`);
  await page.goto(`/api/auth/callback/oidc?code=x&state=${'y'.repeat(43)}`);
  await page.waitForURL(/sign-in\?reason=issuer-failed/);
  expect(await hasSession(page.context())).toBe(false);
  await page.context().close();
});

test('an issuer that does not answer is told as such, and the password still lets in', async ({ browser }) => {
  const person = await newOperator();
  const page = await newPage(browser);
  await atIssuer({ fault: { down: true } });
  try {
    await page.goto('/sign-in');
    await action(page, 'issuer').click();
    await expect(alert(page)).toContainText('Test issuer does not answer');
    await expectAccessible(page);
    await signIn(page, person);
  } finally {
    await atIssuer({ fault: {} });
  }
  await page.context().close();
});

test('who has no password proves at the issuer, in a window of its own, and the page goes on', async ({ browser }) => {
  const person = await newInvited();
  const sub = await newAccount({ claims: { email: person.email, email_verified: true }, secondsAgo: 3600 });
  const page = await newPage(browser);
  await signInThere(page, sub);
  await page.waitForURL('**/settings/sign-in');
  await action(page, 'set-up-app').click();
  const link = page.locator('dialog[open] a[target=_blank]');
  await expect(link).toBeVisible();
  await expectAccessible(page);
  await atIssuer({ accounts: { [sub]: { claims: {} } } });
  const [own] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await own.locator('main button').click();
  await typeAccount(own, sub);
  await own.waitForURL(/again\?done=yes/);
  await expect(own.locator('main [role=status]')).toContainText('Confirmed');
  await expectAccessible(own);
  await own.close();
  // What was asked for went on by itself.
  await expect(page.locator('dialog[open] [name=secret]')).toBeVisible();
  expect((await person.trail())[0]).toMatchObject({ action: 'staff.proven', data: { by: 'oidc' } });
  await page.context().close();
});

test.describe('a session that ended', () => {
  test.use({ expectedErrors: /401/ });
  test('is begun again at the issuer in a window of its own, and the page beneath goes on with what was typed', async ({
    browser,
  }) => {
    const person = await newInvited();
    const sub = await newAccount({ claims: { email: person.email, email_verified: true } });
    const page = await newPage(browser);
    await signInThere(page, sub, editPath('1900003031'));
    await expect(sendButton(page)).toBeEnabled();
    await field(page, 'shortname').fill('Typed before the end');
    await person.endSessions();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    const link = page.locator('dialog[open] [data-action="issuer-window"]');
    await expect(link).toBeVisible();
    await expectAccessible(page);
    const [own] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    // The issuer knows who is there still, and asks nothing.
    await action(own, 'issuer').click();
    await own.waitForURL(/again\?done=yes/);
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    await expect(field(page, 'shortname')).toHaveValue('Typed before the end');
    await page.context().close();
  });
});

test('the button of the issuer stands on a narrow page, in each language and theme', async ({ browser }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const locale of ['en-GB', 'zh-HK', 'zh-CN']) {
      const context = await browser.newContext({ viewport: { width: 360, height: 780 }, colorScheme, locale });
      const page = await context.newPage();
      await page.goto('/sign-in?reason=not-admitted');
      await expect(action(page, 'issuer')).toBeVisible();
      await expectNoSideways(page);
      await expectAccessible(page);
      await context.close();
    }
  }
});
