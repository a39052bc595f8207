import { expect, it } from 'vitest';
import { unstorablePaths } from './storable';

it('names what no column can hold, and leaves what a form holds to its rules', () => {
  expect(unstorablePaths({ id: 'a', list: [1, null, { name: '商戶 😀' }] })).toEqual([]);
  expect(unstorablePaths({ id: 'a\0b', picture: { subMchid: '\0' }, list: ['a', '\ud800'] })).toEqual([
    'id',
    'picture.subMchid',
    'list.1',
  ]);
  expect(unstorablePaths({ values: { note: 'a\0b' }, reason: '\0' })).toEqual(['reason']);
  expect(unstorablePaths({ 'a\0': 1 })).toEqual(['']);
});
