const MINUTE = 60_000;

/**
 * When the platform is read again, where reading is on: an application in the queue passes it in about a minute, a review
 * takes days (protocol notes 9.4, 9.6). Null: nothing more is to be expected of it by itself.
 */
export function nextReadAfter(state: string, at: Date): Date | null {
  if (state === 'PENDING') return new Date(at.getTime() + MINUTE);
  if (state === 'UNDER_REVIEW' || state === 'UNKNOWN') return new Date(at.getTime() + 30 * MINUTE);
  return null;
}
