// Many terminations against a real database and the practice platform: what the rules promise holds for what is stored.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decide } from '@/lib/approvals/decide';
import type { StaffActor } from '@/lib/approvals/deed';
import { perform } from '@/lib/approvals/perform';
import { getApproval } from '@/lib/approvals/queries';
import { listAudit } from '@/lib/audit/queries';
import { drainOnce } from '@/lib/requests/drain';
import { suspendStaff } from '@/lib/staff/suspend';
import type { TestWorld } from '@/lib/testing/world';
import { holdContract, newPerson, openTestWorld } from '@/lib/testing/world';
import { beginName } from './begin';
import { createBatch, discardBatch, lookAgain, purgeDraftBatches, saveSettings } from './draft';
import { hashOfList, totalsOfOne } from './held';
import { getBatch, idsStanding, listBatches, listBatchRows } from './queries';
import { reportOf } from './report';
import type { Pace } from './rules';
import { decided, listLength } from './rules';
import type { ReadRow } from './source';
import { readFile, rowsOf } from './source';
import type { Steering } from './steer';
import { steerBatch } from './steer';
import { batchesOnce, lookAt } from './worker';

const KIND = 'contract.terminate';
const NOTE = 'The sub-merchant closed.';
const SUB = '1900003001';
const seconds = (count: number) => count * 1000;

let test: TestWorld;
let connectionId: string;
let maker: StaffActor;
let checker: StaffActor;
/** When the process of these tests began. */
let began: Date;
let numbered = 0;

beforeAll(async () => {
  test = await openTestWorld();
  connectionId = test.account.connection.id;
  began = test.context.now();
});
afterAll(() => test.close());
beforeEach(async () => {
  const { db } = test.context;
  await test.control('clear', {});
  await db.connection.updateMany({ data: { pausedUntil: null, pauseReason: null, alertedAt: null } });
  await db.objectLock.deleteMany();
  await db.batch.deleteMany();
  maker = await newPerson(test.context, 'payments');
  checker = await newPerson(test.context, 'checker');
});

const kind = () => {
  const found = test.context.batchKind(KIND);
  if (!found) throw new Error('no such kind');
  return found;
};

/** So many contracts that the platform has, and that we hold as imported. */
async function signed(count: number): Promise<string[]> {
  numbered += 100_000;
  const made = (await test.control('contracts', {
    sub_mchid: SUB,
    contract_id: `2026071${SUB}${String(numbered).padStart(9, '0')}`,
    count,
  })) as { contract_ids: string[] };
  const at = test.context.now();
  await test.context.db.contract.createMany({
    data: made.contract_ids.map((contractId) => ({
      connectionId,
      contractId,
      subMchid: SUB,
      state: 'SIGNED',
      stateHow: 'import',
      stateSince: at,
      stateAsOf: at,
      source: 'import',
    })),
  });
  return made.contract_ids;
}

const read = (ids: readonly string[]): ReadRow[] => {
  const rows = rowsOf(ids, kind());
  if (!rows.ok) throw new Error(rows.issue.rule);
  return rows.rows;
};

async function draft(rows: readonly ReadRow[], expected: Record<string, string> = {}): Promise<string> {
  const made = await createBatch(test.context, {
    account: test.account,
    actor: maker,
    kind: kind(),
    name: 'Shop that closed',
    source: 'paste',
    sourceName: '',
    rows,
    expected,
    zone: 'Asia/Hong_Kong',
  });
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  return made.value.batchId;
}

const stored = (id: string) => test.context.db.batch.findUniqueOrThrow({ where: { id } });

async function settle(batchId: string, pace: Partial<Pace> = {}, note = NOTE) {
  const { version } = await stored(batchId);
  return saveSettings(test.context, { account: test.account, actor: maker }, batchId, {
    name: 'Shop that closed',
    pace: { perMinute: 600, equalErrorsMax: 3, hours: null, ...pace },
    shared: { termination_note: note, isNoteChecked: false },
    version,
  });
}

async function ask(batchId: string, actor = maker) {
  const deed = test.context.deed(beginName({ name: KIND }));
  if (!deed) throw new Error('no such deed');
  const { listSha256, version } = await stored(batchId);
  return perform(test.context, deed, {
    account: test.account,
    actor,
    objectId: batchId,
    input: { listSha256, version },
    intent: crypto.randomUUID(),
    reason: 'The shop closed',
  });
}

async function asked(batchId: string): Promise<string> {
  const answer = await ask(batchId);
  if (!answer.ok || answer.value.kind !== 'asked') throw new Error(JSON.stringify(answer));
  return answer.value.approvalId;
}

