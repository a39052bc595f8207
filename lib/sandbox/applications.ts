// Applications for H5 payment authorization (2.2) as the platform holds them: each request has one, old ones stay.
import type { ApplicationKind } from '../platform/wire/application';
import type {
  ApplymentState,
  ApplymentType,
  authorizationStates,
  TransactionLimitType,
  websiteStates,
} from '../platform/wire/enums';
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
  applyment_type: ApplymentType;
  applyment_state: ApplymentState;
  audit_reject_detail?: string;
  business_description?: string;
  company_register_cert?: string;
  website_business_page_pics?: string[];
  website_homepage_pics?: string[];
  /** Where its result goes; absent: where all results go. Null: nowhere, none was given when it was made (2.2). */
  notify_url?: string | null;
  /** Since when it is in its state (ISO 8601); absent on the first day. */
  stateSince?: string;
};

/**
 * The record of 2.2, in which big integers keep their digits; or that of a domain change (protocol notes 9.3).
 * `State`: a tester may have any word told.
 */
export function applicationRecordOf<State extends string>(
  application: Omit<HeldApplication, 'applyment_state'> & { applyment_state: State },
  url: string | null,
) {
  const { kind, applyment_id, audit_reject_detail, transaction_limit_type, applyment_type, ...rest } = application;
  const { business_description, company_register_cert, website_business_page_pics, website_homepage_pics } = rest;
  const { sub_mchid, domains, website_url, website_state, applyment_state, notify_url = url } = rest;
  const isUnlaunched = website_state === 'UN_LAUNCHED';
  const isUnlimited = kind === 'authorization' && transaction_limit_type === 'NO_LIMIT';
  return {
    applyment_id: BigInt(applyment_id),
    sub_mchid,
    domains,
    website_url,
    website_state,
    applyment_state,
    ...(kind === 'authorization'
      ? { transaction_limit_type, applyment_type }
      : { out_applyment_id: `change${applyment_id}` }),
    ...given({
      business_description: business_description ?? (isUnlimited ? 'Sells its own goods online.' : undefined),
      company_register_cert: company_register_cert ?? (isUnlimited ? 'sample-media-register' : undefined),
      website_business_page_pics: website_business_page_pics ?? (isUnlaunched ? ['sample-media-page'] : undefined),
      website_homepage_pics: website_homepage_pics ?? (isUnlaunched ? ['sample-media-home'] : undefined),
      audit_reject_detail,
      // 2.2: at most 128 characters.
      notify_url: notify_url === null || notify_url.length > 128 ? undefined : notify_url,
    }),
  };
}

const given = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

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

/** An application for web payment authorization, or for the removal of its limit, by its number (4.2). */
export const findAuthorization = ({ applications }: ApplicationBook, applymentId: string) =>
  applications.find(({ kind, applyment_id }) => kind === 'authorization' && applyment_id === applymentId);

/** authorization_state of the reading operation (protocol notes 9.4): what is granted, and with which limit. */
export function authorizationOf(
  { applications }: ApplicationBook,
  { sub_mchid, h5 }: WorldSubMerchant,
): keyof typeof authorizationStates {
  if (h5.state === 'UNDER_PUNISHMENT') return 'UNDER_PUNISHMENT';
  if (h5.state !== 'APPROVED') return 'UNAUTHORIZED';
  const granted = applications.filter(
    (application) => application.sub_mchid === sub_mchid && application.applyment_state === 'APPROVED',
  );
  if (granted.some(({ applyment_type: type }) => type === 'APPLY_FOR_RELIEVE_LIMITED')) return 'AUTHORIZED';
  const limit = granted.findLast(({ kind }) => kind === 'authorization')?.transaction_limit_type;
  return limit === 'UN_LAUNCHED_WEBSITE_LIMIT' ? 'AUTHORITY_TO_TEST' : 'FORMAL_AUTHORITY';
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
 * Puts an application into a state, before the H5 state follows: `which`, or the one under review, or the newest. One that
 * is settled is not opened again: then there is a new one. `isNews`: it was in another state before.
 */
export function decide(
  book: ApplicationBook,
  held: WorldSubMerchant,
  verdict: 'UNDER_REVIEW' | 'APPROVED' | 'REJECTED',
  now: Date,
  reason?: string,
  which?: HeldApplication,
): { application: HeldApplication; isNews: boolean } {
  const own = book.applications.filter(
    ({ sub_mchid, applyment_type: type }) => sub_mchid === held.sub_mchid && type === 'APPLY_FOR_PAYMENT_AUTHORITY',
  );
  const newest = which ?? own.findLast(({ applyment_state: state }) => state === 'UNDER_REVIEW') ?? own.at(-1);
  const isInForce = stateBehind(held) === 'APPROVED';
  const isOpen = newest?.applyment_state !== 'APPROVED' || (verdict === 'APPROVED' && isInForce);
  const application = newest && isOpen ? newest : openApplication(book, held);
  return { application, isNews: putInto(application, verdict, now, reason) };
}

/** Puts one application into a state; true when it was in another one before. */
export function putInto(application: HeldApplication, verdict: ApplymentState, now: Date, reason?: string): boolean {
  const isNews = application.applyment_state !== verdict;
  if (isNews) application.stateSince = now.toISOString();
  application.applyment_state = verdict;
  delete application.audit_reject_detail;
  if (reason !== undefined) application.audit_reject_detail = reason;
  return isNews;
}
