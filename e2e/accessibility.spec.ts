import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  action,
  editPath,
  expect,
  expectAccessible,
  expectNoSideways,
  field,
  inDatabase,
  newOperator,
  openEdit,
  pressSend,
  recordPath,
  sandbox,
  test,
} from './fixtures';

const id = '1900003032';
/** Its number has in it what an address must escape. */
const contractPath = '/c/practice/contracts/WX%202024%2F01%237';
const pages: [string, string][] = [
  ['home', '/c/practice'],
  ['list', '/c/practice/sub-merchants'],
  ['list with nothing that matches', '/c/practice/sub-merchants?q=zzzzzz'],
  ['new', '/c/practice/sub-merchants/new'],
  ['import', '/c/practice/sub-merchants/import'],
  ['record', recordPath(id)],
  ['timeline', `${recordPath(id)}?tab=timeline`],
  ['requests of a record', `${recordPath(id)}?tab=requests`],
  ['history', `${recordPath(id)}?tab=history`],
  ['edit', editPath(id)],
  ['unclaimed', '/c/practice/sub-merchants?view=unclaimed'],
  ['states board', '/c/practice/applications'],
  ['states board, penalised', '/c/practice/applications?state=UNDER_PUNISHMENT'],
  ['states board with nothing that matches', '/c/practice/applications?q=zzzzzz'],
  ['states board in columns', '/c/practice/applications?view=columns'],
  ['rejection desk', '/c/practice/applications/desk'],
  ['an application', '/c/practice/applications/100030'],
  ['timeline of an application', '/c/practice/applications/100030?tab=timeline'],
  ['contracts', '/c/practice/contracts'],
  ['contracts with nothing that matches', '/c/practice/contracts?q=zzzzzz'],
  ['import of contracts', '/c/practice/contracts/import'],
  ['a contract', contractPath],
  ['timeline of a contract', `${contractPath}?tab=timeline`],
  ['contracts of a record', `${recordPath(id)}?tab=contracts`],
  ['home in common mode', '/c/practice-common'],
  ['contracts in common mode', '/c/practice-common/contracts'],
  ['deductions', '/c/practice/deductions'],
  ['deductions with nothing that matches', '/c/practice/deductions?q=zzzzzz'],
  ['an order', '/c/practice/deductions/D20260408SAMPLEFOREIGN001'],
  ['timeline of an order', '/c/practice/deductions/D20260408SAMPLEFOREIGN001?tab=timeline'],
  ['an order that nobody knows of', '/c/practice/deductions/DSAMPLE0000000000NOANSWER1'],
  ['the choice of a contract to charge', '/c/practice/deductions/new'],
  ['a charge', '/c/practice/deductions/new?contract=WX%202024%2F01%237'],
  ['deductions in common mode', '/c/practice-common/deductions'],
  ['discrepancies', '/c/practice/discrepancies'],
  ['discrepancies with nothing that matches', '/c/practice/discrepancies?q=zzzzzz'],
  ['approvals', '/c/practice/approvals'],
  ['approvals with nothing that matches', '/c/practice/approvals?q=zzzzzz'],
  ['batches', '/c/practice/batches'],
  ['new batch', '/c/practice/batches/new'],
  ['requests', '/c/practice/requests'],
  ['pictures', '/c/practice/media'],
  ['pictures with nothing that matches', '/c/practice/media?q=none'],
  ['audit', '/c/practice/audit'],
  ['answers of the trail to a saved question', '/c/practice/audit?question=refused'],
  ['proof', '/c/practice/audit/proof'],
  ['proof, looked at', '/c/practice/audit/proof?verify=now'],
  ['notifications', '/c/practice/notifications'],
  ['notifications with nothing that matches', '/c/practice/notifications?q=none'],
  ['messages that did not verify', '/c/practice/notifications/not-verified'],
  ['certificates and keys', '/settings/certificates'],
  ['endpoint', '/settings/endpoint'],
  ['connections', '/settings/connections'],
  ['staff and roles', '/settings/staff'],
  ['own password', '/settings/password'],
  ['own sessions', '/settings/sessions'],
  ['own second factors', '/settings/sign-in'],
  ['proving again at the issuer', '/again'],
  ['a link that does not work', '/invite/none'],
  ['policies', '/settings/policies'],
  ['waiting times', '/settings/waiting'],
  ['retention', '/settings/retention'],
  ['not found', '/c/practice/sub-merchants/none'],
];

test.use({ role: 'admin', expectedErrors: /404/ });

