// What is kept for a while goes when its days are over, and stays while it, or what it belongs to, is held.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decide } from '@/lib/approvals/decide';
import type { StaffActor } from '@/lib/approvals/deed';
import { perform } from '@/lib/approvals/perform';
import type { TestWorld } from '@/lib/testing/world';
import { holdContract, holdSubMerchant, newPerson, openTestWorld } from '@/lib/testing/world';
import { changeRetention, liftHold, placeHold } from './operation';
import { loadDays, purgeAll, purgeKind, stores } from './purge';
import { listHolds, listRetention } from './queries';
import type { HoldKind, RetentionKind } from './rules';
import { periodId, retentionDays, retentionKinds } from './rules';
import { holdInput } from './schema';

let test: TestWorld;
let connectionId: string;
let administrator: StaffActor;
let second: StaffActor;
let auditor: StaffActor;
const subMchid = '1900003001';
const DAY_MS = 24 * 60 * 60 * 1000;

beforeAll(async () => {
  test = await openTestWorld();
  connectionId = test.account.connection.id;
  await test.context.db.subMerchant.deleteMany({ where: { subMchid } });
  await holdSubMerchant(test.context, connectionId, subMchid);
  administrator = await newPerson(test.context, 'administrator');
  second = await newPerson(test.context, 'administrator');
  auditor = await newPerson(test.context, 'auditor');
});
afterAll(() => test.close());
beforeEach(async () => {
  const { db } = test.context;
  await db.legalHold.deleteMany();
  await db.retention.deleteMany();
  await db.notification.deleteMany({ where: { notificationId: { startsWith: 'kept' } } });
  await db.draft.deleteMany();
});

const daysAgo = (days: number) => new Date(test.context.now().getTime() - days * DAY_MS);

const notify = (name: string, more: { subMchid?: string; contractId?: string; state?: string } = {}) =>
  test.context.db.notification.create({
    data: {
      connectionId,
      notificationId: `kept ${name}`,
      state: 'applied',
      bodySha256: name,
      bodySize: 4,
      body: test.context.vault.seal('body', name),
      content: test.context.vault.seal('content', name),
      serial: 'S',
      firstReceivedAt: daysAgo(400),
      lastReceivedAt: daysAgo(400),
      lastAnswer: 200,
      lastTookUs: 1,
      ...more,
    },
  });
async function bodies(): Promise<string[]> {
  const rows = await test.context.db.notification.findMany({
    where: { body: { not: null }, notificationId: { startsWith: 'kept' } },
    select: { bodySha256: true },
  });
  return rows.map(({ bodySha256 }) => bodySha256).sort();
}

async function askHold(actor: StaffActor, deed: typeof placeHold, kind: HoldKind, id: string) {
  return perform(test.context, deed, {
    account: test.account,
    actor,
    objectId: `${kind} ${id}`,
    input: { kind, id },
    intent: crypto.randomUUID(),
    reason: 'A court asks for it',
  });
}
async function agree(actor: StaffActor, asked: Awaited<ReturnType<typeof askHold>>) {
  if (!asked.ok || asked.value.kind !== 'asked') throw new Error(JSON.stringify(asked));
  const { approvalId } = asked.value;
  const { seal } = await test.context.db.approval.findUniqueOrThrow({ where: { id: approvalId } });
  return decide(test.context, actor, connectionId, { approvalId, verdict: 'approve', remark: '', seal });
}

it.each(retentionKinds)('removes nothing of %s that is younger, and says what it did', async (kind: RetentionKind) => {
  expect(Object.keys(stores)).toContain(kind);
  const { purged, held } = await purgeKind(test.context, kind);
  expect({ purged, held }).toEqual({ purged: 0, held: 0 });
  expect(await test.context.db.retention.findUnique({ where: { kind } })).toMatchObject({ ranAt: expect.any(Date) });
});

it('removes what is over its days, leaves the hash, keeps what nobody could use, and the trail counts it', async () => {
  await notify('old');
  await notify('unused', { state: 'quarantine' });
  expect(await purgeKind(test.context, 'notifications')).toEqual({ purged: 1, held: 0 });
  expect(await bodies()).toEqual(['unused']);
  expect(await test.context.db.notification.findFirst({ where: { bodySha256: 'old' } })).toMatchObject({
    content: null,
    bodySize: 4,
  });
  const entry = await test.context.db.auditEntry.findFirstOrThrow({
    where: { action: 'retention.purged' },
    orderBy: { id: 'desc' },
  });
  expect(entry.data).toMatchObject({ kind: 'notifications', days: 365, purged: 1, held: 0 });
});

