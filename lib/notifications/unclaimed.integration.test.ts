// Sub-merchants that notifications name and nobody here holds: seen once each, and never lost.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSubMerchant } from '@/lib/sub-merchants/create';
import type { ReceiverWorld } from '@/lib/testing/platform-sender';
import { envelopeOf, openReceiverWorld, record } from '@/lib/testing/platform-sender';
import { countUnclaimed, isUnclaimedHere, listUnclaimed } from './unclaimed';

let world: ReceiverWorld;
beforeAll(async () => {
  world = await openReceiverWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setClock(null);
  const { db } = world.context;
  await db.discrepancy.deleteMany();
  await db.notification.deleteMany();
  await db.submission.deleteMany();
  await db.application.deleteMany();
  await db.subMerchant.deleteMany();
});

async function tell(subMchid: string, applymentId: number, more: { state?: string; createTime?: string } = {}) {
  const { state = 'APPROVED', createTime = '2026-03-07T10:00:00+08:00' } = more;
  const told = record({ sub_mchid: subMchid, applyment_id: applymentId, applyment_state: state });
  const answer = await world.post(world.platform.signed(envelopeOf(told, { createTime })));
  expect(answer.status).toBe(200);
}
const list = (address: Parameters<typeof listUnclaimed>[2] = {}) =>
  listUnclaimed(world.context.db, world.connectionId, address);
const count = () => countUnclaimed(world.context.db, world.connectionId);

describe('unclaimed sub-merchants', () => {
  it('stand once each, whoever was named last first, with their newest application', async () => {
    await tell('1900008001', 1, { state: 'UNDER_REVIEW' });
    await tell('1900008002', 2);
    await tell('1900008001', 1, { createTime: '2026-03-08T10:00:00+08:00' });
    expect((await list()).rows).toMatchObject([
      { subMchid: '1900008001', notifications: 2, application: { applymentId: '1', state: 'APPROVED' } },
      { subMchid: '1900008002', notifications: 1, application: { applymentId: '2', state: 'APPROVED' } },
    ]);
    expect(await count()).toEqual({ count: 2, more: false });
  });

  it('stand there too when all that names them waits for a person', async () => {
    await tell('1900008001', 1);
    await tell('1900008003', 1, { createTime: '2026-03-08T10:00:00+08:00' });
    expect((await list()).rows).toMatchObject([
      { subMchid: '1900008003', application: null },
      { subMchid: '1900008001' },
    ]);
  });

  it('page to the end and back', async () => {
    for (let n = 1; n <= 30; n += 1) await tell(`19000081${String(n).padStart(2, '0')}`, n);
    const first = await list({ size: 25 });
    const second = await list({ size: 25, cursor: first.nextCursor ?? '' });
    expect([first.rows.length, second.rows.length, second.nextCursor]).toEqual([25, 5, null]);
    expect(new Set([...first.rows, ...second.rows].map(({ subMchid }) => subMchid)).size).toBe(30);
    const back = await list({ size: 25, cursor: second.previousCursor ?? '' });
    expect(back.rows).toEqual(first.rows);
  });

  it('are gone once they join, and are known by their whole id until then', async () => {
    await tell('1900008001', 1);
    const isNamed = (id: string) => isUnclaimedHere(world.context.db, world.connectionId, id);
    expect([await isNamed('1900008001'), await isNamed('190000800')]).toEqual([true, false]);
    const staff = { kind: 'staff', id: crypto.randomUUID(), name: 'One', roles: ['operator'], ip: null } as const;
    await createSubMerchant(world.context, {
      connection: world.account.connection,
      staff: { ...staff, roles: [...staff.roles] },
      subMchid: '1900008001',
      values: { name: 'One' },
    });
    expect([await isNamed('1900008001'), (await list()).rows, (await count()).count]).toEqual([false, [], 0]);
  });
});
