import { expect, it } from 'vitest';
import type { Sealed } from './seal';
import { sealOf } from './seal';

const sealed: Sealed = {
  deed: 'sub-merchant.modify',
  connectionId: '1',
  object: { kind: 'sub-merchant', id: '1900000001' },
  contentSha256: 'a'.repeat(64),
  changes: [{ path: 'name', kind: 'changed', from: 'A', to: 'B' }],
  maskedContent: { name: 'B' },
  recordVersion: '1',
  draft: { id: '1', version: 1 },
  policyKeys: ['sub-merchant.edit'],
  policy: { people: 2 },
  makers: ['1'],
  reason: 'They wrote to us',
  callBack: { at: '2024-03-07' },
  evidence: ['b'.repeat(64)],
  expiresAt: '2024-03-10T00:00:00.000Z',
};

const others: Record<keyof Sealed, unknown> = {
  deed: 'request.settle',
  connectionId: null,
  object: { kind: 'sub-merchant', id: '1900000002' },
  contentSha256: 'c'.repeat(64),
  changes: [{ path: 'name', kind: 'changed', from: 'A', to: 'C' }],
  maskedContent: { name: 'C' },
  recordVersion: '2',
  draft: { id: '1', version: 2 },
  policyKeys: ['sub-merchant.edit', 'keys'],
  policy: { people: 3 },
  makers: ['1', '2'],
  reason: 'They rang us up',
  callBack: null,
  evidence: ['b'.repeat(64), 'd'.repeat(64)],
  expiresAt: '2024-03-11T00:00:00.000Z',
};

it.each(Object.entries(others))('a seal is another one when nothing but %s differs', (part, other) => {
  expect(sealOf({ ...sealed })).toBe(sealOf(sealed));
  expect(sealOf({ ...sealed, [part]: other })).not.toBe(sealOf(sealed));
});