async function approve(approvalId: string) {
  const { seal } = await test.context.db.approval.findUniqueOrThrow({ where: { id: approvalId } });
  return decide(test.context, checker, connectionId, { approvalId, verdict: 'approve', remark: '', seal });
}

/** A batch over these contracts that two people let begin. */
async function begun(ids: readonly string[], pace: Partial<Pace> = {}): Promise<string> {
  const batchId = await draft(read(ids));
  expect(await settle(batchId, pace)).toMatchObject({ ok: true });
  expect(await approve(await asked(batchId))).toMatchObject({ ok: true, value: { state: 'carried-out' } });
  return batchId;
}

const steer = (batchId: string, deed: Steering, actor = maker) =>
  steerBatch(test.context, { account: test.account, actor }, batchId, deed);

/** Lets the time of the pace pass until nothing more leaves by itself. */
async function run(): Promise<number> {
  let left = 0;
  for (let quiet = 0; quiet < 2; ) {
    const count = await batchesOnce(test.context, began);
    left += count;
    quiet = count === 0 ? quiet + 1 : 0;
    test.pass(seconds(2));
  }
  return left;
}

/** The canary, and a person who looks at it. */
async function released(batchId: string): Promise<void> {
  await batchesOnce(test.context, began);
  expect(await steer(batchId, 'go-on')).toMatchObject({ ok: true });
}

const detail = async (batchId: string) => {
  const found = await getBatch(test.context, connectionId, batchId);
  if (!found) throw new Error('no such batch');
  return found;
};
const totals = (batchId: string) => totalsOfOne(test.context.db, batchId);
const rowsOfBatch = async (batchId: string) =>
  (await listBatchRows(test.context.db, batchId, { page: 1, standing: undefined, why: undefined, q: undefined })).rows;

const fail = (contractId: string, fault: Parameters<TestWorld['failNext']>[0]) =>
  test.failNext({ operation: KIND, contract_id: contractId, ...fault });

/** The calls that the platform was asked for, by contract. */
async function calls(ids: readonly string[]): Promise<Map<string, { bodies: Set<string>; count: number }>> {
  const seen = new Map(ids.map((id) => [id, { bodies: new Set<string>(), count: 0 }]));
  for (const { path, bodySha256 } of await test.journal()) {
    const id = decodeURIComponent(/contracts\/([^/]+)\/terminate$/.exec(path)?.[1] ?? '');
    const line = seen.get(id);
    line?.bodies.add(bodySha256);
    if (line) line.count += 1;
  }
  return seen;
}

const ended = async (ids: readonly string[]): Promise<string[]> => {
  const all = (await test.control('contracts')) as { contract_id: string; state: string }[];
  return all
    .filter(({ contract_id, state }) => ids.includes(contract_id) && state !== 'SIGNED')
    .map((one) => one.contract_id);
};

