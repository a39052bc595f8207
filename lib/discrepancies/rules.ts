// What must be true of a settlement; asked by the dialog and by the use case.
import { dayAfter } from '@/lib/i18n/day';
import { isCalendarDay } from '@/lib/platform/wire/fields';
import type { Issue } from '@/lib/result';

/** What was told is applied already: the platform's word holds, and a person only takes note that ours was another. */
export const isApplied = (cause: string): boolean => cause === 'contradicts-record';

/** Longest reason, in characters. */
export const reasonMax = 500;
/** How many days ahead a difference can rest at most. */
const restDaysMax = 366;

/** What is wrong with a reason, at most one thing. */
export function checkReason(reason: string): Issue[] {
  const count = [...reason.trim()].length;
  if (count === 0) return [{ path: 'reason', rule: 'required' }];
  return count > reasonMax ? [{ path: 'reason', rule: 'too-long', params: { max: reasonMax, count } }] : [];
}

/** First and last day until which a difference can be accepted `today` (all YYYY-MM-DD). */
export const restDays = (today: string): { first: string; last: string } => ({
  first: dayAfter(today, 1),
  last: dayAfter(today, restDaysMax),
});

/** What is wrong with the day until which a difference rests, at most one thing. Days are YYYY-MM-DD in one zone. */
export function checkUntil(until: string, today: string): Issue[] {
  if (until === '') return [{ path: 'until', rule: 'required' }];
  if (!isCalendarDay(until)) return [{ path: 'until', rule: 'not-a-date' }];
  const { first, last } = restDays(today);
  if (until < first) return [{ path: 'until', rule: 'day-not-ahead' }];
  return until > last ? [{ path: 'until', rule: 'day-too-far', params: { max: restDaysMax } }] : [];
}