describe('a hold', () => {
  it('takes an auditor and an administrator, keeps what belongs to its object, and ends by two people too', async () => {
    await holdContract(test.context, connectionId, 'CKEPT', { subMchid });
    await notify('of it', { subMchid });
    await notify('of its contract', { contractId: 'CKEPT' });
    await notify('of another', { subMchid: '1900003002' });
    const asked = await askHold(auditor, placeHold, 'sub-merchant', subMchid);
    // Nobody places one alone, and who asked does not agree.
    expect(await listHolds(test.context.db, connectionId)).toEqual([]);
    expect(await agree(auditor, asked)).toMatchObject({ ok: false });
    expect(await agree(administrator, asked)).toMatchObject({ ok: true });
    expect(await listHolds(test.context.db, connectionId)).toMatchObject([{ objectId: subMchid }]);
    await purgeAll(test.context);
    expect(await bodies()).toEqual(['of it', 'of its contract']);
    expect((await listRetention(test.context.db)).find(({ kind }) => kind === 'notifications')).toMatchObject({
      removed: 1,
      removedAt: expect.any(String),
      held: 2,
    });
    expect(await askHold(auditor, placeHold, 'sub-merchant', subMchid)).toMatchObject({
      refusal: { rule: 'nothing-changes' },
    });
    expect(await agree(second, await askHold(administrator, liftHold, 'sub-merchant', subMchid))).toMatchObject({
      ok: true,
    });
    expect(await purgeKind(test.context, 'notifications')).toEqual({ purged: 2, held: 0 });
    const told = await test.context.db.auditEntry.findMany({
      where: { action: { startsWith: 'hold.' } },
      orderBy: { id: 'asc' },
    });
    expect(told.map(({ action, objectId }) => [action, objectId])).toEqual([
      ['hold.placed', subMchid],
      ['hold.lifted', subMchid],
    ]);
  });

  it('of a batch keeps what belongs to its rows', async () => {
    await notify('of a row', { contractId: 'CROW' });
    await notify('of none', { contractId: 'CNONE' });
    const batch = await test.context.db.batch.create({
      data: {
        connectionId,
        kind: 'contract.terminate',
        name: 'Held batch',
        staffId: administrator.id,
        source: 'paste',
        perMinute: 1,
        equalErrorsMax: 1,
        zone: 'UTC',
        sourceCount: 1,
        listCount: 1,
        listSha256: '',
        state: 'done',
        rows: { create: { number: 1, place: 1, objectId: 'CROW' } },
      },
    });
    expect(await agree(administrator, await askHold(auditor, placeHold, 'batch', batch.id))).toMatchObject({
      ok: true,
    });
    expect(await purgeKind(test.context, 'notifications')).toEqual({ purged: 1, held: 1 });
    expect(await bodies()).toEqual(['of a row']);
    expect(await askHold(auditor, placeHold, 'batch', 'no batch')).toMatchObject({ refusal: { kind: 'not-found' } });
  });

  it('of a period keeps whatever has a day in it, by the day in UTC', async () => {
    const day = (n: number) => daysAgo(n).toISOString().slice(0, 10);
    await notify('in it');
    await notify('before it');
    await notify('over it');
    const move = (name: string, first: number, last: number) =>
      test.context.db.notification.updateMany({
        where: { bodySha256: name },
        data: { firstReceivedAt: daysAgo(first), lastReceivedAt: daysAgo(last) },
      });
    await move('in it', 450, 450);
    await move('before it', 460, 452);
    await move('over it', 500, 440);
    const id = periodId(day(451), day(450));
    expect(await agree(administrator, await askHold(auditor, placeHold, 'period', id))).toMatchObject({ ok: true });
    expect(await purgeKind(test.context, 'notifications')).toEqual({ purged: 1, held: 2 });
    expect(await bodies()).toEqual(['in it', 'over it']);
  });

  it.each([
    '2026-02-30..2026-03-01',
    '2026-03-02..2026-03-01',
    '2026-03-01',
    '..',
    '2026-01-01..2026-01-02..2026-01-03',
  ])('of a period %s is none', (id) => {
    expect(holdInput.safeParse({ kind: 'period', id }).success).toBe(false);
    expect(holdInput.safeParse({ kind: 'period', id: '2026-03-01..2026-03-31' }).success).toBe(true);
  });

  it('is on a record that there is', async () => {
    expect(await askHold(auditor, placeHold, 'contract', 'none')).toMatchObject({ refusal: { kind: 'not-found' } });
  });
});

it('keeps days that two administrators agreed on', async () => {
  const asked = await perform(test.context, changeRetention, {
    account: null,
    actor: administrator,
    objectId: 'notifications',
    input: { days: 500 },
    intent: crypto.randomUUID(),
    reason: 'Asked for by our lawyers',
  });
  expect((await loadDays(test.context.db)).notifications).toBe(retentionDays.notifications);
  expect(await agree(second, asked)).toMatchObject({ ok: true });
  expect((await loadDays(test.context.db)).notifications).toBe(500);
  expect(await test.context.db.auditEntry.findMany({ where: { action: 'retention.changed' } })).toMatchObject([
    {
      reason: 'Asked for by our lawyers',
      data: { approvalId: asked.ok && 'approvalId' in asked.value && asked.value.approvalId },
    },
  ]);
  await notify('younger now');
  await purgeKind(test.context, 'notifications');
  expect(await bodies()).toEqual(['younger now']);
});