describe('the dry run', () => {
  it('leaves out each row that cannot be in the list, and says why; the first of a repeat stays', async () => {
    const [good = '', over = '', locked = '', waiting = '', otherShop = ''] = await signed(5);
    const { db } = test.context;
    await db.contract.updateMany({ where: { contractId: over }, data: { state: 'TERMINATED', endedBy: 'payer' } });
    await holdContract(test.context, connectionId, `${good}9`, { notFoundAt: test.context.now() });
    await holdContract(test.context, connectionId, `${good}8`, { subMchid: '' });
    const one = await begun([locked]);
    await fail(locked, { mode: 'cut-after' });
    await batchesOnce(test.context, began);
    const elsewhere = await begun([waiting, (await signed(1))[0] ?? '']);
    const source = readFile(
      Buffer.from(
        `contract_id,sub_mchid\n${[
          `${good},${SUB}`,
          `${over},`,
          `${good},`,
          `${otherShop},1900003002`,
          '404404404,',
          `${locked},`,
          `${waiting},`,
          `${good}9,`,
          `${good}8,`,
          `${'9'.repeat(65)},`,
          '1.2E+20,',
          ' ,1',
        ].join('\n')}`,
      ),
      kind(),
    );
    if (!source.ok) throw new Error(source.issue.rule);
    const batchId = await draft(source.rows);
    const rows = await rowsOfBatch(batchId);
    expect(rows.map(({ place, why }) => why?.rule ?? place)).toEqual([
      1,
      'contract-ended',
      'duplicate',
      'other-sub-merchant',
      'not-held',
      'locked-by-open-request',
      'in-another-batch',
      'contract-not-found-before',
      'contract-sub-merchant-unknown',
      'not-a-contract-id',
      'looks-changed-by-a-spreadsheet',
      'required',
    ]);
    expect(rows[2]?.why?.params).toEqual({ row: 2 });
    expect(await detail(batchId)).toMatchObject({
      sourceCount: 12,
      listCount: 1,
      listSha256: hashOfList([good]),
      state: 'draft',
    });
    await steer(one, 'stop');
    await steer(elsewhere, 'stop');
  });

  it('tells a contract of our other mode from one that nobody told of', async () => {
    const [own = ''] = await signed(1);
    const { db } = test.context;
    const ours = await db.connection.findUniqueOrThrow({ where: { id: connectionId }, omit: { id: true } });
    const beside = await db.connection.create({
      data: { ...ours, slug: 'beside', mode: 'common', mchid: '1900002299' },
    });
    await holdContract(test.context, beside.id, '77000011', { subMchid: '' });
    const rows = await rowsOfBatch(await draft(read([own, '77000011', '77000012'])));
    expect(rows.map(({ place, why }) => why?.rule ?? place)).toEqual([1, 'contract-of-other-mode', 'not-held']);
    await db.contract.deleteMany({ where: { connectionId: beside.id } });
    await db.connection.delete({ where: { id: beside.id } });
  });

  it('a sub-merchant that is expected holds for every row, and one that says otherwise is left out', async () => {
    const ids = await signed(2);
    const rows = read(ids).map((row, at) => (at === 1 ? { ...row, told: { sub_mchid: '1900003002' } } : row));
    const batchId = await draft(rows, { sub_mchid: SUB });
    expect((await rowsOfBatch(batchId)).map(({ why }) => why?.rule ?? null)).toEqual([null, 'not-as-expected']);
    const wrong = await draft(read(ids), { sub_mchid: '1900003002' });
    expect(await detail(wrong)).toMatchObject({ listCount: 0 });
  });

  it('is looked at again as things are then', async () => {
    const ids = await signed(3);
    const batchId = await draft(read([...ids, '777777']));
    await test.context.db.contract.updateMany({ where: { contractId: ids[0] ?? '' }, data: { state: 'TERMINATED' } });
    await holdContract(test.context, connectionId, '777777');
    const looked = await lookAgain(test.context, { account: test.account, actor: maker }, batchId);
    expect(looked).toEqual({ ok: true, value: { listCount: 3 } });
    expect((await rowsOfBatch(batchId)).map(({ place }) => place)).toEqual([null, 1, 2, 3]);
  });

  it('belongs to who made it until it begins, and a draft that nobody touches is thrown away', async () => {
    const batchId = await draft(read(await signed(1)));
    const other = await newPerson(test.context, 'payments');
    const by = { account: test.account, actor: other };
    expect(await discardBatch(test.context, by, batchId)).toMatchObject({ refusal: { rule: 'only-who-made-it' } });
    await settle(batchId);
    expect(await ask(batchId, other)).toMatchObject({ ok: false, refusal: { rule: 'only-who-made-it' } });
    await test.context.db.batch.update({ where: { id: batchId }, data: { updatedAt: new Date(0) } });
    expect(await purgeDraftBatches(test.context)).toBe(1);
  });

  it('an approval for one contract keeps it out of a list', async () => {
    const [id = ''] = await signed(1);
    const deed = test.context.deed(KIND);
    if (!deed) throw new Error('no such deed');
    const values = { termination_note: NOTE, sub_appid: '' };
    const input = { baseVersion: 1, values, isNoteChecked: false };
    const wanted = { account: test.account, actor: maker, objectId: id, input, intent: 'one', reason: 'One' };
    expect(await perform(test.context, deed, wanted)).toMatchObject({ ok: true, value: { kind: 'asked' } });
    expect((await rowsOfBatch(await draft(read([id]))))[0]?.why).toEqual({ rule: 'waits-for-approval' });
  });
});

