// An answer to a rejection, from the form to what the platform makes of it: sent once, followed until it is known.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StaffActor } from '@/lib/approvals/deed';
import { loadDraft, saveDraft } from '@/lib/drafts/drafts';
import { drainOnce } from '@/lib/requests/drain';
import type { TestWorld } from '@/lib/testing/world';
import { holdSubMerchant, newPerson, openTestWorld } from '@/lib/testing/world';
import { modifyApplication } from './modify';
import { fixDraftPlace } from './operation';
import { readApplication, readDue } from './read';
import type { FixInput, FixValues } from './schema';

const subMchid = '1900003014';

let test: TestWorld;
let connectionId: string;
let operator: StaffActor;
/** Requests are kept for good, and the practice platform counts its numbers anew after a reset. */
let earlier: string[];

beforeAll(async () => {
  test = await openTestWorld();
  connectionId = test.account.connection.id;
  operator = await newPerson(test.context, 'operator');
});
afterAll(() => test.close());
beforeEach(async () => {
  const { db } = test.context;
  await test.control('reset', {});
  earlier = (await db.platformRequest.findMany({ select: { id: true } })).map(({ id }) => id);
  await db.objectLock.deleteMany();
  await db.submission.deleteMany();
  await db.application.deleteMany();
  await db.domainRefusal.deleteMany();
  await db.draft.deleteMany();
  await db.subMerchant.deleteMany();
  await holdSubMerchant(test.context, connectionId, subMchid, undefined, { h5State: 'REJECTED' });
});

/** A rejected application that the platform has and that was read from it. */
async function rejected(more: Record<string, unknown> = {}): Promise<string> {
  const made = (await test.control('applications', { sub_mchid: subMchid, ...more })) as { applyment_id: string };
  const read = await readApplication(test.context, test.account, operator, { applymentId: made.applyment_id });
  if (!read.ok) throw new Error(JSON.stringify(read.refusal));
  // What is sent is sent later than what was read.
  test.pass(5_000);
  return made.applyment_id;
}

const rowOf = (applymentId: string) =>
  test.context.db.application.findUniqueOrThrow({
    where: { connectionId_kind_applymentId: { connectionId, kind: 'authorization', applymentId } },
    include: { submissions: { orderBy: { number: 'asc' } } },
  });
const requestsOf = (applymentId: string) =>
  test.context.db.platformRequest.findMany({
    where: { objectKind: 'application', objectId: applymentId, id: { notIn: earlier } },
  });
const calls = async (applymentId: string) =>
  (await test.journal()).filter(({ path }) => path.endsWith(`/${applymentId}`)).length;

const answer = (more: Partial<FixValues> = {}): FixValues => ({
  domains: ['shop.desk.example'],
  business_description: '',
  transaction_limit_type: 'UN_LAUNCHED_WEBSITE_LIMIT',
  company_register_cert: '',
  website_business_page_pics: ['business-2'],
  website_homepage_pics: ['home-2'],
  website_state: 'UN_LAUNCHED',
  website_url: 'https://shop.desk.example',
  ...more,
});

async function typed(applymentId: string, values: FixValues, samePictureReason = ''): Promise<FixInput> {
  const { version } = await rowOf(applymentId);
  const place = fixDraftPlace(connectionId, applymentId, operator.id);
  const content = { values, base: { version } };
  const held = await loadDraft(test.context, place);
  const saved = await saveDraft(test.context, place, { version: held?.version ?? null, baseVersion: version, content });
  if (!saved.ok) throw new Error(JSON.stringify(saved.refusal));
  const { id, version: draftVersion } = saved.value;
  return { baseVersion: version, draft: { id, version: draftVersion }, values, samePictureReason };
}

const send = (applymentId: string, input: FixInput) =>
  modifyApplication(test.context, test.account, operator, { applymentId, ...input });
const fail = (applymentId: string, fault: Record<string, unknown>) =>
  test.control('fail-next', { operation: 'application.modify', applyment_id: applymentId, ...fault });

