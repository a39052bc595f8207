// SIGKILL at every point between "stored" and "settled". The process is held there by the sandbox or by a lock in the
// database, never by a hook in the product.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { world } from '@/lib/sandbox/world';
import { until } from '@/lib/testing/until';
import type { TestWorld } from '@/lib/testing/world';
import { holdSubMerchant, openTestWorld } from '@/lib/testing/world';

let test: TestWorld;
let holder: pg.Client;
const ids = world
  .filter(
    ({ h5, pageOnly, status }) => h5.state === 'APPROVED' && !pageOnly && status.sub_merchant_status === 'OPERATING',
  )
  .slice(0, 3)
  .map(({ sub_mchid }) => sub_mchid);

beforeAll(async () => {
  // Long enough that nothing times out while it is held; the lease is then 35 s.
  test = await openTestWorld({ PLATFORM_TIMEOUT_MS: '5000' });
  holder = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await test.close();
});
beforeEach(async () => {
  await holder.query('rollback');
  await test.control('reset', {});
  const { db } = test.context;
  await db.objectLock.deleteMany();
  await db.requestTry.deleteMany();
  await db.platformRequest.deleteMany();
  await db.subMerchant.deleteMany();
  for (const id of ids) await holdSubMerchant(test.context, test.account.connection.id, id);
});

const sender = fileURLToPath(new URL('../testing/sender.ts', import.meta.url));

function start(order: object): ChildProcess {
  return spawn(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', sender, JSON.stringify({ staffId: test.actor.id, ...order })],
    {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        SANDBOX_URL: test.sandboxUrl,
        SANDBOX_CREDENTIALS:
          test.context.environment.platforms[0]?.source === 'sandbox'
            ? `${test.context.environment.dataDir}/credentials.json`
            : '',
        PLATFORM_TIMEOUT_MS: '5000',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
}

async function kill(child: ChildProcess) {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const waitingInDatabase = async (count: number) => {
  // Asked on another session: within the holder's transaction the list of sessions would stand still.
  const rows = await test.context.db.$queryRaw<{ n: bigint }[]>`
    select count(*) n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return Number(rows[0]?.n) >= count;
};
const stored = () => test.context.db.platformRequest.count();
const callsSeen = async () => ((await test.control('journal')) as unknown[]).length;
const held = async () => ((await test.control('overview')) as { holding: number }).holding;

/** Where the process stands when it is killed, and how it is brought there and let go. */
const points: Record<string, (begin: () => ChildProcess) => Promise<ChildProcess>> = {
  'before anything is stored': async (begin) => {
    await holder.query('begin; select 1 from "SubMerchant" for update');
    const child = begin();
    await until(() => waitingInDatabase(ids.length));
    await kill(child);
    await holder.query('rollback');
    return child;
  },
  'stored, not yet sent': async (begin) => {
    await holder.query('begin; select 1 from "SubMerchant" for update');
    const child = begin();
    await until(() => waitingInDatabase(ids.length));
    // The certificates are held before the rows are let go: what is stored cannot go on to the sending.
    const other = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await other.connect();
    await other.query('begin; lock table "PlatformCertificate" in access exclusive mode');
    await holder.query('rollback');
    await until(async () => (await stored()) === ids.length && (await waitingInDatabase(ids.length)));
    await kill(child);
    expect(await callsSeen()).toBe(0);
    await other.query('rollback');
    await other.end();
    return child;
  },
  'sent, before its effect': async (begin) => {
    await test.failNext({ mode: 'hang', times: ids.length });
    const child = begin();
    await until(async () => (await held()) >= ids.length);
    await kill(child);
    return child;
  },
  'after its effect, not answered': async (begin) => {
    await test.failNext({ mode: 'hang-after', times: ids.length });
    const child = begin();
    await until(async () => (await held()) >= ids.length);
    await kill(child);
    return child;
  },
  'answered, not settled': async (begin) => {
    await test.failNext({ mode: 'delay', ms: 1500, times: ids.length });
    const child = begin();
    await until(async () => (await stored()) === ids.length);
    await holder.query('begin; select 1 from "PlatformRequest" for update');
    await until(() => waitingInDatabase(ids.length));
    await kill(child);
    await holder.query('rollback');
    return child;
  },
};

async function recover() {
  // The lease runs out, then the ladder's first step comes; what is left is settled by the second.
  const child = start({ drainAfterMs: [40_000, 60_000, 130_000] });
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
}

async function everythingIsRight(expected: number) {
  const requests = await test.context.db.platformRequest.findMany({ include: { attempts: true, locks: true } });
  expect(requests).toHaveLength(expected);
  for (const request of requests) {
    expect(request.outcome).toBe('accepted');
    expect(request.locks).toEqual([]);
    expect(await test.effects(request.objectId)).toBe(1);
    expect(new Set(request.attempts.map(({ bytesSha256 }) => bytesSha256)).size).toBe(1);
    const calls = (await test.journal()).filter(({ path }) => path.endsWith(`/${request.objectId}`));
    expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set([request.idempotencyKey]));
    expect(new Set(calls.map(({ bodySha256 }) => bodySha256))).toEqual(new Set([request.bytesSha256]));
    expect(new Set(calls.map(({ serial }) => serial))).toEqual(new Set([request.platformSerial]));
    const row = await test.context.db.subMerchant.findFirstOrThrow({ where: { subMchid: request.objectId } });
    expect(row).toMatchObject({ version: 2, shortname: `Edited ${request.objectId}` });
  }
}

const edits = ids.map((subMchid) => ({ subMchid, shortname: `Edited ${subMchid}` }));

describe('a process that is killed while parallel edits are on their way (bug-idempotency-06)', () => {
  it.each(Object.entries(points))(
    '%s',
    async (name, holdAndKill) => {
      await holdAndKill(() => start({ edits }));
      await test.control('clear', {});
      await test.control('release', {});
      const left = await stored();
      if (name === 'before anything is stored') {
        expect(left).toBe(0);
        expect(await test.journal()).toEqual([]);
        return;
      }
      await recover();
      await everythingIsRight(left);
    },
    60_000,
  );

  it('and killed again while it repeats: still one effect an edit', async () => {
    await points['sent, before its effect']?.(() => start({ edits }));
    await test.control('release', {});
    await points['after its effect, not answered']?.(() => start({ drainAfterMs: [40_000, 60_000] }));
    await test.control('clear', {});
    await test.control('release', {});
    const child = start({ drainAfterMs: [100_000, 120_000, 190_000, 200_000] });
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    await everythingIsRight(ids.length);
  }, 60_000);
});
