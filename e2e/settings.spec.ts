import 'reflect-metadata';
import { createPrivateKey, randomBytes, randomUUID, webcrypto, X509Certificate } from 'node:crypto';
import { cryptoProvider, X509CertificateGenerator } from '@peculiar/x509';
import type { Page } from '@playwright/test';
import { sealResource } from '../lib/platform/crypto/open';
import { messageText, signRsaSha256 } from '../lib/platform/crypto/sign';
import {
  action,
  consoleLog,
  expect,
  expectAccessible,
  holdAdministrators,
  inDatabase,
  sandboxFile,
  setting,
  test,
} from './fixtures';

test.use({ role: 'admin' });

// Keys are a matter of two administrators once there are two.
let letGo = async () => {};
test.beforeAll(async () => {
  letGo = await holdAdministrators('alone');
});
test.afterAll(() => letGo());

const certificates = '/settings/certificates';
const endpoint = '/settings/endpoint';
const dialog = (page: Page) => page.locator('dialog[open]');
const inDialog = (page: Page, name: string) => dialog(page).locator(`[name="${name}"]`);
const confirm = (page: Page) => dialog(page).locator('[data-action="confirm"]').click();

/** A certificate as the platform might send one, which ends long before the one that seals. */
async function certificateOfDays(days: number) {
  cryptoProvider.set(webcrypto as Crypto);
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    publicExponent: new Uint8Array([1, 0, 1]),
    modulusLength: 2048,
  };
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair;
  const made = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Practice platform by another channel',
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + days * 86_400_000),
    keys,
    signingAlgorithm: algorithm,
  });
  const pem = made.toString('pem');
  return { pem, serial: new X509Certificate(pem).serialNumber, fingerprint: new X509Certificate(pem).fingerprint256 };
}

/** A notification about a sub-merchant that nobody holds, sealed with this key and signed by the practice platform. */
function notificationUnder(key: string) {
  const { mchid } = JSON.parse(sandboxFile('credentials.json')) as { mchid: string };
  const { platform } = JSON.parse(sandboxFile('keys.json')) as {
    platform: { serial: string; privateKeyPem: string }[];
  };
  const signer = platform.at(-1);
  if (!signer) throw new Error('The practice platform has no certificate');
  const content = {
    applyment_id: Math.floor(Math.random() * 1e12),
    sp_mchid: mchid,
    sub_mchid: '1900009001',
    domains: ['settings.example'],
    transaction_limit_type: 'NORMAL_LIMIT',
    website_state: 'HAS_LAUNCHED',
    website_url: 'https://settings.example',
    applyment_state: 'APPROVED',
    applyment_type: 'APPLY_FOR_PAYMENT_AUTHORITY',
    notify_url: `${setting('E2E_URL')}/api/notifications/practice`,
    contact: 'Somebody Personal',
  };
  const id = randomUUID();
  const body = Buffer.from(
    JSON.stringify({
      id,
      create_time: new Date().toISOString(),
      resource_type: 'applyment',
      event_type: 'APPLYMENT_STATE.APPROVED',
      summary: 'Approved',
      resource: {
        original_type: 'applyment',
        ...sealResource(JSON.stringify(content), Buffer.from(key), randomBytes(6).toString('hex'), 'applyment'),
      },
    }),
  );
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomBytes(16).toString('hex');
  const headers: Record<string, string> = {
    'Servicepay-Timestamp': timestamp,
    'Servicepay-Nonce': nonce,
    'Servicepay-Signature': signRsaSha256(
      messageText({ timestamp, nonce, body }),
      createPrivateKey(signer.privateKeyPem),
    ),
    'Servicepay-Serial': signer.serial,
  };
  return { id, headers, body };
}

const deliver = async ({ headers, body }: ReturnType<typeof notificationUnder>) =>
  (
    await fetch(`${setting('E2E_URL')}/api/notifications/practice`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: new Uint8Array(body),
    })
  ).status;

