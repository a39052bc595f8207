import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StaffActor } from '@/lib/approvals/deed';
import { saveDraft } from '@/lib/drafts/drafts';
import { purgeKind } from '@/lib/retention/purge';
import { world } from '@/lib/sandbox/world';
import { modifySubMerchant } from '@/lib/sub-merchants/modify';
import { draftPlace } from '@/lib/sub-merchants/operation';
import type { EditValues } from '@/lib/sub-merchants/schema';
import type { TestWorld } from '@/lib/testing/world';
import { holdSubMerchant, letOnePersonSend, newPerson, openTestWorld } from '@/lib/testing/world';
import { drainOnce } from './drain';
import { openRequest } from './open';
import { findRequestAhead, getRequestDetail } from './queries';
import { repeatNow } from './repeat';

const MINUTE = 60_000;
let test: TestWorld;
let subMchid: string;
let next = 0;

const approved = world.filter(
  ({ h5, pageOnly, status }) => h5.state === 'APPROVED' && !pageOnly && status.sub_merchant_status === 'OPERATING',
);

beforeAll(async () => {
  test = await openTestWorld();
  await letOnePersonSend(test.context);
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.control('reset', {});
  await test.context.db.connection.updateMany({ data: { pausedUntil: null, pauseReason: null, alertedAt: null } });
  await test.context.db.objectLock.deleteMany();
  await test.context.db.draft.deleteMany();
  await test.context.db.requestTry.deleteMany();
  await test.context.db.platformRequest.deleteMany();
  await test.context.db.subMerchant.deleteMany();
  subMchid = approved[next++ % approved.length]?.sub_mchid ?? '';
  await holdSubMerchant(test.context, test.account.connection.id, subMchid);
});

async function edit(
  change: Partial<EditValues>,
  draft?: { id: string; version: number },
  actor: StaffActor = test.actor,
) {
  const values = await test.valuesWith(subMchid, change);
  const base = await test.baseOf(subMchid);
  return modifySubMerchant(test.context, test.account, actor, {
    subMchid,
    draft: draft ?? (await test.keptDraft(subMchid, actor.id)),
    baseVersion: base.version,
    values,
  });
}

async function sent(change: Partial<EditValues> = { shortname: 'Kite Books' }) {
  const result = await edit(change);
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
}

const requestOf = async (id: string) => test.context.db.platformRequest.findUniqueOrThrow({ where: { id } });
const held = () =>
  test.context.db.subMerchant.findUniqueOrThrow({
    where: { connectionId_subMchid: { connectionId: test.account.connection.id, subMchid } },
  });
const auditOf = (requestId: string) =>
  test.context.db.auditEntry.findMany({ where: { requestId }, orderBy: { id: 'asc' } });

