// The answer that each row of the error table (§7.1 and what stands beside it) looks like on the wire.
import type { DispositionId } from '../platform/dispositions';
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
};

/** The row of a name, which may leave out its `sub-merchant-`; null when there is none. */
export function findRow(name: string): { row: DispositionId; answer: RowAnswer } | null {
  for (const row of Object.keys(rowAnswers) as DispositionId[]) {
    if (row === name || row === `sub-merchant-${name}`) return { row, answer: rowAnswers[row] };
  }
  return null;
}