/** A sub-merchant whom the platform told of more than once, so that its pages have something to show. */
const told = '1900003026';
const rowOf = async (id: string) =>
  String((await inDatabase('select "id" from "Notification" where "notificationId" = $1', [id]))[0]?.id ?? '');
const arrived = (id: string) => expect.poll(() => rowOf(id), { timeout: 15_000 }).not.toBe('');

/** Opens a page whose session stands as told here, whatever it really does, and waits until the page shows `telling`. */
async function openWithSession(page: Page, told: Record<string, unknown>, telling: string) {
  await page.route('**/api/session', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), ...told } });
  });
  await page.goto('/settings/sessions');
  await page.locator('main h1').waitFor();
  // A page that does not listen yet hears of no focus.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(page.locator(telling)).toBeVisible({ timeout: 2000 });
  }).toPass();
}

/** Pages that are there only once something came; each opens itself. */
const grown: [name: string, open: (page: Page) => Promise<void>][] = [
  [
    'a notification in quarantine',
    async (page) => {
      const id = await sandbox.notify({ sub_mchid: told, fault: 'malformed-nonce' });
      await arrived(id);
      await page.goto(`/c/practice/notifications/${await rowOf(id)}`);
      await page.locator('[data-retry]').waitFor();
    },
  ],
  [
    'a notification with a difference under its id',
    async (page) => {
      await differAt(page);
    },
  ],
  [
    'a record that was told of, its timeline',
    async (page) => {
      const id = await sandbox.notify({ sub_mchid: told });
      await arrived(id);
      await page.goto(`${recordPath(told)}?tab=timeline`);
      await page.locator('main .details > summary').first().waitFor();
    },
  ],
  [
    'the dialog of a difference',
    async (page) => {
      const id = await differAt(page);
      await page.goto(`/c/practice/discrepancies?q=${id}`);
      await action(page, 'keep-ours').first().click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'the sessions of one of the staff',
    async (page) => {
      await page.goto('/settings/staff');
      await page.locator('main [data-staff] [data-row-link]').first().click();
      await page.locator('main h2#sessions').waitFor();
    },
  ],
  [
    'a page whose session ends soon',
    async (page) => {
      await openWithSession(page, { idleInMs: 100_000 }, '[data-session-warning]');
    },
  ],
  [
    'a page whose session has ended',
    async (page) => {
      await openWithSession(page, { standing: 'ended', cause: 'idle' }, 'dialog[open] [data-session-over]');
    },
  ],
  [
    'a page whose person is signed in no more, but another one',
    async (page) => {
      await openWithSession(
        page,
        { staffId: 'another', name: 'Another of the staff' },
        'dialog[open] [data-session-over="other"]',
      );
    },
  ],
  [
    'a list of requests with everything at its longest',
    async (page) => {
      const long = 'A name that goes on for longer than a column of a list has room for';
      const reference = `${randomUUID().slice(0, 4)}-LONGEST`.toUpperCase();
      await inDatabase(
        `with made as (
           insert into "PlatformRequest" ("id", "connectionId", "operation", "objectKind", "objectId", "objectName",
             "idempotencyKey", "intent", "inputSha256", "method", "path", "bytesSha256", "bytesSize", "maskedBody",
             "changes", "outcome", "wasUnknown", "settledHow", "tries", "httpStatus", "errorCode", "reference",
             "openedAt", "settledAt", "staffId")
           select gen_random_uuid(), c."id", 'application.modify', 'sub-merchant', $1, $2,
             $3, $3, '', 'POST', '/', '', 0, '{}', '[]', 'refused', true, 'repeat', 1234, 403,
             'APPLY_FOR_PAYMENT_AUTHORITY_FREQUENCY_LIMIT_EXCEED', $3, '2020-01-01', '2020-01-01', s."id"
           from "Connection" c, "Staff" s where c."slug" = 'practice' and s."email" = $4
           returning "id", "connectionId", "staffId")
         insert into "Ownership" ("connectionId", "objectKind", "objectId", "objectName", "staffId", "nextDate", "since")
         select "connectionId", 'request', "id"::text, $2, "staffId", '2099-12-31', '2020-01-01' from made`,
        [told, long, reference, (await newOperator(['operator'], long)).email],
      );
      await page.goto(`/c/practice/requests?q=${reference}`);
      await page.locator('main tbody tr').waitFor();
    },
  ],
  [
    'the draft of a batch',
    async (page) => {
      const { contract_ids: ids } = (await sandbox.call('contracts', { sub_mchid: '1900003001', notify: true })) as {
        contract_ids: string[];
      };
      const held = async () =>
        (await inDatabase('select 1 from "Contract" where "contractId" = any($1)', [ids])).length;
      await expect.poll(held, { timeout: 15_000 }).toBe(1);
      await page.goto('/c/practice/batches/new');
      await field(page, 'name').fill('A list to look at');
      await field(page, 'list').fill([...ids, '404404404'].join('\n'));
      await action(page, 'check').click();
      await page.waitForURL(/\/batches\/[0-9a-f-]{36}/);
      await page.locator('main [data-batch-state="draft"]').first().waitFor();
    },
  ],
  [
    'the dialog that ends a contract',
    async (page) => {
      await page.goto(contractPath);
      await action(page, 'terminate').click();
      await page.getByRole('dialog').waitFor();
      await page.locator('dialog[open] .details > summary').click();
    },
  ],
  [
    'an approval that waits',
    async (page) => {
      const newest = async () => {
        const rows = await inDatabase(
          'select "id" from "Approval" where "objectId" = $1 order by "askedAt" desc limit 1',
          [id],
        );
        return String(rows[0]?.id ?? '');
      };
      const before = await newest();
      await openEdit(page, id);
      await field(page, 'contact.phone').fill(`+852234${String(Date.now()).slice(-5)}`);
      await pressSend(page);
      await expect.poll(newest).not.toBe(before);
      await page.goto(`/c/practice/approvals/${await newest()}`);
      await page.locator('main [data-approval-state="pending"]').first().waitFor();
      await page.locator('main .details > summary').first().click();
    },
  ],
];

/** Opens a notification under whose id something else came; answers the id. */
async function differAt(page: Page): Promise<string> {
  const id = await sandbox.notify({ sub_mchid: told });
  await arrived(id);
  await sandbox.notify({ sub_mchid: told, fault: 'same-id' });
  const openOnes = () =>
    inDatabase(
      'select 1 from "Discrepancy" d join "Notification" n on n."id" = d."notificationId" where n."notificationId" = $1',
      [id],
    );
  await expect.poll(async () => (await openOnes()).length, { timeout: 15_000 }).toBe(1);
  await page.goto(`/c/practice/notifications/${await rowOf(id)}`);
  await page.locator('[data-cause="same-id-other-content"]').waitFor();
  return id;
}

/** The other theme differs in its colours alone. */
async function expectAccessibleInDark(page: Page) {
  await page.evaluate(() => {
    document.documentElement.classList.remove('light', 'system');
    document.documentElement.classList.add('dark');
  });
  await expectAccessible(page, ['color-contrast', 'target-size']);
}

test('nothing moves for who wants no motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(recordPath(id));
  const buttons = page.locator('main .button');
  await expect(buttons.first()).toBeVisible();
  const moving = await buttons.evaluateAll(
    (all) => all.map((one) => getComputedStyle(one)).filter((style) => style.transitionDuration !== '0s').length,
  );
  expect(moving).toBe(0);
});

