import type { AuditFilters } from '@/lib/audit/filters';
import { paths } from '@/lib/paths';

type Change = { [Name in keyof AuditFilters]?: AuditFilters[Name] | null };

/** The filters as an address says them, without the page. */
export const auditQuery = (filters: AuditFilters, change: Change = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...filters, cursor: undefined, ...change }).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  );

/** The address of the trail with these filters, changed. A page belongs to one filter: it is not carried over. */
export function auditAddress(slug: string, filters: AuditFilters, change: Change = {}): string {
  return paths.audit(slug, auditQuery(filters, change));
}
