// Canary values of persons and keys are planted through each way in; then whatever the console gives to anybody, keeps or
// writes is searched for them: pages, payloads, views, exports, packs, scripts, log and tables (bug-privacy-01).
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import {
  action,
  consoleLog,
  editPath,
  expect,
  field,
  inDatabase,
  newOperator,
  openEdit,
  outcome,
  recordPath,
  sandbox,
  sandboxFile,
  sendEdit,
  setting,
  signIn,
  test,
} from './fixtures';

const token = randomBytes(4).toString('hex');
const digits = String(10_000_000 + (randomBytes(4).readUInt32BE() % 80_000_000));
const edited = '1900003036';
/** Beside those of the sample world, and without the digits that are looked for. */
const number = 1_988_000_000 + (randomBytes(2).readUInt16BE() % 9000) * 10;
const imported = String(number);
const contract = `canary-${token}`;

const planted = {
  edit: { name: `Quillon Edit ${token}`, email: `edit.${token}@persons.example`, phone: `+852${digits}` },
  file: { name: `Quillon File ${token}`, email: `file.${token}@persons.example`, phone: `+853${digits}` },
  told: { name: `Quillon Told ${token}`, email: `told.${token}@persons.example` },
};
const wrongRow = `not an address ${token}`;
const typedKey = String(
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
);
const typedApiKey = `canary-api-key-${token}-${digits}`.slice(0, 32);
/** What of a key's file is nowhere else: a line of its middle. */
const middleOf = (pem: string) => pem.trim().split('\n')[8] ?? pem;
const { privateKeyFile, apiKeyFile } = JSON.parse(sandboxFile('credentials.json')) as Record<string, string>;

/** Each is looked for as it is; none may be a part of what the console shows of it. */
const hidden: Record<string, string> = {
  'name typed': planted.edit.name,
  'e-mail typed': planted.edit.email,
  'phone typed and imported': digits.slice(0, 8),
  'name imported': planted.file.name,
  'e-mail imported': planted.file.email,
  'e-mail that was refused': wrongRow,
  'name told': planted.told.name,
  'e-mail told': planted.told.email,
  payer: 'sample-openid-',
  'private key typed': middleOf(typedKey),
  'API key typed': typedApiKey,
  'private key of the connection': middleOf(readFileSync(privateKeyFile ?? '', 'utf8')),
  'API key of the connection': readFileSync(apiKeyFile ?? '', 'utf8').trim(),
};
const found = (text: string) => Object.keys(hidden).filter((what) => text.includes(hidden[what] ?? ''));

const roles = ['admin', 'operator', 'checker', 'payments', 'support', 'integrations', 'auditor'];
const idIn = async (sql: string, values: unknown[]) => String((await inDatabase(sql, values))[0]?.id ?? '');

