// Who approves: a tester by a control, or, with automatic review, time.
import type { HeldSubMerchant, SandboxState } from './state';

/** With automatic review, applications that have waited long enough are approved; done when somebody looks. */
export function advanceReviews({ review, subMerchants }: SandboxState, now: Date) {
  if (review.mode !== 'auto') return;
  for (const held of Object.values(subMerchants)) {
    if (held.h5.state !== 'UNDER_REVIEW') continue;
    const since = Date.parse(held.h5.reviewSince ?? '') || 0;
    if (now.getTime() - since >= review.afterMs) approve(held);
  }
}

/** Puts into force what was asked for. */
export function approve(held: HeldSubMerchant) {
  const { domains, website_url } = held.h5.asked ?? held.h5;
  held.h5 = { state: 'APPROVED', domains, ...(website_url === undefined ? {} : { website_url }) };
}