describe('an answer that is taken', () => {
  it('is an attempt of ours, and the state is what the answer says; the authorization moves by nothing', async () => {
    const id = await rejected({ website_state: 'UN_LAUNCHED', audit_reject_detail: 'Blank' });
    expect(await send(id, await typed(id, answer()))).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    const row = await rowOf(id);
    expect(row).toMatchObject({
      state: 'PENDING',
      stateHow: 'answer',
      rejectDetail: null,
      domains: ['shop.desk.example'],
    });
    expect(row.submissions).toMatchObject([
      { number: 1, how: 'reading', verdict: 'rejected', rejectDetail: 'Blank' },
      { number: 2, how: 'request', verdict: null, staffId: operator.id, mediaIds: ['home-2', 'business-2'] },
    ]);
    expect(await test.context.db.draft.count()).toBe(0);
    const { h5State, version } = await test.context.db.subMerchant.findFirstOrThrow();
    expect({ h5State, version }).toMatchObject({ h5State: 'REJECTED' });
    const [request] = await requestsOf(id);
    expect(request).toMatchObject({ platformSerial: null, result: { applymentState: 'PENDING' } });
  });

  it('leaves from its own draft only: the same answer under another number, or a version never saved, is refused', async () => {
    const [id, other] = [await rejected(), await rejected()];
    const input = await typed(id, answer());
    const { version } = await rowOf(other);
    const movedDraft = { ok: false, refusal: { kind: 'conflict', rule: 'draft-moved' } };
    expect(await send(other, { ...input, baseVersion: version })).toEqual(movedDraft);
    expect(await send(id, { ...input, draft: { ...input.draft, version: 99 } })).toEqual(movedDraft);
    expect(await requestsOf(other)).toHaveLength(0);
    const sent = await send(id, input);
    expect(sent).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    const [request] = await requestsOf(id);
    expect(sent).toMatchObject({ value: { requestId: request?.id } });
    expect(await calls(other)).toBe(0);
  });

  it('is one sending under many clicks', async () => {
    const id = await rejected();
    const input = await typed(id, answer());
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(id, input)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(await calls(id)).toBe(1);
    expect(await requestsOf(id)).toHaveLength(1);
  });
});

describe('an answer of which nobody knows whether it was taken', () => {
  it('is repeated with the same bytes, and "not REJECTED" says that it arrived; its state is read, not inferred', async () => {
    const id = await rejected();
    await fail(id, { mode: 'cut-after' });
    expect(await send(id, await typed(id, answer()))).toMatchObject({ ok: true, value: { outcome: 'unknown' } });
    const second = await send(id, await typed(id, answer({ website_homepage_pics: ['home-3'] })));
    expect(second).toMatchObject({ ok: false, refusal: { rule: 'another-request-is-open' } });
    test.pass(20_000);
    await drainOnce(test.context);
    const [request] = await requestsOf(id);
    expect(request).toMatchObject({
      outcome: 'accepted',
      settledHow: 'repeat',
      meaning: 'application-not-rejected',
      tries: 2,
    });
    expect(await test.effects(`application ${id}`)).toBe(1);
    expect(await rowOf(id)).toMatchObject({ state: 'UNKNOWN', stateHow: 'inferred' });
    test.pass(61_000);
    await readDue(test.context, [test.account]);
    expect(await rowOf(id)).toMatchObject({ state: 'UNDER_REVIEW', stateHow: 'reading' });
    expect((await rowOf(id)).submissions).toHaveLength(2);
  });

  it('is settled by what the platform tells of it, without a second call', async () => {
    const id = await rejected();
    await fail(id, { mode: 'cut-after' });
    await send(id, await typed(id, answer()));
    test.pass(2_000);
    expect(await readApplication(test.context, test.account, operator, { applymentId: id })).toMatchObject({
      ok: true,
    });
    await drainOnce(test.context);
    const [request] = await requestsOf(id);
    expect(request).toMatchObject({ outcome: 'accepted', settledHow: 'news', tries: 1 });
    expect(await calls(id)).toBe(1);
    const row = await rowOf(id);
    expect(row.state).toBe('PENDING');
    expect(row.submissions.map(({ how }) => how)).toEqual(['reading', 'request']);
  });

  it('is asked of a person when it is told that it is rejected anew: that may be about another sending', async () => {
    const id = await rejected({ audit_reject_detail: 'a' });
    await fail(id, { mode: 'cut-before' });
    await send(id, await typed(id, answer()));
    test.pass(2_000);
    await test.control(`applications/${id}`, { state: 'REJECTED', reason: 'b' });
    await readApplication(test.context, test.account, operator, { applymentId: id });
    await drainOnce(test.context);
    const [request] = await requestsOf(id);
    expect(request).toMatchObject({ outcome: 'unknown', nextTryAt: null });
    expect(request?.needsPersonSince).not.toBeNull();
    expect(await calls(id)).toBe(1);
  });
});

