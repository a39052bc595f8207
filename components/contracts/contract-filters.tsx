import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { ContractFilters } from '@/lib/contracts/filters';
import { contractHows, contractSources, narrowedBy } from '@/lib/contracts/filters';
import { enders } from '@/lib/contracts/view';
import { paths } from '@/lib/paths';
import { FilterRow } from '../data/filter-row';
import { SearchBox } from '../layout/search-box';
import { contractAddress } from './contract-address';

/** The filters besides tab and search, in the order of the sheet. */
const names = ['sub_mchid', 'plan', 'how', 'endedBy', 'endedFrom', 'endedUntil', 'source'] as const;
type Name = (typeof names)[number];

/** Takes every filter of the sheet away; tab, search and sort stay. */
const clearing = Object.fromEntries(names.map((name) => [name, null]));

type ContractFilterRowProps = {
  slug: string;
  filters: ContractFilters;
  /** In common mode no contract has a sub-merchant. */
  isCommon: boolean;
  children?: ReactNode;
};

/** Search in the register, what filters it now, and a sheet with all filters. Each is part of the address. */
export function ContractFilterRow({ slug, filters, isCommon, children }: ContractFilterRowProps) {
  const t = useTranslations('contracts');
  const held = narrowedBy(filters);
  const { standing, q, ...rest } = held;
  const kept = {
    ...(standing && { standing }),
    ...(filters.sort && { sort: filters.sort }),
    ...(filters.size && { size: String(filters.size) }),
  };
  const of = (values: readonly string[], say: (value: string) => string) =>
    values.map((value) => ({ value, label: say(value) }));
  const options: Partial<Record<Name, { value: string; label: string }[]>> = {
    how: of(contractHows, (value) => t(`how.${value}`)),
    endedBy: of(enders, (value) => t(`ender.${value}`)),
    source: of(contractSources, (value) => t(`source.${value}`)),
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
        without: contractAddress(slug, filters, { [name]: null }),
        options: options[name],
        type: name === 'endedFrom' || name === 'endedUntil' ? 'date' : 'text',
      }))}
      action={paths.contracts(slug)}
      hidden={{ ...kept, ...(q && { q }) }}
      clearHref={isNarrowed || q ? contractAddress(slug, { ...filters, q: undefined }, clearing) : null}
      clearSheetHref={contractAddress(slug, filters, clearing)}
      search={
        <SearchBox
          action={paths.contracts(slug)}
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
