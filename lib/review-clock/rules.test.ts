import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { calendarOf, knownUntil } from './calendars';
import type { WorkCalendar } from './rules';
import {
  defaultExpectations,
  dueAt,
  dueOn,
  isOverdue,
  isWeekday,
  overdueBefore,
  waitingOf,
  workingDaysBetween,
} from './rules';
import { calendarNames } from './view';

let calendars: Record<string, WorkCalendar> = {};
beforeAll(async () => {
  const loaded = await Promise.all(calendarNames.map(calendarOf));
  calendars = Object.fromEntries(loaded.map((calendar) => [calendar.name, calendar]));
});
const named = (name: string): WorkCalendar => {
  const calendar = calendars[name];
  if (!calendar) throw new Error(name);
  return calendar;
};

/** A moment of 2025 or 2026, of which all three calendars know. */
const moment = fc
  .integer({ min: Date.parse('2025-01-01T00:00:00Z'), max: Date.parse('2026-11-30T00:00:00Z') })
  .map((ms) => new Date(ms));
const name = fc.constantFrom(...calendarNames);
const days = fc.integer({ min: 0, max: 12 });
const dayMs = 86_400_000;
const eachDay = (from: string, until: string) => {
  const all: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(until); at += dayMs)
    all.push(new Date(at).toISOString().slice(0, 10));
  return all;
};
const noon = (day: string) => new Date(`${day}T12:00:00+08:00`);

describe('working days between two moments', () => {
  it('never fall as time goes on, and never count a day twice', () => {
    const property = fc.property(name, moment, fc.integer({ min: 0, max: 60 }), (which, since, later) => {
      const calendar = named(which);
      const counts = Array.from({ length: 3 }, (_, n) =>
        workingDaysBetween(since, new Date(since.getTime() + (later + n) * dayMs), calendar),
      );
      const steps = counts.slice(1).map((count, n) => count - (counts[n] ?? 0));
      expect(steps.every((step) => step === 0 || step === 1)).toBe(true);
    });
    fc.assert(property);
  });

  it('add up over any moment between', () => {
    const between = fc.tuple(moment, moment, moment).map((all) => all.sort((a, b) => a.getTime() - b.getTime()));
    fc.assert(
      fc.property(name, between, (which, [a, b, c]) => {
        if (!a || !b || !c) throw new Error('three moments');
        const calendar = named(which);
        expect(workingDaysBetween(a, b, calendar) + workingDaysBetween(b, c, calendar)).toBe(
          workingDaysBetween(a, c, calendar),
        );
      }),
    );
  });

  it('count no Saturday and no Sunday, but those that the mainland works', () => {
    const weekends = eachDay('2025-01-01', '2026-12-31').filter((day) => !isWeekday(day));
    for (const which of ['weekdays', 'HK'])
      expect(
        weekends.filter((day) => named(which).isWorkingDay(day)),
        which,
      ).toEqual([]);
    expect(weekends.filter((day) => day > '2026' && named('CN').isWorkingDay(day))).toEqual([
      '2026-01-04',
      '2026-02-14',
      '2026-02-28',
      '2026-05-09',
      '2026-09-20',
      '2026-10-10',
    ]);
  });

  it('are days of Hong Kong, whatever the hour', () => {
    // 23:59 on Monday and 00:01 on Tuesday there are one minute apart in the same day of UTC.
    const calendar = named('HK');
    expect(workingDaysBetween(new Date('2026-03-09T15:59:00Z'), new Date('2026-03-09T16:01:00Z'), calendar)).toBe(1);
    expect(workingDaysBetween(new Date('2026-03-09T16:01:00Z'), new Date('2026-03-10T15:59:00Z'), calendar)).toBe(0);
    expect(workingDaysBetween(new Date('2026-03-10T00:00:00Z'), new Date('2026-03-09T00:00:00Z'), calendar)).toBe(0);
  });
});

describe('holidays', () => {
  it('of Hong Kong in 2026 are the general holidays that fall on a weekday', () => {
    const off = eachDay('2026-01-01', '2026-12-31').filter((day) => isWeekday(day) && !named('HK').isWorkingDay(day));
    expect(off).toEqual([
      ...['2026-01-01', '2026-02-17', '2026-02-18', '2026-02-19', '2026-04-03', '2026-04-06', '2026-04-07'],
      ...['2026-05-01', '2026-05-25', '2026-06-19', '2026-07-01', '2026-10-01', '2026-10-19', '2026-12-25'],
    ]);
  });

  it('of the mainland in 2026 are as announced', () => {
    const off = eachDay('2026-01-01', '2026-12-31').filter((day) => isWeekday(day) && !named('CN').isWorkingDay(day));
    expect(off).toEqual([
      ...['2026-01-01', '2026-01-02'],
      ...['2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19', '2026-02-20', '2026-02-23'],
      ...['2026-04-06', '2026-05-01', '2026-05-04', '2026-05-05', '2026-06-19', '2026-09-25'],
      ...['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07'],
    ]);
  });

  it('are known for the years that the library knows, and the rest says so', async () => {
    expect(await knownUntil('CN')).toBeGreaterThanOrEqual(2026);
    expect(await knownUntil('HK')).toBeNull();
  });
});

describe('when a wait is over its time', () => {
  it('is the same asked by moment, by count and by the list', () => {
    fc.assert(
      fc.property(name, moment, fc.integer({ min: 0, max: 40 * 24 }), days, (which, since, hours, expected) => {
        const calendar = named(which);
        const now = new Date(since.getTime() + hours * 3_600_000);
        const overdue = isOverdue(since, now, expected, calendar);
        expect(now >= dueAt(since, expected, calendar)).toBe(overdue);
        expect(since < overdueBefore(now, expected, calendar)).toBe(overdue);
        const { overdueBy, waited } = waitingOf(since, now, { workingDays: expected, calendar: which }, calendar);
        expect(overdueBy > 0).toBe(overdue);
        expect(overdueBy).toBe(Math.max(0, waited - expected));
      }),
    );
  });

  it('adds up over days, and its last day is a working day', () => {
    fc.assert(
      fc.property(name, moment, days, days, (which, since, one, other) => {
        const calendar = named(which);
        const first = dueOn(since, one, calendar);
        expect(dueOn(noon(first), other, calendar)).toBe(dueOn(since, one + other, calendar));
        if (one > 0) expect(calendar.isWorkingDay(first)).toBe(true);
      }),
    );
  });

  it('three working days from the Thursday before Easter 2026 end after the holidays', () => {
    const since = new Date('2026-04-02T09:00:00+08:00');
    const calendar = named('HK');
    expect(dueOn(since, 3, calendar)).toBe('2026-04-10');
    expect(dueAt(since, 3, calendar).toISOString()).toBe('2026-04-12T16:00:00.000Z');
    expect(isOverdue(since, new Date('2026-04-12T15:59:59Z'), 3, calendar)).toBe(false);
    const { UNDER_REVIEW } = defaultExpectations;
    expect(waitingOf(since, new Date('2026-04-14T01:00:00Z'), UNDER_REVIEW, calendar)).toEqual({
      waited: 5,
      expected: 3,
      dueOn: '2026-04-10',
      overdueBy: 2,
      calendar: 'HK',
    });
  });
});