describe('an answer that is refused', () => {
  it('for its domain: the domain is remembered, and what was typed stays', async () => {
    const id = await rejected();
    const input = await typed(id, answer({ domains: ['pay.risk.example'] }));
    expect(await send(id, input)).toMatchObject({ ok: true, value: { outcome: 'refused' } });
    expect(await test.context.db.domainRefusal.findMany()).toMatchObject([{ domain: 'pay.risk.example', subMchid }]);
    expect(await test.context.db.draft.count()).toBe(1);
    expect(await rowOf(id)).toMatchObject({ state: 'REJECTED' });
  });

  it('because our copy is behind: it is read again at once', async () => {
    const id = await rejected();
    await test.control(`applications/${id}`, { state: 'UNDER_REVIEW' });
    expect(await send(id, await typed(id, answer()))).toMatchObject({ ok: true, value: { outcome: 'refused' } });
    await readDue(test.context, [test.account]);
    expect(await rowOf(id)).toMatchObject({ state: 'UNDER_REVIEW', stateHow: 'reading' });
  });
});

describe('what never leaves', () => {
  it('what the rules of 4.2 and 7.2 predict', async () => {
    const id = await rejected();
    const input = await typed(id, answer({ website_homepage_pics: [], transaction_limit_type: 'NORMAL_LIMIT' }));
    expect(await send(id, input)).toMatchObject({
      ok: false,
      refusal: {
        kind: 'invalid',
        issues: [
          { path: 'transaction_limit_type', rule: 'only-test-limit-when-not-launched' },
          { path: 'website_homepage_pics', rule: 'required-when-not-launched' },
        ],
      },
    });
    expect(await calls(id)).toBe(0);
  });

  it('a picture that was rejected, without a reason', async () => {
    const pictures = { website_homepage_pics: ['home-1'], website_business_page_pics: ['business-1'] };
    const id = await rejected({ website_state: 'UN_LAUNCHED', ...pictures });
    const input = await typed(id, answer({ website_homepage_pics: ['home-1'] }));
    expect(await send(id, input)).toMatchObject({
      ok: false,
      refusal: {
        issues: [{ path: 'website_homepage_pics.0', rule: 'picture-rejected-before', params: { attempt: 1 } }],
      },
    });
    expect(await send(id, { ...input, samePictureReason: 'Only the other was at fault' })).toMatchObject({ ok: true });
  });

  it('an answer to what is not rejected, or while a penalty lasts', async () => {
    const id = await rejected({ applyment_state: 'UNDER_REVIEW' });
    expect(await send(id, await typed(id, answer()))).toMatchObject({
      ok: false,
      refusal: { rule: 'application-not-rejected' },
    });
    const other = await rejected();
    await test.context.db.subMerchant.updateMany({ data: { h5State: 'UNDER_PUNISHMENT' } });
    expect(await send(other, await typed(other, answer()))).toMatchObject({
      ok: false,
      refusal: { rule: 'application-penalised' },
    });
  });
});
