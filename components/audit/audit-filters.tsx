import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { auditActions } from '@/lib/audit/events';
import type { AuditFilters, AuditQuestion } from '@/lib/audit/filters';
import { formatTimestamp } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import { outcomes } from '@/lib/requests/view';
import { FilterRow } from '../data/filter-row';
import { auditAddress } from './audit-address';
import { useActionName } from './audit-sentence';

/** The filters of the sheet, in its order. */
const names = ['question', 'action', 'person', 'object', 'outcome', 'from', 'until'] as const;
type Name = (typeof names)[number];

type AuditFilterRowProps = {
  slug: string;
  filters: AuditFilters;
  questions: readonly AuditQuestion[];
  zone: string;
  now: string;
  children?: ReactNode;
};

/** What filters the trail now, and a sheet with all filters. Each is part of the address. */
export function AuditFilterRow({ slug, filters, questions, zone, now, children }: AuditFilterRowProps) {
  const t = useTranslations('audit.filter');
  const tOutcomes = useTranslations('outcomes');
  const tQuestion = useTranslations('audit.question');
  const action = useActionName();
  const active = names.filter((name) => filters[name] !== undefined);
  const shown = (name: Name) => {
    const value = filters[name] ?? '';
    if (name === 'question') return filters.question === undefined ? '' : tQuestion(filters.question);
    if (name === 'action') return action(value);
    return name === 'outcome' ? tOutcomes(`${value}.word`) : value;
  };
  const { scope, size } = filters;
  const kept = { scope, size };
  const options: Partial<Record<Name, { value: string; label: string }[]>> = {
    question: questions.map((value) => ({ value, label: tQuestion(value) })),
    action: auditActions.map((value) => ({ value, label: action(value) })),
    outcome: outcomes
      .filter((value) => value !== 'not-sent')
      .map((value) => ({ value, label: tOutcomes(`${value}.word`) })),
  };
  return (
    <FilterRow
      id="audit"
      fields={names.map((name) => ({
        name,
        label: t(`names.${name}`),
        value: filters[name] ?? '',
        shown: active.includes(name) && shown(name),
        without: auditAddress(slug, filters, { [name]: null }),
        options: options[name],
        type: name === 'from' || name === 'until' ? 'date' : 'text',
      }))}
      action={paths.audit(slug)}
      hidden={{ ...(scope !== undefined && { scope }), ...(size !== undefined && { size: String(size) }) }}
      clearHref={active.length > 0 ? auditAddress(slug, kept) : null}
      clearSheetHref={auditAddress(slug, kept)}
      note={<p className="text-ink-3 text-small">{t('zone', { now: formatTimestamp(new Date(now), zone) })}</p>}
    >
      {children}
    </FilterRow>
  );
}
