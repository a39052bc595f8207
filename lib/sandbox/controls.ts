// `/_sandbox/*`: what a tester can make happen. JSON in, JSON out, and one page; for this machine only. docs/sandbox.md
// lists them.
import { z } from 'zod';
import {
  applymentStates,
  applymentTypes,
  h5AuthorizationStates,
  subMerchantStatuses,
  transactionLimitTypes,
  websiteStates,
} from '../platform/wire/enums';
import type { HeldApplication } from './applications';
import { decide, findAuthorization, openApplication, putInto } from './applications';
import { contractControl } from './contract-controls';
import type { ControlAnswer, Controlled } from './control-answer';
import { no, ok, withBody } from './control-answer';
import type { Fault } from './faults';
import { faultModes } from './faults';
import { makeApiKey, makePlatformKey, saveKeys } from './keys';
import { digits, notificationControl } from './notification-controls';
import { orderControl } from './order-controls';
import { certificatesOf, operationNames, overview } from './overview';
import { controlPage } from './page';
import { advanceReviews, approve, decideApplication, goUnderReview, reject } from './reviews';
import { findRow, rowAnswers } from './rows';
import type { HeldSubMerchant, SandboxState } from './state';
import { own } from './state';
import { say } from './texts';

const failNext = z
  .strictObject({
    operation: z.enum(operationNames).optional(),
    sub_mchid: z.string().min(1).optional(),
    applyment_id: digits.optional(),
    contract_id: z.string().min(1).max(64).optional(),
    times: z.int().min(1).max(1000).default(1),
    row: z.string().optional(),
    mode: z.enum(faultModes).optional(),
    /** `row` with a detail: the pointer to name instead of the usual one. */
    field: z.string().max(256).optional(),
    ms: z.int().min(0).max(600_000).default(2_000),
    retryAfterSeconds: z.int().min(0).optional(),
    status: z.int().min(200).max(599).default(503),
    code: z.string().max(32).optional(),
    message: z.string().max(256).optional(),
    signed: z.boolean().default(true),
    headers: z.record(z.string(), z.string()).default({}),
  })
  .refine((body) => (body.row === undefined) !== (body.mode === undefined), 'name either a row or a mode');

/** Deeds on the H5 authorization; a state itself may be named too, and is set without further ado. */
const h5Deeds = ['approve', 'reject', 'penalise', 'lift', 'application-failed-next'] as const;
const h5 = z.strictObject({
  state: z.enum([...h5Deeds, ...h5AuthorizationStates]),
  reason: z.string().min(1).max(500).optional(),
  /** What a decision turns the application into before it is told: a domain change has another payload. */
  kind: z.enum(['authorization', 'domain-change']).optional(),
});

const onboarding = z.strictObject({
  sub_merchant_status: z.enum(subMerchantStatuses).optional(),
  application_status: z.enum(['INCOMPLETE_APPLICATION', 'UNDER_REVIEW', 'REJECTED']).nullable().optional(),
  pageOnly: z.boolean().optional(),
});

const rotation = z.strictObject({
  /** When the old certificate ends, from now, in milliseconds. */
  oldExpiresInMs: z
    .int()
    .min(0)
    .default(24 * 3_600_000),
});

const review = z.strictObject({
  mode: z.enum(['manual', 'auto']),
  afterMs: z.int().min(0).default(5_000),
  pendingMs: z.int().min(0).default(60_000),
  verdict: z.enum(['APPROVED', 'REJECTED']).default('APPROVED'),
  reason: z.string().min(1).max(500).optional(),
});
const textRules = z.strictObject({ fourByte: z.enum(['accept', 'refuse']) });