describe('the approval', () => {
  it('is of this list: a checker sees count, hash, ends and reason, and nothing leaves before it is given', async () => {
    const ids = await signed(12);
    const batchId = await draft(read([...ids, ids[0] ?? '']));
    expect(await ask(batchId)).toMatchObject({ ok: false, refusal: { rule: 'batch-not-complete' } });
    await settle(batchId);
    const approvalId = await asked(batchId);
    expect((await detail(batchId)).state).toBe('awaiting-approval');
    expect(
      (await listBatches(test.context.db, connectionId, {}, test.context.now())).counts['awaiting-approval'],
    ).toEqual({
      count: 1,
      more: false,
    });
    const approval = await getApproval(test.context, connectionId, approvalId, checker);
    const shown = Object.fromEntries(approval?.changes.map(({ path, to }) => [path, to]) ?? []);
    expect(shown).toMatchObject({
      count: '12',
      listSha256: hashOfList(ids),
      excluded: '1',
      termination_note: NOTE,
      perMinute: '600',
    });
    expect(shown.ends?.split('\n')).toEqual([...ids.slice(0, 5), '…', ...ids.slice(-5)]);
    expect(approval?.policy.stepUp).toBe('both');
    expect(await run()).toBe(0);
    expect(
      await decide(test.context, maker, connectionId, {
        approvalId,
        verdict: 'approve',
        remark: '',
        seal: approval?.seal ?? '',
      }),
    ).toMatchObject({
      ok: false,
    });
    expect(await approve(approvalId)).toMatchObject({ ok: true });
    expect(await detail(batchId)).toMatchObject({ state: 'canary', approvedBy: [checker.name] });
  });

  it.each([
    ['its settings', async (batchId: string) => void (await settle(batchId, { perMinute: 30 }))],
    [
      'its list, by another look',
      async (batchId: string) => void (await lookAgain(test.context, { account: test.account, actor: maker }, batchId)),
    ],
    [
      'a row in the database, behind every rule',
      async (batchId: string) => {
        const [other = ''] = await signed(1);
        await test.context.db.batchRow.updateMany({ where: { batchId, place: 1 }, data: { objectId: other } });
      },
    ],
    [
      'the order of the list, behind every rule',
      async (batchId: string) => {
        const { db } = test.context;
        for (const [from, to] of [
          [1, 99],
          [2, 1],
          [99, 2],
        ] as const)
          await db.batchRow.updateMany({ where: { batchId, place: from }, data: { place: to } });
      },
    ],
  ])('is void once something changes: %s', async (_, change) => {
    const batchId = await draft(read(await signed(3)));
    await settle(batchId);
    const approvalId = await asked(batchId);
    await change(batchId);
    expect(await approve(approvalId)).toMatchObject({ ok: false, refusal: { rule: 'approval-void' } });
    expect(await run()).toBe(0);
    expect((await stored(batchId)).state).toBe('draft');
  });

  it('wants the maker’s password of the last minutes, and a note without personal data', async () => {
    const batchId = await draft(read(await signed(1)));
    expect(await settle(batchId, {}, 'Call +852 9123 4567')).toMatchObject({
      ok: false,
      refusal: { kind: 'invalid', issues: [{ path: 'termination_note', rule: 'maybe-personal' }] },
    });
    await settle(batchId);
    expect(await ask(batchId, { ...maker, confirmedAt: null })).toMatchObject({ refusal: { rule: 'step-up-needed' } });
  });
});

