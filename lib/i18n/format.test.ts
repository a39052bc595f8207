import { describe, expect, it } from 'vitest';
import { ageOf, formatCount, formatTimestamp, zoneOffset } from './format';

const moment = new Date('2024-03-07T06:02:11Z');

describe('formatTimestamp', () => {
  it.each([
    ['Asia/Hong_Kong', '2024-03-07 14:02:11 +08:00'],
    ['UTC', '2024-03-07 06:02:11 +00:00'],
    ['America/St_Johns', '2024-03-07 02:32:11 -03:30'],
    ['Asia/Kathmandu', '2024-03-07 11:47:11 +05:45'],
  ])('prints day, time and offset in %s', (zone, text) => {
    expect(formatTimestamp(moment, zone)).toBe(text);
  });

  it('writes midnight as 00', () => {
    expect(formatTimestamp(new Date('2024-03-06T16:00:00Z'), 'Asia/Hong_Kong')).toBe('2024-03-07 00:00:00 +08:00');
  });

  it('follows the change of the clocks', () => {
    expect(zoneOffset('Europe/London', new Date('2024-07-01T00:00:00Z'))).toBe('+01:00');
    expect(zoneOffset('Europe/London', moment)).toBe('+00:00');
  });
});

describe('ageOf', () => {
  it.each([
    [0, { unit: 'seconds', count: 0, isFuture: false }],
    [59_999, { unit: 'seconds', count: 59, isFuture: false }],
    [3_599_999, { unit: 'minutes', count: 59, isFuture: false }],
    [86_399_999, { unit: 'hours', count: 23, isFuture: false }],
    [172_800_000, { unit: 'days', count: 2, isFuture: false }],
    [-60_000, { unit: 'minutes', count: 1, isFuture: true }],
  ])('rounds %i ms down to its largest unit', (ms, age) => {
    expect(ageOf(new Date(moment.getTime() - ms), moment)).toEqual(age);
  });
});

it('formatCount puts thousands apart', () => {
  expect(formatCount(1_284_000)).toBe('1,284,000');
});
