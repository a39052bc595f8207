import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestWorld } from '@/lib/testing/world';
import { openTestWorld } from '@/lib/testing/world';
import { adoptSubMerchant } from './adopt';
import { listFilters } from './filters';
import { listSubMerchants } from './list';
import { openRecord } from './record';

let world: TestWorld;
let known: { subMchid: string; record: Record<string, unknown> & { contact: { name: string } } };
beforeAll(async () => {
  // Nothing here is about a slow platform: a busy machine must not make one.
  world = await openTestWorld({ PLATFORM_TIMEOUT_MS: '10000' });
  const subMchid = '1900003001';
  const held = (await world.control(`sub-merchants/${subMchid}`)) as { record: typeof known.record };
  known = { subMchid, record: held.record };
});
afterAll(() => world.close());

const adopt = (subMchid: string, account = world.account) =>
  adoptSubMerchant(world.context, { account, staff: world.actor, subMchid });
const held = (subMchid: string) =>
  world.context.db.subMerchant.findUniqueOrThrow({
    where: { connectionId_subMchid: { connectionId: world.account.connection.id, subMchid } },
  });

describe('adopting', () => {
  it('of one that we do not know makes one row of eight at once, contact opened and sealed again (bug-database-01)', async () => {
    const results = await Promise.all(Array.from({ length: 8 }, () => adopt(known.subMchid)));
    for (const result of results) expect(result).toMatchObject({ ok: true, value: { notOpened: [] } });
    expect(results.filter((result) => result.ok && result.value.deed === 'created')).toHaveLength(1);
    const row = await held(known.subMchid);
    expect(row).toMatchObject({ source: 'reading', version: 1, h5StateHow: 'reading', name: known.record.name });
    expect(openRecord(row, world.context.vault).personal['contact.name']).toBe(known.record.contact.name);
    const entries = await world.context.db.auditEntry.findMany({
      where: { objectId: known.subMchid, action: 'sub-merchant.adopted' },
    });
    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries[0]?.data)).not.toContain(known.record.contact.name);
  });

  it('again changes nothing, and keeps what the answer does not echo', async () => {
    const before = await held(known.subMchid);
    const record = before.record as Record<string, unknown>;
    await world.context.db.subMerchant.update({
      where: { id: before.id },
      data: {
        record: { ...record, shortname: 'Old name', channel_id: '42', 'business.store_photos': ['a', 'b', 'c'] },
      },
    });
    const result = await adopt(known.subMchid);
    expect(result).toMatchObject({ ok: true, value: { deed: 'updated', changes: ['shortname'] } });
    const after = await held(known.subMchid);
    expect(after.version).toBe(before.version + 1);
    expect(after.record).toMatchObject({
      shortname: known.record.shortname,
      channel_id: '42',
      'business.store_photos': ['a', 'b', 'c'],
    });
    expect(await adopt(known.subMchid)).toMatchObject({ ok: true, value: { deed: 'unchanged', changes: [] } });
    expect((await held(known.subMchid)).version).toBe(after.version);
  });

  it('says why nothing was learned', async () => {
    expect(await adopt('1999999999')).toMatchObject({
      ok: false,
      refusal: { kind: 'conflict', rule: 'platform-refused', params: { code: 'NO_AUTH' } },
    });
    expect(await adopt('..')).toMatchObject({
      ok: false,
      refusal: { kind: 'invalid', issues: [{ path: 'sub_mchid' }] },
    });
    const { account } = world;
    const without = { ...account, connection: { ...account.connection, readsEnabled: false } };
    expect(await adopt(known.subMchid, without)).toMatchObject({
      ok: false,
      refusal: { kind: 'conflict', rule: 'reading-off' },
    });
    const unreachable = { ...account, connection: { ...account.connection, baseUrl: 'http://127.0.0.1:9' } };
    expect(await adopt(known.subMchid, unreachable)).toMatchObject({
      ok: false,
      refusal: { kind: 'conflict', rule: 'platform-answer-unknown' },
    });
    await world.control('fail-next', { operation: 'sub-merchant.read', mode: 'missign' });
    expect(await adopt(known.subMchid)).toMatchObject({
      ok: false,
      refusal: { rule: 'platform-answer-unknown', params: { cause: 'signature-wrong' } },
    });
  });

  it('keeps a state that the interface does not list in its own word (bug-responses-04)', async () => {
    const message = JSON.stringify({
      sub_mchid: known.subMchid,
      h5_payment: { h5_authorization_state: 'UNDER_APPEAL' },
    });
    await world.control('fail-next', { operation: 'sub-merchant.read', mode: 'status', status: 200, message });
    expect(await adopt(known.subMchid)).toMatchObject({ ok: true, value: { deed: 'updated' } });
    expect(await held(known.subMchid)).toMatchObject({ h5State: 'UNDER_APPEAL', h5StateHow: 'reading' });
    const list = await listSubMerchants(world.context.db, world.account.connection.id, listFilters.parse({}));
    expect(list.rows.map(({ h5State }) => h5State)).toContain('UNDER_APPEAL');
  });

  it('takes nothing over while a request is open', async () => {
    const { db } = world.context;
    const connectionId = world.account.connection.id;
    const request = await db.platformRequest.create({
      data: {
        connectionId,
        operation: 'sub-merchant.modify',
        objectKind: 'sub-merchant',
        objectId: known.subMchid,
        objectName: '',
        idempotencyKey: 'k1',
        intent: 'i1',
        method: 'PATCH',
        path: '/',
        bytesSha256: '',
        inputSha256: '',
        bytesSize: 0,
        maskedBody: {},
        changes: [],
        outcome: 'unknown',
        reference: 'REF1',
        staffId: world.actor.id,
      },
    });
    await db.objectLock.create({
      data: { connectionId, objectKind: 'sub-merchant', objectId: known.subMchid, requestId: request.id },
    });
    expect(await adopt(known.subMchid)).toMatchObject({
      ok: false,
      refusal: { rule: 'locked-by-open-request', params: { reference: 'REF1' } },
    });
  });
});