describe('a run', () => {
  it('one canary, a look, then each row once; the report sums to the source', async () => {
    const ids = await signed(6);
    const batchId = await begun(ids);
    expect(await run()).toBe(1);
    expect(await detail(batchId)).toMatchObject({ state: 'canary', canary: 1, acts: ['go-on', 'pause', 'stop'] });
    expect(await ended(ids)).toEqual([ids[0]]);
    expect(await steer(batchId, 'go-on')).toEqual({ ok: true, value: null });
    expect(await run()).toBe(5);
    expect(await detail(batchId)).toMatchObject({ state: 'done', totals: { accepted: 6 }, acts: [] });
    expect((await ended(ids)).length).toBe(6);
    for (const { count } of (await calls(ids)).values()) expect(count).toBe(1);
    const held = await test.context.db.contract.findMany({ where: { contractId: { in: ids } } });
    expect(new Set(held.map(({ state, stateHow, endedBy }) => `${state} ${stateHow} ${endedBy}`))).toEqual(
      new Set(['TERMINATED answer us']),
    );
    const trail = await test.context.db.auditEntry.findMany({ where: { objectId: batchId }, orderBy: { id: 'asc' } });
    expect(trail.map(({ action }) => action)).toEqual([
      'batch.made',
      'approval.asked',
      'approval.decided',
      'batch.begun',
      'approval.carried-out',
      'batch.steered',
      'batch.ended',
    ]);
    // Each row left by the approval of the whole, and says so.
    const { approvalId } = await test.context.db.batch.findUniqueOrThrow({ where: { id: batchId } });
    const rows = await test.context.db.auditEntry.findMany({
      where: { action: 'contract.termination-requested', objectId: { in: ids } },
    });
    expect(rows).toHaveLength(6);
    for (const row of rows) expect(row).toMatchObject({ reason: trail[1]?.reason, data: { approvalId } });
    const { rows: alone } = await listAudit(test.context.db, test.account.connection.id, {
      question: 'without-approval',
    });
    expect(alone.filter(({ objectId }) => ids.includes(objectId))).toEqual([]);
  });

  it('keeps its pace: no row sooner, whoever asks how often', async () => {
    const ids = await signed(4);
    const batchId = await begun(ids, { perMinute: 6 });
    await released(batchId);
    const left: number[] = [];
    for (let second = 0; second < 24; second += 2) {
      left.push(await batchesOnce(test.context, began));
      test.pass(seconds(2));
    }
    expect(left.reduce((sum, count) => sum + count, 0)).toBe(2);
    await steer(batchId, 'stop');
  });

  it('a 429 is no refusal: the row waits and goes out with the same bytes, and the batch waits with it', async () => {
    const ids = await signed(3);
    const batchId = await begun(ids);
    await released(batchId);
    await fail(ids[1] ?? '', {
      mode: 'status',
      status: 429,
      code: 'RATE_LIMITED',
      message: 'slow down',
      retryAfterSeconds: 5,
    });
    test.pass(seconds(1));
    await batchesOnce(test.context, began);
    expect(await totals(batchId)).toMatchObject({ accepted: 1, open: 1, notSent: 1 });
    expect(await batchesOnce(test.context, began)).toBe(0);
    test.pass(seconds(20));
    await drainOnce(test.context);
    await run();
    expect(await totals(batchId)).toMatchObject({ accepted: 3 });
    expect((await detail(batchId)).state).toBe('done');
  });

  it('pauses for any unknown before the next row; who resumes lets the others go, and the unknown settles itself', async () => {
    const ids = await signed(4);
    const batchId = await begun(ids);
    await released(batchId);
    await fail(ids[1] ?? '', { mode: 'cut-after' });
    expect(await run()).toBe(1);
    expect(await detail(batchId)).toMatchObject({
      state: 'paused',
      pauseCause: 'unknown',
      totals: { accepted: 1, unknown: 1, notSent: 2 },
    });
    await steer(batchId, 'resume');
    expect(await run()).toBe(2);
    expect(await detail(batchId)).toMatchObject({ state: 'done', totals: { accepted: 3, unknown: 1 } });
    test.pass(seconds(20));
    await drainOnce(test.context);
    expect(await totals(batchId)).toMatchObject({ accepted: 4, unknown: 0 });
    const seen = await calls(ids);
    for (const { bodies } of seen.values()) expect(bodies.size).toBe(1);
    expect((await rowsOfBatch(batchId))[1]).toMatchObject({
      standing: 'accepted',
      request: { settledHow: 'repeat', meaning: 'contract-not-exist', httpStatus: 403, tries: 2 },
    });
  });

  it('pauses at so many refusals of one meaning, and counts afresh for who goes on', async () => {
    const ids = await signed(7);
    const batchId = await begun(ids, { equalErrorsMax: 2 });
    await released(batchId);
    for (const id of ids.slice(1, 6)) await fail(id, { row: 'contract-param-error' });
    expect(await run()).toBe(2);
    expect(await detail(batchId)).toMatchObject({ state: 'paused', pauseCause: 'equal-errors' });
    await steer(batchId, 'resume');
    expect(await run()).toBe(2);
    expect(await totals(batchId)).toMatchObject({ accepted: 1, refused: 4, notSent: 2 });
    await steer(batchId, 'resume');
    await run();
    expect(await detail(batchId)).toMatchObject({ state: 'done', totals: { accepted: 2, refused: 5 } });
  });

  it('pauses at once where the answer is about us, and rests while the connection does not send', async () => {
    const ids = await signed(3);
    const batchId = await begun(ids);
    await released(batchId);
    await fail(ids[1] ?? '', { mode: 'status', status: 401, code: 'SIGN_ERROR', message: 'sign' });
    expect(await run()).toBe(1);
    expect(await detail(batchId)).toMatchObject({ state: 'paused', pauseCause: 'connection' });
    await steer(batchId, 'resume');
    expect(await run()).toBe(0);
    test.pass(seconds(301));
    expect(await run()).toBe(1);
  });

  it('a pause and a stop hold what has not left; a stop is for good', async () => {
    const ids = await signed(5);
    const batchId = await begun(ids, { perMinute: 6 });
    await released(batchId);
    test.pass(seconds(11));
    await batchesOnce(test.context, began);
    await steer(batchId, 'pause');
    expect(await run()).toBe(0);
    expect(await detail(batchId)).toMatchObject({ state: 'paused', pauseCause: 'person', acts: ['resume', 'stop'] });
    await steer(batchId, 'stop');
    expect(await steer(batchId, 'resume')).toMatchObject({ refusal: { rule: 'batch-not-paused' } });
    expect(await run()).toBe(0);
    expect(await totals(batchId)).toMatchObject({ accepted: 2, notSent: 3 });
    expect((await ended(ids)).length).toBe(2);
    // What was not sent can be the list of another batch.
    const left = await idsStanding(test.context.db, batchId, ['not-sent']);
    expect(left).toEqual(ids.slice(2));
    expect(await detail(await draft(read(left)))).toMatchObject({ listCount: 3 });
  });

  it('a row whose contract ended or changed since is left out when its turn comes, and nothing of it is sent', async () => {
    const ids = await signed(4);
    const batchId = await begun(ids);
    await released(batchId);
    const { db } = test.context;
    await db.contract.updateMany({ where: { contractId: ids[1] ?? '' }, data: { state: 'TERMINATED', version: 2 } });
    await db.contract.updateMany({ where: { contractId: ids[2] ?? '' }, data: { version: 2 } });
    await run();
    expect((await rowsOfBatch(batchId)).map(({ standing, why }) => why?.rule ?? standing)).toEqual([
      'accepted',
      'record-moved',
      'record-moved',
      'accepted',
    ]);
    expect((await calls(ids)).get(ids[1] ?? '')?.count).toBe(0);
    expect(await db.platformRequest.count({ where: { objectId: { in: ids } } })).toBe(2);
    expect(await detail(batchId)).toMatchObject({ state: 'done', heldBack: [{ rule: 'record-moved', count: 2 }] });
  });

  it('a row that another request holds is left out; a retry takes up that one and no decided row', async () => {
    const ids = await signed(4);
    const batchId = await begun(ids);
    await released(batchId);
    const { db } = test.context;
    const [, locked = ''] = ids;
    const own = await db.platformRequest.findFirstOrThrow({ where: { objectId: ids[0] ?? '' } });
    await db.objectLock.create({
      data: { connectionId, objectKind: 'contract', objectId: locked, requestId: own.id, since: test.context.now() },
    });
    await run();
    expect((await rowsOfBatch(batchId))[1]).toMatchObject({
      standing: 'left-out',
      why: { rule: 'another-request-is-open' },
    });
    await db.objectLock.deleteMany();
    expect(await detail(batchId)).toMatchObject({ state: 'done', acts: ['retry'] });
    expect(await steer(batchId, 'retry')).toMatchObject({ ok: true });
    expect(await run()).toBe(1);
    expect(await totals(batchId)).toMatchObject({ accepted: 4 });
    for (const { count } of (await calls(ids)).values()) expect(count).toBe(1);
    expect(await steer(batchId, 'retry')).toMatchObject({ refusal: { rule: 'nothing-undecided' } });
  });

  it('a retry of what is unknown sends the same bytes, and nothing else', async () => {
    const ids = await signed(3);
    const batchId = await begun(ids);
    await released(batchId);
    await fail(ids[2] ?? '', { mode: 'cut-before' });
    await run();
    expect(await detail(batchId)).toMatchObject({ state: 'done', totals: { accepted: 2, unknown: 1 } });
    await steer(batchId, 'retry');
    await drainOnce(test.context);
    expect(await totals(batchId)).toMatchObject({ accepted: 3 });
    const seen = await calls(ids);
    expect(seen.get(ids[2] ?? '')?.bodies.size).toBe(1);
    expect(seen.get(ids[0] ?? '')?.count).toBe(1);
    expect(await test.context.db.platformRequest.count({ where: { objectId: { in: ids } } })).toBe(3);
  });

  it('stops with whose deed it is: nothing leaves of a batch whose maker was suspended', async () => {
    const ids = await signed(3);
    const batchId = await begun(ids);
    await released(batchId);
    const administrator = await newPerson(test.context, 'administrator');
    await suspendStaff(test.context, { actor: administrator, staffId: maker.id, reason: 'Left' });
    expect(await run()).toBe(0);
    expect(await detail(batchId)).toMatchObject({ state: 'paused', pauseCause: 'maker-gone' });
    expect((await ended(ids)).length).toBe(1);
  });

  it('asks who steers for the right of its kind', async () => {
    const batchId = await begun(await signed(2));
    expect(await steer(batchId, 'stop', checker)).toMatchObject({ refusal: { kind: 'forbidden' } });
    await steer(batchId, 'stop');
  });

  it('whoever changed the list behind every rule meets its hash before the others go', async () => {
    const ids = await signed(3);
    const batchId = await begun(ids);
    await batchesOnce(test.context, began);
    const [other = ''] = await signed(1);
    await test.context.db.batchRow.updateMany({ where: { batchId, place: 3 }, data: { objectId: other } });
    expect(await steer(batchId, 'go-on')).toMatchObject({ refusal: { rule: 'list-changed' } });
    expect(await steer(batchId, 'stop')).toMatchObject({ ok: true });
  });
});

