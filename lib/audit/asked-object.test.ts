import { expect, it } from 'vitest';
import { askedObject } from './asked-object';

it.each([
  [
    { connection: 'practice', contractId: '8919' },
    { kind: 'contract', id: '8919' },
  ],
  [
    { connection: 'practice', subMchid: '1900003028', version: 3 },
    { kind: 'sub-merchant', id: '1900003028' },
  ],
  [
    { kind: 'sub-merchant', objectId: '1900003028', path: 'email' },
    { kind: 'sub-merchant', id: '1900003028' },
  ],
  [{ object: { kind: 'request', id: 'one' } }, { kind: 'request', id: 'one' }],
  [{ contractId: 'a\0b' }, null],
  [{ contractId: 'x'.repeat(65) }, null],
  [{ contractId: { toString: 'no' } }, null],
  [{ connection: 'practice' }, null],
  ['contractId', null],
  [null, null],
])('%j was about %j', (raw, object) => {
  expect(askedObject(raw)).toEqual(object);
});
