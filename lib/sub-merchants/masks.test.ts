import { expect, it } from 'vitest';
import { mask } from './masks';

it.each([
  ['contact.name', 'Lo Siu', 'L** S**'],
  ['contact.name', '陳大文', '陳**'],
  ['contact.phone', '+85223454321', '+852 •••• 4321'],
  ['contact.phone', '+12025550101', '+1 •••• 0101'],
  ['contact.phone', '+1234567', '•••• 67'],
  ['contact.email', 'lee@example.com', 'l•••@e•••.com'],
  ['settlement_bank_number', '012345678765', '…8765'],
  ['settlement_bank_number', '12', '…'],
  ['director.number', 'A123456', '…56'],
] as const)('%s %s is shown as %s', (path, value, shown) => {
  expect(mask(path, value)).toBe(shown);
});
