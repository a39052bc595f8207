import type { BatchFilters, BatchRowFilters } from '@/lib/batches/filters';
import { paths } from '@/lib/paths';

const held = (values: Record<string, string | number | null | undefined>) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)] as const],
    ),
  );

type ListChange = { [Name in keyof BatchFilters]?: BatchFilters[Name] | null };

/** The address of the list of batches with these filters, changed. A page belongs to one filter: it is not carried over. */
export const batchesAddress = (slug: string, filters: BatchFilters, change: ListChange = {}): string =>
  paths.batches(slug, held({ ...filters, cursor: undefined, ...change }));

type RowChange = { [Name in keyof BatchRowFilters]?: BatchRowFilters[Name] | null };

/** The address of a batch with these of its rows shown, changed; the first page has no number. */
export function batchAddress(
  slug: string,
  id: string,
  filters: Partial<BatchRowFilters>,
  change: RowChange = {},
): string {
  const { page, ...rest } = { ...filters, page: 1, ...change };
  return paths.batch(slug, id, held({ ...rest, page: page === 1 ? undefined : page }));
}
