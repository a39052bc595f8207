// `/_sandbox/*`: what a tester can make happen. JSON in, JSON out, and one page; for this machine only. docs/sandbox.md
// lists them.
import { z } from 'zod';
import { h5AuthorizationStates, subMerchantStatuses } from '../platform/wire/enums';
import { decide } from './applications';
import type { ControlAnswer, Controlled } from './control-answer';
import { no, ok, withBody } from './control-answer';
import type { Fault } from './faults';
import { faultModes } from './faults';
import { makeApiKey, makePlatformKey, saveKeys } from './keys';
import { notificationControl } from './notification-controls';
import { certificatesOf, operationNames, overview } from './overview';
import { controlPage } from './page';
import { advanceReviews, approve, reject } from './reviews';
import { findRow, rowAnswers } from './rows';
import type { HeldSubMerchant, SandboxState } from './state';
import { own } from './state';

const failNext = z
  .strictObject({
    operation: z.enum(operationNames).optional(),
    sub_mchid: z.string().min(1).optional(),
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

const review = z.strictObject({ mode: z.enum(['manual', 'auto']), afterMs: z.int().min(0).default(5_000) });
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
  const about = await notificationControl(sandbox, { ...request, path: parts });
  if (about) return about;
  const held = room === 'sub-merchants' && id !== '' ? own(store.state.subMerchants, id) : undefined;
  if (id !== '' && !held) return no(404, room === 'sub-merchants' ? `no sub-merchant ${id}` : 'no such control');
  const line = `${request.method} ${room}${held ? '/*' : ''}${what === '' ? '' : `/${what}`}`;
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
      return ok(store.state.applications);
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
        store.state.review = body;
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
        journal.clear();
        return changed();
      });
    default:
      return no(404, 'no such control');
  }
}

function arm({ faults }: Controlled, body: z.infer<typeof failNext>): ControlAnswer {
  const found = body.row === undefined ? null : findRow(body.row);
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
      decide(world, held, state);
      held.h5 = { ...kept, state, reviewSince: now.toISOString() };
      return;
    case 'UNAUTHORIZED':
    case 'APPLICATION_FAILED':
      held.h5 = { ...kept, state };
      return;
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