for (const [name, path] of pages) {
  test(`axe finds nothing on: ${name}`, async ({ page }) => {
    await page.goto(path);
    await page.locator('main').waitFor();
    await expectAccessible(page);
    await expectAccessibleInDark(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectNoSideways(page);
  });
}

test('sign-in, for somebody who is not signed in', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto('/sign-in');
  await expectAccessible(page);
  await context.close();
});

for (const locale of ['en', 'zh-Hant'] as const) {
  test.describe(locale, () => {
    test.beforeEach(({ context, baseURL }) =>
      context.addCookies([{ name: 'locale', value: locale, url: baseURL ?? '' }]),
    );
    for (const [name, path] of locale === 'en' ? [] : pages) {
      test(`nothing scrolls sideways from 360 px to wide on: ${name}`, async ({ page }) => {
        await page.goto(path);
        await page.locator('main').waitFor();
        await expectNoSideways(page);
      });
    }
    for (const [name, open] of grown) {
      test(`nothing scrolls sideways and axe finds nothing on: ${name}`, async ({ page }) => {
        await open(page);
        await expectAccessible(page);
        await expectAccessibleInDark(page);
        await expectNoSideways(page);
        await page.setViewportSize({ width: 360, height: 800 });
        await expectAccessible(page);
      });
    }
  });
}

test('on a phone a strip of tabs opens at the tab of the page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/c/practice/notifications/not-verified');
  await expect(page.locator('.tabs [aria-current]')).toBeInViewport({ ratio: 0.9 });
});
