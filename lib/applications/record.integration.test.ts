// An application that staff saw at the platform: its number, its state, a rejection. With a file, and never alone.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decide } from '@/lib/approvals/decide';
import type { StaffActor } from '@/lib/approvals/deed';
import { perform } from '@/lib/approvals/perform';
import { keepEvidence } from '@/lib/evidence/evidence';
import { readClock } from '@/lib/review-clock/clock';
import type { TestWorld } from '@/lib/testing/world';
import { holdSubMerchant, newPerson, openTestWorld } from '@/lib/testing/world';
import { readBoard } from './board';
import { keepTold } from './keep';
import { getApplication } from './page';
import { recordApplication } from './record-deed';
import type { RecordApplicationInput } from './schema';
import { toldOf } from './told';

const MINUTE = 60_000;
const ours = '1900003001';
const another = '1900003002';
/** More digits than a double holds. */
const number = '90071992547409931237';
const words = 'The homepage shows no price.\n首頁沒有價格。';

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
  await db.submission.deleteMany();
  await db.application.deleteMany();
  await db.evidence.deleteMany();
  await db.approvalDecision.deleteMany();
  await db.approval.deleteMany();
  await db.subMerchant.deleteMany();
  await holdSubMerchant(test.context, connectionId, ours, undefined, { h5State: 'UNDER_REVIEW' });
  await holdSubMerchant(test.context, connectionId, another);
  // The edit that asked was accepted this very minute.
  await db.subMerchant.updateMany({
    where: { subMchid: ours },
    data: { h5AskedAt: test.context.now(), h5AskedDomains: ['shop.example', 'pay.example'] },
  });
});

const seen = (change: Partial<RecordApplicationInput> = {}): RecordApplicationInput => ({
  subMchid: ours,
  applymentType: 'APPLY_FOR_PAYMENT_AUTHORITY',
  state: 'UNDER_REVIEW',
  seenWhere: 'backend',
  seenWhereText: '',
  seenAt: `${test.context.now().toISOString().slice(0, 16)}:00Z`,
  rejectDetail: '',
  domains: '',
  limitType: '',
  ...change,
});

async function evidence(): Promise<string> {
  const kept = await keepEvidence(test.context, {
    connectionId,
    actor: operator,
    fileName: 'shown.png',
    bytes: Buffer.from('what the platform showed'),
  });
  if (!kept.ok) throw new Error(JSON.stringify(kept.refusal));
  return kept.value.id;
}

const ask = async (input: RecordApplicationInput, objectId = number) =>
  perform(test.context, recordApplication, {
    account: test.account,
    actor: operator,
    objectId,
    input,
    intent: crypto.randomUUID(),
    reason: 'Seen on the platform’s page',
    evidence: [await evidence()],
  });

async function record(input: RecordApplicationInput, objectId = number) {
  const asked = await ask(input, objectId);
  if (!asked.ok || asked.value.kind !== 'asked') throw new Error(JSON.stringify(asked));
  const { approvalId } = asked.value;
  const { seal } = await test.context.db.approval.findUniqueOrThrow({ where: { id: approvalId } });
  const decided = await decide(test.context, checker, connectionId, {
    approvalId,
    verdict: 'approve',
    remark: '',
    seal,
  });
  return { approvalId, decided };
}

const held = () => getApplication(test.context.db, connectionId, number);
const owner = () => test.context.db.subMerchant.findFirstOrThrow({ where: { subMchid: ours } });
const issue = (path: string, rule: string) => ({ ok: false, refusal: { kind: 'invalid', issues: [{ path, rule }] } });

