import { expect, it } from 'vitest';
import { instantIn, startOfDay } from './day';

it('finds midnight in a zone, also beside a change of the clock', () => {
  expect(startOfDay('2024-03-07', 'Asia/Hong_Kong').toISOString()).toBe('2024-03-06T16:00:00.000Z');
  expect(startOfDay('2024-03-07', 'Asia/Hong_Kong', 1).toISOString()).toBe('2024-03-07T16:00:00.000Z');
  expect(startOfDay('2024-03-31', 'Europe/London').toISOString()).toBe('2024-03-31T00:00:00.000Z');
  expect(startOfDay('2024-03-31', 'Europe/London', 1).toISOString()).toBe('2024-03-31T23:00:00.000Z');
  expect(startOfDay('2024-03-10', 'America/New_York', 1).toISOString()).toBe('2024-03-11T04:00:00.000Z');
});

it('finds the instant of a local time, and none in what is no time', () => {
  expect(instantIn('2024-03-07T14:02', 'Asia/Hong_Kong')?.toISOString()).toBe('2024-03-07T06:02:00.000Z');
  expect(instantIn('2024-07-01T00:30', 'Europe/London')?.toISOString()).toBe('2024-06-30T23:30:00.000Z');
  expect(instantIn('', 'Asia/Hong_Kong')).toBeNull();
});
