import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Owner } from '@/lib/ownership/view';
import { paths } from '@/lib/paths';
import { businessTypes, merchantTypes } from '@/lib/platform/wire/enums';
import { outcomes } from '@/lib/requests/view';
import type { ListFilters } from '@/lib/sub-merchants/filters';
import { endsWithinDays, narrowing, sources, waitsOverDays } from '@/lib/sub-merchants/filters';
import { fieldPaths } from '@/lib/sub-merchants/schema';
import { FilterRow } from '../data/filter-row';
import { SearchBox } from '../layout/search-box';
import { useOwnerOptions } from '../ownership/owner-options';
import { listAddress } from './list-address';

type Option = { value: string; label: string };

type ListFiltersProps = {
  slug: string;
  filters: ListFilters;
  countries: Option[];
  /** Whom the list can be filtered by. */
  owners: Owner[];
  readerId: string;
  /** Right of the row: as of. */
  children?: ReactNode;
};

/** The filters besides tab and search, in the order of the sheet. */
const filterNames = [
  'missing',
  'pending',
  'owner',
  'waitsOver',
  'endsWithin',
  'type',
  'business',
  'country',
  'mcc',
  'channel',
  'domain',
  'source',
] as const;
type FilterName = (typeof filterNames)[number];
const entered: readonly FilterName[] = ['mcc', 'channel', 'domain'];

/** The label of a wire path, or the path itself where nobody has named it. */
function useFieldLabel() {
  const t = useTranslations('fields');
  return (path: string) => {
    const key = `${path.replaceAll('.', '_')}.label`;
    return t.has(key) ? t(key) : path;
  };
}

function useOptions(countries: Option[], owners: Option[]): Record<FilterName, Option[]> {
  const t = useTranslations('subMerchants');
  const tOutcomes = useTranslations('outcomes');
  const label = useFieldLabel();
  const of = (values: readonly (string | number)[], say: (value: string) => string) =>
    values.map((value) => ({ value: String(value), label: say(String(value)) }));
  return {
    missing: [{ value: 'any', label: t('filter.anyMissing') }, ...of(fieldPaths, label)],
    pending: [
      { value: 'any', label: t('filter.anyPending') },
      ...of(
        outcomes.filter((outcome) => outcome !== 'accepted' && outcome !== 'refused' && outcome !== 'not-sent'),
        (outcome) => tOutcomes(`${outcome}.word`),
      ),
    ],
    owner: owners,
    waitsOver: of(waitsOverDays, (days) => t('filter.workingDays', { days: Number(days) })),
    endsWithin: of(endsWithinDays, (days) => t('filter.days', { days: Number(days) })),
    type: of(merchantTypes, (type) => t(`merchantType.${type}`)),
    business: of(businessTypes, (type) => t(`businessType.${type}`)),
    country: countries,
    mcc: [],
    channel: [],
    domain: [],
    source: of(sources, (source) => t(`source.${source}`)),
  };
}

/** Search in this list, what filters it now, and a sheet with all filters. Each is part of the address. */
export function ListFilterRow({ slug, filters, countries, owners, readerId, children }: ListFiltersProps) {
  const t = useTranslations('subMerchants.filter');
  const options = useOptions(countries, useOwnerOptions({ owners, readerId, value: filters.owner }));
  const held = narrowing(filters);
  const active = filterNames.filter((name) => held[name] !== undefined);
  const { state, q, ...rest } = held;
  const kept = {
    ...(state && { state }),
    ...(filters.sort && { sort: filters.sort }),
    ...(filters.size && { size: String(filters.size) }),
  };
  const valueLabel = (name: FilterName) => options[name].find(({ value }) => value === held[name])?.label ?? held[name];
  return (
    <FilterRow
      id="filter"
      fields={filterNames.map((name) => ({
        name,
        label: t(`names.${name}`),
        value: held[name] ?? '',
        shown: valueLabel(name),
        without: listAddress(slug, filters, { [name]: null }),
        options: entered.includes(name) ? undefined : options[name],
      }))}
      action={paths.subMerchants(slug)}
      hidden={{ ...kept, ...(q && { q }) }}
      clearHref={active.length > 0 || q ? listAddress(slug, { ...filters, q: undefined }, clearing) : null}
      clearSheetHref={listAddress(slug, filters, clearing)}
      search={
        <SearchBox action={paths.subMerchants(slug)} label={t('search')} value={q ?? ''} keep={{ ...rest, ...kept }} />
      }
    >
      {children}
    </FilterRow>
  );
}

/** Takes every filter of the sheet away; tab, search and sort stay. */
export const clearing = Object.fromEntries(filterNames.map((name) => [name, null]));
