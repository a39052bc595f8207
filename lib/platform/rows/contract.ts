// 7.3 as data: end a contract (4.3), which has no idempotency key: what guards a repeat is that a contract which has ended
// is not found any more (3.4).
import type { Disposition } from './row';
import { anyText } from './row';

/** The rows of 7.3, with those that it lacks: 401, 429, and any other code. */
export const contractRows = [
  {
    id: 'contract-not-exist',
    operation: 'contract.terminate',
    code: 'CONTRACT_NOT_EXIST',
    patterns: anyText,
    // A wrong number, or one that the payer has ended: on a first try that is a question for a person.
    first: 'refused',
    // It was there before, and now it is not: our earlier try arrived, or somebody else ended it.
    afterUnknown: 'accepted',
    needsKnown: true,
    action: 'check-contract',
    owner: 'operator',
    offers: ['check-contract'],
  },
  {
    id: 'contract-param-error',
    operation: 'contract.terminate',
    code: 'PARAM_ERROR',
    patterns: anyText,
    first: 'refused',
    // Same bytes, same verdict: the earlier try was refused too.
    afterUnknown: 'refused',
    action: 'check-format',
    owner: 'operator',
    offers: ['fix-field'],
  },
  {
    id: 'contract-system-error',
    operation: 'contract.terminate',
    code: 'SYSTEMERROR',
    patterns: anyText,
    first: 'unknown',
    afterUnknown: 'unknown',
    action: 'repeat-same',
    owner: 'platform',
  },
  {
    id: 'contract-too-many-requests',
    operation: 'contract.terminate',
    http: 429,
    code: 'RATE_LIMITED',
    patterns: anyText,
    first: 'waiting',
    afterUnknown: 'unknown',
    action: 'wait',
    owner: 'platform',
  },
  {
    id: 'contract-unauthorized',
    operation: 'contract.terminate',
    http: 401,
    code: 'SIGN_ERROR',
    patterns: anyText,
    first: 'refused',
    afterUnknown: 'unknown',
    pausesConnection: true,
    action: 'check-keys',
    owner: 'integrations',
  },
  {
    id: 'contract-unknown-code',
    operation: 'contract.terminate',
    code: null,
    patterns: anyText,
    first: 'refused',
    afterUnknown: 'unknown',
    action: 'read-message',
    owner: 'integrations',
  },
] as const satisfies readonly Disposition[];
