import type { ApprovalFilters } from '@/lib/approvals/filters';
import { paths } from '@/lib/paths';

type Change = { [Name in keyof ApprovalFilters]?: ApprovalFilters[Name] | null };

/** The list's address with these filters, changed. A page belongs to one filter: it is not carried over. */
export function approvalAddress(slug: string, filters: ApprovalFilters, change: Change = {}): string {
  const held = Object.entries({ ...filters, cursor: undefined, ...change }).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return paths.approvals(slug, Object.fromEntries(held.map(([name, value]) => [name, String(value)])));
}
