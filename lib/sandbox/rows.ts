// The answer that each row of the error tables (§7.1 to §7.3 and what stands beside them) looks like on the wire.
import type { OperationName } from '../platform/operations';
import type { DispositionId } from '../platform/rows/all';
import type { RowAnswer } from './faults';

const invalid = (message: RowAnswer['message']): RowAnswer => ({
  status: 400,
  code: 'INVALID_REQUEST',
  message,
  field: null,
  signed: true,
});

/** One answer for each row; a new row without one does not compile. */
export const rowAnswers: Record<DispositionId, RowAnswer> = {
  'sub-merchant-serial-not-valid': { ...invalid('serialExpired'), code: 'PARAM_ERROR' },
  'sub-merchant-param-error': { ...invalid('parameter'), code: 'PARAM_ERROR', field: '/office_phone' },
  'sub-merchant-system-error': { ...invalid('system'), status: 500, code: 'SYSTEM_ERROR' },
  'sub-merchant-invalid-request': { ...invalid('genericInvalid'), field: '/business_category' },
  'sub-merchant-add-through-page': invalid('addThroughPage'),
  'sub-merchant-business-code-exists': invalid('businessCodeExists'),
  'sub-merchant-not-passed-review': invalid('notPassedReview'),
  'sub-merchant-action-taken': invalid('actionTaken'),
  'sub-merchant-domain-at-risk': invalid('risk'),
  'sub-merchant-unauthorized': { ...invalid('signatureWrong'), status: 401, code: 'SIGN_ERROR', signed: false },
  'sub-merchant-too-many-requests': { ...invalid('frequency'), status: 429, code: 'RATE_LIMITED' },
  'sub-merchant-unknown-code': { ...invalid('unknownCode'), code: 'NOT_IN_ANY_TABLE' },
  'application-system-error': { ...invalid('system'), status: 500, code: 'SYSTEM_ERROR' },
  'application-too-many-requests': { ...invalid('frequency'), status: 429, code: 'FREQUENCY_LIMIT_EXCEED' },
  'application-removal-needs-no-limit': { ...invalid('removalNeedsNoLimit'), code: 'PARAM_ERROR' },
  'application-business-page-missing': { ...invalid('businessPageMissing'), code: 'PARAM_ERROR' },
  'application-homepage-missing': { ...invalid('homepageMissing'), code: 'PARAM_ERROR' },
  'application-number-unknown': { ...invalid('applicationUnknown'), code: 'PARAM_ERROR' },
  'application-param-error': { ...invalid('parameter'), code: 'PARAM_ERROR', field: '/website_url' },
  'application-not-rejected': invalid('notRejected'),
  'application-needs-formal-authority': invalid('needsFormalAuthority'),
  'application-action-taken': invalid('actionTaken'),
  'application-domain-at-risk': invalid('risk'),
  'application-test-limit-only': invalid('testLimitOnly'),
  'application-invalid-request': { ...invalid('genericInvalid'), field: '/domains' },
  'application-unauthorized': { ...invalid('signatureWrong'), status: 401, code: 'SIGN_ERROR', signed: false },
  'application-unknown-code': { ...invalid('unknownCode'), code: 'NOT_IN_ANY_TABLE' },
  'contract-not-exist': { ...invalid('contractUnknown'), status: 403, code: 'CONTRACT_NOT_EXIST' },
  'contract-param-error': { ...invalid('parameter'), code: 'PARAM_ERROR', field: '/termination_note' },
  'contract-system-error': { ...invalid('system'), status: 500, code: 'SYSTEMERROR' },
  'contract-too-many-requests': { ...invalid('frequency'), status: 429, code: 'RATE_LIMITED' },
  'contract-unauthorized': { ...invalid('signatureWrong'), status: 401, code: 'SIGN_ERROR', signed: false },
  'deduction-param-error': { ...invalid('parameter'), code: 'PARAM_ERROR', field: '/description' },
  'deduction-system-error': { ...invalid('system'), status: 500, code: 'SYSTEMERROR' },
  'deduction-invalid-request': { ...invalid('genericInvalid'), field: '/amount/currency' },
  'deduction-no-auth': { ...invalid('contractNotChargeable'), status: 404, code: 'NO_AUTH' },
  'deduction-user-not-exist': { ...invalid('payerGone'), status: 404, code: 'USER_NOT_EXIST' },
  'deduction-order-paid': { ...invalid('orderPaid'), code: 'ORDERPAID' },
  'deduction-order-closed': { ...invalid('orderClosed'), code: 'ORDERCLOSED' },
  'deduction-already-exists': { ...invalid('orderNumberUsed'), code: 'ALREADY_EXISTS' },
  'deduction-bank-error': { ...invalid('bankError'), status: 500, code: 'BANKERROR' },
  'deduction-contract-error': { ...invalid('contractExpired'), status: 403, code: 'CONTRACTERROR' },
  'deduction-user-error': { ...invalid('userError'), status: 403, code: 'USER_ERROR' },
  'deduction-rule-limit': { ...invalid('ruleLimit'), status: 403, code: 'RULE_LIMIT' },
  'deduction-not-enough': { ...invalid('notEnough'), status: 403, code: 'NOTENOUGH' },
  'deduction-too-many-requests': { ...invalid('frequency'), status: 429, code: 'RATE_LIMITED' },
  'deduction-unauthorized': { ...invalid('signatureWrong'), status: 401, code: 'SIGN_ERROR', signed: false },
  'deduction-unknown-code': { ...invalid('unknownCode'), code: 'NOT_IN_ANY_TABLE' },
  'contract-unknown-code': { ...invalid('unknownCode'), code: 'NOT_IN_ANY_TABLE' },
};

/**
 * The row of a name, which may leave out what it is about: that is taken from the operation, and is a sub-merchant where
 * none is named. Null when there is no such row.
 */
export function findRow(
  name: string,
  operation: OperationName = 'sub-merchant.modify',
): { row: DispositionId; answer: RowAnswer } | null {
  const [about = ''] = operation.split('.');
  for (const row of Object.keys(rowAnswers) as DispositionId[]) {
    if (row === name || row === `${about}-${name}`) return { row, answer: rowAnswers[row] };
  }
  return null;
}