describe('several processes', () => {
  it('share a batch without repeating a row', async () => {
    const ids = await signed(12);
    const batchId = await begun(ids);
    await released(batchId);
    for (let round = 0; round < 20; round += 1) {
      test.pass(seconds(1));
      await Promise.all(Array.from({ length: 4 }, () => batchesOnce(test.context, began)));
    }
    expect(await detail(batchId)).toMatchObject({ state: 'done', totals: { accepted: 12 } });
    for (const { count } of (await calls(ids)).values()) expect(count).toBe(1);
  });

  it('one that dies with a row written leaves an unknown, which pauses, settles itself and is not repeated', async () => {
    const ids = await signed(3);
    const batchId = await begun(ids);
    await released(batchId);
    test.pass(seconds(1));
    // The row is opened with its request, and the process ends before the call.
    expect(await lookAt(test.context, batchId, began)).toMatchObject({ came: 'sent' });
    expect(await run()).toBe(0);
    test.pass(seconds(60));
    await drainOnce(test.context);
    await run();
    expect(await detail(batchId)).toMatchObject({ state: 'paused', pauseCause: 'unknown' });
    test.pass(seconds(20));
    await drainOnce(test.context);
    expect(await totals(batchId)).toMatchObject({ accepted: 2, unknown: 0 });
    await steer(batchId, 'resume');
    await run();
    expect(await totals(batchId)).toMatchObject({ accepted: 3 });
    for (const { count } of (await calls(ids)).values()) expect(count).toBe(1);
  });

  it('one that begins later goes on by itself and says so', async () => {
    const ids = await signed(3);
    const batchId = await begun(ids);
    await released(batchId);
    test.pass(seconds(60));
    await batchesOnce(test.context, test.context.now());
    const later = await detail(batchId);
    // The clock runs on: on a slow machine the turn of the third row has come as well.
    expect(later.totals.accepted).toBeGreaterThan(1);
    expect(later.resumedAt).not.toBeNull();
    const trail = await test.context.db.auditEntry.count({ where: { objectId: batchId, action: 'batch.resumed' } });
    expect(trail).toBe(1);
    await run();
    expect((await detail(batchId)).state).toBe('done');
  });
});

