import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { request } from '@playwright/test';
import {
  action,
  consoleLog,
  contextOf,
  demoPassword,
  editPath,
  emailOf,
  expect,
  field,
  newOperator,
  openEdit,
  outcome,
  recordPath,
  sandbox,
  sendEdit,
  setting,
  signIn,
  test,
} from './fixtures';

const pages = [
  '/',
  '/c/practice',
  '/c/practice/sub-merchants',
  '/c/practice/sub-merchants/new',
  '/c/practice/sub-merchants/import',
  recordPath('1900003028'),
  editPath('1900003028'),
  '/c/practice/sub-merchants?view=unclaimed',
  '/c/practice/applications',
  '/c/practice/applications/100001',
  '/c/practice/applications/desk',
  '/c/practice/contracts',
  '/c/practice/contracts/import',
  '/c/practice/contracts/WX%202024%2F01%237',
  '/c/practice-common/contracts',
  '/c/practice/deductions',
  '/c/practice/deductions/new',
  '/c/practice/deductions/D20260408SAMPLEFOREIGN001',
  '/c/practice-common/deductions',
  '/c/practice/deductions/new',
  '/c/practice/discrepancies',
  '/c/practice/batches',
  '/c/practice/batches/new',
  '/c/practice/batches/00000000-0000-0000-0000-000000000000',
  '/c/practice/requests',
  '/c/practice/requests/00000000-0000-0000-0000-000000000000',
  '/c/practice/media',
  '/c/practice/audit',
  '/c/practice/audit/1',
  '/c/practice/audit/proof',
  '/c/practice/approvals',
  '/c/practice/approvals/00000000-0000-0000-0000-000000000000',
  '/c/practice/notifications',
  '/c/practice/notifications/not-verified',
  '/c/practice/notifications/00000000-0000-0000-0000-000000000000',
  '/settings',
  '/settings/certificates?connection=practice',
  '/settings/endpoint?connection=practice',
  '/settings/connections?connection=practice',
  '/settings/staff?connection=practice',
  '/settings/staff/00000000-0000-0000-0000-000000000000?connection=practice',
  '/settings/password',
  '/settings/sessions',
  '/settings/sign-in',
  '/again',
  '/settings/policies?connection=practice',
  '/settings/waiting?connection=practice',
  '/settings/retention?connection=practice',
];
/** The addresses of every page for staff that there is, as patterns, read from the folder. */
const staffPages = readdirSync(new URL('../app/(staff)/', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((file) => /(^|\/)page\.tsx$/.test(file))
  .map((file) => `/${file.replace(/\/?page\.tsx$/, '')}`);
const patternOf = (page: string) => new RegExp(`^${page.replace(/\[\w+\]/g, '[^/?]+')}(\\?|$)`);
const api = new URL('../app/api/', import.meta.url);
/** Handlers that want no session, and why; every other one does. */
const open: Record<string, string> = {
  'auth/[...nextauth]': 'signs in',
  health: 'tells that the console stands',
  'notifications/[connection]': 'believes the platform by its signature',
  session: 'says whether there is a session',
};
const parts: Record<string, string> = {
  '[connection]': 'practice',
  '[id]': '00000000-0000-0000-0000-000000000000',
  '[subMchid]': '1900003028',
  '[applymentId]': '100001',
  '[contractId]': 'WX%202024%2F01%237',
};

/** Every guarded handler that there is, read from the folder, so that a new one is walked without anybody listing it. */
const views = readdirSync(api, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('/route.ts'))
  .map((file) => ({ route: file.replace(/\/?route\.ts$/, ''), source: readFileSync(new URL(file, api), 'utf8') }))
  .filter(({ route }) => !(route in open))
  .flatMap(({ route, source }) => {
    const path = route.split('/').map((part) => parts[part] ?? part);
    const exported = [...source.matchAll(/^export (?:const|async function|function) ([\w{, }]+)/gm)];
    const methods = exported.flatMap(([, names = '']) => names.match(/\b(GET|POST|PUT|PATCH|DELETE)\b/g) ?? []);
    return methods.map((method) => [method, `/api/${path.join('/')}`] as const);
  });

test('without a session every page leads to sign-in and every view answers 401', async ({ baseURL }) => {
  const anonymous = await request.newContext({ ...(baseURL && { baseURL }) });
  // A page that is not walked here would be guarded by hope.
  expect(staffPages.filter((page) => !pages.some((path) => patternOf(page).test(path)))).toEqual([]);
  for (const path of pages) {
    const answer = await anonymous.get(path, { maxRedirects: 0 });
    expect([303, 307, 308], path).toContain(answer.status());
    expect(answer.headers().location, path).toContain('/sign-in');
  }
  // A handler that none of the ways of writing one finds would be walked by nobody.
  const folders = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('/route.ts'));
  expect(new Set(views.map(([, path]) => path)).size).toBe(folders.length - Object.keys(open).length);
  for (const [method, path] of views) {
    expect(path).not.toMatch(/[[\]]/);
    expect((await anonymous.fetch(path, { method })).status(), `${method} ${path}`).toBe(401);
  }
  await anonymous.dispose();
});

test.describe('somebody who may only read', () => {
  test.use({ role: 'auditor', expectedErrors: /403/ });
  test('sees no way to edit, and the form, the draft and the import are refused on the server', async ({ page }) => {
    await page.goto(recordPath('1900003028'));
    await expect(page.locator(`a[href$="/edit"]`)).toHaveCount(0);
    expect((await page.goto(editPath('1900003028')))?.status()).toBe(403);
    for (const path of ['/settings/certificates', '/settings/endpoint'])
      expect((await page.goto(path))?.status(), path).toBe(403);
    // Of the settings, an auditor reads who may do what, and changes nothing there.
    await page.goto('/settings');
    await page.waitForURL(/\/settings\/staff/);
    await expect(page.locator('main [data-staff]').first()).toBeVisible();
    await expect(page.locator('main nav a[href^="/settings/certificates"]')).toHaveCount(0);
    for (const name of ['invite', 'change-person', 'show-link']) await expect(action(page, name)).toHaveCount(0);
    expect((await page.request.put('/api/drafts/sub-merchants/practice/1900003028', { data: {} })).status()).toBe(403);
    expect((await page.request.post('/api/imports/sub-merchants/practice', { data: 'x' })).status()).toBe(403);
    await page.goto('/c/practice/audit');
    await expect(page.locator('main')).toContainText(/refused/i);
  });
});

test.describe('a recorded sending that is played again', () => {
  test.use({ expectedErrors: /401|403/ });
  test('without a session, by somebody who may only read, and by somebody who was disabled sends nothing (bug-session-auth-02)', async ({
    browser,
    baseURL,
  }) => {
    const id = '1900003024';
    const person = await newOperator();
    const context = await browser.newContext();
    const page = await context.newPage();
    await signIn(page, person);
    await openEdit(page, id);
    const recorded = page.waitForRequest(
      (request) => request.method() === 'POST' && request.headers()['next-action'] !== undefined,
    );
    await field(page, 'shortname').fill('Sakura');
    await sendEdit(page);
    const call = await recorded;
    await expect(outcome(page, 'accepted')).toBeVisible();
    const before = await sandbox.edits(id);
    // Whoever plays it hides whose page it came from.
    const { cookie: _, 'x-opened-by': __, ...headers } = await call.allHeaders();
    const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
    // Another draft version, so that it would be another sending.
    const body = (call.postData() ?? '').replace(/"version":\d+/, '"version":900');
    const play = (from: APIRequestContext) =>
      from.post(editPath(id), { headers: sent, data: body, maxRedirects: 0 }).then((answer) => answer.text());

    const anonymous = await request.newContext({ ...(baseURL && { baseURL }) });
    expect(await play(anonymous)).toContain('signed-out');
    const reader = await contextOf(browser, 'auditor');
    expect(await play(reader.request)).toContain('forbidden');
    await person.disable();
    expect(await play(context.request)).toContain('signed-out');
    const draft = await context.request.put('/api/drafts/sub-merchants/practice/1900003024', { data: {} });
    expect(draft.status()).toBe(401);

    expect(await sandbox.edits(id)).toEqual(before);
    expect(await person.trail()).toMatchObject([
      { action: 'access.refused', objectId: 'drafts.sub-merchant' },
      {
        action: 'access.refused',
        objectId: id,
        data: { where: 'sub-merchants.modify', permission: 'sub-merchant:edit' },
      },
      { action: 'sub-merchant.modification-requested' },
      { action: 'staff.signed-in' },
    ]);
    await page.goto('/c/practice');
    await page.waitForURL(/sign-in/);
    await anonymous.dispose();
    await reader.close();
    await context.close();
  });
});

test.describe('ending a contract, and charging', () => {
  test.use({ expectedErrors: /401|403/ });
  test('asked for without a session, by a reader and by somebody disabled, is refused before anything is read (bug-session-auth-02)', async ({
    browser,
    baseURL,
  }) => {
    const manifest = JSON.parse(
      readFileSync(join(setting('E2E_BUILD'), '.next/server/server-reference-manifest.json'), 'utf8'),
    ) as { node: Record<string, { exportedName?: string }> };
    const idOf = (name: string) =>
      Object.entries(manifest.node).find(([, { exportedName }]) => exportedName === name)?.[0] ?? '';
    const deeds = [
      { name: 'terminateContractAction', path: '/c/practice/contracts/WX%202024%2F01%237' },
      { name: 'chargeAction', path: '/c/practice/deductions/new' },
      { name: 'askToChargeAction', path: '/c/practice/deductions/new' },
    ];
    const anonymous = await request.newContext({ ...(baseURL && { baseURL }) });
    const person = await newOperator(['payments']);
    const context = await browser.newContext();
    await signIn(await context.newPage(), person);
    await person.disable();
    const reader = await contextOf(browser, 'auditor');
    for (const { name, path } of deeds) {
      const headers = { 'Next-Action': idOf(name), 'Content-Type': 'text/plain;charset=UTF-8' };
      expect(headers['Next-Action'], name).not.toBe('');
      const play = (from: APIRequestContext) =>
        from
          .post(path, { headers, data: '[{"connection":"practice"}]', maxRedirects: 0 })
          .then((answer) => answer.text());
      expect(await play(anonymous), name).toContain('signed-out');
      expect(await play(reader.request), name).toContain('forbidden');
      expect(await play(context.request), name).toContain('signed-out');
    }
    const refused = (await person.trail()).filter(({ action }) => action === 'access.refused');
    expect(refused).toHaveLength(deeds.length);
    await anonymous.dispose();
    await reader.close();
    await context.close();
  });
});

test.describe('somebody who edits', () => {
  test.use({ role: 'operator', expectedErrors: /403/ });
  test('reads policy, waiting times and connections, changes the own password, and has no other settings', async ({
    page,
  }) => {
    await page.goto('/settings/password');
    await expect(page.locator('[name=present]')).toBeVisible();
    await page.goto('/settings');
    await page.waitForURL(/\/settings\/policies/);
    await expect(page.locator('main [data-policy]').first()).toBeVisible();
    await expect(action(page, 'change-policy')).toHaveCount(0);
    await expect(page.locator('main .tabs a')).toHaveCount(3);
    await page.goto('/settings/waiting');
    await expect(page.locator('main [data-expectation]')).toHaveCount(2);
    await expect(action(page, 'change-expectation')).toHaveCount(0);
    for (const path of ['/settings/certificates', '/settings/endpoint', '/settings/staff'])
      expect((await page.goto(path))?.status(), path).toBe(403);
  });
});

test('a foreign page cannot write with the person’s cookie', async ({ page }) => {
  const answer = await page.request.put('/api/drafts/sub-merchants/practice/1900003028', {
    data: {},
    headers: { Origin: 'https://evil.example' },
  });
  expect(answer.status()).toBe(403);
});

test.describe('what cannot be read', () => {
  test.use({ expectedErrors: /404/ });
  test('is refused, and is no fault of ours', async ({ page }) => {
    const form = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const json = { 'Content-Type': 'application/json' };
    const action = { 'Next-Action': `40${'0'.repeat(40)}`, 'Content-Type': 'text/plain' };
    const logged = () => consoleLog().split('\n').length;
    const before = logged();
    const refused: [number, string, string, { data?: string; headers?: Record<string, string> }?][] = [
      ...['%E0%A4%A', '%', '%zz', '%ff'].flatMap((part): [number, string, string][] => [
        [404, 'get', `/c/practice/sub-merchants/${part}`],
        [404, 'get', `/c/${part}/requests`],
        [404, 'get', `/api/views/requests/practice/${part}`],
        [404, 'get', `/api/auth/${part}`],
      ]),
      [404, 'get', '/c/practice/sub-merchants/%25'],
      [400, 'post', '/c/practice', { data: 'garbage', headers: form }],
      [400, 'post', '/sign-in', { data: 'garbage', headers: { 'Content-Type': 'multipart/form-data' } }],
      [400, 'post', '/c/practice', { data: '[', headers: action }],
      [403, 'post', '/c/practice', { data: '[]', headers: { ...action, Origin: 'https://evil.example' } }],
      [400, 'post', '/api/auth/callback/credentials', { data: 'garbage', headers: json }],
      [400, 'post', '/api/auth/callback/credentials', { data: '{"csrfToken":{}}', headers: json }],
      [404, 'post', '/api/auth/signin/credentials', { data: 'garbage', headers: json }],
      [404, 'get', '/api/auth/callback/credentials'],
      [404, 'get', '/api/auth/error?error=%E0%A4%A'],
      [200, 'get', '/api/auth/session?callbackUrl=:::'],
      [
        200,
        'get',
        '/api/auth/csrf',
        { headers: { Cookie: 'next-auth.callback-url=%E0%A4%A; next-auth.session-token=x' } },
      ],
    ];
    for (const [status, method, path, options] of refused) {
      const answer = await page.request.fetch(path, { method, ...options });
      expect(answer.status(), `${method} ${path} ${options?.data ?? ''}`).toBe(status);
    }
    // A damaged link that a person followed leads to words.
    expect((await page.goto('/c/practice/sub-merchants/%E0%A4%A'))?.status()).toBe(404);
    await expect(page.locator('main h1')).toBeVisible();
    expect(logged()).toBe(before);
  });
});

test('wrong credentials and unknown addresses get the same answer, and ten wrong ones lock the address', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const attempt = async (email: string) => {
    await page.goto('/sign-in');
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill('not the password');
    await page.locator('input[name=password]').press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
    return page.getByRole('alert').filter({ hasText: /\S/ }).first().textContent();
  };
  const { email } = await newOperator();
  expect(await attempt(email)).toBe(await attempt('nobody@practice.example'));
  for (let n = 0; n < 9; n += 1) await attempt(email);
  expect(await attempt(email)).toMatch(/minute/);
  await context.close();
});

