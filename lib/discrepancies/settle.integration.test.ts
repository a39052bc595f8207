// Differences between what is held and what was told, from the message to the settlement.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEvent } from '@/lib/audit/events';
import { getNotification } from '@/lib/notifications/queries';
import { createSubMerchant } from '@/lib/sub-merchants/create';
import type { ReceiverWorld } from '@/lib/testing/platform-sender';
import { envelopeOf, openReceiverWorld, record } from '@/lib/testing/platform-sender';
import { holdSubMerchant } from '@/lib/testing/world';
import { countOpenDiscrepancies, listDiscrepancies } from './list';
import type { Deed } from './settle';
import { settleDiscrepancy } from './settle';

let world: ReceiverWorld;
beforeAll(async () => {
  world = await openReceiverWorld();
});
afterAll(() => world.close());

const ours = '1900003001';
const theirs = '1900003002';
const person: Parameters<typeof settleDiscrepancy>[1] = {
  actor: { kind: 'staff', id: crypto.randomUUID(), name: 'One', roles: ['operator'], ip: null },
  timeZone: 'Asia/Hong_Kong',
};
const other = { ...person, actor: { ...person.actor, id: crypto.randomUUID(), name: 'Two' } };

beforeEach(async () => {
  world.setClock(null);
  const { db } = world.context;
  await db.discrepancy.deleteMany();
  await db.notification.deleteMany();
  await db.submission.deleteMany();
  await db.application.deleteMany();
  await db.subMerchant.deleteMany();
  await holdSubMerchant(world.context, world.connectionId, ours, undefined, { h5State: 'UNKNOWN' });
  await db.subMerchant.updateMany({ data: { h5StateHow: 'none' } });
});

const deliver = async (content: unknown, options: Parameters<typeof envelopeOf>[1] = {}) => {
  const answer = await world.post(world.platform.signed(envelopeOf(content, options)));
  expect(answer.status).toBe(200);
};
const listed = async (tab?: 'open' | 'accepted' | 'settled', q?: string) =>
  listDiscrepancies(world.context, world.connectionId, { ...(tab && { tab }), ...(q && { q }) }, world.context.now());
async function onlyOpen() {
  const { rows } = await listed();
  const [row, ...more] = rows;
  if (!row) throw new Error('no discrepancy is open');
  expect(more).toEqual([]);
  return row;
}
const settle = (id: string, deed: Deed, who = person) =>
  settleDiscrepancy(world.context, who, world.connectionId, id, deed);
async function takeShown(who = person) {
  const { id, taking } = await onlyOpen();
  if (taking?.kind !== 'can') throw new Error('theirs cannot be taken');
  return settle(id, { resolution: 'theirs', shown: taking.changes }, who);
}
const application = () => world.context.db.application.findFirstOrThrow();
const subMerchant = (subMchid: string) =>
  world.context.db.subMerchant.findUniqueOrThrow({
    where: { connectionId_subMchid: { connectionId: world.connectionId, subMchid } },
  });
async function settlements() {
  const entries = await world.context.db.auditEntry.findMany({
    where: { action: 'discrepancy.settled' },
    orderBy: { id: 'asc' },
  });
  return entries.map(({ action, data, objectKind, objectId, reason, actorName }) => ({
    object: `${objectKind} ${objectId}`,
    reason,
    actorName,
    event: auditEvent.parse({ action, ...(data as object) }),
  }));
}
async function settledSince(before: number) {
  return (await settlements()).slice(before);
}

const t1 = '2026-03-07T10:00:00+08:00';
const t2 = '2026-03-08T10:00:00+08:00';
const t3 = '2026-03-09T10:00:00+08:00';
/** The platform tells other domains for an application that we know. */
async function otherDomains() {
  await deliver(record({ applyment_state: 'UNDER_REVIEW' }), { createTime: t1 });
  await deliver(record({ domains: ['other.example'] }), { createTime: t2 });
}