describe('the number of an application that an edit asked for', () => {
  it('is recorded by two people with every digit, and the domains that were asked for come with it', async () => {
    const { approvalId, decided } = await record(seen());
    expect(decided).toMatchObject({ ok: true, value: { state: 'carried-out' } });
    expect(await held()).toMatchObject({
      applymentId: number,
      subMchid: ours,
      state: 'UNDER_REVIEW',
      stateHow: 'staff',
      domains: ['shop.example', 'pay.example'],
      notifyUrl: null,
      proof: { kind: 'approval', id: approvalId },
      attempts: [{ number: 1, how: 'staff', verdict: null }],
    });
    expect(await owner()).toMatchObject({ h5AskedAt: null, h5State: 'UNDER_REVIEW' });
    const { rows } = await readBoard({
      db: test.context.db,
      connectionId,
      filters: { q: number },
      clock: await readClock(test.context.db, connectionId, test.context.now()),
      now: test.context.now(),
    });
    expect(rows).toMatchObject([{ subMchid: ours, askedAt: null, application: { applymentId: number } }]);
    const entry = await test.context.db.auditEntry.findFirstOrThrow({ where: { action: 'application.recorded' } });
    expect(entry).toMatchObject({ objectId: number, actorId: operator.id, reason: 'Seen on the platform’s page' });
  });

  it('changes nothing before the second person, and is never recorded without a file', async () => {
    const asked = await ask(seen());
    expect(asked).toMatchObject({ ok: true, value: { kind: 'asked' } });
    expect(await held()).toBeNull();
    const alone = await perform(test.context, recordApplication, {
      account: test.account,
      actor: operator,
      objectId: number,
      input: seen(),
      intent: crypto.randomUUID(),
      reason: 'Seen',
      evidence: [],
    });
    expect(alone).toMatchObject(issue('evidence', 'evidence-missing'));
  });

  it('that belongs to another sub-merchant, or is no number, is refused', async () => {
    await record(seen({ subMchid: another, domains: 'other.example' }));
    expect(await ask(seen())).toMatchObject(issue('applymentId', 'application-of-another'));
    expect(await ask(seen(), '12ab')).toMatchObject(issue('applymentId', 'not-an-applyment-id'));
  });

  it('that a notification told meanwhile voids what was asked for', async () => {
    const asked = await ask(seen());
    if (!asked.ok || asked.value.kind !== 'asked') throw new Error(JSON.stringify(asked));
    const { approvalId } = asked.value;
    const at = test.context.now();
    const told = toldOf(
      {
        applyment_id: number,
        sub_mchid: ours,
        domains: ['shop.example'],
        applyment_type: 'APPLY_FOR_PAYMENT_AUTHORITY',
        applyment_state: 'APPROVED',
      },
      at,
    );
    if (typeof told === 'string') throw new Error(told);
    await test.context.db.$transaction((tx) =>
      keepTold(tx, connectionId, { ...told, proof: null }, { how: 'reading', at }),
    );
    const { seal } = await test.context.db.approval.findUniqueOrThrow({ where: { id: approvalId } });
    expect(
      await decide(test.context, checker, connectionId, { approvalId, verdict: 'approve', remark: '', seal }),
    ).toMatchObject({ ok: false, refusal: { rule: 'approval-void', params: { cause: 'record-moved' } } });
  });
});

describe('a state that was seen', () => {
  it('is a rejection with the words as they were written, and the sub-merchant is rejected with it', async () => {
    await record(seen());
    test.pass(MINUTE);
    await record(seen({ state: 'REJECTED', rejectDetail: words }));
    expect(await held()).toMatchObject({
      state: 'REJECTED',
      rejectDetail: words,
      attempts: [{ number: 1, verdict: 'rejected', rejectDetail: words }],
    });
    expect(await owner()).toMatchObject({ h5State: 'REJECTED', h5RejectDetail: words });
  });

  it('wants the reviewer’s words for a rejection, and no domains where nobody knows any', async () => {
    expect(await ask(seen({ state: 'REJECTED' }))).toMatchObject(issue('rejectDetail', 'required'));
    // Nobody need have told which domains were asked for: then none is kept.
    expect(await ask(seen({ subMchid: another }))).toMatchObject({ ok: true });
    expect(await ask(seen({ domains: 'https://shop.example/x' }))).toMatchObject(issue('domains', 'not-domains'));
  });

  it('older than what is known, or in the future, is no news', async () => {
    await record(seen());
    const earlier = new Date(test.context.now().getTime() - 5 * MINUTE).toISOString();
    const later = new Date(test.context.now().getTime() + 5 * MINUTE).toISOString();
    expect(await ask(seen({ seenAt: earlier, state: 'REJECTED', rejectDetail: words }))).toMatchObject(
      issue('seenAt', 'older-than-known'),
    );
    expect(await ask(seen({ seenAt: later }))).toMatchObject(issue('seenAt', 'in-the-future'));
    expect(await held()).toMatchObject({ state: 'UNDER_REVIEW' });
  });

  it('of nobody whom we hold is not recorded', async () => {
    expect(await ask(seen({ subMchid: '1900009999' }))).toMatchObject({ ok: false, refusal: { kind: 'not-found' } });
  });
});
