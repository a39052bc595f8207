// How a batch runs, without a database: what the worker does next, and what a person may do with it. The worker, the
// buttons and the tests ask the same functions. One row is on its way at a time: none leaves before the one before it is
// answered, so that a pause for any unknown comes before the next row (features row 37).
import { dayAfter, instantIn } from '@/lib/i18n/day';
import { momentIn } from '@/lib/i18n/format';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';

/**
 * Where a batch stands. `draft`: its list may still change, and an approval may wait on it. `canary`: one row leaves alone,
 * then a person looks. `stopped` is for good: what was not sent by then is not sent by this batch.
 */
export const batchStates = ['draft', 'canary', 'running', 'paused', 'stopped', 'done'] as const;
export type BatchState = (typeof batchStates)[number];

/** Why a batch is paused: somebody paused it, or it paused itself. `maker-gone`: whose deed it is may not do it any more. */
export const pauseCauses = ['person', 'unknown', 'equal-errors', 'connection', 'maker-gone'] as const;
export type PauseCause = (typeof pauseCauses)[number];

/** When rows may leave: from and to are whole hours of the zone's clock, `to` not included. */
export type Hours = { from: number; to: number; zone: string };

/** What its maker chose and its checker saw. */
export type Pace = {
  perMinute: number;
  /** It pauses at so many refusals of one meaning since it last went on. */
  equalErrorsMax: number;
  /** Null: at any hour. */
  hours: Hours | null;
};

export const paceBounds = {
  perMinute: { min: 1, max: 600 },
  equalErrorsMax: { min: 1, max: 100 },
} as const;

export const defaultPace: Pace = { perMinute: 60, equalErrorsMax: 3, hours: null };

/** What the batch itself knows of its run. Rows have places 1 to n in the frozen list. */
export type Run = {
  state: BatchState;
  /** The last place that was taken: sent, or left out by a rule. */
  cursor: number;
  /** The place of the row that was sent and not looked at yet. */
  flight: number | null;
  /** The place of the first row that was sent. */
  canary: number | null;
  /** True once a person has looked at the canary and let the others go. */
  isReleased: boolean;
  /** Refusals by meaning since it last went on. */
  tally: Readonly<Record<string, number>>;
  pauseCause: PauseCause | null;
  /** The pace lets nothing leave before this. */
  nextAt: Date | null;
};

export const newRun: Run = {
  state: 'draft',
  cursor: 0,
  flight: null,
  canary: null,
  isReleased: false,
  tally: {},
  pauseCause: null,
  nextAt: null,
};

/**
 * What is known of a row that was sent. `open`: on its way or waiting, and no try of it ended without an answer.
 * `unknown` lasts through its repeats, and `wasUnknown` is left of it: a person sees each, whether it settled itself
 * meanwhile or not. `stopsSending`: the answer was about us, not about the row (401).
 */
export type Standing =
  | { is: 'open' }
  | { is: 'unknown' }
  | { is: 'accepted'; wasUnknown: boolean }
  | { is: 'refused'; meaning: string; stopsSending: boolean; wasUnknown: boolean };

/** What the worker does next. `wait` without a time waits for news of the row on its way. */
export type Step =
  | { do: 'nothing' }
  | { do: 'wait'; until: Date | null }
  | { do: 'ask-person' }
  | { do: 'send'; place: number }
  | { do: 'pause'; cause: PauseCause }
  | { do: 'finish' };

export type Look = {
  run: Run;
  pace: Pace;
  /** Of the row in `run.flight`. */
  flight: Standing | null;
  /** The first place after the cursor that was not taken; null at the end of the list. */
  nextPlace: number | null;
  now: Date;
  /** Nothing of the connection leaves before this (a 401 or a 429). */
  sendingPausedUntil: Date | null;
  /** Somebody stopped all sending of the connection: nothing leaves until it goes on. */
  isSendingStopped: boolean;
};

