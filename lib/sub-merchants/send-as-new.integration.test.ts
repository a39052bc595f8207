import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decide } from '@/lib/approvals/decide';
import { sweepApprovals } from '@/lib/approvals/sweep';
import { refreshCertificates } from '@/lib/connections/certificates';
import { dropDraft, loadDraft, saveDraft } from '@/lib/drafts/drafts';
import { defaultPolicy } from '@/lib/policies/rules';
import { drainOnce } from '@/lib/requests/drain';
import { getRequestDetail } from '@/lib/requests/queries';
import { repeatNow } from '@/lib/requests/repeat';
import type { Result, Sent } from '@/lib/result';
import { ok } from '@/lib/result';
import { purgeKind } from '@/lib/retention/purge';
import { world } from '@/lib/sandbox/world';
import type { TestWorld } from '@/lib/testing/world';
import { holdSubMerchant, newPerson, openTestWorld } from '@/lib/testing/world';
import { modifySubMerchant } from './modify';
import { draftPlace } from './operation';
import { sendAsNew } from './send-as-new';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let test: TestWorld;
let subMchid: string;
let next = 0;

const operating = world.filter(({ pageOnly, status }) => !pageOnly && status.sub_merchant_status === 'OPERATING');

beforeAll(async () => {
  test = await openTestWorld();
});
afterAll(() => test.close());
beforeEach(async () => {
  const { db } = test.context;
  await test.control('reset', {});
  await db.connection.updateMany({ data: { pausedUntil: null, pauseReason: null, alertedAt: null } });
  await db.objectLock.deleteMany();
  await db.requestTry.deleteMany();
  await db.platformRequest.deleteMany();
  await db.approvalDecision.deleteMany();
  await db.approval.deleteMany();
  await db.draft.deleteMany();
  await db.subMerchant.deleteMany();
  subMchid = operating[next++ % operating.length]?.sub_mchid ?? '';
  await holdSubMerchant(test.context, test.account.connection.id, subMchid);
});

const place = () => draftPlace(test.account.connection.id, subMchid, test.actor.id);
const save = (version: number | null, shortname: string) =>
  saveDraft(test.context, place(), { version, baseVersion: 1, content: { shortname } });

async function sent(shortname = 'Kite Books') {
  const draft = await save(null, shortname);
  if (!draft.ok) throw new Error('draft not saved');
  const result = await modifySubMerchant(test.context, test.account, test.actor, {
    subMchid,
    draft: { id: draft.value.id, version: draft.value.version },
    baseVersion: 1,
    values: await test.valuesWith(subMchid, { shortname }),
  });
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
}

/** The platform replaces its certificate; the old one ends in five minutes. */
const replaceCertificate = () => test.control('rotate-certificates', { oldExpiresInMs: 5 * MINUTE });
/** The console hears of it in time, and then the old one ends. */
async function learnAndEnd() {
  test.pass(2 * MINUTE);
  expect(await refreshCertificates(test.context, test.account, 'unknown-serial')).not.toBeNull();
  test.pass(4 * MINUTE);
}
/** Sends it anew where one person may. */
async function again(requestId: string): Promise<Result<Sent>> {
  const answer = await sendAsNew(test.context, test.account, test.actor, requestId);
  if (!answer.ok) return answer;
  if ('approvalId' in answer.value) throw new Error('one person may send this');
  return ok(answer.value);
}
const requestOf = (id: string) => test.context.db.platformRequest.findUniqueOrThrow({ where: { id } });
const trailOf = async (requestId: string) =>
  (await test.context.db.auditEntry.findMany({ where: { requestId }, orderBy: { id: 'asc' } })).map(
    ({ action }) => action,
  );
const held = () =>
  test.context.db.subMerchant.findUniqueOrThrow({
    where: { connectionId_subMchid: { connectionId: test.account.connection.id, subMchid } },
  });

