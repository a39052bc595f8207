// npm run bench:batch -- --rows 10000 [--send 500]: what a large batch costs, sent whole or so many rows of it. Contracts, dry run, approval and every row are those of the
// real code over a database of its own and the practice platform; the clock is moved, so that the pace is no wait. Prints
// one line of JSON: seconds of each part, rows a second, and the memory of the process before, at its most, and after.
import { perform } from '@/lib/approvals/perform';
import { beginName } from '@/lib/batches/begin';
import { createBatch, saveSettings } from '@/lib/batches/draft';
import { totalsOfOne } from '@/lib/batches/held';
import { getBatch, listBatchRows } from '@/lib/batches/queries';
import { reportOf } from '@/lib/batches/report';
import { readPasted } from '@/lib/batches/source';
import { steerBatch } from '@/lib/batches/steer';
import { batchesOnce } from '@/lib/batches/worker';
import { defaultPolicy } from '@/lib/policies/rules';
import { newPerson, openTestWorld } from '@/lib/testing/world';
import { openTestDatabase } from '../scripts/lib/test-database.mjs';
import { readOptions } from './scratch';

const { rows: size, send } = readOptions({ rows: 10_000, send: 0 });
const KIND = 'contract.terminate';
const SUB = '1900003001';

const database = await openTestDatabase();
process.env.DATABASE_URL = await database.fresh('bench_batch');
process.env.AUTH_SECRET ??= 'a secret of the bench, long enough for the check';
process.env.SEAL_KEY ??= Buffer.alloc(32, 7).toString('base64');
const world = await openTestWorld({ PLATFORM_TIMEOUT_MS: '10000' });

/** A value that must be there for the bench to go on. */
function there<Value>(value: Value | null | undefined | false): Value {
  if (!value) throw new Error('The bench could not go on.');
  return value;
}
const seconds: Record<string, number> = {};
let residentMost = 0;
const residentMb = () => {
  const now = Math.round(process.memoryUsage.rss() / 1024 / 1024);
  residentMost = Math.max(residentMost, now);
  return now;
};
async function timed<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const startedAt = performance.now();
  const value = await work();
  seconds[name] = Math.round((performance.now() - startedAt) / 10) / 100;
  residentMb();
  return value;
}

try {
  const { context, account } = world;
  const { db, now } = context;
  const maker = await newPerson(context, 'payments');
  const key = 'contract.terminate-batch';
  await db.policyRule.create({
    data: { key, ...defaultPolicy[key], people: 1, stepUp: 'none', updatedAt: now() },
  });
  const { contract_ids: ids } = (await world.control('contracts', { sub_mchid: SUB, count: size })) as {
    contract_ids: string[];
  };
  const known = { subMchid: SUB, state: 'SIGNED', stateHow: 'import', source: 'import' };
  for (let from = 0; from < ids.length; from += 1000) {
    const piece = ids.slice(from, from + 1000);
    const at = { stateSince: now(), stateAsOf: now() };
    await db.contract.createMany({
      data: piece.map((contractId) => ({ connectionId: account.connection.id, contractId, ...known, ...at })),
    });
  }
  const before = residentMb();

  const kind = there(context.batchKind(KIND));
  const by = { account, actor: maker };
  const read = readPasted(ids.join('\n'), kind);
  const made = await timed('dryRun', async () =>
    createBatch(context, {
      ...by,
      kind,
      name: 'Bench',
      source: 'paste',
      sourceName: '',
      rows: there(read.ok && read).rows,
      expected: {},
      zone: 'Asia/Hong_Kong',
    }),
  );
  const { batchId } = there(made.ok && made).value;
  await saveSettings(context, by, batchId, {
    name: 'Bench',
    pace: { perMinute: 600, equalErrorsMax: 3, hours: null },
    shared: { termination_note: 'The sub-merchant closed.', isNoteChecked: false },
    version: 1,
  });
  const { listSha256, version } = await db.batch.findUniqueOrThrow({ where: { id: batchId } });
  const deed = there(context.deed(beginName({ name: KIND })));
  const wanted = { ...by, objectId: batchId, input: { listSha256, version }, intent: batchId, reason: 'Bench' };
  const begun = await timed('begin', () => perform(context, deed, wanted));
  there(begun.ok);
  const began = now();
  await batchesOnce(context, began);
  there((await steerBatch(context, by, batchId, 'go-on')).ok);

  const pages: number[] = [];
  await timed('run', async () => {
    for (let round = 0; ; round += 1) {
      world.pass(200);
      await batchesOnce(context, began);
      if (round % 100 !== 0) continue;
      residentMb();
      // What somebody who watches asks for: the batch with its totals, and a page of its rows.
      const startedAt = performance.now();
      const [batch] = await Promise.all([
        getBatch(context, account.connection.id, batchId),
        listBatchRows(db, batchId, { page: 1, standing: undefined, why: undefined, q: undefined }),
      ]);
      pages.push(Math.round(performance.now() - startedAt));
      if (there(batch).state !== 'running') return;
      if (send > 0 && size - there(batch).totals.notSent >= send) return;
    }
  });
  let bytes = 0;
  await timed('report', async () => {
    const pieces = there(
      await reportOf(context, { connectionId: account.connection.id, actor: maker }, batchId, 'csv'),
    );
    for await (const piece of pieces) bytes += piece.length;
  });
  const totals = await totalsOfOne(db, batchId);
  pages.sort((a, b) => a - b);
  console.log(
    JSON.stringify({
      rows: size,
      seconds,
      rowsASecond: Math.round(((size - totals.notSent) / (seconds.run ?? 1)) * 10) / 10,
      pageMs: { median: pages[pages.length >> 1], most: pages.at(-1) },
      residentMb: { before, most: residentMost, after: residentMb() },
      reportBytes: bytes,
      totals,
    }),
  );
} finally {
  await world.close();
  await database.close();
}
