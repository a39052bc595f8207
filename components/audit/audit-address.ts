import type { AuditFilters } from '@/lib/audit/filters';
import { paths } from '@/lib/paths';

type Change = { [Name in keyof AuditFilters]?: AuditFilters[Name] | null };

/** The address of the trail with these filters, changed. A page belongs to one filter: it is not carried over. */
export function auditAddress(slug: string, filters: AuditFilters, change: Change = {}): string {
  const held = Object.entries({ ...filters, cursor: undefined, ...change }).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return paths.audit(slug, Object.fromEntries(held.map(([name, value]) => [name, String(value)])));
}
