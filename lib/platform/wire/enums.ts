// Closed word lists of the interface (3.2, 4.1) and of the reading operations.
import { choice } from './rules';

/** 4.1 merchant_type. */
export const merchantTypes = ['ENTERPRISE', 'INDIVIDUAL'] as const;
export const merchantType = choice(merchantTypes);
export type MerchantType = (typeof merchantTypes)[number];

/** 4.1 business.business_type. */
export const businessTypes = ['ONLINE', 'OFFLINE', 'BOTH'] as const;
export const businessType = choice(businessTypes);
export type BusinessType = (typeof businessTypes)[number];

/** 3.2 h5_authorization_state, in the order of the table. */
export const h5AuthorizationStates = [
  'APPROVED',
  'UNAUTHORIZED',
  'UNDER_REVIEW',
  'REJECTED',
  'UNDER_PUNISHMENT',
  'APPLICATION_FAILED',
] as const;
export const h5AuthorizationState = choice(h5AuthorizationStates);
export type H5AuthorizationState = (typeof h5AuthorizationStates)[number];

/** 3.1 applyment_state. */
export const applymentStates = ['PENDING', 'UNDER_REVIEW', 'APPROVED', 'REJECTED'] as const;
export const applymentState = choice(applymentStates);
export type ApplymentState = (typeof applymentStates)[number];

/** 2.2 applyment_type. */
export const applymentTypes = ['APPLY_FOR_PAYMENT_AUTHORITY', 'APPLY_FOR_RELIEVE_LIMITED'] as const;
export type ApplymentType = (typeof applymentTypes)[number];

/** 2.2 transaction_limit_type, from the lowest ceiling to none (section 8). */
export const transactionLimitTypes = ['UN_LAUNCHED_WEBSITE_LIMIT', 'NORMAL_LIMIT', 'NO_LIMIT'] as const;
export const transactionLimitType = choice(transactionLimitTypes);
export type TransactionLimitType = (typeof transactionLimitTypes)[number];

/** What may be paid through H5 each day, by one person and to one sub-merchant, in CNY (8.1); null: no ceiling. */
export const limitQuotas: Record<TransactionLimitType, { personCny: number; subMerchantCny: number } | null> = {
  UN_LAUNCHED_WEBSITE_LIMIT: { personCny: 1_000, subMerchantCny: 50_000 },
  NORMAL_LIMIT: { personCny: 50_000, subMerchantCny: 500_000 },
  NO_LIMIT: null,
};

/** 2.2 website_state. */
export const websiteStates = ['HAS_LAUNCHED', 'UN_LAUNCHED'] as const;
export const websiteState = choice(websiteStates);

/**
 * ASSUMPTION: authorization_state of the reading operation (notes 9.4): three words for what 3.2 calls APPROVED, each with
 * the limit in force, and two that mean the same.
 */
export const authorizationStates = {
  AUTHORITY_TO_TEST: { state: 'APPROVED', limit: 'UN_LAUNCHED_WEBSITE_LIMIT' },
  FORMAL_AUTHORITY: { state: 'APPROVED', limit: 'NORMAL_LIMIT' },
  AUTHORIZED: { state: 'APPROVED', limit: 'NO_LIMIT' },
  UNDER_PUNISHMENT: { state: 'UNDER_PUNISHMENT', limit: null },
  UNAUTHORIZED: { state: 'UNAUTHORIZED', limit: null },
} as const satisfies Record<string, { state: H5AuthorizationState; limit: TransactionLimitType | null }>;

/** ASSUMPTION: the words of sub_merchant_state.sub_merchant_status; the interface does not show the reading operation. */
export const subMerchantStatuses = ['OPERATING', 'PENDING', 'DEACTIVATED', 'CLOSED', 'INCOMPLETE_APPLICATION'] as const;

/** 3.4: what a contract can be; the words are those of the reading operation (notes 11.2). */
export const contractStates = ['SIGNED', 'TERMINATED'] as const;
export type ContractState = (typeof contractStates)[number];

/**
 * ASSUMPTION: who ended a contract, in a reading or a notification (notes 11.2, 11.4, 17.22). The interface does not show
 * it; any other word is taken too.
 */
export const terminationModes = ['USER', 'MERCHANT', 'PLATFORM', 'EXPIRED'] as const;
export type TerminationMode = (typeof terminationModes)[number];

/** 3.3 trade_state, in the order of the table. */
export const tradeStates = ['SUCCESS', 'REFUND', 'NOTPAY', 'CLOSED', 'PAYERROR', 'USERPAYING'] as const;
export type TradeState = (typeof tradeStates)[number];

/** The two words that may stand for a date in registration_certificate_date (4.1). */
export const certificateDateWords = ['PERMANENT', 'N/A'] as const;