/** An application that came in another way than by an edit, in whatever state a tester wants it. */
const newApplication = z.strictObject({
  sub_mchid: z.string().min(1).max(32),
  applyment_type: z.enum(applymentTypes).default('APPLY_FOR_PAYMENT_AUTHORITY'),
  applyment_state: z.enum(applymentStates).default('REJECTED'),
  transaction_limit_type: z.enum(transactionLimitTypes).optional(),
  website_state: z.enum(websiteStates).optional(),
  website_url: z.string().min(1).max(128).optional(),
  domains: z.array(z.string()).optional(),
  business_description: z.string().max(500).optional(),
  company_register_cert: z.string().max(128).optional(),
  website_business_page_pics: z.array(z.string()).optional(),
  website_homepage_pics: z.array(z.string()).optional(),
  audit_reject_detail: z.string().min(1).max(500).optional(),
  /** Null: it was made without one, and its result is told to nobody. */
  notify_url: z.string().max(128).nullable().optional(),
});

const applicationDeed = z.strictObject({
  state: z.enum(['approve', 'reject', ...applymentStates]),
  reason: z.string().min(1).max(500).optional(),
  notify_url: z.string().max(128).nullable().optional(),
});
const clock = z.strictObject({ offsetMs: z.int() });
const nothing = z.strictObject({});

/** Answers a control request; `body` is its parsed JSON, `{}` when there was none. */
export async function control(
  sandbox: Controlled,
  request: { method: string; path: string; body: unknown },
): Promise<ControlAnswer> {
  const parts = request.path.replace(/^\/_sandbox\/?/, '').split('/');
  const [room = '', id = '', what = ''] = parts;
  if (parts.length > 3) return no(404, 'no such control');
  const { store, journal, faults } = sandbox;
  const asked = { ...request, path: parts };
  const about =
    (await notificationControl(sandbox, asked)) ??
    (await contractControl(sandbox, asked)) ??
    (await orderControl(sandbox, asked));
  if (about) return about;
  const held = room === 'sub-merchants' && id !== '' ? own(store.state.subMerchants, id) : undefined;
  const application = room === 'applications' && id !== '' ? findAuthorization(store.state, id) : undefined;
  if (id !== '' && !held && !application) {
    const isNamed = room === 'sub-merchants' || room === 'applications';
    return no(404, isNamed ? `no ${room.slice(0, -1)} ${id}` : 'no such control');
  }
  const line = `${request.method} ${room}${id === '' ? '' : '/*'}${what === '' ? '' : `/${what}`}`;
  const changed = async (json?: unknown) => {
    await store.commit();
    return ok(json);
  };
  const reading = <T>(schema: z.ZodType<T>, then: (body: T) => ControlAnswer | Promise<ControlAnswer>) =>
    withBody(schema, request.body, then);

  switch (line) {
    case 'GET ':
      return { status: 200, ...controlPage() };
    case 'GET overview':
      advanceReviews(store.state, sandbox.now());
      return ok(overview(sandbox));
    case 'GET effects':
      return ok(store.state.effects);
    case 'GET journal':
      return ok(journal.entries);
    case 'GET applications':
      advanceReviews(store.state, sandbox.now());
      return ok(store.state.applications);
    case 'GET applications/*':
      advanceReviews(store.state, sandbox.now());
      return ok(application);
    case 'POST applications':
      return reading(newApplication, (body) => {
        const owner = own(store.state.subMerchants, body.sub_mchid);
        return owner
          ? changed(addApplication(store.state, owner, body, sandbox.now()))
          : no(404, 'no such sub-merchant');
      });
    case 'POST applications/*':
      if (!application) return no(404, 'no such control');
      return reading(applicationDeed, ({ state, reason, notify_url }) => {
        if (notify_url !== undefined) application.notify_url = notify_url;
        changeApplication(store.state, application, state, sandbox.now(), reason);
        return changed(application);
      });
    case 'POST text':
      return reading(textRules, (body) => {
        store.state.text = body;
        return changed(body);
      });
    case 'GET rows':
      return ok(Object.entries(rowAnswers).map(([row, { status, code }]) => ({ row, status, code })));
    case 'GET sub-merchants/*':
      if (!held) return no(404, 'no such control');
      advanceReviews(store.state, sandbox.now());
      return ok(held);
    case 'POST fail-next':
      return reading(failNext, (body) => arm(sandbox, body));
    case 'POST clear':
      return reading(nothing, () => {
        faults.clear();
        return ok();
      });
    case 'POST release':
      return reading(nothing, () => ok({ released: faults.release() }));
    case 'POST sub-merchants/*/h5':
      if (!held) return no(404, 'no such control');
      return reading(h5, (deed) => {
        changeH5(store.state, held, deed, sandbox.now());
        if (held.h5.state !== 'UNDER_PUNISHMENT') delete held.stateBeforePenalty;
        return changed(held);
      });
    case 'POST sub-merchants/*/onboarding':
      if (!held) return no(404, 'no such control');
      return reading(onboarding, (body) => {
        changeOnboarding(held, body);
        return changed(held);
      });
    case 'POST rotate-certificates':
      return reading(rotation, ({ oldExpiresInMs }) => rotate(sandbox, oldExpiresInMs));
    case 'POST rotate-message-key':
      return reading(nothing, () => rotateMessageKey(sandbox));
    case 'POST review':
      return reading(review, (body) => {
        const { reason, ...rest } = body;
        store.state.review = { ...rest, ...(reason === undefined ? {} : { reason }) };
        return changed(body);
      });
    case 'POST clock':
      return reading(clock, ({ offsetMs }) => {
        store.state.clockOffsetMs = offsetMs;
        return changed({ now: sandbox.now().toISOString() });
      });
    case 'POST reset':
      return reading(nothing, () => {
        faults.clear();
        faults.release();
        store.reset();
        store.state.notify.url = sandbox.notifyUrl;
        store.state.notify.urlCommon = sandbox.notifyUrlCommon;
        journal.clear();
        return changed();
      });
    default:
      return no(404, 'no such control');
  }
}

