import { expect, test } from 'vitest';
import { ownPath } from './own-path';

test.each(['/', '/c/practice', '/c/practice/sub-merchants?state=REJECTED&q=%E8%8C%B6#top'])('goes on to %s', (path) => {
  expect(ownPath(path)).toBe(path);
});

test.each([
  undefined,
  ['/c/practice'],
  '',
  'c/practice',
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  '/\t/elsewhere.example/',
  '/.//elsewhere.example/',
  'javascript:alert(1)',
  '/api/health',
  '/sign-in?next=/',
  `/${'a'.repeat(3000)}`,
])('does not go on to %j', (path) => {
  expect(ownPath(path)).toBeNull();
});
