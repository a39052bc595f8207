import { editPath, expect, expectAccessible, recordPath, test } from './fixtures';

const id = '1900003032';
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
  ['discrepancies', '/c/practice/discrepancies'],
  ['discrepancies with nothing that matches', '/c/practice/discrepancies?q=zzzzzz'],
  ['approvals', '/c/practice/approvals'],
  ['approvals with nothing that matches', '/c/practice/approvals?q=zzzzzz'],
  ['requests', '/c/practice/requests'],
  ['audit', '/c/practice/audit'],
  ['notifications', '/c/practice/notifications'],
  ['notifications with nothing that matches', '/c/practice/notifications?q=none'],
  ['messages that did not verify', '/c/practice/notifications/not-verified'],
  ['certificates and keys', '/settings/certificates'],
  ['endpoint', '/settings/endpoint'],
  ['staff and roles', '/settings/staff'],
  ['own password', '/settings/password'],
  ['a link that does not work', '/invite/none'],
  ['policies', '/settings/policies'],
  ['not found', '/c/practice/sub-merchants/none'],
];

test.use({ role: 'admin', expectedErrors: /404/ });

for (const theme of ['light', 'dark'] as const) {
  test.describe(theme, () => {
    for (const [name, path] of pages) {
      test(`axe finds nothing on: ${name}`, async ({ page, context, baseURL }) => {
        await context.addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }]);
        await page.goto(path);
        await page.locator('main').waitFor();
        await expectAccessible(page);
      });
    }
  });
}

test('sign-in, for somebody who is not signed in', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto('/sign-in');
  await expectAccessible(page);
  await context.close();
});

for (const [name, path] of pages) {
  test(`nothing scrolls sideways from 360 px to wide on: ${name}`, async ({ page }) => {
    await page.goto(path);
    await page.locator('main').waitFor();
    for (const width of [360, 768, 1100, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `at ${width}`).toBeLessThanOrEqual(0);
    }
  });
}
