import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterRateLimit, hasWaitedTooLong, nextRepeat, waitsAtMostMs } from './schedule';

const openedAt = new Date('2026-03-01T00:00:00Z');
const HOUR = 3_600_000;

describe('repeats of an unknown edit', () => {
  it('every step is at least what was told and at most a tenth more, and none comes after a day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.integer({ min: 0, max: 30 * HOUR }),
        (unknownTries, spread, age) => {
          const now = new Date(openedAt.getTime() + age);
          const at = nextRepeat('sub-merchant.modify', { unknownTries, openedAt, now, spread });
          const told = [15_000, 60_000, 300_000, 900_000][unknownTries - 1] ?? HOUR;
          if (at === null) {
            expect(age + told * 1.1).toBeGreaterThan(24 * HOUR);
            return;
          }
          const wait = at.getTime() - now.getTime();
          expect(wait).toBeGreaterThanOrEqual(told);
          expect(wait).toBeLessThanOrEqual(told * 1.1 + 1);
          expect(at.getTime() - openedAt.getTime()).toBeLessThanOrEqual(24 * HOUR);
        },
      ),
    );
  });

  it('an operation without a ladder is never repeated by itself', () => {
    expect(nextRepeat('deduction.create', { unknownTries: 1, openedAt, now: openedAt, spread: 0 })).toBeNull();
  });
});

describe('after a rate limit', () => {
  it('Retry-After is honoured, and a second is the least', () => {
    expect(afterRateLimit(7000, 1, openedAt).getTime() - openedAt.getTime()).toBe(7000);
    expect(afterRateLimit(0, 1, openedAt).getTime() - openedAt.getTime()).toBe(1000);
  });

  it('without Retry-After the wait grows with every try, up to a minute (bug-responses-07)', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7].map((tries) => afterRateLimit(undefined, tries, openedAt).getTime());
    const seconds = waits.map((at) => (at - openedAt.getTime()) / 1000);
    expect(seconds).toEqual([2, 4, 8, 16, 32, 60, 60]);
  });
});

describe('what waited too long to leave by itself', () => {
  const at = new Date('2026-11-28T08:00:00Z');
  const ago = (ms: number) => new Date(at.getTime() - ms);
  it.each(Object.keys(waitsAtMostMs))('%s: counted from when it was written down, or confirmed since', (operation) => {
    const most = waitsAtMostMs[operation] ?? 0;
    expect(most).toBeGreaterThan(0);
    expect(hasWaitedTooLong({ operation, openedAt: ago(most), confirmedAt: null }, at)).toBe(false);
    expect(hasWaitedTooLong({ operation, openedAt: ago(most + 1), confirmedAt: null }, at)).toBe(true);
    expect(hasWaitedTooLong({ operation, openedAt: ago(9 * most), confirmedAt: ago(most) }, at)).toBe(false);
    expect(hasWaitedTooLong({ operation, openedAt: ago(9 * most), confirmedAt: ago(most + 1) }, at)).toBe(true);
  });
  it('is money and endings alone: an edit leaves whenever it may', () => {
    expect(Object.keys(waitsAtMostMs)).toEqual(['contract.terminate', 'deduction.charge']);
    expect(hasWaitedTooLong({ operation: 'sub-merchant.modify', openedAt: new Date(0), confirmedAt: null }, at)).toBe(
      false,
    );
  });
});
