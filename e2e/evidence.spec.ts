// An auditor's question (screens 19): found by a saved question, taken as a file, and verified without the console.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Page, TestInfo } from '@playwright/test';
import { action, expect, expectAccessible, expectNoSideways, inDatabase, test } from './fixtures';

/** The file that pressing this brings, where a test may keep it. */
async function downloaded(page: Page, info: TestInfo, name: string, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const path = info.outputPath(name);
  await download.saveAs(path);
  return { path, text: readFileSync(path, 'utf8'), suggested: download.suggestedFilename() };
}

/** What the script that a pack brings along says of a file. */
function verify(info: TestInfo, pack: string, file: string, heads?: string) {
  const script = info.outputPath('verify-evidence.mjs');
  writeFileSync(
    script,
    `${(JSON.parse(pack) as { files: Record<string, string[]> }).files['verify-evidence.mjs']?.join('\n')}\n`,
  );
  const ran = spawnSync(process.execPath, [script, file, ...(heads === undefined ? [] : [heads])], {
    encoding: 'utf8',
    env: { NODE_ENV: 'production' },
  });
  return { status: ran.status, said: ran.stdout + ran.stderr };
}

const trail = (where: string) =>
  inDatabase(`select "actorName", "data" from "AuditEntry" where "action" = $1 order by "id" desc limit 1`, [where]);

test.describe('an auditor', () => {
  test.use({ role: 'auditor' });

  test('asks a saved question, takes the answer as a file, and a pack that verifies elsewhere and names what is altered', async ({
    page,
  }, info) => {
    await page.goto('/c/practice/audit');
    await page.locator('[data-question="taken"]').click();
    await page.waitForURL(/question=taken/);
    await page.locator('[data-question="settlement-account"]').click();
    await page.waitForURL(/question=settlement-account/);
    await expect(page.locator('[data-question="settlement-account"]')).toHaveAttribute('aria-current', 'true');
    const jsonl = await downloaded(page, info, 'trail.jsonl', () => action(page, 'export-jsonl').click());
    for (const line of jsonl.text.trim().split('\n').filter(Boolean)) expect(line).toContain('settlement_bank_number');
    expect(await trail('audit.exported')).toMatchObject([{ data: { filters: { question: 'settlement-account' } } }]);

    await action(page, 'proof').click();
    await page.waitForURL(/audit\/proof/);
    await action(page, 'verify-chain').click();
    await expect(page.locator('[data-chain="whole"]')).toBeVisible();
    const heads = await downloaded(page, info, 'heads.json', () => action(page, 'export-heads').click());

    const [record] = (await inDatabase(
      `select e."objectKind" as "kind", e."objectId" as "id" from "AuditEntry" e
       join "Connection" c on c."id" = e."connectionId" and c."slug" = 'practice'
       where e."objectKind" in ('sub-merchant', 'application', 'contract', 'deduction') and e."objectId" <> ''
       order by e."id" limit 1`,
      [],
    )) as { kind: string; id: string }[];
    await page.locator('#pack-kind').selectOption(record?.kind ?? '');
    await page.locator('#pack-record').fill(record?.id ?? '');
    const pack = await downloaded(page, info, 'pack.json', () => action(page, 'pack-record').click());
    expect(pack.suggested).toMatch(/^evidence-record-practice-.*\.json$/);
    const { said, status } = verify(info, pack.text, pack.path, heads.path);
    expect(said).toContain('Nothing was altered.');
    expect(status).toBe(0);
    const { manifestSha256 } = JSON.parse(pack.text) as { manifestSha256: string };
    expect(await trail('audit.pack-made')).toMatchObject([{ data: { manifestSha256, about: 'record' } }]);

    const altered = info.outputPath('altered.json');
    writeFileSync(altered, pack.text.replace('\\"actorName\\":\\"', '\\"actorName\\":\\"X'));
    const found = verify(info, pack.text, altered, heads.path);
    expect(found.status).toBe(1);
    expect(found.said).toMatch(/ALTERED entries\.jsonl, row 1, entry \d+/);

    const today = new Date().toISOString().slice(0, 10);
    await page.locator('#pack-from').fill('2020-01-01');
    await page.locator('#pack-until').fill(today);
    const period = await downloaded(page, info, 'period.json', () => action(page, 'pack-period').click());
    expect(verify(info, period.text, period.path)).toMatchObject({ status: 0 });

    // What cannot be packed is said where it was asked for, with what was typed.
    await page.locator('#pack-record').fill('1');
    await action(page, 'pack-record').click();
    await page.waitForURL(/fault=nothing/);
    await expect(page.locator('main [role="alert"]')).toBeVisible();
    await expect(page.locator('#pack-record')).toHaveValue('1');
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 780 });
    await expectNoSideways(page);
  });
});

test.describe('somebody who may not read the trail', () => {
  test.use({ role: 'operator', expectedErrors: /403/ });
  test('gets no proof, no export and no pack, and the trail says that it was tried', async ({ page }) => {
    expect((await page.goto('/c/practice/audit/proof'))?.status()).toBe(403);
    for (const path of ['audit/practice', 'heads/practice', 'evidence/practice?about=record&kind=contract&id=1'])
      expect((await page.request.get(`/api/exports/${path}`)).status(), path).toBe(403);
    const refused = `select 1 from "AuditEntry" where "action" = 'access.refused' and "data"->>'where' = $1`;
    for (const view of ['exports.audit', 'exports.heads', 'exports.evidence'])
      expect(await inDatabase(refused, [view]), view).not.toEqual([]);
  });
});