describe('taking theirs', () => {
  it('applies all that was told, in one deed with its entry, and the notification is applied', async () => {
    await otherDomains();
    const before = (await settlements()).length;
    const { taking, differences, told, ours: heldFor } = await onlyOpen();
    expect(differences).toEqual([{ path: 'domains', ours: 'shop.example', theirs: 'other.example' }]);
    expect(told).toEqual({ subMchid: ours, name: 'Harbour Kite Books Limited' });
    expect(heldFor).toBeNull();
    expect(taking).toEqual({
      kind: 'can',
      changes: [
        { path: 'domains', kind: 'changed', from: 'shop.example', to: 'other.example' },
        { path: 'applyment_state', kind: 'changed', from: 'UNDER_REVIEW', to: 'APPROVED' },
        { path: 'h5_authorization_state', kind: 'changed', from: 'UNDER_REVIEW', to: 'APPROVED' },
        { path: 'h5_domains', kind: 'added', from: null, to: 'other.example' },
        { path: 'transaction_limit_type', kind: 'added', from: null, to: 'NORMAL_LIMIT' },
      ],
    });
    const { version } = await subMerchant(ours);
    expect(await takeShown()).toMatchObject({ ok: true, value: { resolution: 'theirs', isNew: true } });
    expect(await application()).toMatchObject({
      state: 'APPROVED',
      domains: ['other.example'],
      stateAsOf: new Date(t2),
    });
    expect(await subMerchant(ours)).toMatchObject({
      h5State: 'APPROVED',
      h5StateHow: 'inferred',
      domains: ['other.example'],
      limitGrade: 'NORMAL_LIMIT',
      version: version + 1,
    });
    const notification = await world.context.db.notification.findFirstOrThrow({ orderBy: { firstReceivedAt: 'desc' } });
    expect(notification).toMatchObject({ state: 'applied', cause: null });
    expect(notification.effects).toHaveLength(5);
    expect(await settledSince(before)).toMatchObject([
      { object: `sub-merchant ${ours}`, actorName: 'One', event: { resolution: 'theirs', changes: { length: 5 } } },
    ]);
    expect((await listed()).counts).toMatchObject({ open: { count: 0 }, settled: { count: 1 } });
  });

  it('moves an application to the other sub-merchant, and both records tell of it', async () => {
    await holdSubMerchant(world.context, world.connectionId, theirs, undefined, { h5State: 'UNKNOWN' });
    await world.context.db.subMerchant.updateMany({ where: { subMchid: theirs }, data: { h5StateHow: 'none' } });
    await deliver(record(), { createTime: t1 });
    await deliver(record({ sub_mchid: theirs }), { createTime: t2 });
    const before = (await settlements()).length;
    expect(await onlyOpen()).toMatchObject({ told: { subMchid: theirs }, ours: { subMchid: ours } });
    expect(await countOpenDiscrepancies(world.context.db, world.connectionId, new Date(), ours)).toMatchObject({
      count: 1,
    });
    expect(await countOpenDiscrepancies(world.context.db, world.connectionId, new Date(), theirs)).toMatchObject({
      count: 1,
    });
    const kept = await subMerchant(ours);
    expect(await takeShown()).toMatchObject({ ok: true });
    expect(await application()).toMatchObject({ subMchid: theirs, stateAsOf: new Date(t2) });
    expect(await subMerchant(theirs)).toMatchObject({ h5State: 'APPROVED', domains: ['shop.example'] });
    // What was concluded for the other one stays until somebody tells otherwise.
    expect(await subMerchant(ours)).toEqual(kept);
    const moved = { path: 'sub_mchid', kind: 'changed', from: ours, to: theirs };
    const told = await settledSince(before);
    expect(told.map(({ object }) => object)).toEqual([`sub-merchant ${ours}`, `sub-merchant ${theirs}`]);
    for (const { event } of told) expect('changes' in event && event.changes[0]).toEqual(moved);
  });

  it('is refused once the application has moved on to something newer, and nothing is applied', async () => {
    await otherDomains();
    const { id, taking } = await onlyOpen();
    if (taking?.kind !== 'can') throw new Error('theirs cannot be taken');
    await deliver(record({ applyment_state: 'REJECTED' }), { createTime: t3 });
    const before = { application: await application(), subMerchant: await subMerchant(ours) };
    expect(await settle(id, { resolution: 'theirs', shown: taking.changes })).toMatchObject({
      ok: false,
      refusal: { kind: 'conflict', rule: 'application-moved-on' },
    });
    expect({ application: await application(), subMerchant: await subMerchant(ours) }).toEqual(before);
    expect((await onlyOpen()).taking).toEqual({ kind: 'cannot', rule: 'application-moved-on' });
  });

  it('is refused when it would do something else than was shown', async () => {
    await otherDomains();
    const { id } = await onlyOpen();
    expect(await settle(id, { resolution: 'theirs', shown: [] })).toMatchObject({
      ok: false,
      refusal: { kind: 'conflict', rule: 'discrepancy-moved' },
    });
    expect(await application()).toMatchObject({ state: 'UNDER_REVIEW' });
  });

  it('of a tie takes the other record of that moment, and makes no less of an approval', async () => {
    await deliver(record(), { createTime: t1 });
    await deliver(record({ applyment_state: 'REJECTED' }), { createTime: t1 });
    expect(await takeShown()).toMatchObject({ ok: true });
    expect(await application()).toMatchObject({ state: 'REJECTED' });
    expect(await subMerchant(ours)).toMatchObject({ h5State: 'APPROVED' });
  });

  it('of another content under a known id leaves the notification as it was handled', async () => {
    await deliver(record({ applyment_state: 'UNDER_REVIEW' }), { id: 'one', createTime: t1 });
    await deliver(record({ applyment_state: 'REJECTED' }), { id: 'one', createTime: t1 });
    expect(await takeShown()).toMatchObject({ ok: true });
    expect(await application()).toMatchObject({ state: 'REJECTED' });
    const notification = await world.context.db.notification.findFirstOrThrow();
    expect(notification).toMatchObject({ state: 'applied' });
    expect(notification.effects).toMatchObject([
      { path: 'applyment_state', from: null },
      { path: 'h5_authorization_state' },
    ]);
  });

  it('of another content under the id of a message that nobody knew leaves that as it was, and its page says so', async () => {
    await deliver({ a: 1 }, { id: 'one', createTime: t1, eventType: 'SAMPLE.UNKNOWN' });
    await deliver(record(), { id: 'one', createTime: t1 });
    const { cause } = await onlyOpen();
    expect(cause).toBe('same-id-other-content');
    expect(await takeShown()).toMatchObject({ ok: true });
    expect(await application()).toMatchObject({ state: 'APPROVED' });
    const { id } = await world.context.db.notification.findFirstOrThrow();
    expect(await getNotification(world.context, world.account, id)).toMatchObject({
      state: 'unknown-type',
      discrepanciesOpen: 0,
      taken: [{ by: 'One', at: expect.any(String), delivery: 2 }],
    });
  });

  it('of what no longer reads as an application cannot be done', async () => {
    await deliver(record(), { id: 'one', createTime: t1 });
    await deliver({ a: 1 }, { id: 'one', createTime: t1 });
    expect((await onlyOpen()).taking).toEqual({ kind: 'cannot', rule: 'nothing-to-take' });
  });

  it('of one that nobody holds moves the application, and the record takes it over when it joins', async () => {
    await deliver(record(), { createTime: t1 });
    await deliver(record({ sub_mchid: theirs }), { createTime: t2 });
    expect(await takeShown()).toMatchObject({ ok: true });
    expect(await application()).toMatchObject({ subMchid: theirs });
    await createSubMerchant(world.context, {
      connection: world.account.connection,
      staff: person.actor,
      subMchid: theirs,
      values: { name: 'Joined' },
    });
    expect(await subMerchant(theirs)).toMatchObject({ h5State: 'APPROVED', domains: ['shop.example'] });
  });
});

