// How contracts come to be known here: by a file, by hand, by what staff saw, by a reading; and how they are found again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide } from '@/lib/approvals/decide';
import type { StaffActor } from '@/lib/approvals/deed';
import { perform } from '@/lib/approvals/perform';
import { keepEvidence } from '@/lib/evidence/evidence';
import { sendRequest } from '@/lib/requests/send';
import type { TestWorld } from '@/lib/testing/world';
import { holdContract, letOnePersonSend, newPerson, openTestWorld } from '@/lib/testing/world';
import { createContract } from './create';
import { applyContractImport, checkContractImport, discardContractImport, getContractImport } from './import';
import { countContracts, listContracts } from './list';
import { terminateContractOperation } from './operation';
import { readContract } from './read';
import { recordContract } from './record-deed';
import type { RecordContractInput } from './schema';

let world: TestWorld;
let connectionId: string;
let payments: StaffActor;

beforeAll(async () => {
  world = await openTestWorld({}, { hasCommon: true });
  connectionId = world.account.connection.id;
  payments = await newPerson(world.context, 'payments');
  await letOnePersonSend(world.context);
});
afterAll(() => world.close());

const owned = (slug = 'practice') => {
  const account = world.context.accountBySlug(slug);
  if (!account) throw new Error('no such connection');
  return { connection: account.connection, staff: payments };
};
const place = (contractId: string) => ({ connectionId_contractId: { connectionId, contractId } });
const held = (contractId: string) => world.context.db.contract.findUnique({ where: place(contractId) });

async function dryRun(rows: string[], slug?: string) {
  const bytes = Buffer.from(rows.join('\r\n'));
  const checked = await checkContractImport(world.context, { ...owned(slug), fileName: 'contracts.csv', bytes });
  if (!checked.ok) throw new Error(JSON.stringify(checked.refusal));
  const view = await getContractImport(world.context, owned(slug).connection.id, checked.value.id);
  if (!view) throw new Error('the dry run was not kept');
  return view;
}
const header = 'contract_id,sub_mchid,plan_id,signed_time,state';

describe('a file of contracts', () => {
  it('is looked at first, and then does what the look showed', async () => {
    await holdContract(world.context, connectionId, 'IMP-3', { planId: '1' });
    const view = await dryRun([
      header,
      'IMP-1,1900003001,12535,2026-03-02,SIGNED',
      'IMP-2,,12535,2026-03-02,SIGNED',
      'IMP-3,1900003001,12535,,',
      'IMP-4,1900003001,12535,2026-03-02,SIGNED',
      'IMP-4,1900003002,12535,2026-03-02,SIGNED',
      '9.00719925474099E+15,1900003001,12535,,',
    ]);
    expect(view.rows.map(({ deed }) => deed)).toEqual(['create', 'none', 'update', 'none', 'none', 'none']);
    expect(view.counts).toMatchObject({ create: 1, update: 1, errors: 4 });
    expect(view.rows[3]?.remarks[0]).toMatchObject({ rule: 'duplicate-in-file', params: { row: 6 } });
    expect(view.rows[5]?.remarks[0]).toMatchObject({ rule: 'looks-changed-by-a-spreadsheet' });
    expect(await held('IMP-1')).toBeNull();

    const applied = await applyContractImport(world.context, owned(), view.id);
    expect(applied).toMatchObject({ ok: true, value: { outcome: { created: 1, updated: 1 } } });
    expect(await held('IMP-1')).toMatchObject({
      state: 'SIGNED',
      stateHow: 'import',
      source: 'import',
      planId: '12535',
    });
    expect(await held('IMP-3')).toMatchObject({ planId: '12535', version: 2 });
    // Once more is once.
    await applyContractImport(world.context, owned(), view.id);
    expect(await held('IMP-3')).toMatchObject({ version: 2 });
    const { db } = world.context;
    expect(await db.auditEntry.count({ where: { objectId: view.id, action: 'import.applied' } })).toBe(1);
    expect(await discardContractImport(world.context, owned(), view.id)).toMatchObject({ ok: false });
  });

  it('leaves out a row whose contract changed since the look', async () => {
    await holdContract(world.context, connectionId, 'MOVED-1', { planId: '1' });
    const view = await dryRun([header, 'MOVED-1,1900003001,12535,,']);
    await world.context.db.contract.update({ where: place('MOVED-1'), data: { planId: '2', version: 2 } });
    expect(await applyContractImport(world.context, owned(), view.id)).toMatchObject({
      ok: true,
      value: { outcome: { updated: 0, refused: 1 } },
    });
    expect(await held('MOVED-1')).toMatchObject({ planId: '2' });
  });

  it('never makes an ended contract signed again', async () => {
    await holdContract(world.context, connectionId, 'ENDED-1', { state: 'TERMINATED', endedBy: 'payer' });
    const view = await dryRun([header, 'ENDED-1,1900003001,12535,,SIGNED']);
    expect(view.rows[0]).toMatchObject({ verdict: 'error', remarks: [{ rule: 'ended-already' }] });
  });

  it('of the other kind or of another connection is none that can be applied', async () => {
    const view = await dryRun([header, 'KIND-1,1900003001,12535,,']);
    const { db } = world.context;
    expect(await getContractImport(world.context, owned('practice-common').connection.id, view.id)).toBeNull();
    await db.importFile.update({ where: { id: view.id }, data: { kind: 'sub-merchant' } });
    expect(await applyContractImport(world.context, owned(), view.id)).toMatchObject({
      refusal: { kind: 'not-found' },
    });
    expect(await held('KIND-1')).toBeNull();
  });

  it('in common mode has an appid and no sub-merchant', async () => {
    const view = await dryRun(['contract_id,sub_mchid', 'COMMON-1,1900003001', 'COMMON-2,'], 'practice-common');
    expect(view.rows.map(({ deed }) => deed)).toEqual(['none', 'create']);
  });

  it('that cannot be read for certain is refused as a whole', async () => {
    const bytes = Buffer.from('sub_mchid\r\n1900003001');
    const nothing = await checkContractImport(world.context, { ...owned(), fileName: 'x.csv', bytes: Buffer.from('') });
    expect(nothing).toMatchObject({ ok: false, refusal: { kind: 'invalid', issues: [{ path: 'file' }] } });
    const checked = await checkContractImport(world.context, { ...owned(), fileName: 'x.csv', bytes });
    expect(checked).toMatchObject({ ok: false, refusal: { kind: 'invalid', issues: [{ path: 'file' }] } });
  });
});