/** The first moment, now or later, at which these hours let rows leave. */
export function openAt({ from, to, zone }: Hours, now: Date): Date {
  const { day, time } = momentIn(now, zone);
  const hour = Number(time.slice(0, 2));
  if (from === to || (from < to ? hour >= from && hour < to : hour >= from || hour < to)) return now;
  const opening = (on: string) => instantIn(`${on}T${String(from).padStart(2, '0')}:00`, zone) ?? now;
  const today = opening(day);
  return today > now ? today : opening(dayAfter(day, 1));
}

const isRunning = ({ state }: Pick<Run, 'state'>): boolean => state === 'canary' || state === 'running';

/** Takes over what became of the row on its way; says why it must pause, if it must. */
function digest(run: Run, { equalErrorsMax }: Pace, flight: Standing): { run: Run; cause: PauseCause | null } {
  const landed = { ...run, flight: null };
  if (flight.is === 'open') return { run, cause: null };
  if (flight.is === 'unknown') return { run: landed, cause: 'unknown' };
  if (flight.is === 'accepted') return { run: landed, cause: flight.wasUnknown ? 'unknown' : null };
  const count = (run.tally[flight.meaning] ?? 0) + 1;
  const tallied = { ...landed, tally: { ...run.tally, [flight.meaning]: count } };
  if (flight.stopsSending) return { run: tallied, cause: 'connection' };
  if (flight.wasUnknown) return { run: tallied, cause: 'unknown' };
  return { run: tallied, cause: count >= equalErrorsMax ? 'equal-errors' : null };
}

/** Looks at a batch and says what is to be done, with the batch as it is after the look. */
export function nextStep({ run, pace, flight, nextPlace, now, sendingPausedUntil, isSendingStopped }: Look): {
  step: Step;
  run: Run;
} {
  if (!isRunning(run)) return { step: { do: 'nothing' }, run };
  const isCanaryOut = !run.isReleased && run.canary !== null;
  let current = run;
  if (run.flight !== null) {
    if (flight === null) throw new Error('a row on its way was not looked at');
    if (flight.is === 'open') return { step: { do: 'wait', until: null }, run };
    // The canary is what a person looks at: nothing else leaves meanwhile, and nothing of it is passed over.
    if (isCanaryOut && flight.is === 'unknown') return { step: { do: 'ask-person' }, run };
    const { run: landed, cause } = digest(run, pace, flight);
    current = landed;
    // At the end of the list there is nothing left to hold back.
    if (cause !== null && !isCanaryOut && nextPlace !== null)
      return { step: { do: 'pause', cause }, run: { ...landed, state: 'paused', pauseCause: cause } };
  }
  if (nextPlace === null) return { step: { do: 'finish' }, run: { ...current, state: 'done', nextAt: null } };
  if (isCanaryOut) return { step: { do: 'ask-person' }, run: current };
  if (isSendingStopped) return { step: { do: 'wait', until: null }, run: current };
  const notBefore = [pace.hours && openAt(pace.hours, now), sendingPausedUntil, current.nextAt].reduce<Date>(
    (latest, at) => (at && at > latest ? at : latest),
    now,
  );
  if (notBefore > now) return { step: { do: 'wait', until: notBefore }, run: current };
  return { step: { do: 'send', place: nextPlace }, run: current };
}

/** The batch after the row in this place was written down as sent. */
export const sent = (run: Run, { perMinute }: Pick<Pace, 'perMinute'>, place: number, now: Date): Run => ({
  ...run,
  cursor: place,
  flight: place,
  canary: run.canary ?? place,
  nextAt: new Date(now.getTime() + Math.ceil(60_000 / perMinute)),
});

/** The batch after the row in this place was left out by a rule of ours: nothing of it was sent. */
export const leftOut = (run: Run, place: number): Run => ({ ...run, cursor: place });

/** What a person may do with a batch, in the order of its buttons. */
export const batchActs = ['begin', 'go-on', 'pause', 'resume', 'stop', 'retry'] as const;
export type BatchAct = (typeof batchActs)[number];