describe('once', () => {
  it('a double click and two people at once are one settlement', async () => {
    await otherDomains();
    const before = (await settlements()).length;
    const { id, taking } = await onlyOpen();
    if (taking?.kind !== 'can') throw new Error('theirs cannot be taken');
    const deed: Deed = { resolution: 'theirs', shown: taking.changes };
    const answers = await Promise.all([
      settle(id, deed),
      settle(id, deed),
      settle(id, { resolution: 'ours', reason: 'ours is right' }, other),
      settle(id, deed, other),
    ]);
    const fresh = answers.filter((answer) => answer.ok && answer.value.isNew);
    expect(fresh).toHaveLength(1);
    expect(await settledSince(before)).toHaveLength(1);
    const late = answers.filter((answer) => !answer.ok);
    expect(late.length).toBeGreaterThanOrEqual(2);
    for (const answer of late)
      expect(answer).toMatchObject({ refusal: { kind: 'conflict', rule: 'discrepancy-settled' } });
  });
});

describe('keeping ours', () => {
  it('closes it with a reason and applies nothing', async () => {
    await otherDomains();
    const before = (await settlements()).length;
    const { id } = await onlyOpen();
    const held = await application();
    for (const reason of ['', '   '])
      expect(await settle(id, { resolution: 'ours', reason })).toMatchObject({
        ok: false,
        refusal: { kind: 'invalid', issues: [{ path: 'reason', rule: 'required' }] },
      });
    expect(await settle(id, { resolution: 'ours', reason: ' They sent an old list ' })).toMatchObject({ ok: true });
    expect(await application()).toEqual(held);
    const { rows } = await listed('settled');
    expect(rows).toMatchObject([
      { resolution: 'ours', reason: 'They sent an old list', resolvedBy: 'One', taking: null },
    ]);
    expect(await settledSince(before)).toMatchObject([
      { reason: 'They sent an old list', event: { resolution: 'ours', changes: [] } },
    ]);
  });
});