/** Everything of a person that goes in here, by whoever does such things. */
async function plant(page: Page, browser: Browser) {
  // The form, refused by the platform first: whatever tells of failures has its say.
  await sandbox.failNext(edited, { row: 'sub-merchant-param-error', field: '/contact/email' });
  await openEdit(page, edited);
  await field(page, 'contact.name').fill(planted.edit.name);
  await field(page, 'contact.email').fill(planted.edit.email);
  await field(page, 'contact.phone').fill(planted.edit.phone);
  await field(page, 'business.mcc').fill('5942');
  await sendEdit(page);
  await expect(outcome(page, 'refused')).toBeVisible();
  await field(page, 'shortname').fill(`Canary ${token}`);
  await sendEdit(page);
  await expect(outcome(page, 'accepted')).toBeVisible();
  // A draft that nobody sent.
  await page.goto(editPath('1900003039'));
  await field(page, 'contact.email').fill(planted.edit.email);
  await action(page, 'draft').click();
  await expect(page.locator('[data-draft="saved"]')).toBeVisible();

  // A look, with its reason.
  await page.goto(recordPath(edited));
  await page.locator('main [data-personal="contact.email"] [data-action="look"]').click();
  const looking = page.locator('dialog[open]').last();
  await looking.locator('[name="look_reason"]').selectOption('compare');
  await looking.locator('[data-action="confirm"]').click();
  await expect(page.locator('main [data-personal="contact.email"] [data-shown]')).toHaveText(planted.edit.email);

  // A file: one row that is taken over, one that is wrong.
  const rows = [
    'sub_mchid,name,contact.name,contact.email,contact.phone',
    `${imported},Canary ${token} Limited,${planted.file.name},${planted.file.email},${planted.file.phone}`,
    `${number + 1},Canary wrong,${planted.file.name},${wrongRow},x`,
  ];
  await page.goto('/c/practice/sub-merchants/import');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: `canary.csv`, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) });
  await action(page, 'apply').click();
  await action(page, 'confirm').click();
  await expect(action(page, 'apply')).toBeHidden();

  // What the platform tells: of an application with its contact, and of a contract with its payer.
  const news = await sandbox.notify({
    sub_mchid: edited,
    overrides: { contact_name: planted.told.name, contact_email: planted.told.email },
  });
  await sandbox.call('contracts', { sub_mchid: '1900003001', contract_id: contract, notify: true });
  const arrived = (sql: string, value: string) =>
    expect.poll(() => idIn(sql, [value]), { timeout: 20_000 }).not.toBe('');
  await arrived('select "id" from "Notification" where "notificationId" = $1', news);
  await arrived('select "id" from "Contract" where "contractId" = $1', contract);

  // Keys, in the form of a connection: the looks refuse them, and say so.
  const keys = await browser.newContext();
  const theirs = await keys.newPage();
  await signIn(theirs, 'integrations');
  await theirs.goto('/settings/connections?connection=practice');
  await action(theirs, 'add-connection').click();
  const dialog = theirs.locator('dialog[open]');
  const bodies: string[] = [];
  theirs.on('response', async (response) => bodies.push(await response.text().catch(() => '')));
  for (const [name, value] of Object.entries({
    ...{ name: 'Canary', slug: `canary-${token}`, baseUrl: setting('E2E_SANDBOX_URL'), mchid: '1', appid: 'a' },
    ...{ merchantSerial: 'ABCDEF', privateKey: typedKey, merchantCertificate: typedKey, apiKey: typedApiKey },
  }))
    await dialog.locator(`[name="${name}"]`).fill(value);
  await action(theirs, 'check').click();
  await expect(dialog.locator('[data-check="certificate"]')).toHaveAttribute('data-state', 'failed');
  await dialog.locator('[name="reason"]').fill('A canary');
  await action(theirs, 'confirm').click();
  await expect(dialog.getByRole('alert').first()).toBeVisible();
  expect(bodies.flatMap(found)).toEqual([]);
  expect(found(await theirs.content())).toEqual([]);
  await keys.close();
  return news;
}

