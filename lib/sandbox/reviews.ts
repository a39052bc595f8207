// Who decides: a tester by a control, or, with automatic review, time. What is decided is told to the institution.
import type { ApplicationKind } from '../platform/wire/application';
import type { HeldApplication } from './applications';
import { decide } from './applications';
import { applicationContent } from './notification-content';
import { enqueue, properManner } from './outbox';
import type { HeldSubMerchant, SandboxState } from './state';
import { say } from './texts';

/**
 * With automatic review, applications that have waited long enough are approved; done when somebody looks, and before
 * notifications are delivered. True when there was one.
 */
export function advanceReviews(state: SandboxState, now: Date): boolean {
  const { mode, afterMs } = state.review;
  if (mode !== 'auto') return false;
  const waited = Object.values(state.subMerchants).filter(
    ({ h5 }) => h5.state === 'UNDER_REVIEW' && now.getTime() - (Date.parse(h5.reviewSince ?? '') || 0) >= afterMs,
  );
  for (const held of waited) approve(state, held, now);
  return waited.length > 0;
}

/** Puts into force what was asked for, and tells it. As a domain change, if `kind` says so. */
export function approve(state: SandboxState, held: HeldSubMerchant, now: Date, kind?: ApplicationKind) {
  const { domains, website_url } = held.h5.asked ?? held.h5;
  const { application, isNews } = decide(state, held, 'APPROVED');
  if (kind !== undefined) application.kind = kind;
  held.h5 = { state: 'APPROVED', domains, ...(website_url === undefined ? {} : { website_url }) };
  if (isNews) tell(state, application, now);
}

/** Rejects what was asked for. Told only where a tester wants that: the interface shows approvals only (3.1.2). */
export function reject(state: SandboxState, held: HeldSubMerchant, now: Date, reason?: string, kind?: ApplicationKind) {
  const { audit_reject_detail: _, ...kept } = held.h5;
  const detail = reason ?? say('applicationRejected', 'en');
  const { application, isNews } = decide(state, held, 'REJECTED', detail);
  if (kind !== undefined) application.kind = kind;
  held.h5 = { ...kept, state: 'REJECTED', audit_reject_detail: detail };
  if (isNews && state.notify.rejections) tell(state, application, now);
}

function tell(state: SandboxState, application: HeldApplication, now: Date) {
  const manner = state.notify.next.shift() ?? properManner;
  enqueue(state, { content: applicationContent(application, state.notify.url, manner), manner }, now);
}