describe('the report', () => {
  const text = async (batchId: string, format: 'csv' | 'json') => {
    const pieces = await reportOf(test.context, { connectionId, actor: maker }, batchId, format);
    let whole = '';
    for await (const piece of pieces ?? []) whole += piece;
    return whole;
  };

  it('sums to the list and to the source, and says of each row what became of it', async () => {
    const ids = await signed(4);
    const batchId = await draft(read([...ids, ids[0] ?? '', '=cmd']));
    await settle(batchId);
    await approve(await asked(batchId));
    await fail(ids[0] ?? '', { row: 'contract-param-error' });
    await run();
    await steer(batchId, 'go-on');
    await fail(ids[1] ?? '', { mode: 'cut-after' });
    await run();
    await steer(batchId, 'stop');
    const json = JSON.parse(await text(batchId, 'json'));
    expect(json.batch).toMatchObject({
      source_rows: 6,
      list_rows: 4,
      outcomes: { accepted: 0, refused: 1, unknown: 1, open: 0, leftOut: 0, notSent: 2, sum: 4 },
      excluded: { duplicate: 1, 'looks-like-a-formula': 1 },
      list_sha256: hashOfList(ids),
    });
    expect(json.rows.map(({ standing }: { standing: string }) => standing)).toEqual([
      'refused',
      'unknown',
      'not-sent',
      'not-sent',
      'excluded',
      'excluded',
    ]);
    const lines = (await text(batchId, 'csv')).replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(lines).toHaveLength(7);
    expect(lines[1]).toMatch(/^1,1,2026071\d+,.*,refused,,400,PARAM_ERROR,contract-param-error,answer,1,.*Z,.*Z,/);
    expect(lines[6]).toContain("'=cmd");
    expect(await text(batchId, 'csv')).not.toContain('\r\n=');
    expect(await test.context.db.auditEntry.count({ where: { objectId: batchId, action: 'batch.exported' } })).toBe(3);
  });
});