test('a certificate is kept only when it is the platform’s and its fingerprint was compared (bug-cert-rotation-05, bug-settings-keys-01)', async ({
  page,
}) => {
  const { pem, serial, fingerprint } = await certificateOfDays(2);
  await page.goto(certificates);
  await action(page, 'import').click();
  const check = async (text: string) => {
    await inDialog(page, 'pem').fill(text);
    await action(page, 'check').click();
  };
  await check(sandboxFile('institution-certificate.pem'));
  await expect(dialog(page)).toContainText('This is your own certificate');
  await check('-----BEGIN CERTIFICATE-----\nnothing\n-----END CERTIFICATE-----');
  await expect(dialog(page)).toContainText('no readable certificate');
  await check(sandboxFile('institution-key.pem'));
  await expect(dialog(page)).toContainText('This is a private key');
  await expect(inDialog(page, 'pem')).toHaveValue('');
  await check(pem);
  await expect(dialog(page)).toContainText(serial);
  await expect(dialog(page)).toContainText('245 bytes');
  await inDialog(page, 'fingerprint').fill(fingerprint.replace(/^../, fingerprint.startsWith('00') ? '11' : '00'));
  await confirm(page);
  await expect(dialog(page)).toContainText('not the fingerprint of this certificate');
  await inDialog(page, 'fingerprint').fill(`sha256 Fingerprint=${fingerprint.toLowerCase()}`);
  await inDialog(page, 'serial').fill(BigInt(`0x${serial}`).toString());
  await expectAccessible(page);
  await confirm(page);
  const row = page.locator(`tr[data-serial="${serial}"]`);
  await expect(row).toContainText('Verifies signatures');
  await expect(row).not.toContainText('Seals contact values');
  await expect(row).toContainText(/Ends in 1 day|Ends in 2 days/);
  await page.goto('/c/practice/audit');
  await expect(page.locator('main')).toContainText(serial);
});

test('a key that is added opens what came before it, is used until its last day, and is never shown (bug-aead-08, bug-aead-10)', async ({
  page,
}) => {
  const former = randomBytes(16).toString('hex');
  const bodies: string[] = [];
  page.on('response', async (response) => {
    bodies.push(response.url(), await response.text().catch(() => ''));
  });
  const early = notificationUnder(former);
  expect(await deliver(early)).toBe(500);
  const waiting = notificationUnder(former);
  expect(await deliver(waiting)).toBe(500);

  await page.goto(certificates);
  await action(page, 'add-key').click();
  await inDialog(page, 'key').fill('a'.repeat(33));
  await expect(dialog(page)).toContainText('33/32');
  await confirm(page);
  await expect(dialog(page)).toContainText('has exactly 32');
  await inDialog(page, 'key').fill(former);
  await inDialog(page, 'note').fill('The former key');
  const today = (await inDialog(page, 'endsOn').getAttribute('min')) ?? '';
  // The next key has no end: only whoever adds the former one chooses a day.
  await expect(inDialog(page, 'endsOn')).toHaveValue('');
  await confirm(page);
  const row = page.locator('tr[data-key]', { hasText: 'The former key' });
  await expect(row).toContainText('until it is removed');

  expect(await deliver(early)).toBe(200);
  await page.reload();
  await expect(row).toContainText(/second|minute/);

  // What the platform does not send again is judged afresh by hand, and still not told to it.
  await page.goto(`/c/practice/notifications?q=${waiting.id}`);
  await page.locator('main tr[data-notification="quarantine"] [data-row-link]').click();
  await action(page, 'reprocess').click();
  await confirm(page);
  await expect(page.locator('main')).toContainText('It is applied here; the platform does not know yet.');
  await expect(page.locator('main')).not.toContainText('Somebody Personal');
  await page.goto(certificates);

  // Its last day is told, because it still opens what arrives.
  await row.locator('[data-action="change-end"]').click();
  await inDialog(page, 'endsOn').fill(today);
  await confirm(page);
  await expect(row).toContainText(today);
  await page.goto('/c/practice');
  await expect(page.locator('main')).toContainText('and it still opens notifications');

  await page.goto(certificates);
  await row.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog(page)).toContainText('The former key');
  await confirm(page);
  await expect(row).toHaveCount(0);
  expect(await deliver(notificationUnder(former))).toBe(500);
  await page.goto('/c/practice/audit');
  await expect(page.locator('main')).toContainText('the end of its overlap was changed');
  expect([...bodies, consoleLog()].filter((body) => body.includes(former))).toEqual([]);
});

