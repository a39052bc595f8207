// How numbers of time and size are written. No words here: those come from the messages.
import type { CappedCount } from '@/lib/result';

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const held = clocks.get(zone);
  if (held) return held;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  });
  clocks.set(zone, clock);
  return clock;
}

/** The parts of a moment in a zone: `2024-03-07`, `14:02:11`, `+08:00`. Throws RangeError for a zone that is none. */
export function momentIn(at: Date, zone: string): { day: string; time: string; offset: string } {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const offset = (parts.timeZoneName ?? '').replace('GMT', '').replace('\u2212', '-');
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}:${parts.second}`,
    offset: offset === '' ? '+00:00' : offset,
  };
}

/** `2024-03-07 14:02:11 +08:00` in the given zone (IANA name). */
export function formatTimestamp(at: Date, zone: string): string {
  const { day, time, offset } = momentIn(at, zone);
  return `${day} ${time} ${offset}`;
}

/** The offset of a zone at a moment, `+08:00`. */
export const zoneOffset = (zone: string, at: Date): string => momentIn(at, zone).offset;

export type Age = { unit: 'seconds' | 'minutes' | 'hours' | 'days'; count: number; isFuture: boolean };

const steps = [
  { unit: 'days', ms: 86_400_000 },
  { unit: 'hours', ms: 3_600_000 },
  { unit: 'minutes', ms: 60_000 },
] as const;

/** How long ago (or until) in the largest unit that has at least one, rounded down. */
export function ageOf(at: Date, now: Date): Age {
  const ms = Math.abs(now.getTime() - at.getTime());
  const isFuture = at.getTime() > now.getTime();
  const step = steps.find((candidate) => ms >= candidate.ms);
  if (!step) return { unit: 'seconds', count: Math.floor(ms / 1000), isFuture };
  return { unit: step.unit, count: Math.floor(ms / step.ms), isFuture };
}

/** `1,284`; the same grouping in our three languages. */
export const formatCount = (count: number): string => new Intl.NumberFormat('en-US').format(count);

/** `1,284`, or `10,000+` where there are more than were counted. */
export const formatCapped = ({ count, more }: CappedCount): string => `${formatCount(count)}${more ? '+' : ''}`;