describe('one contract by hand', () => {
  const add = (typed: Record<string, string>) => createContract(world.context, { ...owned(), typed });

  it('is known from staff alone, once', async () => {
    expect(await add({ contract_id: ' HAND-1 ', sub_mchid: '1900003001' })).toMatchObject({ ok: true });
    expect(await held('HAND-1')).toMatchObject({ state: 'SIGNED', stateHow: 'staff', source: 'by-hand' });
    expect(await add({ contract_id: 'HAND-1', sub_mchid: '1900003001' })).toMatchObject({
      refusal: { kind: 'conflict', rule: 'contract-exists' },
    });
    expect(await add({ contract_id: 'HAND-2' })).toMatchObject({
      refusal: { kind: 'invalid', issues: [{ path: 'sub_mchid', rule: 'required' }] },
    });
  });

  it('two who add the same at once: one of them is told', async () => {
    const both = await Promise.all([1, 2].map(() => add({ contract_id: 'HAND-3', sub_mchid: '1900003001' })));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describe('what staff saw of a contract', () => {
  const seen = (change: Partial<RecordContractInput> = {}): RecordContractInput => ({
    state: 'TERMINATED',
    endedBy: 'payer',
    seenWhere: 'backend',
    seenWhereText: '',
    seenAt: `${world.context.now().toISOString().slice(0, 16)}:00Z`,
    ...change,
  });
  async function ask(contractId: string, input: RecordContractInput) {
    const { context, account } = world;
    const kept = await keepEvidence(context, {
      connectionId,
      actor: payments,
      fileName: 'shown.png',
      bytes: Buffer.from('what the platform showed'),
    });
    if (!kept.ok) throw new Error(JSON.stringify(kept.refusal));
    return perform(context, recordContract, {
      account,
      actor: payments,
      objectId: contractId,
      input,
      intent: crypto.randomUUID(),
      reason: 'Seen on the platform’s page',
      evidence: [kept.value.id],
    });
  }

  it('waits for a second person, then ends it; an ending stands', async () => {
    await holdContract(world.context, connectionId, 'SEEN-1', {
      notFoundAt: world.context.now(),
      notFoundHow: 'charge',
    });
    const asked = await ask('SEEN-1', seen());
    if (!asked.ok || asked.value.kind !== 'asked') throw new Error(JSON.stringify(asked));
    expect(await held('SEEN-1')).toMatchObject({ state: 'SIGNED' });
    const checker = await newPerson(world.context, 'checker');
    const approval = await world.context.db.approval.findUniqueOrThrow({ where: { id: asked.value.approvalId } });
    const decided = await decide(world.context, checker, connectionId, {
      approvalId: approval.id,
      verdict: 'approve',
      remark: '',
      seal: approval.seal,
    });
    expect(decided).toMatchObject({ ok: true });
    expect(await held('SEEN-1')).toMatchObject({
      state: 'TERMINATED',
      stateHow: 'staff',
      endedBy: 'payer',
      stateProof: approval.id,
      notFoundAt: null,
    });
    expect(await ask('SEEN-1', seen({ state: 'SIGNED' }))).toMatchObject({ refusal: { rule: 'contract-ended' } });
  });

  it('says where it was seen, and not in the future', async () => {
    await holdContract(world.context, connectionId, 'SEEN-2');
    const later = new Date(world.context.now().getTime() + 3_600_000).toISOString();
    const asked = await ask('SEEN-2', seen({ seenWhere: 'other', seenAt: later }));
    expect(asked).toMatchObject({ refusal: { kind: 'invalid' } });
  });
});

describe('a reading of a contract', () => {
  it('takes over what the platform tells; nothing of who pays', async () => {
    const made = (await world.control('contracts', { sub_mchid: '1900003001' })) as { contract_ids: string[] };
    const [id = ''] = made.contract_ids;
    await holdContract(world.context, connectionId, id);
    await world.control(`contracts/${id}`, { by: 'payer', notify: false });
    expect(await readContract(world.context, world.account, payments, id)).toMatchObject({ ok: true });
    const now = await held(id);
    expect(now).toMatchObject({ state: 'TERMINATED', stateHow: 'reading', endedBy: 'payer' });
    expect(JSON.stringify(now)).not.toMatch(/Sample payer|openid/i);
  });

  it('is not made where reading is off, in common mode, or of what nobody holds', async () => {
    const off = { ...world.account, connection: { ...world.account.connection, readsEnabled: false } };
    await holdContract(world.context, connectionId, 'READ-1');
    expect(await readContract(world.context, off, payments, 'READ-1')).toMatchObject({ ok: false });
    const common = world.context.accountBySlug('practice-common');
    if (!common) throw new Error('no such connection');
    expect(await readContract(world.context, common, payments, 'READ-1')).toMatchObject({
      refusal: { rule: 'institutional-only' },
    });
    expect(await readContract(world.context, world.account, payments, 'READ-2')).toMatchObject({
      refusal: { kind: 'not-found' },
    });
  });
});

describe('the register', () => {
  it('cuts by where a contract stands, each in one part, and finds one by the end of its number', async () => {
    const subMchid = '1900003999';
    const of = (contractId: string, more = {}) =>
      holdContract(world.context, connectionId, contractId, { subMchid, ...more });
    const at = world.context.now();
    await of('LIST-SIGNED');
    await of('LIST-NOT-FOUND', { notFoundAt: at, notFoundHow: 'charge' });
    await of('LIST-ENDED', { state: 'TERMINATED', endedBy: 'payer', endedAt: at });
    await of('LIST-INFERRED', { state: 'TERMINATED', stateHow: 'inferred', endedBy: 'us', endedAt: at });
    await of('LIST-UNKNOWN');
    await world.failNext({ operation: 'contract.terminate', contract_id: 'LIST-UNKNOWN', mode: 'cut-after' });
    await sendRequest(world.context, terminateContractOperation, {
      account: world.account,
      actor: payments,
      objectId: 'LIST-UNKNOWN',
      input: { baseVersion: 1, values: { termination_note: 'Test.', sub_appid: '' }, isNoteChecked: false },
      intent: crypto.randomUUID(),
    });
    const { db } = world.context;
    const counts = await countContracts(db, connectionId, { sub_mchid: subMchid });
    expect(counts.all.count).toBe(5);
    for (const [standing, contractId] of [
      ['signed', 'LIST-SIGNED'],
      ['not-found', 'LIST-NOT-FOUND'],
      ['terminated', 'LIST-ENDED'],
      ['inferred', 'LIST-INFERRED'],
      ['unknown', 'LIST-UNKNOWN'],
    ] as const) {
      const { rows } = await listContracts(db, connectionId, { standing, sub_mchid: subMchid }, at);
      expect(
        rows.map((row) => row.contractId),
        standing,
      ).toEqual([contractId]);
      expect(counts[standing].count, standing).toBe(1);
    }
    const { rows } = await listContracts(db, connectionId, { q: 'T-SIGNED' }, at);
    expect(rows.map((row) => row.contractId)).toEqual(['LIST-SIGNED']);
    expect((await listContracts(db, connectionId, { q: 'LIST_SIGNED' }, at)).rows).toEqual([]);
  });

  it('turns its pages without losing one or showing one twice', async () => {
    const subMchid = '1900003998';
    for (let n = 0; n < 60; n += 1)
      await holdContract(world.context, connectionId, `PAGE-${String(n).padStart(2, '0')}`, { subMchid });
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listContracts(
        world.context.db,
        connectionId,
        { sub_mchid: subMchid, size: 25, sort: 'signed', ...(cursor !== undefined && { cursor }) },
        world.context.now(),
      );
      found.push(...page.rows.map(({ contractId }) => contractId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(found).toHaveLength(60);
    expect(new Set(found).size).toBe(60);
  });
});
