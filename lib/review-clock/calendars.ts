import 'server-only';
import type { WorkCalendar } from './rules';
import { isWeekday, weekdays } from './rules';
import type { CalendarName } from './view';

/**
 * Hong Kong: Monday to Friday less the general holidays, which the library reckons for any year. It takes 0.3 s and 25 MB
 * to load and a tenth of a second for a year, so it is loaded when first asked for, and a year is reckoned once.
 */
async function hongKong(): Promise<WorkCalendar> {
  const { default: Holidays } = await import('date-holidays');
  const source = new Holidays('HK', { types: ['public'] });
  const years = new Map<string, ReadonlySet<string>>();
  const holidaysOf = (year: string) => {
    const held = years.get(year);
    if (held) return held;
    const days = new Set(source.getHolidays(year).map(({ date }) => date.slice(0, 10)));
    years.set(year, days);
    return days;
  };
  return { name: 'HK', isWorkingDay: (day) => isWeekday(day) && !holidaysOf(day.slice(0, 4)).has(day) };
}

/**
 * The mainland: holidays and the weekend days that are worked in their place, as the State Council announces them each
 * November for the year after. For a year that this version of the library does not know, Monday to Friday.
 */
async function mainland(): Promise<WorkCalendar> {
  const { default: days } = await import('chinese-days');
  return { name: 'CN', isWorkingDay: days.isWorkday };
}

const held: Partial<Record<CalendarName, Promise<WorkCalendar>>> = {};

/** A calendar by name, loaded once per process. */
export function calendarOf(name: CalendarName): Promise<WorkCalendar> {
  if (name === 'weekdays') return Promise.resolve(weekdays);
  held[name] ??= name === 'HK' ? hongKong() : mainland();
  return held[name];
}

/** The last year whose days a calendar knows as they were announced; null where it reckons them for any year. */
export async function knownUntil(name: CalendarName): Promise<number | null> {
  if (name !== 'CN') return null;
  const { isWorkingDay } = await calendarOf(name);
  // The first days of October are never all worked in a year whose days are known.
  const isKnown = (year: number) =>
    ['01', '02', '03', '04', '05', '06', '07'].some(
      (day) => !isWorkingDay(`${year}-10-${day}`) && isWeekday(`${year}-10-${day}`),
    );
  let year = 2024;
  while (isKnown(year + 1)) year += 1;
  return year;
}
