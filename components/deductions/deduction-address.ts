import type { DeductionFilters } from '@/lib/deductions/filters';
import { paths } from '@/lib/paths';

type AddressChange = { [Name in keyof DeductionFilters]?: DeductionFilters[Name] | null };

/** The list's address with these filters, changed. A page belongs to one filter and sort: it is not carried over. */
export function deductionAddress(slug: string, filters: DeductionFilters, change: AddressChange = {}): string {
  const wanted = { ...filters, cursor: undefined, ...change };
  const held = Object.entries(wanted).filter(([, value]) => value !== undefined && value !== null);
  return paths.deductions(slug, Object.fromEntries(held.map(([name, value]) => [name, String(value)])));
}
