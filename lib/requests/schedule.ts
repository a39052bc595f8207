import 'server-only';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

type Ladder = { steps: number[]; thenEvery: number | null; until: number };

/** How an operation repeats itself while its outcome is unknown (decisions 5): waits in milliseconds after each try. */
const ladders: Record<string, Ladder | undefined> = {
  'application.modify': { steps: [15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE], thenEvery: null, until: HOUR },
  'contract.terminate': { steps: [15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE], thenEvery: null, until: HOUR },
  'sub-merchant.modify': { steps: [15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE], thenEvery: HOUR, until: 24 * HOUR },
};

/**
 * When to send the same bytes again after an unknown, or null when a person is to be asked.
 * `unknownTries` counts the tries that ended unknown; `spread` in [0, 1) adds up to a tenth, so that many unknowns of one
 * outage do not come back in step.
 */
export function nextRepeat(
  operation: string,
  { unknownTries, openedAt, now, spread }: { unknownTries: number; openedAt: Date; now: Date; spread: number },
): Date | null {
  const ladder = ladders[operation];
  if (!ladder) return null;
  const wait = ladder.steps[unknownTries - 1] ?? ladder.thenEvery;
  if (wait === null) return null;
  const at = new Date(now.getTime() + Math.round(wait * (1 + spread / 10)));
  return at.getTime() - openedAt.getTime() > ladder.until ? null : at;
}

/**
 * How long a call that moves money or ends something may have waited (behind a stop, a pause, a console that was off) and
 * still leave by itself: as long as anything repeats by itself. What waited longer waits for a person (docs/decisions/0026).
 */
export const waitsAtMostMs: Record<string, number | undefined> = {
  'contract.terminate': 24 * HOUR,
  'deduction.charge': 24 * HOUR,
};

/** Whether a call is too old to leave by itself: it counts from when it was written down, or last confirmed by a person. */
export function hasWaitedTooLong(
  { operation, openedAt, confirmedAt }: { operation: string; openedAt: Date; confirmedAt: Date | null },
  now: Date,
): boolean {
  const most = waitsAtMostMs[operation];
  return most !== undefined && now.getTime() - (confirmedAt ?? openedAt).getTime() > most;
}

/** After a 429 nothing was taken: wait as told, never under a second (decisions 5). */
export function afterRateLimit(retryAfterMs: number | undefined, tries: number, now: Date): Date {
  const wait = retryAfterMs ?? Math.min(2 ** Math.min(tries, 6) * SECOND, MINUTE);
  return new Date(now.getTime() + Math.max(wait, SECOND));
}

/** A try is given up when its time-out and this are over without an answer: its process is gone. */
export const LEASE_SPARE_MS = 30 * SECOND;

/** How long a 401 keeps a connection from sending before one request tries again (docs/decisions/0005). */
export const UNAUTHORISED_PAUSE_MS = 5 * MINUTE;
