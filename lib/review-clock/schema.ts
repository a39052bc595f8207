import { z } from 'zod';
import { workingDaysMax, workingDaysMin } from './rules';
import { calendarNames, waitingStates } from './view';

export const waitingState = z.enum(waitingStates);
export const expectation = z.object({
  workingDays: z.int().min(workingDaysMin).max(workingDaysMax),
  calendar: z.enum(calendarNames),
});
