// What every journey needs: signed-in staff by role, the sandbox's controls, and a browser in which nothing goes wrong
// quietly: an error on the console fails the test.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { test as base, expect } from '@playwright/test';
import { encode } from 'next-auth/jwt';
import pg from 'pg';

/** What `npm test` says of the console under test. */
export const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set; npm test sets it`);
  return value;
};

const { password } = JSON.parse(readFileSync(setting('E2E_DATA'), 'utf8')) as { password: string };
export const demoPassword = password;
export type Role = 'admin' | 'operator' | 'checker' | 'payments' | 'auditor' | 'integrations';
export const emailOf = (role: Role) => `${role}@practice.example`;

type Fault = {
  mode?: string;
  row?: string;
  field?: string;
  times?: number;
  ms?: number;
  code?: string;
  retryAfterSeconds?: number;
};
export type JournalLine = {
  /** ISO 8601. */
  at: string;
  operation: string | null;
  path: string;
  idempotencyKey: string | null;
  serial: string | null;
  bodySha256: string;
  status: number | null;
};

/** When the journey under way began. */
let began = new Date(0);

/** The practice platform's controls, each about one sub-merchant so that journeys do not meet each other's faults. */
export const sandbox = {
  async call(path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${setting('E2E_SANDBOX_URL')}/_sandbox/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  },
  failNext: (subMchid: string, fault: Fault) =>
    sandbox.call('fail-next', { operation: 'sub-merchant.modify', sub_mchid: subMchid, ...fault }),
  /** Posts notifications as docs/sandbox.md says; resolves to the id of the one that was sent. */
  notify: async (about: Record<string, unknown>) =>
    ((await sandbox.call('notifications', { probe: false, ...about })) as { id: string }).id,
  record: async (subMchid: string) =>
    (
      (await sandbox.call(`sub-merchants/${subMchid}`)) as {
        record: Record<string, unknown> & { shortname: string; contact: Record<string, string> };
      }
    ).record,
  effects: async (subMchid: string) =>
    ((await sandbox.call('effects')) as Record<string, { modifications: number } | undefined>)[subMchid]
      ?.modifications ?? 0,
  /** Calls since this journey began: others, and a first try of it, edit the same record. */
  edits: async (subMchid: string) =>
    ((await sandbox.call('journal')) as JournalLine[]).filter(
      ({ at, operation, path }) =>
        operation === 'sub-merchant.modify' && path.endsWith(`/${subMchid}`) && new Date(at) >= began,
    ),
};

/** Looks at the database of the console under test, or makes time pass in it. */
export async function inDatabase(sql: string, values: unknown[]) {
  const client = new pg.Client({ connectionString: setting('E2E_DATABASE_URL') });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** A person of one journey alone, an operator unless told otherwise, with the demo password: nobody else meets them. */
export async function newOperator(roles: string[] = ['operator'], name = 'Operator of one journey') {
  const email = `${randomUUID()}@practice.example`;
  await inDatabase(
    `insert into "Staff" ("id", "email", "name", "passwordHash", "roles")
     select gen_random_uuid(), $1, $3, "passwordHash", $4 from "Staff" where "email" = $2`,
    [email, emailOf('operator'), name, roles],
  );
  return {
    email,
    name,
    endSessions: () => inDatabase('update "Staff" set "tokenVersion" = "tokenVersion" + 1 where "email" = $1', [email]),
    disable: () => inDatabase('update "Staff" set "disabledAt" = now() where "email" = $1', [email]),
    /** What the trail says of this person, newest first. */
    trail: () =>
      inDatabase(
        `select a."action", a."objectId", a."data" from "AuditEntry" a join "Staff" s on s."id"::text = a."actorId"
         where s."email" = $1 order by a."id" desc`,
        [email],
      ),
  };
}

/** A browser of somebody who signed in so many minutes ago: the password was given no later than that. */
export async function earlierSession(browser: Browser, email: string, minutes: number): Promise<BrowserContext> {
  const [person] = await inDatabase('select "id", "tokenVersion" from "Staff" where "email" = $1', [email]);
  const sid = randomUUID();
  await inDatabase(
    `insert into "StaffSession" ("id", "staffId", "beganAt", "seenAt", "how")
     values ($1, $2, now() - make_interval(mins => $3), now(), 'password')`,
    [sid, person.id, minutes],
  );
  const value = await encode({
    secret: setting('E2E_AUTH_SECRET'),
    token: {
      sub: person.id,
      tokenVersion: person.tokenVersion,
      sid,
      authAt: Math.floor(Date.now() / 1000) - minutes * 60,
    },
    maxAge: 3600,
  });
  const context = await browser.newContext();
  await context.addCookies([{ name: 'next-auth.session-token', value, url: setting('E2E_URL'), httpOnly: true }]);
  return context;
}

/**
 * Held by journeys to which it matters how many administrators there are: `alone` by those that need the demo world's
 * only one, together; `others` by one that adds another, by itself. Answers what lets go of it.
 */
export async function holdAdministrators(as: 'alone' | 'others'): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: setting('E2E_DATABASE_URL') });
  await client.connect();
  await client.query(`select ${as === 'alone' ? 'pg_advisory_lock_shared' : 'pg_advisory_lock'}(761)`);
  return () => client.end();
}

/** A file of the practice platform's keys, which it keeps beside its state. */
export const sandboxFile = (name: string) => readFileSync(join(dirname(setting('E2E_DATA')), 'sandbox', name), 'utf8');

/** Everything that the console has written to its log so far. */
export const consoleLog = () => readFileSync(join(dirname(setting('E2E_DATA')), 'console.log'), 'utf8');

export async function signIn(page: Page, role: Role | { email: string; password?: string }) {
  await page.goto('/sign-in');
  await page.locator('input[name=email]').fill(typeof role === 'string' ? emailOf(role) : role.email);
  const password = typeof role === 'string' ? undefined : role.password;
  await page.locator('input[name=password]').fill(password ?? demoPassword);
  await page.locator('input[name=password]').press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
}

type Session = { at: number; state: Awaited<ReturnType<BrowserContext['storageState']>> };
const sessions = new Map<Role, Session>();
/** Signing in proves for five minutes who is there; a journey begins with most of them left. */
const SESSION_KEPT_MS = 2 * 60_000;

/** A browser of one person, signed in once in a while by each worker. */
export async function contextOf(browser: Browser, role: Role): Promise<BrowserContext> {
  const kept = sessions.get(role);
  if (kept && Date.now() - kept.at < SESSION_KEPT_MS) return browser.newContext({ storageState: kept.state });
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, role);
  sessions.set(role, { at: Date.now(), state: await context.storageState() });
  await page.close();
  return context;
}

/** Makes an error on the console, or one thrown in the page, a failure of the test. */
function watch(page: Page, errors: string[]) {
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
}

type Fixtures = {
  /** Console errors that the journey provokes on purpose. */
  expectedErrors: RegExp | null;
  role: Role;
  /** Notes when the journey began. */
  clock: undefined;
};

export const test = base.extend<Fixtures>({
  clock: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture that needs no other one says so by an empty pattern.
    async ({}, use) => {
      began = new Date();
      await use(undefined);
    },
    { auto: true },
  ],
  expectedErrors: [null, { option: true }],
  role: ['operator', { option: true }],
  context: async ({ browser, role, expectedErrors }, use) => {
    const context = await contextOf(browser, role);
    const errors: string[] = [];
    context.on('page', (page) => watch(page, errors));
    await use(context);
    await context.close();
    expect(errors.filter((error) => !expectedErrors?.test(error))).toEqual([]);
  },
});

export const editPath = (subMchid: string) => `/c/practice/sub-merchants/${subMchid}/edit`;
export const recordPath = (subMchid: string) => `/c/practice/sub-merchants/${subMchid}`;

/** A control of the form by its wire path. */
export const field = (page: Page, path: string) => page.locator(`[name="${path}"]`);
export const action = (page: Page, name: string) => page.locator(`[data-action="${name}"]`);

/** What sends the form, or asks for approval where the policy wants a second person. */
export const sendButton = (page: Page) => page.locator('[data-action="send"], [data-action="ask-approval"]');

/** Opens the edit form and waits until it is ready for typing. */
export async function openEdit(page: Page, subMchid: string) {
  await page.goto(editPath(subMchid));
  await expect(sendButton(page)).toBeEnabled();
}

/** Yesterday at noon, as a field of date and time holds it: no call of the future in any zone. */
const callTime = () => `${new Date(Date.now() - 24 * 60 * 60_000).toISOString().slice(0, 10)}T12:00`;

/** Presses the form's button and confirms what the dialog restates, with a reason where one is asked for. */
export async function pressSend(page: Page) {
  await sendButton(page).click();
  const dialog = page.locator('dialog[open]');
  await expect(dialog).toBeVisible();
  if (await dialog.locator('[name="reason"]').isVisible()) {
    await dialog.locator('[name="reason"]').fill('The sub-merchant wrote to us');
    if (await dialog.locator('[name="spoke-to"]').isVisible()) {
      await dialog.locator('[name="spoke-to"]').fill('Sample Director');
      await dialog.locator('[name="number-from"]').selectOption('our-records');
      await dialog.locator('[name="at"]').fill(callTime());
      await dialog.locator('[name="confirmed"]').check();
    }
  }
  await dialog.locator('[data-action="confirm"]').click();
}

/** Sends what is typed: the dialog restates, the person confirms; where the policy says so, a checker approves it. */
export async function sendEdit(page: Page) {
  const isForTwo = (await sendButton(page).getAttribute('data-action')) === 'ask-approval';
  const before = await askedNow(page);
  await pressSend(page);
  if (isForTwo) await approve(page, await askedId(page, before));
}

const askedNow = (page: Page) =>
  page.evaluate(() => {
    const asked = document.querySelector<HTMLElement>('[data-asked], main [data-change-waits]');
    return asked?.dataset.asked ?? asked?.dataset.changeWaits ?? '';
  });

/** The id of the approval that the page says was asked for, beside its deed or on top of the object; not that of `before`. */
export async function askedId(page: Page, before = ''): Promise<string> {
  await expect.poll(async () => ['', before].includes(await askedNow(page))).toBe(false);
  return askedNow(page);
}

/** Types the password where the page asks who is there. */
export async function prove(page: Page, settled: Locator) {
  const password = page.locator('dialog[open] [name="step_up_password"]');
  await expect(password.or(settled).first()).toBeVisible();
  if (!(await password.isVisible())) return;
  await password.fill(demoPassword);
  await password.press('Enter');
}

/** A checker looks at an approval, in a browser of their own, and gives it. */
export async function approve(page: Page, approvalId: string, slug = 'practice') {
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  const context = await contextOf(browser, 'checker');
  const theirs = await context.newPage();
  await theirs.goto(`/c/${slug}/approvals/${approvalId}`);
  const done = theirs.locator('main [data-approval-state="carried-out"]');
  const onItsWay = theirs.locator('main [role="alert"]', { hasText: 'on its way to the platform again' });
  // The request that it is about may be repeated at this very moment: nothing is done then, and whoever approves tries again.
  do {
    await action(theirs, 'approve').click();
    await theirs.locator('dialog[open] [data-action="confirm"]').click();
    await prove(theirs, done.or(onItsWay));
    await expect(done.or(onItsWay)).toBeVisible();
  } while (await onItsWay.isVisible());
  await context.close();
}

export const outcome = (page: Page, state: string) => page.locator(`main [data-outcome="${state}"]`).first();

const words: object = JSON.parse(readFileSync(new URL('../lib/i18n/messages/en.json', import.meta.url), 'utf8'));
/** How a message is named in code, which is what stands where it is missing. */
const messageName = new RegExp(`\\b(${Object.keys(words).join('|')})(\\.[a-zA-Z]\\w*){2,}\\b`);

/** Waits for a title that stays: of a page that was gone to it comes after the body, and the former one goes before that. */
const titleStays = (page: Page) =>
  expect(async () => {
    const title = await page.title();
    expect(title).toMatch(/\S/);
    await page.waitForTimeout(250);
    expect(await page.title()).toBe(title);
  }).toPass({ timeout: 10_000 });

/** Nothing for axe to find, in the theme that the page shows; with `rules`, nothing of those alone. */
export async function expectAccessible(page: Page, rules?: string[]) {
  await titleStays(page);
  // A colour that is on its way to another one is nobody's choice: the console does not move where motion is unwanted.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // What is drawn first only says that something comes.
  await expect(page.locator('main .skeleton')).toHaveCount(0);
  // A row that is half under the foot of its list is one to scroll to, no small target; the page may draw its list anew.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.table-foot { position: static !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules
    ? axe.withRules(rules)
    : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  ).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
  // A name of a message where its words should stand: nobody wrote them for this value.
  const texts = await page.locator('main, dialog[open]').allTextContents();
  expect(texts.join(' ').match(messageName)?.[0] ?? '').toBe('');
}

/** No page is wider than its window, at any width from a phone's to a desk's. */
export async function expectNoSideways(page: Page) {
  for (const width of [360, 768, 1024, 1100, 1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `at ${width}`).toBeLessThanOrEqual(0);
  }
}

export { expect };
