// A sub-merchant that notifications named before anybody held it, and the three ways in by which it joins.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEvent } from '@/lib/audit/events';
import { forgetTold, serveReceiver } from '@/lib/testing/platform-sender';
import type { TestWorld } from '@/lib/testing/world';
import { openTestWorld } from '@/lib/testing/world';
import { adoptSubMerchant } from './adopt';
import { createSubMerchant } from './create';
import { applyImport, checkImport } from './import';

let world: TestWorld;
let served: Awaited<ReturnType<typeof serveReceiver>>;

beforeAll(async () => {
  world = await openTestWorld();
  served = await serveReceiver(world.context);
  await world.control('notify-url', { url: `${served.url}/api/notifications/practice` });
  await world.control('notifications/probes', { every: 0 });
});
afterAll(async () => {
  await served.close();
  await world.close();
});
beforeEach(async () => {
  await forgetTold(world.context);
});

type Told = {
  sub_mchid: string;
  applyment_id?: number;
  state?: string;
  create_time?: string;
  kind?: string;
  overrides?: object;
};

/** The platform tells, and what it told is committed. */
async function tell(...told: Told[]) {
  for (const one of told) await world.control('notifications', one);
  await world.deliverDue();
  expect(await world.context.db.notification.count({ where: { state: 'applied' } })).toBe(told.length);
}

const connection = () => world.account.connection;
const byHand = (subMchid: string) =>
  createSubMerchant(world.context, { connection: connection(), staff: world.actor, subMchid, values: { name: 'One' } });
async function byImport(text: string) {
  const owned = { connection: connection(), staff: world.actor };
  const checked = await checkImport(world.context, { ...owned, fileName: 'a.csv', bytes: Buffer.from(text) });
  if (!checked.ok) throw new Error(JSON.stringify(checked.refusal));
  const applied = await applyImport(world.context, owned, checked.value.id);
  if (!applied.ok) throw new Error(JSON.stringify(applied.refusal));
  return applied.value;
}
const held = (subMchid: string) =>
  world.context.db.subMerchant.findUniqueOrThrow({
    where: { connectionId_subMchid: { connectionId: connection().id, subMchid } },
  });
const unclaimed = () => world.context.db.notification.count({ where: { isUnclaimed: true } });
async function trailOf(subMchid: string) {
  const entries = await world.context.db.auditEntry.findMany({
    where: { objectKind: 'sub-merchant', objectId: subMchid },
    orderBy: { id: 'asc' },
  });
  return entries.map(({ action, data }) => auditEvent.parse({ action, ...(data as object) }));
}

const approved = (subMchid: string, more: Partial<Told> = {}): Told => ({
  sub_mchid: subMchid,
  applyment_id: 700,
  create_time: '2026-03-07T10:00:00+08:00',
  overrides: { domains: ['shop.example'], transaction_limit_type: 'NORMAL_LIMIT' },
  ...more,
});

describe('by hand', () => {
  it('takes over state, domains and grade in the order of the facts, and tells so in the trail', async () => {
    await tell(
      {
        ...approved('1900007001', { create_time: '2026-03-09T10:00:00+08:00', applyment_id: 702 }),
        kind: 'domain-change',
        overrides: { domains: ['new.shop.example'] },
      },
      approved('1900007001'),
    );
    expect(await unclaimed()).toBe(2);
    expect(await byHand('1900007001')).toMatchObject({ ok: true });
    const [change, grant] = await world.context.db.notification.findMany({ orderBy: { createTime: 'desc' } });
    expect(await held('1900007001')).toMatchObject({
      h5State: 'APPROVED',
      h5StateHow: 'inferred',
      h5StateAsOf: new Date('2026-03-07T02:00:00Z'),
      h5StateSince: new Date('2026-03-07T02:00:00Z'),
      h5StateProof: grant?.id,
      domains: ['new.shop.example'],
      domainsHow: 'notification',
      domainsAsOf: change?.createTime,
      limitGrade: 'NORMAL_LIMIT',
      limitGradeHow: 'inferred',
      version: 1,
    });
    expect(await unclaimed()).toBe(0);
    expect(await trailOf('1900007001')).toMatchObject([
      { action: 'sub-merchant.created' },
      {
        action: 'sub-merchant.claimed',
        notifications: 2,
        applications: [
          { kind: 'authorization', applymentId: '700' },
          { kind: 'domain-change', applymentId: '702' },
        ],
        changes: [
          { path: 'h5_authorization_state', kind: 'added', from: null, to: 'APPROVED' },
          { path: 'h5_domains', kind: 'added', from: null, to: 'new.shop.example' },
          { path: 'transaction_limit_type', kind: 'added', from: null, to: 'NORMAL_LIMIT' },
        ],
      },
    ]);
  });

  it('of one that nobody named leaves no word of notifications', async () => {
    await tell(approved('1900007001'));
    await byHand('1900007002');
    expect((await trailOf('1900007002')).map(({ action }) => action)).toEqual(['sub-merchant.created']);
    expect(await unclaimed()).toBe(1);
  });

  it('and a notification at the same moment miss each other never', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 12; round += 1) {
      const subMchid = `19000072${String(round).padStart(2, '0')}`;
      await world.control('notifications', approved(subMchid, { applyment_id: 800 + round }));
      await Promise.all([world.deliverDue(), byHand(subMchid)]);
      expect(await held(subMchid)).toMatchObject({ h5State: 'APPROVED', domains: ['shop.example'] });
    }
    expect(await unclaimed()).toBe(0);
  });
});

