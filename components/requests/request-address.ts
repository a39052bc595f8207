import { paths } from '@/lib/paths';
import type { RequestFilters } from '@/lib/requests/filters';

type Change = { [Name in keyof RequestFilters]?: RequestFilters[Name] | null };

/** The address of the list of requests with these filters, changed. A page belongs to one filter: it is not carried over. */
export function requestAddress(slug: string, filters: RequestFilters, change: Change = {}): string {
  const held = Object.entries({ ...filters, cursor: undefined, ...change }).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return paths.requests(slug, Object.fromEntries(held.map(([name, value]) => [name, String(value)])));
}
