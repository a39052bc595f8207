// What a working day is, and when a wait is over its time. Days are those of Hong Kong, where the platform's office hours
// and ours are: a wait that begins on a Monday evening has lasted one working day on Tuesday morning.
import { dayAfter, startOfDay } from '@/lib/i18n/day';
import { momentIn } from '@/lib/i18n/format';
import type { CalendarName, Expectation, Expectations, Waiting } from './view';

const ZONE = 'Asia/Hong_Kong';

/** A calendar: which days (YYYY-MM-DD) are worked. */
export type WorkCalendar = { name: CalendarName; isWorkingDay: (day: string) => boolean };

/** What holds where nobody set anything else. */
export const defaultExpectations: Expectations = {
  PENDING: { workingDays: 1, calendar: 'HK' },
  UNDER_REVIEW: { workingDays: 3, calendar: 'HK' },
};

/** Fewest and most working days that can be expected. */
export const workingDaysMin = 1;
export const workingDaysMax = 30;

/** True from Monday to Friday. */
export const isWeekday = (day: string): boolean => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** Monday to Friday, whatever day is a holiday anywhere. */
export const weekdays: WorkCalendar = { name: 'weekdays', isWorkingDay: isWeekday };

const dayOf = (at: Date): string => momentIn(at, ZONE).day;

/** The working day that is the `count`-th from a day, which itself is not counted; the day itself for 0. */
function stepTo(day: string, count: number, { isWorkingDay }: WorkCalendar, step: 1 | -1): string {
  let at = day;
  for (let left = count; left > 0; ) {
    at = dayAfter(at, step);
    if (isWorkingDay(at)) left -= 1;
  }
  return at;
}

/** How many working days have begun after the day of `since`, today included; 0 where `now` is not later. */
export function workingDaysBetween(since: Date, now: Date, { isWorkingDay }: WorkCalendar): number {
  const today = dayOf(now);
  let count = 0;
  for (let day = dayAfter(dayOf(since), 1); day <= today; day = dayAfter(day, 1)) if (isWorkingDay(day)) count += 1;
  return count;
}

/** The last day (YYYY-MM-DD) on which a wait of so many working days is in time. */
export const dueOn = (since: Date, days: number, calendar: WorkCalendar): string =>
  stepTo(dayOf(since), days, calendar, 1);

/** The moment from which a wait of so many working days is overdue: the working day after the last one begins. */
export const dueAt = (since: Date, days: number, calendar: WorkCalendar): Date =>
  startOfDay(dueOn(since, days + 1, calendar), ZONE);

/** True from `dueAt` on. A weekend or a holiday makes nothing overdue. */
export const isOverdue = (since: Date, now: Date, days: number, calendar: WorkCalendar): boolean =>
  workingDaysBetween(since, now, calendar) > days;

/** Whatever began before this moment is overdue `now`: for a list that asks the database. */
export function overdueBefore(now: Date, days: number, calendar: WorkCalendar): Date {
  const tomorrow = dayAfter(dayOf(now), 1);
  return startOfDay(stepTo(tomorrow, days + 1, calendar, -1), ZONE);
}

/** Where a wait stands. `calendar` is the one that the expectation names. */
export function waitingOf(since: Date, now: Date, { workingDays }: Expectation, calendar: WorkCalendar): Waiting {
  const waited = workingDaysBetween(since, now, calendar);
  return {
    waited,
    expected: workingDays,
    dueOn: dueOn(since, workingDays, calendar),
    overdueBy: Math.max(0, waited - workingDays),
    calendar: calendar.name,
  };
}