describe('never taken, and its certificate has ended', () => {
  async function waiting() {
    await test.failNext({ mode: '429' });
    const first = await sent();
    expect(first.outcome).toBe('waiting');
    await replaceCertificate();
    await learnAndEnd();
    expect(await drainOnce(test.context)).toBe(0);
    return first;
  }

  it('is over: nothing went out, the lock is free, the trail says so', async () => {
    const { requestId } = await waiting();
    expect(await requestOf(requestId)).toMatchObject({
      outcome: 'refused',
      settledHow: 'never-taken',
      meaning: 'seal-outdated',
      nextTryAt: null,
      needsPersonSince: null,
      errorCode: null,
    });
    expect(await test.context.db.objectLock.count()).toBe(0);
    expect(await test.effects(subMchid)).toBe(0);
    expect(await trailOf(requestId)).toEqual([
      'sub-merchant.modification-requested',
      'connection.paused',
      'request.seal-outdated',
    ]);
  });

  it('goes out as new: another key, bytes and serial, the same content, each named by the other', async () => {
    const { requestId, reference } = await waiting();
    const answer = await again(requestId);
    if (!answer.ok) throw new Error(JSON.stringify(answer.refusal));
    expect(answer.value.outcome).toBe('accepted');
    const [old, successor] = [await requestOf(requestId), await requestOf(answer.value.requestId)];
    expect(successor.idempotencyKey).not.toBe(old.idempotencyKey);
    expect(successor.platformSerial).not.toBe(old.platformSerial);
    expect(successor.bytesSha256).not.toBe(old.bytesSha256);
    expect(successor.maskedBody).toEqual(old.maskedBody);
    expect(await held()).toMatchObject({ version: 2, shortname: 'Kite Books' });
    expect(await test.effects(subMchid)).toBe(1);
    expect(await getRequestDetail(test.context, test.account, successor.id)).toMatchObject({
      replaces: { id: requestId, reference },
      replacedBy: null,
    });
    expect(await getRequestDetail(test.context, test.account, requestId)).toMatchObject({
      replacedBy: { reference: successor.reference },
    });
    expect(await trailOf(requestId)).toContain('request.sent-as-new');
    expect(await trailOf(successor.id)).toEqual(['sub-merchant.modification-requested', 'request.settled']);
  });

  it('fifty clicks meet one successor and one call', async () => {
    const { requestId } = await waiting();
    const before = (await test.journal()).length;
    const answers = await Promise.all(Array.from({ length: 50 }, () => again(requestId)));
    expect(new Set(answers.map((answer) => (answer.ok ? answer.value.requestId : answer.refusal.kind))).size).toBe(1);
    expect((await test.journal()).length).toBe(before + 1);
    expect(await test.effects(subMchid)).toBe(1);
    expect((await trailOf(requestId)).filter((action) => action === 'request.sent-as-new')).toHaveLength(1);
  });

  it('keeps to every rule of an edit: a record that moved, a request that is open', async () => {
    const { requestId } = await waiting();
    await test.context.db.subMerchant.updateMany({ data: { version: 2 } });
    expect(await again(requestId)).toMatchObject({ ok: false, refusal: { rule: 'record-moved' } });
    await test.context.db.subMerchant.updateMany({ data: { version: 1 } });
    await test.failNext({ mode: '429' });
    await save(1, 'Other');
    const other = await modifySubMerchant(test.context, test.account, test.actor, {
      subMchid,
      draft: await test.keptDraft(subMchid),
      baseVersion: 1,
      values: await test.valuesWith(subMchid, { shortname: 'Other' }),
    });
    expect(other).toMatchObject({ ok: true, value: { outcome: 'waiting' } });
    expect(await again(requestId)).toMatchObject({ ok: false, refusal: { rule: 'another-request-is-open' } });
    expect(await test.context.db.platformRequest.count({ where: { replacesId: requestId } })).toBe(0);
    expect(await trailOf(requestId)).not.toContain('request.sent-as-new');
  });

  it('lets the sent draft go, and never one that was typed on since', async () => {
    const first = await waiting();
    await again(first.requestId);
    expect(await loadDraft(test.context, place())).toBeNull();
    await test.context.db.subMerchant.updateMany({ data: { version: 1 } });
    const second = await waiting();
    await save(1, 'Typed since');
    expect(await again(second.requestId)).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    expect((await loadDraft(test.context, place()))?.content).toEqual({ shortname: 'Typed since' });
  });

  it('cannot go out once its content is purged', async () => {
    const { requestId } = await waiting();
    test.pass(31 * DAY);
    await purgeKind(test.context, 'request-bytes');
    expect(await again(requestId)).toMatchObject({ ok: false, refusal: { rule: 'content-not-held' } });
  });
});