test('the bench tells of a sample what every step finds, and how many bytes a text has', async ({ page }) => {
  await page.goto(certificates);
  const judge = async ({ headers, body }: ReturnType<typeof notificationUnder>) => {
    await page.locator('[name="body"]').fill(body.toString());
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    await page.locator('[name="headers"]').fill(lines.join('\n'));
    await action(page, 'bench').click();
  };
  await judge(notificationUnder(sandboxFile('api-key.txt').trim()));
  const report = page.locator('[data-bench]');
  await expect(report).toHaveAttribute('data-bench', 'ok');
  await expect(report.locator('[data-check="signature"]')).toHaveAttribute('data-verdict', 'ok');
  await expect(report.locator('[data-check="tag"]')).toContainText('The current key opens it');
  await expect(report).toContainText('1900009001');
  await expect(report).not.toContainText('Somebody Personal');
  await judge(notificationUnder('0'.repeat(32)));
  await expect(report).toHaveAttribute('data-bench', 'wrong');
  await expect(report.locator('[data-check="tag"]')).toHaveAttribute('data-verdict', 'wrong');
  await expect(report.locator('[data-check="content"]')).toHaveAttribute('data-verdict', 'skipped');

  const sealed = page.locator('[data-seal]');
  await page.locator('[name="text"]').fill('陳大文');
  await action(page, 'seal-test').click();
  await expect(sealed).toHaveAttribute('data-seal', 'fits');
  await expect(sealed).toContainText('9 of 245 bytes');
  await expect(sealed).toContainText('344');
  await page.locator('[name="text"]').fill('陳'.repeat(82));
  await action(page, 'seal-test').click();
  await expect(sealed).toHaveAttribute('data-seal', 'too-long');
  await expectAccessible(page);
});

test('a self-test tells what answered at our address, and is written down', async ({ page }) => {
  await page.goto(endpoint);
  await expect(page.locator('main')).toContainText('/api/notifications/practice');
  await expect(page.locator('main')).toContainText('HTTPS is a matter of NOTIFY_URL');
  await expect(async () => {
    await action(page, 'self-test').click();
    await expect(page.locator('[data-self-test]')).toContainText('run by staff', { timeout: 8_000 });
  }).toPass();
  const result = page.locator('[data-self-test]');
  await expect(result).toHaveAttribute('data-self-test', 'passed');
  for (const check of ['no-query', 'no-redirect', 'refuses-unsigned', 'refuses-get', 'arrived', 'in-time'])
    await expect(result.locator(`[data-check="${check}"]`), check).toHaveAttribute('data-verdict', 'ok');
  await page.goto('/c/practice/audit');
  await expect(page.locator('main')).toContainText(/self-test/i);
});

test('the end of the certificate that seals is told on Home and in the navigation, the nearer the louder', async ({
  page,
}) => {
  const [held] = await inDatabase(
    `select "serial", "expireTime" from "PlatformCertificate" where "source" = 'download' order by "expireTime" desc limit 1`,
    [],
  );
  const endIn = (days: number) =>
    inDatabase(`update "PlatformCertificate" set "expireTime" = now() + $2 * interval '1 day' where "serial" = $1`, [
      held.serial,
      days,
    ]);
  const told = page.locator('main .notice', { hasText: 'The certificate that seals ends' });
  try {
    await endIn(29.5);
    await page.goto('/c/practice');
    await expect(told).toContainText('in 29 days');
    await expect(told).toHaveAttribute('data-tone', 'none');
    await endIn(6.5);
    await page.goto('/c/practice');
    await expect(told).toContainText('in 6 days');
    await expect(told).toHaveAttribute('data-tone', 'punished');
    await expectAccessible(page);
    await told.getByRole('link').click();
    await page.waitForURL(/settings\/certificates/);
    await expect(page.locator(`tr[data-serial="${held.serial}"]`)).toContainText('Ends in 6 days');
  } finally {
    await inDatabase(`update "PlatformCertificate" set "expireTime" = $2 where "serial" = $1`, [
      held.serial,
      held.expireTime,
    ]);
  }
  await page.goto('/c/practice');
  await expect(told).toHaveCount(0);
});