describe('accepting the difference', () => {
  it('rests until the end of that day in the person’s zone, then it is open again', async () => {
    await otherDomains();
    const { id } = await onlyOpen();
    const now = new Date('2026-12-01T20:00:00Z');
    world.setClock(now);
    const accept = (until: string) => settle(id, { resolution: 'accepted', reason: 'They know', until });
    // 20:00 in UTC is the second of December in Hong Kong.
    expect(await accept('2026-12-02')).toMatchObject({
      refusal: { issues: [{ path: 'until', rule: 'day-not-ahead' }] },
    });
    expect(await accept('2026-13-02')).toMatchObject({ refusal: { issues: [{ rule: 'not-a-date' }] } });
    expect(await accept('2028-01-01')).toMatchObject({ refusal: { issues: [{ rule: 'day-too-far' }] } });
    expect(await accept('2026-12-03')).toMatchObject({ ok: true, value: { isNew: true } });
    expect(await accept('2026-12-03')).toMatchObject({ ok: true, value: { isNew: false } });
    expect((await listed()).counts).toMatchObject({ open: { count: 0 }, accepted: { count: 1 } });
    expect((await listed('accepted')).rows).toMatchObject([{ id, acceptedUntil: '2026-12-03T16:00:00.000Z' }]);
    world.setClock(new Date('2026-12-03T15:59:59Z'));
    expect((await listed()).counts.open.count).toBe(0);
    world.setClock(new Date('2026-12-03T16:00:00Z'));
    expect(await onlyOpen()).toMatchObject({ id, resolution: 'accepted', reason: 'They know' });
    expect(await countOpenDiscrepancies(world.context.db, world.connectionId, world.context.now())).toMatchObject({
      count: 1,
    });
    // Whoever thinks again before may settle it too.
    world.setClock(now);
    expect(await settle(id, { resolution: 'ours', reason: 'Sure now' }, other)).toMatchObject({ ok: true });
    expect((await listed()).counts).toMatchObject({ accepted: { count: 0 }, settled: { count: 1 } });
  });
});

describe('the list', () => {
  it('pages a tab to its end both ways, and finds by whole ids', async () => {
    await deliver(record({ applyment_state: 'UNDER_REVIEW' }), { createTime: t1 });
    for (let number = 0; number < 30; number += 1)
      await deliver(record({ domains: [`d${number}.example`] }), { createTime: t2, id: `told ${number}` });
    const page = (cursor: string | null) =>
      listDiscrepancies(world.context, world.connectionId, { size: 25, ...(cursor !== null && { cursor }) });
    const first = await page(null);
    const second = await page(first.nextCursor);
    expect([...first.rows, ...second.rows].map(({ messageId }) => messageId)).toEqual(
      Array.from({ length: 30 }, (_, number) => `told ${number}`),
    );
    expect(second.nextCursor).toBeNull();
    expect((await page(second.previousCursor)).rows).toEqual(first.rows);
    expect((await listed('open', 'told 7')).rows.map(({ messageId }) => messageId)).toEqual(['told 7']);
    expect((await listed('open', '100000')).counts.open.count).toBe(30);
    expect((await listed('open', ours)).counts.open.count).toBe(30);
    expect((await listed('open', theirs)).counts.open.count).toBe(0);
  });
});