/** Of what an act depends on, beside the batch. */
export type Around = {
  /** Of the row in `run.flight`. */
  flight: Standing | null;
  /** Rows that a rule of ours left out, which may be looked at again. */
  leftOutCount: number;
  /** Rows of which nobody knows what became. */
  unknownCount: number;
};

const forbidden = (rule: string): Result<Run> => refuse({ kind: 'conflict', rule });

/**
 * The batch after a person's act, or why it cannot be done: a `conflict` with the rule. What is on its way is never called
 * back: a pause or a stop holds what has not left.
 */
export function act(run: Run, deed: BatchAct, { flight, leftOutCount, unknownCount }: Around): Result<Run> {
  const isOpen = run.flight !== null && flight?.is === 'open';
  const afresh = { tally: {}, pauseCause: null };
  switch (deed) {
    case 'begin':
      return run.state === 'draft' ? ok({ ...newRun, state: 'canary' }) : forbidden('batch-has-begun');
    case 'go-on':
      if (run.state !== 'canary') return forbidden('batch-not-at-its-canary');
      if (run.canary === null || isOpen || (run.flight !== null && flight?.is === 'unknown'))
        return forbidden('canary-undecided');
      return ok({ ...run, ...afresh, state: 'running', isReleased: true, flight: null });
    case 'pause':
      return isRunning(run) ? ok({ ...run, state: 'paused', pauseCause: 'person' }) : forbidden('batch-not-running');
    case 'resume': {
      if (run.state !== 'paused') return forbidden('batch-not-paused');
      // Who goes on has seen what is known of the last row. One still on its way is waited for all the same.
      const seen = run.isReleased && !isOpen ? { flight: null } : {};
      return ok({ ...run, ...afresh, ...seen, state: run.isReleased ? 'running' : 'canary' });
    }
    case 'stop':
      return isRunning(run) || run.state === 'paused'
        ? ok({ ...run, state: 'stopped', pauseCause: null, nextAt: null })
        : forbidden('batch-not-running');
    case 'retry':
      if (run.state !== 'done' && run.state !== 'stopped') return forbidden('batch-not-over');
      if (leftOutCount === 0 && unknownCount === 0) return forbidden('nothing-undecided');
      // What was stopped stays stopped: only the same bytes of what is unknown go out again.
      return ok(
        run.state === 'done' && leftOutCount > 0
          ? { ...run, ...afresh, state: 'running', isReleased: true, cursor: 0, flight: null }
          : run,
      );
  }
}

/** How many rows of the frozen list are where. `open` are on their way or waiting; `leftOut` were held back by a rule. */
export type Totals = {
  accepted: number;
  refused: number;
  unknown: number;
  open: number;
  leftOut: number;
  notSent: number;
};

export const listLength = (totals: Totals): number =>
  totals.accepted + totals.refused + totals.unknown + totals.open + totals.leftOut + totals.notSent;

/** Rows that are decided: nothing sends them again. */
export const decided = ({ accepted, refused }: Totals): number => accepted + refused;

/** Rows that left one after the other, without a pause among them: how many, and when the first and the last did. */
export type Stretch = { count: number; first: Date | null; last: Date | null };

/** A stretch says nothing of the rate before it is so long. */
const STRETCH_MIN_MS = 5000;

/** Rows a minute as they leave: by the stretch since it last went on, by the pace while that is too short to tell. */
export function rateOf({ count, first, last }: Stretch, { perMinute }: Pick<Pace, 'perMinute'>): number {
  const ms = first && last ? last.getTime() - first.getTime() : 0;
  if (count < 2 || ms < STRETCH_MIN_MS) return perMinute;
  return Math.max(1, Math.min(perMinute, Math.round(((count - 1) * 60_000) / ms)));
}

/** Seconds until the last row leaves at this pace. */
export const secondsLeft = ({ notSent }: Pick<Totals, 'notSent'>, { perMinute }: Pick<Pace, 'perMinute'>): number =>
  Math.ceil((notSent * 60) / perMinute);
