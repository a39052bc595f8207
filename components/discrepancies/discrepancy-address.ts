import type { DiscrepancyFilters } from '@/lib/discrepancies/filters';
import { paths } from '@/lib/paths';

type Change = { [Name in keyof DiscrepancyFilters]?: DiscrepancyFilters[Name] | null };

/** The address of the list with these filters, changed. A page belongs to one filter: it is not carried over. */
export function discrepancyAddress(slug: string, filters: DiscrepancyFilters, change: Change = {}): string {
  const held = Object.entries({ ...filters, cursor: undefined, ...change }).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return paths.discrepancies(slug, Object.fromEntries(held.map(([name, value]) => [name, String(value)])));
}
