/** Which days count: Monday to Friday alone, or those less the public holidays of Hong Kong or of the mainland. */
export const calendarNames = ['weekdays', 'HK', 'CN'] as const;
export type CalendarName = (typeof calendarNames)[number];

/** The states of an application (3.1) in which we wait for the platform. */
export const waitingStates = ['PENDING', 'UNDER_REVIEW'] as const;
export type WaitingState = (typeof waitingStates)[number];

/** How many working days of which calendar a state is expected to last. */
export type Expectation = { workingDays: number; calendar: CalendarName };
export type Expectations = Record<WaitingState, Expectation>;

/** Where a wait stands against what is expected. Days are YYYY-MM-DD in Hong Kong. */
export type Waiting = {
  /** Working days that have begun since the day on which the wait began. */
  waited: number;
  expected: number;
  /** The last day on which it is in time. */
  dueOn: string;
  /** 0 while it is in time. */
  overdueBy: number;
  calendar: CalendarName;
};
