import { paths } from '@/lib/paths';
import type { ListFilters } from '@/lib/sub-merchants/filters';

/** What the address of the list may change; null takes a filter away. */
export type AddressChange = { [Name in keyof ListFilters]?: ListFilters[Name] | null };

/** The list's address with these filters, changed. A page belongs to one filter and sort: it is not carried over. */
export function listAddress(slug: string, filters: ListFilters, change: AddressChange = {}): string {
  const wanted = { ...filters, cursor: undefined, ...change };
  const held = Object.entries(wanted).filter(([, value]) => value !== undefined && value !== null);
  return paths.subMerchants(slug, Object.fromEntries(held.map(([name, value]) => [name, String(value)])));
}