describe('any order of what people, processes and the platform do', () => {
  const deed = fc.oneof(
    { weight: 6, arbitrary: fc.constant('work' as const) },
    { weight: 2, arbitrary: fc.constant('die-before-call' as const) },
    { weight: 3, arbitrary: fc.constant('drain' as const) },
    { weight: 5, arbitrary: fc.constantFrom<Steering>('go-on', 'pause', 'resume', 'resume', 'retry') },
    { weight: 1, arbitrary: fc.constant('stop' as const) },
  );
  const fault = fc.constantFrom('none', 'none', 'none', 'cut-after', 'cut-before', 'refused', 'payer');

  it('every row is decided once or not sent, and the platform never gets two bodies for one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fault, { minLength: 2, maxLength: 5 }),
        fc.array(deed, { maxLength: 25 }),
        async (faults, deeds) => {
          await test.context.db.objectLock.deleteMany();
          for (const each of [maker, checker]) each.confirmedAt = test.context.now();
          const ids = await signed(faults.length);
          const batchId = await begun(ids, { equalErrorsMax: 2 });
          for (const [at, each] of faults.entries()) {
            const id = ids[at] ?? '';
            if (each === 'refused') await fail(id, { row: 'contract-param-error' });
            else if (each === 'payer') await test.control(`contracts/${id}`, { by: 'payer', notify: false });
            else if (each !== 'none') await fail(id, { mode: each as 'cut-after' });
          }
          for (const each of deeds) {
            test.pass(seconds(1));
            if (each === 'work') await batchesOnce(test.context, began);
            else if (each === 'die-before-call') await lookAt(test.context, batchId, began);
            else if (each === 'drain') {
              test.pass(seconds(40));
              await drainOnce(test.context);
            } else await steer(batchId, each);
            expect(listLength(await totals(batchId))).toBe(ids.length);
          }
          for (let round = 0; round < 3 * ids.length; round += 1) {
            test.pass(seconds(70));
            await drainOnce(test.context);
            await steer(batchId, 'resume');
            await steer(batchId, 'go-on');
            await batchesOnce(test.context, began);
          }
          for (let round = 0; round < 4; round += 1) {
            test.pass(seconds(1000));
            await drainOnce(test.context);
          }
          expect(['done', 'stopped']).toContain((await stored(batchId)).state);
          const requests = await test.context.db.platformRequest.findMany({ where: { objectId: { in: ids } } });
          expect(new Set(requests.map(({ objectId }) => objectId)).size).toBe(requests.length);
          const over = await ended(ids);
          const seen = await calls(ids);
          for (const [at, id] of ids.entries()) {
            const request = requests.find(({ objectId }) => objectId === id);
            expect(seen.get(id)?.bodies.size ?? 0).toBeLessThanOrEqual(1);
            if (!request) expect(seen.get(id)?.count).toBe(0);
            if (request?.outcome === 'accepted') expect(over).toContain(id);
            if (request?.outcome === 'refused' && faults[at] !== 'payer') expect(over).not.toContain(id);
            if (!request && faults[at] !== 'payer') expect(over).not.toContain(id);
          }
          const sums = await totals(batchId);
          expect(sums.open).toBe(0);
          if ((await stored(batchId)).state === 'done')
            expect(decided(sums) + sums.unknown + sums.leftOut).toBe(ids.length);
        },
      ),
      { numRuns: 12 },
    );
  }, 240_000);
});

describe('a list that is taken up again', () => {
  it('of a hundred rows of which one failed, that one goes out, under a request of its own (bug-csv-05)', async () => {
    const ids = await signed(100);
    const failing = ids[36] ?? '';
    await fail(failing, { row: 'contract-param-error' });
    const first = await begun(ids);
    await released(first);
    await run();
    expect(await detail(first)).toMatchObject({ state: 'done', totals: { accepted: 99, refused: 1 } });
    const left = await idsStanding(test.context.db, first, ['refused', 'not-sent', 'left-out']);
    expect(left).toEqual([failing]);
    const second = await begun(left);
    await run();
    expect(await detail(second)).toMatchObject({ state: 'done', totals: { accepted: 1 } });
    // The same file again sends nothing at all: every row has ended.
    expect(await detail(await draft(read(ids)))).toMatchObject({
      listCount: 0,
      excluded: [{ rule: 'contract-ended', count: 100 }],
    });
    const seen = await calls(ids);
    for (const [id, { count }] of seen) expect(count).toBe(id === failing ? 2 : 1);
    const own = await test.context.db.platformRequest.findMany({ where: { objectId: failing } });
    expect(new Set(own.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  }, 60_000);
});

describe('a thousand rows', () => {
  it('are checked, frozen and ended, each once', async () => {
    const ids = await signed(1000);
    const batchId = await begun(ids, { perMinute: 600 });
    await released(batchId);
    await run();
    expect(await detail(batchId)).toMatchObject({ state: 'done', totals: { accepted: ids.length, notSent: 0 } });
    expect((await ended(ids)).length).toBe(ids.length);
    const counts = [...(await calls(ids)).values()].map(({ count }) => count);
    // The journal holds the newest calls only; none of those is a repeat.
    expect(Math.max(...counts)).toBe(1);
  }, 240_000);
});