describe('by import', () => {
  it('what the file says as of now stays, and what it does not say is taken from what was told', async () => {
    await tell(approved('1', { applyment_id: 1 }), approved('2', { applyment_id: 2 }));
    await byImport('sub_mchid,name,h5_authorization_state\n1,One,UNDER_PUNISHMENT\n2,Two,\n3,Three,');
    expect(await held('1')).toMatchObject({
      h5State: 'UNDER_PUNISHMENT',
      h5StateHow: 'import',
      limitGrade: 'NORMAL_LIMIT',
    });
    expect(await held('2')).toMatchObject({ h5State: 'APPROVED', h5StateHow: 'inferred', domains: ['shop.example'] });
    expect(await held('3')).toMatchObject({ h5State: 'UNKNOWN', h5StateHow: 'none' });
    expect((await trailOf('3')).map(({ action }) => action)).toEqual(['sub-merchant.imported']);
    expect(await unclaimed()).toBe(0);
  });

  it('of those that are held already takes nothing over again', async () => {
    await byHand('9');
    await tell(approved('9'));
    const before = await held('9');
    await byImport('sub_mchid,name\n9,Uno');
    expect((await trailOf('9')).map(({ action }) => action)).not.toContain('sub-merchant.claimed');
    expect(await held('9')).toMatchObject({ name: 'Uno', h5StateAsOf: before.h5StateAsOf });
  });

  it('takes thousands of rows that notifications named in seconds of work', { timeout: 120_000 }, async () => {
    const { db } = world.context;
    const connectionId = connection().id;
    await db.$executeRaw`
      INSERT INTO "Application" ("id", "connectionId", "kind", "applymentId", "subMchid", "applymentType", "state", "stateHow",
        "stateSince", "stateAsOf", "domains", "record", "recordSha256")
      SELECT gen_random_uuid(), ${connectionId}::uuid, 'authorization', i::text, (500000 + i)::text,
        'APPLY_FOR_PAYMENT_AUTHORITY', 'APPROVED', 'notification', now(), now(), ARRAY['shop.example'], '{}', '' FROM generate_series(0, 2999) AS i`;
    await db.$executeRaw`
      INSERT INTO "Notification" ("id", "connectionId", "notificationId", "state", "bodySha256", "bodySize", "serial", "subMchid",
        "isUnclaimed", "firstReceivedAt", "lastReceivedAt", "lastAnswer", "lastTookUs")
      SELECT gen_random_uuid(), ${connectionId}::uuid, i::text, 'applied', '', 0, '', (500000 + i)::text, TRUE, now(), now(), 200, 1
      FROM generate_series(0, 2999) AS i`;
    const before = process.cpuUsage();
    const rows = Array.from({ length: 3000 }, (_, index) => `${500_000 + index},Name`);
    await byImport(`sub_mchid,name\n${rows.join('\n')}`);
    // Processor time, because what else runs on the machine makes the clock mean nothing.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(15);
    expect(await db.subMerchant.count({ where: { h5State: 'APPROVED', domains: { has: 'shop.example' } } })).toBe(3000);
    expect(await db.auditEntry.count({ where: { action: 'sub-merchant.claimed' } })).toBeGreaterThanOrEqual(3000);
    expect(await unclaimed()).toBe(0);
  });
});

describe('by reading', () => {
  it('the state that was read now stays, domains and grade come from what was told', async () => {
    const subMchid = '1900003001';
    await tell(approved(subMchid));
    const read = await adoptSubMerchant(world.context, { account: world.account, staff: world.actor, subMchid });
    expect(read).toMatchObject({ ok: true, value: { deed: 'created' } });
    expect(await held(subMchid)).toMatchObject({
      h5StateHow: 'reading',
      domains: ['shop.example'],
      domainsHow: 'notification',
      limitGrade: 'NORMAL_LIMIT',
    });
    expect((await trailOf(subMchid)).map(({ action }) => action)).toEqual([
      'sub-merchant.adopted',
      'sub-merchant.claimed',
    ]);
    expect(await unclaimed()).toBe(0);
  });
});
