import { expect, it } from 'vitest';
import { maskTyped } from './mask';

it.each([
  ['Sample Contact', 'name', 'S•• C••'],
  ['陳大文', 'name', '陳••'],
  ['+85200004321', 'phone', '+852 •••• 4321'],
  ['operator@shop.example', 'email', 'o•••@•••.example'],
  ['012345678765', 'tail', '…8765'],
] as const)('%s as %s is shown as %s', (value, kind, mask) => {
  expect(maskTyped(value, kind)).toBe(mask);
});

it('hides most of a value that is too short to have a middle', () => {
  expect(maskTyped('+8521234', 'phone')).toBe('+••••');
  expect(maskTyped('12345678', 'tail')).toBe('••••');
});
