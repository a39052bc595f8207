import { expect, test } from './fixtures';

const page_ = '/settings/connections?connection=practice';

test.describe('who keeps the keys', () => {
  test.use({ role: 'integrations' });

  test('is told line by line what is wrong before anything is saved', async ({ page }) => {
    await page.goto(page_);
    await page.locator('[data-action="add-connection"]').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name="baseUrl"]').fill('https://10.0.0.1');
    await dialog.locator('[name="environment"]').selectOption('live');
    await dialog.locator('[name="apiKey"]').fill('a'.repeat(31));
    await dialog.locator('[data-action="check"]').click();
    await expect(dialog.locator('[data-check="api-key"]')).toContainText('31 bytes');
    await expect(dialog.locator('[data-check="address"]')).toHaveAttribute('data-state', 'failed');
    await expect(dialog.locator('[data-check="call"]')).toHaveAttribute('data-state', 'skipped');
    expect(await page.content()).not.toContain('a'.repeat(31));
  });
});
