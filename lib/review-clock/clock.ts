import 'server-only';
import type { Db } from '@/lib/db/client';
import { calendarOf } from './calendars';
import { loadExpectations } from './expectations';
import { overdueBefore, waitingOf } from './rules';
import type { Waiting, WaitingState } from './view';
import { waitingStates } from './view';

/** What is expected of the platform under one connection, asked at one moment. */
export type ReviewClock = {
  /** Where a wait in a state of 3.1 stands; null for a state in which nobody waits for the platform. */
  waiting: (state: string, since: Date) => Waiting | null;
  /** Whatever has been in the state since before this is overdue. */
  overdueBefore: Record<WaitingState, Date>;
};

/** The expectations of a connection with their calendars, for its lists and pages. */
export async function readClock(
  db: Pick<Db, 'reviewExpectation'>,
  connectionId: string,
  now: Date,
): Promise<ReviewClock> {
  const expectations = await loadExpectations(db, connectionId);
  const calendars = await Promise.all(waitingStates.map((state) => calendarOf(expectations[state].calendar)));
  const by = new Map(waitingStates.map((state, index) => [state, calendars[index]] as const));
  const before = (state: WaitingState) => {
    const calendar = by.get(state);
    return calendar ? overdueBefore(now, expectations[state].workingDays, calendar) : now;
  };
  return {
    waiting: (state, since) => {
      const known = waitingStates.find((one) => one === state);
      const calendar = known && by.get(known);
      return known && calendar ? waitingOf(since, now, expectations[known], calendar) : null;
    },
    overdueBefore: { PENDING: before('PENDING'), UNDER_REVIEW: before('UNDER_REVIEW') },
  };
}
