import type { BoardFilters } from '@/lib/applications/filters';
import { paths } from '@/lib/paths';

/** What the address of the board may change; null takes a filter away. */
type BoardChange = { [Name in keyof BoardFilters]?: BoardFilters[Name] | null };

/** The board's address with these filters, changed. A page belongs to one filter and sort: it is not carried over. */
export function boardAddress(slug: string, filters: BoardFilters, change: BoardChange = {}): string {
  const wanted = { ...filters, cursor: undefined, ...change };
  const held = Object.entries(wanted).filter(([, value]) => value !== undefined && value !== null);
  return paths.applications(slug, Object.fromEntries(held.map(([name, value]) => [name, String(value)])));
}
