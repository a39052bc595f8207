import type { AuditFilters, AuditQuestion, AuditScope } from '@/lib/audit/filters';
import { answers, questionScopes } from '@/lib/audit/filters';
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

/** A question under the same days and person, in the scope that its entries are in, whichever is looked at now. */
export function questionAddress(slug: string, filters: AuditFilters, question: AuditQuestion): string {
  const { size, from, until, person } = filters;
  return auditAddress(slug, { scope: questionScopes[question], size, from, until, person, question });
}

/** The same filters in another scope. A question that nothing there can answer is left behind. */
export function scopeAddress(slug: string, filters: AuditFilters, scope: AuditScope): string {
  const question = filters.question !== undefined && answers(scope, filters.question) ? filters.question : null;
  return auditAddress(slug, filters, { scope: scope === 'connection' && question === null ? null : scope, question });
}
