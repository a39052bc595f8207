// What is done about a penalty: written by one person, its contacts sealed, closed when two people record that it was lifted.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { decide } from '@/lib/approvals/decide';
import type { StaffActor } from '@/lib/approvals/deed';
import { perform } from '@/lib/approvals/perform';
import { keepEvidence } from '@/lib/evidence/evidence';
import { recordH5State } from '@/lib/sub-merchants/h5-deed';
import type { TestWorld } from '@/lib/testing/world';
import { holdSubMerchant, newPerson, openTestWorld } from '@/lib/testing/world';
import { hasPenalties, listPenalties, openContacts, writePenalty } from './penalty';

const subMchid = '1900003009';
let test: TestWorld;
let connectionId: string;
let operator: StaffActor;
let checker: StaffActor;

beforeAll(async () => {
  test = await openTestWorld();
  connectionId = test.account.connection.id;
  operator = await newPerson(test.context, 'operator');
  checker = await newPerson(test.context, 'checker');
});
afterAll(() => test.close());
beforeEach(async () => {
  const { db } = test.context;
  await db.penaltyNote.deleteMany();
  await db.penaltyCase.deleteMany();
  await db.subMerchant.deleteMany();
  await holdSubMerchant(test.context, connectionId, subMchid, undefined, { h5State: 'UNDER_PUNISHMENT' });
});

const contacts = 'Sample Person of the platform, +852 0000 0000';
const write = (change: object = {}) =>
  writePenalty(test.context, connectionId, operator, {
    subMchid,
    version: null,
    platformWords: 'Sales are suspended until the page names its owner.',
    contacts,
    promisedOn: '2026-12-24',
    note: 'They asked for the certificate.',
    ...change,
  });
const cases = () => listPenalties(test.context.db, connectionId, subMchid);

it('opens with the first word and keeps contacts sealed, which are shown with a reason that the trail keeps', async () => {
  expect(await hasPenalties(test.context.db, connectionId, subMchid)).toBe(false);
  expect(await write()).toEqual({ ok: true, value: null });
  const [held] = await cases();
  expect(held).toMatchObject({ isOpen: true, hasContacts: true, promisedOn: '2026-12-24', closedAt: null });
  expect(held?.log).toMatchObject([{ text: 'They asked for the certificate.', by: operator.name }]);
  expect(
    JSON.stringify(await test.context.db.auditEntry.findMany(), (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  ).not.toContain('Sample Person');
  const row = await test.context.db.penaltyCase.findFirstOrThrow();
  expect(Buffer.from(row.contacts ?? []).includes('Sample Person')).toBe(false);
  expect(await openContacts(test.context, connectionId, row.id)).toMatchObject({ contacts, subMchid });
  expect(await openContacts(test.context, connectionId, 'none')).toBeNull();
});

it('opens with a first word and a day that can be meant; longer words are refused, not cut', async () => {
  const empty = { platformWords: ' ', note: '', contacts: '', promisedOn: '' };
  const issue = (path: string, rule: string) => ({ ok: false, refusal: { kind: 'invalid', issues: [{ path, rule }] } });
  expect(await write(empty)).toMatchObject(issue('platformWords', 'first-word-needed'));
  for (const promisedOn of ['0001-01-01', '9999-12-31'])
    expect(await write({ promisedOn })).toMatchObject(issue('promisedOn', 'day-out-of-range'));
  expect(await write({ note: '词'.repeat(2001) })).toMatchObject(issue('note', 'too-long'));
  expect(await cases()).toEqual([]);
  expect(await write({ ...empty, note: 'They rang us up.' })).toEqual({ ok: true, value: null });
  // What is held already is not asked about again.
  await test.context.db.penaltyCase.updateMany({ data: { promisedOn: new Date('1999-01-01') } });
  expect(await write({ ...empty, version: 1, promisedOn: '1999-01-01' })).toMatchObject({ ok: true });
});

it('is written to over the version that was seen; empty contacts stay', async () => {
  await write();
  expect(await write()).toMatchObject({ ok: false, refusal: { rule: 'record-moved' } });
  expect(await write({ version: 1, contacts: '', note: 'Sent the certificate.' })).toMatchObject({ ok: true });
  const [held] = await cases();
  expect(held).toMatchObject({ version: 2, hasContacts: true, log: [{ text: 'Sent the certificate.' }, {}] });
});

it('is closed by the state that two people record, and nothing is written to it after', async () => {
  await write();
  const { db } = test.context;
  const kept = await keepEvidence(test.context, {
    connectionId,
    actor: operator,
    fileName: 'shown.png',
    bytes: Buffer.from('shown'),
  });
  if (!kept.ok) throw new Error(JSON.stringify(kept.refusal));
  test.pass(60_000);
  const seenAt = test.context.now().toISOString();
  const asked = await perform(test.context, recordH5State, {
    account: test.account,
    actor: operator,
    objectId: subMchid,
    input: { state: 'APPROVED', seenAt, seenWhere: 'backend', seenWhereText: '', rejectDetail: '' },
    intent: crypto.randomUUID(),
    reason: 'The platform lifted it',
    evidence: [kept.value.id],
  });
  if (!asked.ok || asked.value.kind !== 'asked') throw new Error(JSON.stringify(asked));
  expect((await cases())[0]).toMatchObject({ isOpen: true });
  const { seal, id } = await db.approval.findUniqueOrThrow({ where: { id: asked.value.approvalId } });
  await decide(test.context, checker, connectionId, { approvalId: id, verdict: 'approve', remark: '', seal });
  expect((await cases())[0]).toMatchObject({ isOpen: false, closedAt: seenAt });
  expect(await write({ version: 1 })).toMatchObject({ ok: false, refusal: { rule: 'not-penalised' } });
});

it('of another penalty is another case, also where nobody told the end of the first', async () => {
  await write();
  await test.context.db.subMerchant.updateMany({
    data: { h5StateSince: new Date(test.context.now().getTime() + 1000) },
  });
  expect((await cases())[0]).toMatchObject({ isOpen: false });
  expect(await write()).toMatchObject({ ok: true });
  expect(await cases()).toMatchObject([{ isOpen: true }, { isOpen: false }]);
  expect((await cases())[1]?.closedAt).not.toBeNull();
});