function arm({ faults }: Controlled, body: z.infer<typeof failNext>): ControlAnswer {
  const found = body.row === undefined ? null : findRow(body.row, body.operation);
  if (body.row !== undefined && !found) return no(400, `no row ${body.row}; GET /_sandbox/rows lists them`);
  const kind: Fault['kind'] | null = found
    ? { row: found.row, answer: { ...found.answer, field: body.field ?? found.answer.field } }
    : body.mode
      ? { mode: body.mode }
      : null;
  if (!kind) return no(400, 'name either a row or a mode');
  const fault = faults.arm({
    operation: body.operation ?? null,
    subMchid: body.sub_mchid ?? null,
    applymentId: body.applyment_id ?? null,
    contractId: body.contract_id ?? null,
    times: body.times,
    kind,
    ms: body.ms,
    retryAfterSeconds: body.retryAfterSeconds ?? null,
    status: body.status,
    code: body.code ?? null,
    message: body.message ?? null,
    signed: body.signed,
    headers: body.headers,
  });
  return ok({ ok: true, id: fault.id });
}

/** Does one deed on the H5 authorization, or sets its state. */
function changeH5(world: SandboxState, held: HeldSubMerchant, { state, reason, kind }: z.infer<typeof h5>, now: Date) {
  const { audit_reject_detail, ...kept } = held.h5;
  switch (state) {
    case 'approve':
    case 'APPROVED':
      return approve(world, held, now, kind);
    case 'reject':
    case 'REJECTED':
      return reject(world, held, now, reason, kind);
    case 'penalise':
    case 'UNDER_PUNISHMENT':
      if (held.h5.state !== 'UNDER_PUNISHMENT') held.stateBeforePenalty = held.h5.state;
      held.h5 = { ...held.h5, state: 'UNDER_PUNISHMENT' };
      return;
    case 'lift':
      if (held.h5.state === 'UNDER_PUNISHMENT') held.h5 = { ...held.h5, state: held.stateBeforePenalty ?? 'APPROVED' };
      return;
    case 'application-failed-next':
      held.nextApplicationFails = true;
      return;
    case 'UNDER_REVIEW':
      decide(world, held, state, now);
      held.h5 = { ...kept, state, reviewSince: now.toISOString() };
      return;
    case 'UNAUTHORIZED':
    case 'APPLICATION_FAILED':
      held.h5 = { ...kept, state };
      return;
  }
}

