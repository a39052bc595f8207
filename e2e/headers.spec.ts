// What every answer says to browsers, whatever it is; that a page asks nobody but us; and that what browsers are given
// holds nothing of ours that is secret.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIResponse } from '@playwright/test';
import { contextOf, demoPassword, emailOf, expect, sandboxFile, setting, signIn, test } from './fixtures';

const everywhere = {
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': expect.stringMatching(/^max-age=31536000/),
  'permissions-policy': expect.stringContaining('camera=()'),
  'x-robots-tag': 'noindex, nofollow',
};
const policyOf = (answer: APIResponse): Record<string, string> =>
  Object.fromEntries(
    (answer.headers()['content-security-policy'] ?? '').split('; ').map((part): [string, string] => {
      const [name = '', ...values] = part.split(' ');
      return [name, values.join(' ')];
    }),
  );

test.describe('headers', () => {
  test.use({ role: 'admin', expectedErrors: /40[0-9]/ });

  test('every page, found or not, has a policy with a nonce of its own, and is kept nowhere', async ({ context }) => {
    const nonces = new Set<string>();
    const paths = ['/', '/sign-in', '/c/practice', '/c/practice/sub-merchants/none', '/none', '/c/practice/%ff'];
    for (const path of paths) {
      const answer = await context.request.get(path, { maxRedirects: 0 });
      expect(answer.headers(), path).toMatchObject(everywhere);
      expect(answer.headers()['x-powered-by'], path).toBeUndefined();
      expect(answer.headers()['cache-control'], path).toContain('no-store');
      const policy = policyOf(answer);
      expect(policy, path).toMatchObject({
        'default-src': "'none'",
        'script-src': expect.stringMatching(/^'nonce-[\w+/=]{24}' 'strict-dynamic'$/),
        'style-src': expect.stringMatching(/^'self' 'nonce-[\w+/=]{24}'$/),
        'connect-src': "'self'",
        'form-action': "'self'",
        'base-uri': "'none'",
        'frame-ancestors': "'none'",
      });
      expect(answer.headers()['content-security-policy'], path).not.toMatch(/unsafe-(inline|eval)|https?:|\*/);
      const nonce = policy['script-src']?.match(/nonce-([^']+)/)?.[1] ?? '';
      nonces.add(nonce);
      // What a page itself runs carries it, each script of it.
      const html = await answer.text();
      const bare = [...html.matchAll(/<script\b([^>]*)>/g)].filter(([, with_ = '']) => !with_.includes(nonce));
      expect(
        bare.map(([tag]) => tag),
        path,
      ).toEqual([]);
    }
    expect(nonces.size).toBe(paths.length);
  });

  test('what is no page has a policy under which nothing runs', async ({ context }) => {
    const answers = [
      await context.request.get('/api/health'),
      await context.request.get('/api/auth/session'),
      await context.request.get('/api/views/requests/practice/none'),
      await context.request.get('/api/exports/sub-merchants/practice'),
      await context.request.post('/api/notifications/practice', { data: {} }),
    ];
    for (const answer of answers) {
      expect(answer.headers(), answer.url()).toMatchObject({
        ...everywhere,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      });
      expect(answer.headers()['cache-control'], answer.url()).toContain('no-store');
    }
    expect((await context.request.get('/_next/static/none.js')).headers()).toMatchObject(everywhere);
  });

  test('no page asks anybody but us', async ({ page }) => {
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
    const paths = ['', '/sub-merchants', '/sub-merchants/1900003028/edit', '/applications/desk', '/media', '/audit'];
    for (const path of paths) await page.goto(`/c/practice${path}`);
    await page.goto('/settings/certificates');
    asked.delete('null');
    expect([...asked]).toEqual([new URL(setting('E2E_URL')).origin]);
  });
});

test('the cookie of a session is out of reach of scripts and of other sites', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, 'auditor');
  const cookies = await context.cookies();
  const session = cookies.filter(({ name }) => name.startsWith('next-auth'));
  expect(session.map(({ name }) => name)).toContain('next-auth.session-token');
  for (const cookie of session)
    expect(cookie, cookie.name).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  expect(await page.evaluate(() => document.cookie)).not.toContain('next-auth');
  await context.close();
});

test('another site can have nothing done, whatever it says of itself (CSRF)', async ({ browser }) => {
  const context = await contextOf(browser, 'operator');
  const { host } = new URL(setting('E2E_URL'));
  const foreign = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' },
    { Origin: `https://${host}.evil.example` },
  ];
  const action = { 'Next-Action': `40${'0'.repeat(40)}`, 'Content-Type': 'text/plain' };
  for (const headers of foreign) {
    const told = JSON.stringify(headers);
    const view = await context.request.put('/api/drafts/sub-merchants/practice/1900003028', { data: {}, headers });
    expect(view.status(), told).toBe(403);
    const acted = await context.request.post('/c/practice', { data: '[]', headers: { ...action, ...headers } });
    expect(acted.status(), told).toBe(403);
    const form = await context.request.post('/c/practice', { multipart: { $ACTION_ID_x: '' }, headers });
    expect(form.status(), told).toBe(403);
  }
  const site = { 'Sec-Fetch-Site': 'cross-site' };
  const view = await context.request.post('/api/evidence/practice', { data: 'x', headers: site });
  expect(view.status()).toBe(403);
  await context.close();
});

test('nothing that is secret, or runs on the server alone, is in what browsers are given', () => {
  const folder = join(setting('E2E_BUILD'), '.next/static');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$/.test(file));
  const scripts = files.filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(20);
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  // What an instance holds, what it is configured by, and words of the code that must stay behind.
  const held = [
    setting('E2E_AUTH_SECRET'),
    demoPassword,
    emailOf('admin'),
    ...['AUTH_SECRET', 'SEAL_KEY', 'DATABASE_URL', 'ADMIN_PASSWORD', 'PLATFORM_PRIVATE_KEY', 'PLATFORM_API_KEY'],
    ...[
      'NEXT_PUBLIC_',
      'PRIVATE KEY-----',
      'postgresql://',
      'createDecipher',
      'createPrivateKey',
      'argon2',
      'PrismaClient',
    ],
    ...['SELECT ', process.cwd(), 'AuditEntry', 'passwordHash'],
    ...sandboxFile('api-key.txt').trim().split('\n'),
  ];
  for (const script of scripts) {
    const text = readFileSync(join(folder, script), 'utf8');
    expect(
      held.filter((word) => text.includes(word)),
      script,
    ).toEqual([]);
  }
});