describe('refused by the platform, which cannot open the seal', () => {
  it('asks for the certificates at once, and goes out as new with the newest', async () => {
    await replaceCertificate();
    test.pass(6 * MINUTE);
    const first = await sent();
    expect(first.outcome).toBe('refused');
    expect(await requestOf(first.requestId)).toMatchObject({ meaning: 'sub-merchant-serial-not-valid' });
    const answer = await again(first.requestId);
    expect(answer).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    expect(await test.effects(subMchid)).toBe(1);
  });

  it('is approved anew where the policy wants two, whatever became of the draft that once held it', async () => {
    const { context, account, actor } = test;
    await replaceCertificate();
    test.pass(6 * MINUTE);
    const first = await sent();
    await context.db.policyRule.create({
      data: { key: 'sub-merchant.edit', ...defaultPolicy['sub-merchant.edit'], people: 2, updatedAt: context.now() },
    });
    await dropDraft(context.db, place());
    const asked = await sendAsNew(context, account, actor, first.requestId);
    if (!asked.ok || !('approvalId' in asked.value)) throw new Error(JSON.stringify(asked));
    const { approvalId } = asked.value;
    await sweepApprovals(context);
    const { seal } = await context.db.approval.findUniqueOrThrow({ where: { id: approvalId } });
    const word = { approvalId, verdict: 'approve', remark: '', seal } as const;
    const decided = await decide(context, await newPerson(context, 'checker'), account.connection.id, word);
    await context.db.policyRule.deleteMany();
    expect(decided).toMatchObject({ ok: true, value: { state: 'carried-out', sent: { outcome: 'accepted' } } });
  });

  it('nothing else that was refused goes out as new', async () => {
    await test.failNext({ row: 'sub-merchant-domain-at-risk' });
    const first = await sent();
    expect(first.outcome).toBe('refused');
    expect(await again(first.requestId)).toMatchObject({ ok: false, refusal: { rule: 'not-to-be-sent-as-new' } });
  });

  it('is not found under another connection', async () => {
    const elsewhere = { ...test.account, connection: { ...test.account.connection, id: crypto.randomUUID() } };
    await test.failNext({ row: 'sub-merchant-serial-not-valid' });
    const { requestId } = await sent();
    expect(await sendAsNew(test.context, elsewhere, test.actor, requestId)).toMatchObject({
      refusal: { kind: 'not-found' },
    });
  });
});

describe('unknown, and its certificate has ended', () => {
  it.each(['cut-before', 'cut-after'] as const)(
    '%s: stays unknown and locked, and is never sent anew',
    async (mode) => {
      await test.failNext({ mode });
      const { requestId, outcome } = await sent();
      expect(outcome).toBe('unknown');
      const effects = await test.effects(subMchid);
      await replaceCertificate();
      await learnAndEnd();
      expect(await drainOnce(test.context)).toBe(0);
      const stuck = await requestOf(requestId);
      expect(stuck).toMatchObject({ outcome: 'unknown', meaning: 'seal-outdated', nextTryAt: null });
      expect(stuck.needsPersonSince).not.toBeNull();
      expect(await again(requestId)).toMatchObject({ ok: false, refusal: { rule: 'not-to-be-sent-as-new' } });
      expect(await repeatNow(test.context, test.actor, test.account.connection.id, requestId)).toMatchObject({
        refusal: { rule: 'nothing-to-repeat' },
      });
      expect(await test.effects(subMchid)).toBe(effects);
      expect(await test.context.db.objectLock.count()).toBe(1);
      expect(await trailOf(requestId)).toEqual([
        'sub-merchant.modification-requested',
        'request.unknown',
        'request.needs-person',
      ]);
    },
  );

  it('a repeat that the platform cannot open ends the ladder and settles nothing', async () => {
    await test.failNext({ mode: 'cut-after' });
    const { requestId } = await sent();
    await test.failNext({ row: 'sub-merchant-serial-not-valid' });
    test.pass(17_000);
    expect(await drainOnce(test.context)).toBe(1);
    expect(await requestOf(requestId)).toMatchObject({
      outcome: 'unknown',
      meaning: 'sub-merchant-serial-not-valid',
      nextTryAt: null,
    });
    expect(await again(requestId)).toMatchObject({ ok: false, refusal: { rule: 'not-to-be-sent-as-new' } });
    // A person may still try the same bytes; they are the same request to the platform.
    await repeatNow(test.context, test.actor, test.account.connection.id, requestId);
    await drainOnce(test.context);
    expect(await requestOf(requestId)).toMatchObject({ outcome: 'accepted' });
    expect(await test.effects(subMchid)).toBe(1);
  });
});