function addApplication(
  world: SandboxState,
  held: HeldSubMerchant,
  { audit_reject_detail = say('applicationRejected', 'en'), ...body }: z.infer<typeof newApplication>,
  now: Date,
) {
  const added: HeldApplication = {
    ...openApplication(world, held),
    ...(body.applyment_type === 'APPLY_FOR_RELIEVE_LIMITED' ? { transaction_limit_type: 'NO_LIMIT' } : {}),
    ...(body.website_state === 'UN_LAUNCHED' ? { transaction_limit_type: 'UN_LAUNCHED_WEBSITE_LIMIT' } : {}),
    ...body,
    stateSince: now.toISOString(),
    ...(body.applyment_state === 'REJECTED' ? { audit_reject_detail } : {}),
  } as HeldApplication;
  world.applications[world.applications.length - 1] = added;
  return added;
}

/** A deed on one application; a state itself may be named too, and nobody is told of it. */
function changeApplication(
  world: SandboxState,
  application: HeldApplication,
  state: z.infer<typeof applicationDeed>['state'],
  now: Date,
  reason?: string,
) {
  if (state === 'approve') decideApplication(world, application, 'APPROVED', now);
  else if (state === 'reject') decideApplication(world, application, 'REJECTED', now, reason);
  else if (state === 'UNDER_REVIEW') goUnderReview(world, application, now);
  else {
    putInto(application, state, now, state === 'REJECTED' ? (reason ?? say('applicationRejected', 'en')) : undefined);
  }
}

function changeOnboarding(held: HeldSubMerchant, body: z.infer<typeof onboarding>) {
  const { application_reject_detail, application_status, sub_merchant_status } = held.status;
  const application = body.application_status === undefined ? application_status : body.application_status;
  held.status = {
    sub_merchant_status: body.sub_merchant_status ?? sub_merchant_status,
    ...(application ? { application_status: application } : {}),
    ...(application === 'REJECTED' && application_reject_detail ? { application_reject_detail } : {}),
  };
  held.pageOnly = body.pageOnly ?? held.pageOnly;
}

/** A new certificate, in effect at once; the old ones end early (protocol notes 7.2, without its 24 hours of notice). */
async function rotate(sandbox: Controlled, oldExpiresInMs: number): Promise<ControlAnswer> {
  const now = sandbox.now();
  const end = new Date(now.getTime() + oldExpiresInMs).toISOString();
  // By both clocks: answers are signed by the sandbox's, notifications by everybody's.
  const from = Math.min(now.getTime(), sandbox.wallNow().getTime());
  const added = await makePlatformKey(new Date(Math.floor(from / 1000) * 1000));
  for (const key of sandbox.keys.platform) if (key.expireTime > end) key.expireTime = end;
  sandbox.keys.platform.push(added);
  if (sandbox.stateDir !== null) await saveKeys(sandbox.stateDir, sandbox.keys, sandbox.dialectName);
  return ok({ serial: added.serial, certificates: certificatesOf(sandbox) });
}

/** A new message key, in force at once; the one before it still opens what was sealed with it. */
async function rotateMessageKey({ keys, stateDir, dialectName }: Controlled): Promise<ControlAnswer> {
  keys.previousApiKey = keys.apiKey;
  keys.apiKey = makeApiKey();
  if (stateDir !== null) await saveKeys(stateDir, keys, dialectName);
  return ok();
}
