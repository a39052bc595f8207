import { startOfDay } from '@/lib/i18n/day';
import type { Span } from './queries';

/** The reader's days as moments: they begin and end in the zone that the page shows. */
export const spanOf = (days: { from?: string | undefined; until?: string | undefined }, zone: string): Span => ({
  from: days.from === undefined ? null : startOfDay(days.from, zone),
  before: days.until === undefined ? null : startOfDay(days.until, zone, 1),
});
