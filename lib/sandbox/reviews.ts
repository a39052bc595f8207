// Who decides: a tester by a control, or, with automatic review, time. What is decided is told to the institution.
import type { ApplicationKind } from '../platform/wire/application';
import type { HeldApplication } from './applications';
import { decide, putInto } from './applications';
import { applicationContent } from './notification-content';
import { enqueue, properManner } from './outbox';
import type { HeldSubMerchant, SandboxState } from './state';
import { own } from './state';
import { say } from './texts';

/**
 * What time does by itself: a pending application goes under review, and with automatic review one that has waited long
 * enough is decided. Done when somebody looks, and before notifications are delivered. True when there was one.
 */
export function advanceReviews(state: SandboxState, now: Date): boolean {
  const pending = advancePending(state, now);
  const { mode, afterMs, verdict, reason } = state.review;
  if (mode !== 'auto') return pending;
  const hasWaited = (since: string | undefined) => now.getTime() - (Date.parse(since ?? '') || 0) >= afterMs;
  const waited = Object.values(state.subMerchants).filter(
    ({ h5 }) => h5.state === 'UNDER_REVIEW' && hasWaited(h5.reviewSince),
  );
  const isRejection = verdict === 'REJECTED';
  for (const held of waited) isRejection ? reject(state, held, now, reason) : approve(state, held, now);
  const removals = state.applications.filter(
    (application) =>
      isRemoval(application) && application.applyment_state === 'UNDER_REVIEW' && hasWaited(application.stateSince),
  );
  for (const removal of removals) decideRemoval(state, removal, verdict, now, reason);
  return pending || waited.length + removals.length > 0;
}

const isRemoval = ({ applyment_type: type }: HeldApplication) => type === 'APPLY_FOR_RELIEVE_LIMITED';

function advancePending(state: SandboxState, now: Date): boolean {
  const { pendingMs } = state.review;
  const passed = state.applications.filter(
    ({ applyment_state, stateSince = '' }) =>
      applyment_state === 'PENDING' && now.getTime() - (Date.parse(stateSince) || 0) >= pendingMs,
  );
  for (const application of passed) goUnderReview(state, application, now);
  return passed.length > 0;
}

/** The application is created now and looked at; the authorization that it asks for is under review with it. */
export function goUnderReview(state: SandboxState, application: HeldApplication, now: Date) {
  putInto(application, 'UNDER_REVIEW', now);
  const held = own(state.subMerchants, application.sub_mchid);
  if (!held || isRemoval(application) || held.h5.state === 'APPROVED' || held.h5.state === 'UNDER_PUNISHMENT') return;
  const { audit_reject_detail: _, ...kept } = held.h5;
  const { domains, website_url } = application;
  held.h5 = { ...kept, state: 'UNDER_REVIEW', asked: { domains, website_url }, reviewSince: now.toISOString() };
}

/** Decides one application: that of the authorization with all that follows, the removal of a limit alone. */
export function decideApplication(
  state: SandboxState,
  application: HeldApplication,
  verdict: 'APPROVED' | 'REJECTED',
  now: Date,
  reason?: string,
) {
  const held = own(state.subMerchants, application.sub_mchid);
  if (!held || isRemoval(application)) return decideRemoval(state, application, verdict, now, reason);
  const { domains, website_url } = application;
  held.h5.asked = { domains, website_url };
  if (verdict === 'APPROVED') approve(state, held, now, undefined, application);
  else reject(state, held, now, reason, undefined, application);
}

function decideRemoval(
  state: SandboxState,
  application: HeldApplication,
  verdict: 'APPROVED' | 'REJECTED',
  now: Date,
  reason?: string,
) {
  const isRejection = verdict === 'REJECTED';
  const isNews = putInto(
    application,
    verdict,
    now,
    isRejection ? (reason ?? say('applicationRejected', 'en')) : undefined,
  );
  if (isNews && (!isRejection || state.notify.rejections)) tell(state, application, now);
}

/** Puts into force what was asked for, and tells it. As a domain change, if `kind` says so. */
export function approve(
  state: SandboxState,
  held: HeldSubMerchant,
  now: Date,
  kind?: ApplicationKind,
  which?: HeldApplication,
) {
  const { domains, website_url } = held.h5.asked ?? held.h5;
  const { application, isNews } = decide(state, held, 'APPROVED', now, undefined, which);
  if (kind !== undefined) application.kind = kind;
  held.h5 = { state: 'APPROVED', domains, ...(website_url === undefined ? {} : { website_url }) };
  if (isNews) tell(state, application, now);
}

/** Rejects what was asked for. Told only where a tester wants that: the interface shows approvals only (3.1.2). */
export function reject(
  state: SandboxState,
  held: HeldSubMerchant,
  now: Date,
  reason?: string,
  kind?: ApplicationKind,
  which?: HeldApplication,
) {
  const { audit_reject_detail: _, ...kept } = held.h5;
  const detail = reason ?? say('applicationRejected', 'en');
  const { application, isNews } = decide(state, held, 'REJECTED', now, detail, which);
  if (kind !== undefined) application.kind = kind;
  held.h5 = { ...kept, state: 'REJECTED', audit_reject_detail: detail };
  if (isNews && state.notify.rejections) tell(state, application, now);
}

function tell(state: SandboxState, application: HeldApplication, now: Date) {
  // One that was made without an address is never told (2.2 notify_url).
  if (application.notify_url === null) return;
  const manner = state.notify.next.shift() ?? properManner;
  enqueue(state, { content: applicationContent(application, state.notify.url, manner), manner }, now);
}
