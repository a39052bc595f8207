import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { ApprovalFilters } from '@/lib/approvals/filters';
import { approvalKinds } from '@/lib/approvals/view';
import { paths } from '@/lib/paths';
import { policyKeys } from '@/lib/policies/rules';
import { FilterRow } from '../data/filter-row';
import { SearchBox } from '../layout/search-box';
import { approvalAddress } from './approval-address';

type ApprovalFilterRowProps = { slug: string; filters: ApprovalFilters; children?: ReactNode };

/** Search by the object's whole id, its name or who asked; what it is about, and what it falls under. Each is in the address. */
export function ApprovalFilterRow({ slug, filters, children }: ApprovalFilterRowProps) {
  const t = useTranslations('approvals');
  const { tab, kind, risk, q, size } = filters;
  const kept = { ...(tab && { tab }), ...(size && { size: String(size) }) };
  const cleared = approvalAddress(slug, { tab, size });
  return (
    <FilterRow
      id="approvals"
      fields={[
        {
          name: 'kind',
          label: t('filter.kind'),
          value: kind ?? '',
          shown: kind && t(`kind.${kind}`),
          without: approvalAddress(slug, filters, { kind: null }),
          options: approvalKinds.map((key) => ({ value: key, label: t(`kind.${key}`) })),
        },
        {
          name: 'risk',
          label: t('filter.risk'),
          value: risk ?? '',
          shown: risk && t(`risk.${risk}`),
          without: approvalAddress(slug, filters, { risk: null }),
          options: policyKeys.map((key) => ({ value: key, label: t(`risk.${key}`) })),
        },
      ]}
      action={paths.approvals(slug)}
      hidden={{ ...kept, ...(q && { q }) }}
      clearHref={kind !== undefined || risk !== undefined || q !== undefined ? cleared : null}
      clearSheetHref={cleared}
      search={
        <span className="[&>.search-box]:w-64">
          <SearchBox
            action={paths.approvals(slug)}
            label={t('search')}
            value={q ?? ''}
            keep={{ ...kept, ...(kind && { kind }), ...(risk && { risk }) }}
          />
        </span>
      }
    >
      {children}
    </FilterRow>
  );
}