describe('an edit that is answered', () => {
  it('accepted: our copy, its version and the trail change in one step', async () => {
    const { requestId, outcome } = await sent();
    expect(outcome).toBe('accepted');
    const row = await held();
    expect(row).toMatchObject({ version: 2, shortname: 'Kite Books' });
    expect(await test.effects(subMchid)).toBe(1);
    expect((await auditOf(requestId)).map(({ action }) => action)).toEqual([
      'sub-merchant.modification-requested',
      'request.settled',
    ]);
    expect(await test.context.db.objectLock.count()).toBe(0);
  });

  it('the platform gets the whole record, contact sealed and true although only another field was typed (bug-form-editing-01, bug-field-encryption-01, bug-field-encryption-05)', async () => {
    await sent();
    const seen = (await test.control(`sub-merchants/${subMchid}`)) as {
      record: { contact: Record<string, string>; shortname: string };
    };
    expect(seen.record.contact).toEqual({
      name: 'Sample Contact',
      phone: '+85223456789',
      email: 'contact@harbour-kite.example',
    });
    const [call] = await test.journal();
    expect(call?.serial).toBe(
      (await requestOf((await test.context.db.platformRequest.findFirstOrThrow()).id)).platformSerial,
    );
  });

  it('H5 applied for: the answer says the state, and nothing is inferred of the domains', async () => {
    const { requestId } = await sent({
      apply_h5_payment: 'change',
      h5_payment_apply_info: {
        website_url: 'https://shop.harbour-kite.example',
        domains: ['shop.harbour-kite.example'],
      },
    });
    expect(await held()).toMatchObject({ h5State: 'UNDER_REVIEW', h5StateHow: 'answer', domains: [] });
    expect((await requestOf(requestId)).result).toMatchObject({ h5State: 'UNDER_REVIEW' });
  });

  it('record accepted, application not created: both are told', async () => {
    await test.control(`sub-merchants/${subMchid}/h5`, { state: 'application-failed-next' });
    const { requestId, outcome } = await sent({
      apply_h5_payment: 'change',
      h5_payment_apply_info: {
        website_url: 'https://shop.harbour-kite.example',
        domains: ['shop.harbour-kite.example'],
      },
    });
    expect(outcome).toBe('accepted');
    expect((await requestOf(requestId)).result).toMatchObject({ h5State: 'APPLICATION_FAILED' });
    expect((await held()).h5State).toBe('APPLICATION_FAILED');
  });

  it('refused: nothing of ours changes, and the platform’s code, words and field are kept (bug-responses-06)', async () => {
    await test.failNext({ row: 'sub-merchant-param-error', field: '/contact/phone' });
    const { requestId, outcome } = await sent();
    expect(outcome).toBe('refused');
    expect(await held()).toMatchObject({ version: 1, shortname: 'Harbour Kite Books' });
    expect(await requestOf(requestId)).toMatchObject({
      errorCode: 'PARAM_ERROR',
      errorPath: 'contact.phone',
      meaning: 'sub-merchant-param-error',
    });
    expect(await test.context.db.objectLock.count()).toBe(0);
  });

  it('refused without a signature: code and words are told, and that nobody signed them (bug-responses-02)', async () => {
    const message = 'The application is not in REJECTED status';
    await test.failNext({ mode: 'status', status: 400, code: 'INVALID_REQUEST', message, signed: false });
    const { requestId, outcome } = await sent();
    expect(outcome).toBe('refused');
    const detail = await getRequestDetail(test.context, test.account, requestId);
    expect(detail).toMatchObject({ error: { code: 'INVALID_REQUEST', message }, notes: ['not-signed'] });
    expect(detail?.attempts).toMatchObject([{ signature: 'none', httpStatus: 400 }]);
  });

  it('accepted with an H5 state that nobody knows: told in its own word, and nothing follows from it (bug-responses-04)', async () => {
    const message = JSON.stringify({ sub_mchid: subMchid, h5_authorization_state: 'UNDER_APPEAL', since: { day: 1 } });
    await test.failNext({ mode: 'status', status: 200, message });
    const { requestId, outcome } = await sent({
      apply_h5_payment: 'change',
      h5_payment_apply_info: { website_url: 'https://shop.kite.example', domains: ['shop.kite.example'] },
    });
    expect(outcome).toBe('accepted');
    expect(await requestOf(requestId)).toMatchObject({
      result: { h5State: 'UNDER_APPEAL' },
      notes: ['h5-state-unlisted'],
    });
    expect(await held()).toMatchObject({ h5State: 'APPROVED', h5StateHow: 'import', domains: [], version: 2 });
  });

  describe('and that our copy cannot hold', () => {
    beforeEach(async () => {
      await test.context.db
        .$executeRaw`ALTER TABLE "SubMerchant" ADD CONSTRAINT "holds" CHECK ("shortname" <> 'Unholdable')`;
    });
    afterEach(async () => {
      await test.context.db.$executeRaw`ALTER TABLE "SubMerchant" DROP CONSTRAINT "holds"`;
    });

    it('accepted all the same, once: the request keeps what was sent, and the trail and the record say so', async () => {
      const before = await held();
      const { requestId, outcome } = await sent({ shortname: 'Unholdable' });
      expect(outcome).toBe('accepted');
      expect(await requestOf(requestId)).toMatchObject({ outcome: 'accepted', notes: ['copy-behind'], tries: 1 });
      expect(await held()).toEqual(before);
      expect(await test.effects(subMchid)).toBe(1);
      expect((await auditOf(requestId)).map(({ action }) => action)).toEqual([
        'sub-merchant.modification-requested',
        'request.copy-behind',
        'request.settled',
      ]);
      expect(await test.context.db.objectLock.count()).toBe(0);
      await drainOnce(test.context);
      expect(await test.effects(subMchid)).toBe(1);

      const object = { kind: 'sub-merchant', id: subMchid };
      const ahead = (copyAsOf: Date) =>
        findRequestAhead(test.context.db, test.account.connection.id, object, copyAsOf.toISOString());
      expect(await ahead(before.recordAsOf)).toBe(requestId);
      const { settledAt } = await requestOf(requestId);
      expect(await ahead(settledAt ?? new Date(0))).toBeNull();

      // Nothing else holds what was sent: it is not purged.
      await test.context.db.platformRequest.updateMany({ data: { settledAt: new Date(0) } });
      expect((await purgeKind(test.context, 'request-bytes')).purged).toBe(0);
      expect((await requestOf(requestId)).payload).not.toBeNull();
    });

    it('a later edit that it can hold brings it up to date', async () => {
      await sent({ shortname: 'Unholdable' });
      const { outcome } = await sent({ shortname: 'Kite Books' });
      expect(outcome).toBe('accepted');
      expect(await held()).toMatchObject({ shortname: 'Kite Books', version: 2 });
    });
  });

  it('a category beyond 32 bits is held whole', async () => {
    expect((await sent({ business_category: '3000000000' })).outcome).toBe('accepted');
    expect((await held()).record).toMatchObject({ business_category: '3000000000' });
  });

  it('after six seconds: stored before the call, settled after it, and the form has not waited (bug-charge-safety-02)', async () => {
    const { connection } = test.account;
    const account = { ...test.account, connection: { ...connection, timeoutMs: 20_000 } };
    const patient = { ...test.context, account: () => account };
    await test.failNext({ mode: 'delay', ms: 6000 });
    const began = performance.now();
    const result = await modifySubMerchant(patient, account, test.actor, {
      subMchid,
      draft: await test.keptDraft(subMchid),
      baseVersion: 1,
      values: await test.valuesWith(subMchid, { shortname: 'Kite Books' }),
    });
    expect(performance.now() - began).toBeLessThan(4000);
    if (!result.ok) throw new Error(JSON.stringify(result.refusal));
    const { requestId, outcome } = result.value;
    expect(outcome).toBe('sending');
    const stored = await requestOf(requestId);
    expect(stored).toMatchObject({
      outcome: 'sending',
      tries: 1,
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    await expect.poll(async () => (await requestOf(requestId)).outcome, { timeout: 15_000 }).toBe('accepted');
    expect(await requestOf(requestId)).toMatchObject({ idempotencyKey: stored.idempotencyKey, tries: 1 });
    expect(await held()).toMatchObject({ version: 2, shortname: 'Kite Books' });
  });

  it('leaves a trail: who, in which role, from where, what, when and how it ended (bug-privacy-03)', async () => {
    const { requestId } = await sent();
    const [asked, settled] = await auditOf(requestId);
    expect(asked).toMatchObject({
      actorKind: 'staff',
      actorId: test.actor.id,
      actorName: 'Test operator',
      actorRoles: ['operator'],
      ip: '192.0.2.7',
      at: expect.any(Date),
      objectKind: 'sub-merchant',
      objectId: subMchid,
      outcome: 'sending',
      reference: expect.any(String),
    });
    expect(settled).toMatchObject({
      actorKind: 'platform',
      objectId: subMchid,
      outcome: 'accepted',
      reference: asked?.reference,
      data: { platformRequestId: expect.stringMatching(/^08[0-9A-F]+-0$/), httpStatus: 200 },
    });
  });

  it('a domain refused as risky is remembered', async () => {
    await test.failNext({ row: 'sub-merchant-domain-at-risk' });
    await sent({
      apply_h5_payment: 'change',
      h5_payment_apply_info: {
        website_url: 'https://shop.harbour-kite.example',
        domains: ['shop.harbour-kite.example'],
      },
    });
    expect(await test.context.db.domainRefusal.findMany({ select: { domain: true } })).toEqual([
      { domain: 'shop.harbour-kite.example' },
    ]);
  });
});

describe('an edit whose outcome is unknown', () => {
  const modes = [
    'cut-before',
    'cut-after',
    '500-before',
    '500-after',
    'garble',
    'missign',
    'unsigned',
    'other-id',
    'unknown-serial',
    'probe',
    'stale',
  ] as const;
  it.each(modes)(
    '%s: the same bytes, key and serial go out again, and the platform has one effect (bug-idempotency-02)',
    async (mode) => {
      await test.failNext({ mode });
      const first = await sent();
      expect(first.outcome).toBe('unknown');
      expect((await held()).version).toBe(1);
      expect(await drainOnce(test.context)).toBe(0);
      test.pass(17_000);
      expect(await drainOnce(test.context)).toBe(1);
      expect(await requestOf(first.requestId)).toMatchObject({ outcome: 'accepted', settledHow: 'repeat', tries: 2 });
      expect(await held()).toMatchObject({ version: 2, shortname: 'Kite Books' });
      const calls = await test.journal();
      expect(calls).toHaveLength(2);
      expect(new Set(calls.map(({ bodySha256 }) => bodySha256)).size).toBe(1);
      expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
      expect(new Set(calls.map(({ serial }) => serial)).size).toBe(1);
      expect(await test.effects(subMchid)).toBe(1);
      const detail = await getRequestDetail(test.context, test.account, first.requestId);
      expect(detail?.attempts.map(({ identical }) => identical)).toEqual([true, true]);
    },
  );

  it('an answer under the name of another certificate is refused as a forgery, and the log names that serial (bug-cert-rotation-08)', async () => {
    const logged: { what: string; serial?: string }[] = [];
    const listening = { ...test.context, log: (event: { what: string; serial?: string }) => logged.push(event) };
    await test.failNext({ mode: 'missign' });
    const result = await modifySubMerchant(listening, test.account, test.actor, {
      subMchid,
      draft: await test.keptDraft(subMchid),
      baseVersion: 1,
      values: await test.valuesWith(subMchid, { shortname: 'Kite Books' }),
    });
    expect(result).toMatchObject({ ok: true, value: { outcome: 'unknown' } });
    const certificates = await test.context.db.platformCertificate.findMany();
    expect(logged).toEqual([
      { what: "an answer's signature is wrong", requestId: expect.any(String), serial: certificates[0]?.serial },
    ]);
  });

  it('changed content is refused while the first send is unknown, and goes out under a new key once it is settled (bug-idempotency-01)', async () => {
    await test.failNext({ mode: '500-before' });
    const first = await edit({ shortname: 'Kite Books' }, await test.keptDraft(subMchid));
    if (!first.ok) throw new Error('not opened');
    expect(first.value.outcome).toBe('unknown');
    const draft = await test.keptDraft(subMchid);
    const corrected = () => edit({ shortname: 'Kite Books Central' }, draft);
    expect(await corrected()).toMatchObject({
      refusal: { kind: 'conflict', rule: 'another-request-is-open', params: { requestId: first.value.requestId } },
    });
    test.pass(17_000);
    await drainOnce(test.context);
    const later = await corrected();
    if (!later.ok) throw new Error(JSON.stringify(later.refusal));
    const [one, two] = await Promise.all([requestOf(first.value.requestId), requestOf(later.value.requestId)]);
    expect([one.outcome, two.outcome]).toEqual(['accepted', 'accepted']);
    expect(one.idempotencyKey).not.toBe(two.idempotencyKey);
    expect((await test.journal()).map(({ idempotencyKey, bodySha256 }) => [idempotencyKey, bodySha256])).toEqual([
      [one.idempotencyKey, one.bytesSha256],
      [one.idempotencyKey, one.bytesSha256],
      [two.idempotencyKey, two.bytesSha256],
    ]);
    expect(await held()).toMatchObject({ shortname: 'Kite Books Central' });
  });

  it('asked to try again after a time-out: the same key and the same bytes (bug-idempotency-01)', async () => {
    await test.failNext({ mode: 'hang-after' });
    const { requestId, outcome } = await sent();
    expect(outcome).toBe('unknown');
    await test.control('release', {});
    await repeatNow(test.context, test.actor, test.account.connection.id, requestId);
    await drainOnce(test.context);
    const { idempotencyKey, bytesSha256, outcome: settled } = await requestOf(requestId);
    expect(settled).toBe('accepted');
    expect((await test.journal()).map((call) => [call.idempotencyKey, call.bodySha256])).toEqual([
      [idempotencyKey, bytesSha256],
      [idempotencyKey, bytesSha256],
    ]);
    expect(await test.effects(subMchid)).toBe(1);
  });

  it('a time-out is unknown, never refused, and locks the record for a second edit', async () => {
    await test.failNext({ mode: 'hang' });
    const first = await sent();
    expect(first.outcome).toBe('unknown');
    const second = await edit({ shortname: 'Other' });
    expect(second).toEqual({
      ok: false,
      refusal: { kind: 'conflict', rule: 'another-request-is-open', params: { requestId: first.requestId } },
    });
    await test.control('release', {});
  });

  it('repeats at about 15 s, 1 m, 5 m, 15 m, then hourly to 24 h, then a person is asked', async () => {
    await test.failNext({ mode: '500-before', times: 100 });
    const { requestId } = await sent();
    const waits: number[] = [];
    for (let request = await requestOf(requestId); request.nextTryAt !== null; request = await requestOf(requestId)) {
      const waitMs = request.nextTryAt.getTime() - test.context.now().getTime();
      waits.push(Math.round(waitMs / MINUTE));
      test.pass(waitMs + 1);
      await drainOnce(test.context);
    }
    expect(waits.slice(0, 4)).toEqual([0, 1, 5, expect.toSatisfy((minutes: number) => minutes >= 15 && minutes <= 17)]);
    expect(waits.slice(4).every((minutes) => minutes >= 60 && minutes <= 66)).toBe(true);
    expect(await requestOf(requestId)).toMatchObject({ outcome: 'unknown', nextTryAt: null });
    expect((await requestOf(requestId)).needsPersonSince).not.toBeNull();
    expect((await auditOf(requestId)).map(({ action }) => action)).toEqual([
      'sub-merchant.modification-requested',
      'request.unknown',
      'request.needs-person',
    ]);
    await test.control('clear', {});
    await repeatNow(test.context, test.actor, test.account.connection.id, requestId);
    await drainOnce(test.context);
    expect(await requestOf(requestId)).toMatchObject({ outcome: 'accepted' });
    expect(await test.effects(subMchid)).toBe(1);
  });
});

describe('an edit that is not taken yet', () => {
  it('429 waits, is not failed, and goes out again with the same key', async () => {
    await test.failNext({ mode: '429' });
    const { requestId, outcome } = await sent();
    expect(outcome).toBe('waiting');
    test.pass(5 * MINUTE);
    await drainOnce(test.context);
    expect(await requestOf(requestId)).toMatchObject({ outcome: 'accepted', tries: 2, wasUnknown: false });
    expect(new Set((await test.journal()).map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  it.each([
    ['without Retry-After', {}, [2, 4, 8]],
    ['with Retry-After', { retryAfterSeconds: 20 }, [20, 20, 20]],
  ])(
    '429 three times %s: waits longer or as told, never fails, and nothing leaves before (bug-responses-07)',
    async (_, told, seconds) => {
      await test.failNext({ mode: '429', code: 'FREQUENCY_LIMIT_EXCEED', times: 3, ...told });
      const { requestId, outcome } = await sent();
      expect(outcome).toBe('waiting');
      for (const wait of seconds) {
        const { nextTryAt, outcome: waiting, needsPersonSince } = await requestOf(requestId);
        expect([waiting, needsPersonSince]).toEqual(['waiting', null]);
        const left = (nextTryAt?.getTime() ?? 0) - test.context.now().getTime();
        expect(left / 1000).toBeGreaterThan(wait - 1);
        expect(left / 1000).toBeLessThanOrEqual(wait);
        test.pass(left - 500);
        expect(await drainOnce(test.context)).toBe(0);
        test.pass(600);
        expect(await drainOnce(test.context)).toBe(1);
      }
      expect(await requestOf(requestId)).toMatchObject({ outcome: 'accepted', tries: 4, wasUnknown: false });
      expect(new Set((await test.journal()).map((call) => `${call.idempotencyKey} ${call.bodySha256}`)).size).toBe(1);
    },
  );

  it('401 is refused, pauses the connection and alerts; what is sent meanwhile waits and goes out later', async () => {
    await test.failNext({ row: 'sub-merchant-unauthorized' });
    expect((await sent()).outcome).toBe('refused');
    const connection = await test.context.db.connection.findUniqueOrThrow({
      where: { id: test.account.connection.id },
    });
    expect(connection.alertedAt).not.toBeNull();
    const later = await sent();
    expect(later.outcome).toBe('waiting');
    expect(await drainOnce(test.context)).toBe(0);
    test.pass(6 * MINUTE);
    await drainOnce(test.context);
    expect(await requestOf(later.requestId)).toMatchObject({ outcome: 'accepted', tries: 1 });
    expect(await test.context.db.connection.findUniqueOrThrow({ where: { id: connection.id } })).toMatchObject({
      alertedAt: null,
      pausedUntil: null,
    });
  });
});

describe('who comes twice', () => {
  it('fifty clicks on one draft meet one request and one call (bug-idempotency-04)', async () => {
    const draft = await test.keptDraft(subMchid);
    const results = await Promise.all(Array.from({ length: 50 }, () => edit({ shortname: 'Kite Books' }, draft)));
    const ids = new Set(results.map((result) => (result.ok ? result.value.requestId : 'refused')));
    expect(ids.size).toBe(1);
    expect(await test.journal()).toHaveLength(1);
  });

  it('two people on one record: one is sent, the other is told of it', async () => {
    const colleague = await newPerson(test.context, 'operator');
    await test.failNext({ mode: 'delay', ms: 300 });
    const results = await Promise.all([
      edit({ shortname: 'First' }),
      edit({ shortname: 'Second' }, undefined, colleague),
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toMatchObject({ refusal: { kind: 'conflict' } });
    expect(await test.effects(subMchid)).toBe(1);
  });

  it('one draft version with other content is a conflict, not a second sending', async () => {
    const draft = await test.keptDraft(subMchid);
    await edit({ shortname: 'Kite Books' }, draft);
    const base = await test.baseOf(subMchid);
    const values = await test.valuesWith(subMchid, { shortname: 'Elsewhere' });
    const again = await modifySubMerchant(test.context, test.account, test.actor, {
      subMchid,
      draft,
      baseVersion: base.version,
      values,
    });
    expect(again).toMatchObject({ ok: false, refusal: { rule: 'already-sent-with-other-content' } });
  });

  it('a draft that another tab saved since is not sent, and a newer one is not let go with what was (bug-idempotency-04)', async () => {
    const place = draftPlace(test.account.connection.id, subMchid, test.actor.id);
    const save = async (version: number | null) => {
      const saved = await saveDraft(test.context, place, { version, baseVersion: 1, content: {} });
      if (!saved.ok) throw new Error('not saved');
      return { id: saved.value.id, version: saved.value.version };
    };
    const old = await save(null);
    const present = await save(old.version);
    expect(await edit({ shortname: 'Old tab' }, old)).toEqual({
      ok: false,
      refusal: { kind: 'conflict', rule: 'draft-moved' },
    });
    expect(await test.journal()).toEqual([]);
    await test.failNext({ mode: '500-after' });
    expect(await edit({ shortname: 'Present tab' }, present)).toMatchObject({ value: { outcome: 'unknown' } });
    test.pass(1000);
    const newer = await save(present.version);
    test.pass(17_000);
    await drainOnce(test.context);
    expect(await held()).toMatchObject({ shortname: 'Present tab' });
    expect(await test.context.db.draft.count()).toBe(1);
    // What is sent and accepted is let go.
    expect(await edit({ shortname: 'Last' }, newer)).toMatchObject({ value: { outcome: 'accepted' } });
    expect(await test.context.db.draft.count()).toBe(0);
  });

  it('only a draft of this record and person is sent, as it was saved: a crafted one leaves nothing, and takes nothing from the true one', async () => {
    const movedDraft = { ok: false, refusal: { kind: 'conflict', rule: 'draft-moved' } };
    const { id, version } = await test.keptDraft(subMchid);
    expect(await edit({ shortname: 'Crafted' }, { id, version: 99 })).toEqual(movedDraft);
    expect(await edit({ shortname: 'Crafted' }, { id: crypto.randomUUID(), version: 1 })).toEqual(movedDraft);
    const colleague = await newPerson(test.context, 'operator');
    expect(await edit({ shortname: 'Crafted' }, { id, version }, colleague)).toEqual(movedDraft);
    const elsewhere = approved.find(({ sub_mchid }) => sub_mchid !== subMchid)?.sub_mchid ?? '';
    await holdSubMerchant(test.context, test.account.connection.id, elsewhere);
    const crafted = {
      subMchid: elsewhere,
      draft: { id, version },
      baseVersion: 1,
      values: await test.valuesWith(elsewhere, { shortname: 'Crafted' }),
    };
    expect(await modifySubMerchant(test.context, test.account, test.actor, crafted)).toEqual(movedDraft);
    expect(await test.context.db.platformRequest.count()).toBe(0);
    const honest = await edit({ shortname: 'Honest' }, { id, version });
    expect(honest).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    // What this draft became is not the answer to another record that names it.
    expect(await modifySubMerchant(test.context, test.account, test.actor, crafted)).toMatchObject({
      ok: false,
      refusal: { rule: 'already-sent-with-other-content' },
    });
    const requests = await test.context.db.platformRequest.findMany();
    expect(requests.map(({ objectId }) => objectId)).toEqual([subMchid]);
  });

  it('the second of two editors is told before anything leaves, whatever each of them changed (bug-form-editing-02)', async () => {
    await test.context.db.subMerchant.updateMany({ data: { domains: ['shop.kite.example', 'old.kite.example'] } });
    const [hers, his] = [await test.valuesWith(subMchid, {}), await test.valuesWith(subMchid, {})];
    const open = async (values: EditValues) =>
      modifySubMerchant(test.context, test.account, test.actor, {
        subMchid,
        draft: await test.keptDraft(subMchid),
        baseVersion: 1,
        values,
      });
    hers.apply_h5_payment = 'change';
    hers.h5_payment_apply_info = { website_url: 'https://shop.kite.example', domains: ['shop.kite.example'] };
    hers.ticked.removedDomains = ['old.kite.example'];
    expect(await open(hers)).toMatchObject({ ok: true, value: { outcome: 'accepted' } });
    his.contact.phone = '+85223450000';
    expect(await open(his)).toEqual({
      ok: false,
      refusal: { kind: 'conflict', rule: 'record-moved', params: { version: 2 } },
    });
    expect(await test.effects(subMchid)).toBe(1);
  });

  it('an edit over a version that moved is refused before anything leaves', async () => {
    const values = await test.valuesWith(subMchid, { shortname: 'Kite Books' });
    const result = await modifySubMerchant(test.context, test.account, test.actor, {
      subMchid,
      draft: await test.keptDraft(subMchid),
      baseVersion: 7,
      values,
    });
    expect(result).toMatchObject({ ok: false, refusal: { kind: 'conflict', rule: 'record-moved' } });
    expect(await test.journal()).toHaveLength(0);
  });
});

describe('what is stored', () => {
  it('no personal value and no key stands in clear text in any row of any table, and the trail says which fields changed (bug-privacy-01)', async () => {
    const contact = { name: 'Canary Person', phone: '+85299990000', email: 'canary@person.example' };
    await test.failNext({ row: 'sub-merchant-param-error', field: '/contact/phone' });
    const refused = await sent({ contact });
    await test.failNext({ mode: '500-after' });
    const unknown = await sent({ contact: { ...contact, email: 'alice@shop.example' } });
    expect([refused.outcome, unknown.outcome]).toEqual(['refused', 'unknown']);
    const [asked] = await auditOf(refused.requestId);
    expect(asked?.data).toMatchObject({
      changes: [{ path: 'contact.name' }, { path: 'contact.phone' }, { path: 'contact.email' }],
    });
    const { db } = test.context;
    await saveDraft(test.context, draftPlace(test.account.connection.id, subMchid, test.actor.id), {
      version: null,
      baseVersion: 1,
      content: { values: { contact } },
    });
    const tables = await db.$queryRaw<{ name: string }[]>`
      select table_name::text as name from information_schema.tables where table_schema = 'public'`;
    expect(tables.length).toBeGreaterThan(10);
    for (const { name } of tables) {
      const rows = await db.$queryRawUnsafe<{ row: string }[]>(`select row_to_json(t)::text as row from "${name}" t`);
      const text = rows.map(({ row }) => row).join('\n');
      for (const canary of [
        'alice@shop.example',
        'PRIVATE KEY',
        test.account.apiKeys[0]?.toString() ?? '',
        'Canary',
        '99990000',
        'canary@',
        'Sample Contact',
        '23456789',
        '012345678765',
        'Sample Director',
      ]) {
        expect(text.includes(canary), `${canary} in ${name}`).toBe(false);
      }
    }
  });

  it('the trail cannot be changed or emptied, whatever asks', async () => {
    await sent();
    const { db } = test.context;
    await expect(db.auditEntry.updateMany({ data: { actorName: 'nobody' } })).rejects.toThrow();
    await expect(db.auditEntry.deleteMany()).rejects.toThrow();
    await expect(db.$executeRawUnsafe('truncate "AuditEntry"')).rejects.toThrow();
  });

  it('a stored row that is opened but never sent is found by the drain after its lease', async () => {
    const { modifySubMerchantOperation } = await import('@/lib/sub-merchants/operation');
    const opened = await openRequest(test.context, modifySubMerchantOperation, {
      account: test.account,
      actor: test.actor,
      objectId: subMchid,
      input: {
        baseVersion: 1,
        draft: await test.keptDraft(subMchid),
        values: await test.valuesWith(subMchid, { shortname: 'Kite Books' }),
      },
      intent: crypto.randomUUID(),
    });
    if (!opened.ok) throw new Error('not opened');
    test.pass(40_000);
    await drainOnce(test.context);
    expect(await requestOf(opened.value.request.id)).toMatchObject({ outcome: 'unknown', wasUnknown: true });
    test.pass(17_000);
    await drainOnce(test.context);
    expect(await requestOf(opened.value.request.id)).toMatchObject({ outcome: 'accepted' });
    expect(await test.effects(subMchid)).toBe(1);
  });
});
