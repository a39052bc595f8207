import { zoneOffset } from './format';

/** The first moment of a day (YYYY-MM-DD) in a zone, `daysLater` days on. Where the clock skips midnight, the moment after. */
export function startOfDay(day: string, zone: string, daysLater = 0): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + daysLater * 86_400_000;
  const at = (guess: Date) =>
    new Date(Date.parse(`${new Date(wanted).toISOString().slice(0, 19)}${zoneOffset(zone, guess)}`));
  // The offset holds for the guess; a second look settles the days on which it changes.
  return at(at(new Date(wanted)));
}