/** Addresses of every page and view that there is, read from the folders, at what was planted. */
async function addresses(news: string) {
  const [request, approval, entries, notification, application, person] = [
    await idIn('select "id" from "PlatformRequest" where "objectId" = $1 order by "openedAt" desc limit 1', [edited]),
    await idIn('select "id" from "Approval" where "objectId" = $1 order by "askedAt" desc limit 1', [edited]),
    await inDatabase('select a."id"::text from "AuditEntry" a order by a."id" desc limit 12', []),
    await idIn('select "id" from "Notification" where "notificationId" = $1', [news]),
    await idIn('select "applymentId" as "id" from "Application" where "subMchid" = $1 limit 1', [edited]),
    await idIn(`select "id" from "Staff" where "email" = 'operator@practice.example'`, []),
  ];
  const nothing = '00000000-0000-0000-0000-000000000000';
  const ids: Record<string, string[]> = {
    requests: [request],
    approvals: [approval],
    audit: entries.map(({ id }) => String(id)),
    notifications: [notification],
    batches: [nothing],
    evidence: [nothing],
    media: [nothing],
    'sub-merchants': [nothing],
  };
  const parts: Record<string, string> = {
    '[connection]': 'practice',
    '[subMchid]': edited,
    '[applymentId]': application,
    '[contractId]': contract,
    '[outTradeNo]': 'D20260408SAMPLEFOREIGN001',
    '[staffId]': person,
  };
  const expand = (pattern: string): string[] => {
    const kind = pattern.split('/').find((part) => part in ids) ?? '';
    const path = pattern
      .split('/')
      .map((part) => parts[part] ?? part)
      .join('/');
    return path.includes('[id]') ? (ids[kind] ?? [nothing]).map((id) => path.replace('[id]', id)) : [path];
  };
  const under = (folder: string, file: string) =>
    readdirSync(new URL(`../app/${folder}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((name) => name === file || name.endsWith(`/${file}`))
      .map((name) => `/${name.replace(file, '').replace(/\/$/, '')}`);
  const pages = under('(staff)', 'page.tsx').flatMap(expand);
  const tabs = ['contracts', 'timeline', 'requests', 'history', 'notices'];
  const views = under('api', 'route.ts')
    // A stream never ends, and the others are the platform's and the sign-in's.
    .filter((route) => !/^\/(events|auth|notifications)\//.test(route))
    .flatMap((route) => expand(route).map((path) => `/api${path}`));
  // A part of an address that nothing stands for here would be searched by nobody.
  expect([...pages, ...views].filter((path) => path.includes('['))).toEqual([]);
  expect(pages.length).toBeGreaterThan(35);
  expect(views.length).toBeGreaterThan(20);
  return {
    pages: [
      ...pages,
      ...tabs.map((tab) => `${recordPath(edited)}?tab=${tab}`),
      ...['timeline', 'requests', 'notices'].map((tab) => `/c/practice/contracts/${contract}?tab=${tab}`),
      ...[recordPath(imported), editPath(imported), editPath('1900003039')],
      // Personal values are not searched by: what is typed here finds nobody.
      `/c/practice/sub-merchants?q=${token}`,
      '/c/practice/approvals?tab=team',
      '/c/practice/approvals?tab=decided',
    ],
    views: [
      ...views,
      '/api/exports/audit/practice?format=jsonl',
      '/api/exports/audit/practice?format=csv',
      `/api/exports/evidence/practice?about=record&kind=sub-merchant&id=${edited}`,
      `/api/exports/evidence/practice?about=record&kind=contract&id=${contract}`,
    ],
  };
}

/** Asks for each address, a few at a time, and tells where anything hidden is in what came. */
async function search(asking: APIRequestContext, paths: string[], headers: Record<string, string> = {}) {
  const hits: string[] = [];
  const left = [...paths];
  const ask = async () => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      const answer = await asking.get(path, { headers });
      expect(answer.status(), path).toBeLessThan(500);
      for (const what of found(await answer.text())) hits.push(`${what}: ${path}`);
    }
  };
  await Promise.all([ask(), ask(), ask()]);
  return hits;
}

test('what was planted through any way in is found nowhere by anybody', async ({ browser }) => {
  test.setTimeout(900_000);
  const planter = await newOperator(['operator'], 'Planter of canaries');
  const own = await browser.newContext();
  const page = await own.newPage();
  await signIn(page, planter);
  const news = await plant(page, browser);
  const { pages, views } = await addresses(news);
  await own.close();

  for (const role of roles) {
    const context = await browser.newContext();
    const theirs = await context.newPage();
    await signIn(theirs, { email: `${role}@practice.example` });
    expect(await search(context.request, pages), `pages for ${role}`).toEqual([]);
    expect(await search(context.request, views), `views for ${role}`).toEqual([]);
    // Payloads of the router, as a click asks for them.
    if (role === 'admin' || role === 'operator')
      expect(await search(context.request, pages, { RSC: '1' }), `payloads for ${role}`).toEqual([]);
    await context.close();
  }

  const folder = join(setting('E2E_BUILD'), '.next/static');
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(20);
  expect(scripts.flatMap((file) => found(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
  const lines = consoleLog();
  expect(lines.length).toBeGreaterThan(0);
  expect(found(lines)).toEqual([]);

  // At rest all of it is sealed: no row of any table has it, as text or as bytes.
  const tables = await inDatabase(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    [],
  );
  const bare: string[] = [];
  for (const { name } of tables)
    for (const [what, value] of Object.entries(hidden)) {
      const hex = Buffer.from(value).toString('hex');
      const [{ count }] = await inDatabase(
        `select count(*)::int as count from "${name}" x where position($1 in x::text) > 0 or position($2 in x::text) > 0`,
        [value, hex],
      );
      if (count > 0) bare.push(`${what}: ${name}`);
    }
  expect(bare).toEqual([]);
  await planter.disable();
});
