import type { ContractFilters } from '@/lib/contracts/filters';
import { paths } from '@/lib/paths';

type AddressChange = { [Name in keyof ContractFilters]?: ContractFilters[Name] | null };

/** The register's address with these filters, changed. A page belongs to one filter and sort: it is not carried over. */
export function contractAddress(slug: string, filters: ContractFilters, change: AddressChange = {}): string {
  const wanted = { ...filters, cursor: undefined, ...change };
  const held = Object.entries(wanted).filter(([, value]) => value !== undefined && value !== null);
  return paths.contracts(slug, Object.fromEntries(held.map(([name, value]) => [name, String(value)])));
}
