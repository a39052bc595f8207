/** How long a session lasts at most, whatever its person does: a day's work, in milliseconds. */
export const SESSION_LIFE_MS = 8 * 60 * 60 * 1000;

/** Requests of a person are written down at most this often, in milliseconds. */
export const SEEN_EVERY_MS = 60_000;

/** Open pages say this long before a session ends that it will, in milliseconds. */
export const WARN_MS = 2 * 60_000;

/** Why a session is over. Only `by-hand` names somebody. */
export const sessionEnds = [
  'signed-out',
  'by-hand',
  'idle',
  'over',
  'suspended',
  'reinstated',
  'roles',
  'password',
] as const;
export type SessionEnd = (typeof sessionEnds)[number];

/** What of a session's row says how long it stands. */
export type SessionTimes = { beganAt: Date; seenAt: Date; endedAt: Date | null };

/** Until when a session stands if nobody does anything (`idleAt`), and at the longest (`overAt`). */
export type SessionLimits = { idleAt: Date; overAt: Date };

export const limitsOf = ({ beganAt, seenAt }: Pick<SessionTimes, 'beganAt' | 'seenAt'>, idleMs: number) => ({
  idleAt: new Date(seenAt.getTime() + idleMs),
  overAt: new Date(beganAt.getTime() + SESSION_LIFE_MS),
});

/** When a session ended or will end, and whether that is because nobody did anything. */
export function endOf(times: SessionTimes, idleMs: number): { at: Date; cause: 'idle' | 'over' } {
  const { idleAt, overAt } = limitsOf(times, idleMs);
  return idleAt < overAt ? { at: idleAt, cause: 'idle' } : { at: overAt, cause: 'over' };
}

/** Why this session is over, or null where its row does not say: it stands, or something else ended it. */
export function causeOf(times: SessionTimes & { endedCause: string | null }, idleMs: number, at: Date): string | null {
  if (times.endedAt !== null) return times.endedCause;
  return stands(times, idleMs, at) ? null : endOf(times, idleMs).cause;
}

/** How long these limits leave yet; never less than nothing. */
export const leftOf = ({ idleAt, overAt }: SessionLimits, at: Date) => ({
  idleInMs: Math.max(0, idleAt.getTime() - at.getTime()),
  overInMs: Math.max(0, overAt.getTime() - at.getTime()),
});

/** True while a session's row lets its cookie in. */
export const stands = (times: SessionTimes, idleMs: number, at: Date): boolean =>
  times.endedAt === null && at < endOf(times, idleMs).at;

/**
 * True for what a person does: going to a page, and pressing what calls an action. Pages that draw themselves anew, poll or
 * listen keep no session alive; typing and scrolling are told by `POST /api/session`.
 */
export const isOfPerson = (headers: Pick<Headers, 'get'>): boolean =>
  headers.get('next-action') !== null || headers.get('sec-fetch-mode') === 'navigate';
