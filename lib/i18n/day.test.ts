import { expect, it } from 'vitest';
import { startOfDay } from './day';

it('finds midnight in a zone, also beside a change of the clock', () => {
  expect(startOfDay('2024-03-07', 'Asia/Hong_Kong').toISOString()).toBe('2024-03-06T16:00:00.000Z');
  expect(startOfDay('2024-03-07', 'Asia/Hong_Kong', 1).toISOString()).toBe('2024-03-07T16:00:00.000Z');
  expect(startOfDay('2024-03-31', 'Europe/London').toISOString()).toBe('2024-03-31T00:00:00.000Z');
  expect(startOfDay('2024-03-31', 'Europe/London', 1).toISOString()).toBe('2024-03-31T23:00:00.000Z');
  expect(startOfDay('2024-03-10', 'America/New_York', 1).toISOString()).toBe('2024-03-11T04:00:00.000Z');
});
