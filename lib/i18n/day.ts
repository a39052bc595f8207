import { momentIn, zoneOffset } from './format';

/** The instant at which a zone's clock shows these milliseconds, counted as if it were UTC. */
function instantAt(local: number, zone: string): Date {
  const at = (guess: Date) =>
    new Date(Date.parse(`${new Date(local).toISOString().slice(0, 19)}${zoneOffset(zone, guess)}`));
  // The offset holds for the guess; a second look settles the days on which it changes.
  return at(at(new Date(local)));
}

/** The day (YYYY-MM-DD) so many days after another one, before it where `days` is negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The first moment of a day (YYYY-MM-DD) in a zone, `daysLater` days on. Where the clock skips midnight, the moment after. */
export const startOfDay = (day: string, zone: string, daysLater = 0): Date =>
  instantAt(Date.parse(`${day}T00:00:00Z`) + daysLater * 86_400_000, zone);

/** The instant of a local time (YYYY-MM-DDThh:mm) in a zone, or null where the text is none. */
export function instantIn(local: string, zone: string): Date | null {
  const read = Date.parse(`${local}Z`);
  return Number.isNaN(read) ? null : instantAt(read, zone);
}

/** A moment as a form field holds it in a zone, to the minute: YYYY-MM-DDThh:mm. What `instantIn` reads. */
export function localMinute(at: Date, zone: string): string {
  const { day, time } = momentIn(at, zone);
  return `${day}T${time.slice(0, 5)}`;
}
