// What a screen and a use case both have to know of a notification. Pure, for both sides.
import type { DeliveryVerdict, DeliveryView, NotificationRow, NotificationState, Step } from './view';
import { steps } from './view';

/** Whether a message may be judged again with what we hold today: it was kept without being understood. */
export const canReprocess = (state: NotificationState): boolean => state === 'quarantine' || state === 'unknown-type';

/** The step that a message in quarantine did not pass. An envelope that could be read narrows it down. */
export function stoppedAt(cause: string | null, hasEnvelope: boolean): Step {
  if (cause === 'foreign') return 'ours';
  // Either there is no envelope, or what was sealed in it is none.
  return cause === 'not-an-envelope' && !hasEnvelope ? 'envelope' : 'opened';
}

/** The last step that a notification passed, and the one it stopped at; `null` where nothing stopped it. */
export function stepsOf({ state, cause, createTime }: Pick<NotificationRow, 'state' | 'cause' | 'createTime'>): {
  reached: Step;
  stopped: Step | null;
} {
  if (state === 'applied') return { reached: 'applied', stopped: null };
  if (state !== 'quarantine') return { reached: 'ours', stopped: null };
  const stopped = stoppedAt(cause, createTime !== null);
  return { reached: steps[steps.indexOf(stopped) - 1] ?? 'arrived', stopped };
}

/**
 * How one step of one delivery went: `kept` it was stored and nothing was applied, `repeat` it was handled before and
 * nothing was done, `not-needed` its bytes were known, `not-reached` it stopped earlier.
 */
export type StepVerdict = 'passed' | 'stopped' | 'kept' | 'repeat' | 'not-needed' | 'not-reached';

/** One rung of the ladder of checks; `us` are microseconds since it arrived, `null` where no time was taken. */
export type Rung = { step: Step; verdict: StepVerdict; us: number | null };

const appliedAs: Record<DeliveryVerdict, StepVerdict> = {
  applied: 'passed',
  repeat: 'repeat',
  older: 'kept',
  'unknown-type': 'kept',
  discrepancy: 'kept',
  quarantine: 'not-reached',
};

/** The ladder of checks as one delivery climbed it, in its order. */
export function ladderOf({ steps: passed, verdict, cause }: Pick<DeliveryView, 'steps' | 'verdict' | 'cause'>): Rung[] {
  const times = new Map(passed.map(({ step, us }) => [step, us]));
  const stop = verdict === 'quarantine' ? stoppedAt(cause, times.has('envelope')) : null;
  return steps.map((step): Rung => {
    const us = times.get(step) ?? null;
    if (step === 'applied') return { step, us, verdict: appliedAs[verdict] };
    if (us !== null) return { step, us, verdict: 'passed' };
    if (stop === null) return { step, us, verdict: 'not-needed' };
    if (step === stop) return { step, us, verdict: 'stopped' };
    // A message for somebody else did open: that is how we know.
    return { step, us, verdict: steps.indexOf(step) < steps.indexOf(stop) ? 'passed' : 'not-reached' };
  });
}
