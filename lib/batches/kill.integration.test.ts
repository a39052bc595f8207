// A run survives processes that are ended with SIGKILL wherever they happen to be: two at once, generation after
// generation, and at the end each row went out by one request.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StaffActor } from '@/lib/approvals/deed';
import { perform } from '@/lib/approvals/perform';
import { defaultPolicy } from '@/lib/policies/rules';
import type { TestWorld } from '@/lib/testing/world';
import { newPerson, openTestWorld } from '@/lib/testing/world';
import { beginName } from './begin';
import { createBatch, saveSettings } from './draft';
import { totalsOfOne } from './held';
import { rowsOf } from './source';
import { steerBatch } from './steer';

const KIND = 'contract.terminate';
const ROWS = 16;
const GENERATIONS = 2;
/** Longer than a lease with a time-out of one second, so that each generation finds what the last one left. */
const AHEAD_MS = 40_000;

let test: TestWorld;
let maker: StaffActor;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  test = await openTestWorld();
  maker = await newPerson(test.context, 'payments');
  const key = 'contract.terminate-batch';
  await test.context.db.policyRule.create({
    data: { key, ...defaultPolicy[key], people: 1, stepUp: 'none', updatedAt: test.context.now() },
  });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await test.close();
});

const runner = fileURLToPath(new URL('../testing/batch-runner.ts', import.meta.url));

/** A process that runs, once it says so. */
async function start(aheadMs: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--conditions=react-server', '--import', 'tsx', runner, String(aheadMs)], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SANDBOX_URL: test.sandboxUrl,
      SANDBOX_CREDENTIALS: `${test.context.environment.dataDir}/credentials.json`,
      PLATFORM_TIMEOUT_MS: '1000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  if (child.stdout) await once(child.stdout, 'data');
  return child;
}

async function kill(child: ChildProcess) {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  children.delete(child);
}

async function begun(ids: readonly string[]): Promise<string> {
  const { context, account } = test;
  const kind = context.batchKind(KIND);
  const deed = context.deed(beginName({ name: KIND }));
  const rows = kind && rowsOf(ids, kind);
  if (!kind || !deed || !rows?.ok) throw new Error('no such kind');
  const common = { account, actor: maker };
  const made = await createBatch(context, {
    ...common,
    kind,
    name: 'Shop that closed',
    source: 'paste',
    sourceName: '',
    rows: rows.rows,
    expected: {},
    zone: 'Asia/Hong_Kong',
  });
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  const { batchId } = made.value;
  const saved = await saveSettings(context, common, batchId, {
    name: 'Shop that closed',
    pace: { perMinute: 600, equalErrorsMax: 3, hours: null },
    shared: { termination_note: 'The sub-merchant closed.', isNoteChecked: false },
    version: 1,
  });
  if (!saved.ok) throw new Error(JSON.stringify(saved.refusal));
  const { listSha256, version } = await context.db.batch.findUniqueOrThrow({ where: { id: batchId } });
  const input = { listSha256, version };
  const done = await perform(context, deed, { ...common, objectId: batchId, input, intent: batchId, reason: 'Closed' });
  if (!done.ok || done.value.kind !== 'done') throw new Error(JSON.stringify(done));
  return batchId;
}

it('two processes at once, killed again and again: no row is sent twice, and none is lost (bug-csv-05)', async () => {
  const { db, now } = test.context;
  const { id: connectionId } = test.account.connection;
  const { contract_ids: ids } = (await test.control('contracts', { sub_mchid: '1900003001', count: ROWS })) as {
    contract_ids: string[];
  };
  const known = { connectionId, subMchid: '1900003001', state: 'SIGNED', stateHow: 'import', source: 'import' };
  await db.contract.createMany({
    data: ids.map((contractId) => ({ ...known, contractId, stateSince: now(), stateAsOf: now() })),
  });
  // Some calls take long enough to be cut off in the middle, before or after they took effect.
  for (const [at, mode] of ['hang', 'hang-after', 'delay'].entries())
    await test.failNext({ operation: KIND, contract_id: ids[5 * at + 3] ?? '', mode: mode as 'hang', ms: 700 });
  const batchId = await begun(ids);
  const goOn = async () => {
    for (const deed of ['go-on', 'resume'] as const)
      await steerBatch(test.context, { account: test.account, actor: maker }, batchId, deed);
  };
  const isOver = async () => (await db.batch.findUniqueOrThrow({ where: { id: batchId } })).state === 'done';

  for (let generation = 0; generation < GENERATIONS; generation += 1) {
    const pair = await Promise.all([start(generation * AHEAD_MS), start(generation * AHEAD_MS)]);
    // Whoever looks goes on at once, so that there is work to be killed in.
    for (let tick = 0; tick < 10 + 3 * generation; tick += 1) {
      await new Promise((resolve) => setTimeout(resolve, 80));
      await goOn();
    }
    await Promise.all(pair.map(kill));
    test.pass(AHEAD_MS);
  }
  await test.control('clear', {});
  await test.control('release', {});
  const last = await start(GENERATIONS * AHEAD_MS);
  for (const end = Date.now() + 60_000; !(await isOver()) && Date.now() < end; ) {
    await goOn();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await kill(last);
  // What is still unknown repeats by itself.
  test.pass(2 * AHEAD_MS);
  const settling = await start((GENERATIONS + 2) * AHEAD_MS);
  for (const end = Date.now() + 30_000; (await totalsOfOne(db, batchId)).accepted < ROWS && Date.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 100));
  await kill(settling);

  expect(await totalsOfOne(db, batchId)).toMatchObject({ accepted: ROWS, notSent: 0, open: 0, unknown: 0 });
  const requests = await db.platformRequest.findMany({ where: { objectId: { in: ids } } });
  expect(requests).toHaveLength(ROWS);
  const journal = (await test.journal()).filter(({ path }) => path.endsWith('/terminate'));
  for (const id of ids) {
    const own = journal.filter(({ path }) => path.includes(id));
    expect(new Set(own.map(({ bodySha256 }) => bodySha256)).size).toBe(1);
    // 204 once: every other answer to the same bytes says that it had ended.
    expect(own.filter(({ status }) => status === 204).length).toBeLessThanOrEqual(1);
  }
}, 240_000);
