// Applications for H5 payment authorization (2.2) as the platform holds them: each request has one, old ones stay.
import type { ApplicationKind } from '../platform/wire/application';
import type { ApplymentState, applymentTypes, TransactionLimitType, websiteStates } from '../platform/wire/enums';
import type { WorldSubMerchant } from './world';

/** One application. Which words stand on the wire depends on its kind (protocol notes 9.3). */
export type HeldApplication = {
  /** Every digit of the integer that stands on the wire; it may be one that no double can hold. */
  applyment_id: string;
  kind: ApplicationKind;
  sub_mchid: string;
  domains: string[];
  website_url: string;
  website_state: (typeof websiteStates)[number];
  transaction_limit_type: TransactionLimitType;
  applyment_type: (typeof applymentTypes)[number];
  applyment_state: ApplymentState;
  audit_reject_detail?: string;
};

/** All applications, oldest first, and the number that was given out last. */
export type ApplicationBook = { applications: HeldApplication[]; lastApplymentId: string };

/** The first integer that a double cannot hold; every second one after it is another. */
const beyondDoubles = 2n ** 53n + 1n;

/** Which application stands behind an H5 state; null: there is none. */
function stateBehind({ h5 }: WorldSubMerchant): ApplymentState | null {
  switch (h5.state) {
    case 'APPROVED':
    case 'UNDER_PUNISHMENT':
      return 'APPROVED';
    case 'UNDER_REVIEW':
    case 'REJECTED':
      return h5.state;
    case 'UNAUTHORIZED':
    case 'APPLICATION_FAILED':
      return null;
  }
}

/** An application under review for what the sub-merchant asks for, or else for what it has in force. */
export function applicationFor(held: WorldSubMerchant, applyment_id: string): HeldApplication {
  const { domains, website_url } = held.h5.asked ?? held.h5;
  return {
    applyment_id,
    kind: 'authorization',
    sub_mchid: held.sub_mchid,
    domains,
    website_url: website_url ?? held.record.business.website ?? 'https://www.shop.example',
    website_state: 'HAS_LAUNCHED',
    transaction_limit_type: 'NORMAL_LIMIT',
    applyment_type: 'APPLY_FOR_PAYMENT_AUTHORITY',
    applyment_state: 'UNDER_REVIEW',
  };
}

/** The applications that the H5 states of these sub-merchants came from. Every fifth number is beyond doubles. */
export function bookOf(subMerchants: readonly WorldSubMerchant[]): ApplicationBook {
  const applications = subMerchants.flatMap((held, index): HeldApplication[] => {
    const applyment_state = stateBehind(held);
    if (applyment_state === null) return [];
    const number = index % 5 === 0 ? beyondDoubles + 2n * BigInt(index) : BigInt(100_001 + index);
    const application = { ...applicationFor(held, String(number)), applyment_state };
    if (index % 7 === 3) application.transaction_limit_type = 'NO_LIMIT';
    if (index % 7 === 5) {
      application.transaction_limit_type = 'UN_LAUNCHED_WEBSITE_LIMIT';
      application.website_state = 'UN_LAUNCHED';
    }
    const { audit_reject_detail } = held.h5;
    return [audit_reject_detail === undefined ? application : { ...application, audit_reject_detail }];
  });
  return { applications, lastApplymentId: String(beyondDoubles + 2n * BigInt(subMerchants.length)) };
}

/** A number that was never given out, and that no double can hold. */
export function nextApplymentId(book: ApplicationBook): string {
  book.lastApplymentId = String(BigInt(book.lastApplymentId) + 2n);
  return book.lastApplymentId;
}

/** The application of a sub-merchant that came last. */
export const newestApplication = ({ applications }: ApplicationBook, subMchid: string) =>
  applications.findLast((application) => application.sub_mchid === subMchid);

/** Takes in a new application, under review. */
export function openApplication(book: ApplicationBook, held: WorldSubMerchant): HeldApplication {
  const application = applicationFor(held, nextApplymentId(book));
  book.applications.push(application);
  return application;
}

/**
 * Puts the newest application into a state, before the H5 state follows. One that is settled is not opened again: then
 * there is a new one. `isNews`: it was in another state before.
 */
export function decide(
  book: ApplicationBook,
  held: WorldSubMerchant,
  verdict: 'UNDER_REVIEW' | 'APPROVED' | 'REJECTED',
  reason?: string,
): { application: HeldApplication; isNews: boolean } {
  const newest = newestApplication(book, held.sub_mchid);
  const isInForce = stateBehind(held) === 'APPROVED';
  const isOpen = newest?.applyment_state !== 'APPROVED' || (verdict === 'APPROVED' && isInForce);
  const application = newest && isOpen ? newest : openApplication(book, held);
  const isNews = application.applyment_state !== verdict;
  application.applyment_state = verdict;
  delete application.audit_reject_detail;
  if (reason !== undefined) application.audit_reject_detail = reason;
  return { application, isNews };
}