test('signing in goes on to where one was, and never to another site', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(recordPath('1900003028'));
  await page.waitForURL(/sign-in/);
  await page.locator('input[name=email]').fill(emailOf('operator'));
  await page.locator('input[name=password]').fill(demoPassword);
  await page.locator('input[name=password]').press('Enter');
  await page.waitForURL(`**${recordPath('1900003028')}`);
  await context.clearCookies();
  await page.goto('/sign-in?next=https://evil.example/');
  await page.locator('input[name=email]').fill(emailOf('operator'));
  await page.locator('input[name=password]').fill(demoPassword);
  await page.locator('input[name=password]').press('Enter');
  // Home, where the connection is chosen.
  await page.waitForURL((url) => url.pathname === '/');
  await context.close();
});

test('signing out ends the session in this browser', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, 'checker');
  await page.goto('/c/practice');
  await page.locator('header [popovertarget]').last().click();
  await page.getByRole('button', { name: /sign out/i }).click();
  await page.waitForURL(/sign-in/);
  await page.goto('/c/practice');
  await page.waitForURL(/sign-in/);
  await context.close();
});

test.describe('somebody who may see everything', () => {
  test.use({ role: 'admin' });
  test('no personal value is in any page, payload, address or line of the log (bug-privacy-01)', async ({
    page,
    browser,
  }) => {
    // It sends twice, each time with a checker, and then looks at every page.
    test.slow();
    const canary = 'canary.person@practice.example';
    // First the platform fails, so that whatever tells of failures has its say.
    await sandbox.failNext('1900003031', { row: 'sub-merchant-param-error', field: '/contact/email' });
    await page.goto(editPath('1900003031'));
    await expect(action(page, 'send')).toBeEnabled();
    const bodies: string[] = [];
    page.on('response', async (response) => {
      bodies.push(response.url());
      if (/text|json|x-component/.test(response.headers()['content-type'] ?? ''))
        bodies.push(await response.text().catch(() => ''));
    });
    await page.locator('[name="contact.email"]').fill(canary);
    await page.locator('[name="contact.name"]').fill('Canary Person');
    await page.locator('[name="contact.phone"]').fill('+85299990000');
    await sendEdit(page);
    await expect(outcome(page, 'refused')).toBeVisible();
    await page.locator('[name="shortname"]').fill('Baisheng');
    await sendEdit(page);
    await expect(outcome(page, 'accepted')).toBeVisible();
    for (const path of [
      recordPath('1900003031'),
      `${recordPath('1900003031')}?tab=history`,
      editPath('1900003031'),
      '/c/practice/requests',
      '/c/practice/audit',
      '/api/exports/audit/practice?format=jsonl',
      `/api/exports/evidence/practice?about=record&kind=sub-merchant&id=1900003031`,
      '/settings/certificates',
      '/settings/endpoint',
      '/settings/staff',
      '/settings/policies',
      '/c/practice/approvals?tab=team',
    ]) {
      // A file would leave the page as it is.
      const answer = path.startsWith('/api/') ? await page.request.get(path) : await page.goto(path);
      bodies.push((await answer?.text()) ?? '');
    }
    const other = await contextOf(browser, 'operator');
    const theirs = await other.newPage();
    bodies.push((await (await theirs.goto(editPath('1900003031')))?.text()) ?? '');
    await other.close();
    const lines = consoleLog();
    expect(lines.length).toBeGreaterThan(0);
    bodies.push(lines);
    for (const hidden of [canary, 'Canary Person', '99990000', 'PRIVATE KEY', demoPassword])
      expect(bodies.filter((body) => body.includes(hidden))).toEqual([]);
  });
});
