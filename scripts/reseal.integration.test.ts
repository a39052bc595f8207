// `npm run reseal` as an operator starts it: a process of its own, with the settings of the console, on the real database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVault } from '@/lib/db/vault';
import { openRecord } from '@/lib/sub-merchants/record';
import type { TestWorld } from '@/lib/testing/world';
import { holdSubMerchant, openTestWorld, sampleRecord } from '@/lib/testing/world';

let test: TestWorld;
// The console of the tests seals with the first.
const former = Buffer.alloc(32, 7);
const present = Buffer.alloc(32, 9);
const held = ['1900008801', '1900008802', '1900008803'];

beforeAll(async () => {
  test = await openTestWorld();
  for (const subMchid of held) await holdSubMerchant(test.context, test.account.connection.id, subMchid);
});
afterAll(() => test.close());

/** A process that is compiled as it starts, on a machine that is busy. */
const LONG_MS = 180_000;

async function run(settings: Record<string, string | undefined>) {
  const child = spawn('npm', ['run', '--silent', 'reseal'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      ...process.env,
      SANDBOX_URL: test.sandboxUrl,
      SANDBOX_CREDENTIALS: `${test.context.environment.dataDir}/credentials.json`,
      SEAL_KEY: present.toString('base64'),
      SEAL_KEY_PREVIOUS: former.toString('base64'),
      ...settings,
    },
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      out += part.toString('utf8');
    });
  const [code] = await once(child, 'close');
  return { code, out };
}
const names = async (vault: ReturnType<typeof createVault>) => {
  const rows = await test.context.db.subMerchant.findMany({ where: { subMchid: { in: held } } });
  return rows.map((row) => openRecord(row, vault).personal['contact.name']);
};

it(
  'stops with what is missing, and touches nothing',
  async () => {
    const { code, out } = await run({ DATABASE_URL: '' });
    expect({ code, out }).toMatchObject({ code: 78, out: expect.stringContaining('DATABASE_URL is missing') });
    expect(await names(createVault(former))).toHaveLength(held.length);
  },
  LONG_MS,
);

it(
  'says that more is to do while what it cannot open is left',
  async () => {
    const { code, out } = await run({ SEAL_KEY_PREVIOUS: Buffer.alloc(32, 5).toString('base64') });
    expect(code).toBe(1);
    expect(out).toContain('Keep SEAL_KEY_PREVIOUS');
    expect(await names(createVault(former))).toHaveLength(held.length);
  },
  LONG_MS,
);

it(
  'seals everything again, and says so without a value or a key',
  async () => {
    const { code, out } = await run({});
    expect(code).toBe(0);
    expect(out).toMatch(/SubMerchant\.\w+: \d+ sealed again/);
    expect(out).toContain('take SEAL_KEY_PREVIOUS away');
    const name = sampleRecord['contact.name'];
    expect(await names(createVault(present))).toEqual(held.map(() => name));
    await expect(names(createVault(former))).rejects.toThrow(/not configured/);
    for (const secret of [name, former.toString('base64'), present.toString('base64')])
      expect(out).not.toContain(String(secret));
  },
  LONG_MS,
);
