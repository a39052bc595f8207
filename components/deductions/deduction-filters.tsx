import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { DeductionFilters } from '@/lib/deductions/filters';
import { narrowedBy } from '@/lib/deductions/filters';
import { paths } from '@/lib/paths';
import { platformCurrencies } from '@/lib/platform/wire/currency';
import { tradeStates } from '@/lib/platform/wire/enums';
import { outcomes } from '@/lib/requests/view';
import { FilterRow } from '../data/filter-row';
import { SearchBox } from '../layout/search-box';
import { deductionAddress } from './deduction-address';

/** The filters besides tab and search, in the order of the sheet. */
const names = [
  ...(['state', 'outcome', 'currency', 'amountFrom', 'amountUntil', 'contract', 'sub_mchid', 'maker'] as const),
  ...(['from', 'until'] as const),
] as const;
type Name = (typeof names)[number];

/** Takes every filter of the sheet away; tab, search and sort stay. */
const clearing = Object.fromEntries(names.map((name) => [name, null]));

type DeductionFilterRowProps = {
  slug: string;
  filters: DeductionFilters;
  /** Who has made an order. */
  makers: { id: string; name: string }[];
  /** In common mode no order has a sub-merchant. */
  isCommon: boolean;
  children?: ReactNode;
};

/** Search in the list, what filters it now, and a sheet with all filters. Each is part of the address. */
export function DeductionFilterRow({ slug, filters, makers, isCommon, children }: DeductionFilterRowProps) {
  const t = useTranslations('deductions');
  const tOutcomes = useTranslations('outcomes');
  const held = narrowedBy(filters);
  const { standing, q, ...rest } = held;
  const kept = {
    ...(standing && { standing }),
    ...(filters.sort && { sort: filters.sort }),
    ...(filters.size && { size: String(filters.size) }),
  };
  const options: Partial<Record<Name, { value: string; label: string }[]>> = {
    state: [...tradeStates, 'none' as const].map((value) => ({ value, label: t(`tradeState.${value}`) })),
    outcome: outcomes.map((value) => ({ value, label: tOutcomes(`${value}.word`) })),
    currency: platformCurrencies.map((value) => ({ value, label: value })),
    maker: makers.map(({ id, name }) => ({ value: id, label: name })),
  };
  const shown = names.filter((name) => !(isCommon && name === 'sub_mchid'));
  const isNarrowed = shown.some((name) => held[name] !== undefined);
  return (
    <FilterRow
      id="filter"
      fields={shown.map((name) => ({
        name,
        label: t(`filter.names.${name}`),
        value: held[name] ?? '',
        shown: options[name]?.find(({ value }) => value === held[name])?.label ?? held[name],
        without: deductionAddress(slug, filters, { [name]: null }),
        options: options[name],
        type: name === 'from' || name === 'until' ? 'date' : 'text',
      }))}
      action={paths.deductions(slug)}
      hidden={{ ...kept, ...(q && { q }) }}
      clearHref={isNarrowed || q ? deductionAddress(slug, { ...filters, q: undefined }, clearing) : null}
      clearSheetHref={deductionAddress(slug, filters, clearing)}
      note={<p className="text-ink-3 text-small">{t('filter.amounts')}</p>}
      search={
        <SearchBox
          action={paths.deductions(slug)}
          label={t('filter.search')}
          value={q ?? ''}
          keep={{ ...rest, ...kept }}
        />
      }
    >
      {children}
    </FilterRow>
  );
}
