import Form from 'next/form';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { paths } from '@/lib/paths';
import { businessTypes, merchantTypes } from '@/lib/platform/wire/enums';
import { outcomes } from '@/lib/requests/view';
import type { ListFilters } from '@/lib/sub-merchants/filters';
import { endsWithinDays, narrowing, sources } from '@/lib/sub-merchants/filters';
import { fieldPaths } from '@/lib/sub-merchants/schema';
import { SearchBox } from '../layout/search-box';
import { Button, ButtonLink } from '../ui/button';
import { Icon } from '../ui/icon';
import { listAddress } from './list-address';

type Option = { value: string; label: string };

type ListFiltersProps = {
  slug: string;
  filters: ListFilters;
  countries: Option[];
  /** Right of the row: as of. */
  children?: ReactNode;
};

/** The filters besides tab and search, in the order of the sheet. */
const filterNames = [
  'missing',
  'pending',
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

function useOptions(countries: Option[]): Record<FilterName, Option[]> {
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

function Control({ name, options, value }: { name: FilterName; options: Option[]; value: string }) {
  const t = useTranslations('subMerchants.filter');
  const id = `filter-${name}`;
  if (entered.includes(name)) {
    return <input className="control" id={id} name={name} defaultValue={value} autoComplete="off" spellCheck={false} />;
  }
  return (
    <div className="select">
      <select className="control" id={id} name={name} defaultValue={value}>
        <option value="">{t('any')}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" size="small" />
    </div>
  );
}

/** Search in this list, what filters it now, and a sheet with all filters. Each is part of the address. */
export function ListFilterRow({ slug, filters, countries, children }: ListFiltersProps) {
  const t = useTranslations('subMerchants.filter');
  const options = useOptions(countries);
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
    <div className="tool-row">
      <SearchBox action={paths.subMerchants(slug)} label={t('search')} value={q ?? ''} keep={{ ...rest, ...kept }} />
      {active.map((name) => (
        <span key={name} className="chip">
          {t(`names.${name}`)} <b>{valueLabel(name)}</b>
          <Link
            href={listAddress(slug, filters, { [name]: null })}
            prefetch={false}
            scroll={false}
            aria-label={t('remove', { name: t(`names.${name}`) })}
          >
            <Icon name="cross" size="small" />
          </Link>
        </span>
      ))}
      <button type="button" className="chip chip-add" popoverTarget="filter-sheet">
        <Icon name="plus" size="small" />
        {t('add')}
      </button>
      {(active.length > 0 || q) && (
        <Link
          className="quiet-button"
          href={listAddress(slug, { ...filters, q: undefined }, clearing)}
          prefetch={false}
          scroll={false}
        >
          {t('clear')}
        </Link>
      )}
      <span className="text-ink-3 text-small ml-auto">{children}</span>
      <div id="filter-sheet" popover="auto" className="side-sheet" role="dialog" aria-label={t('title')}>
        <Form action={paths.subMerchants(slug)} className="flex min-h-full flex-col gap-3">
          <h2 className="text-section">{t('title')}</h2>
          {Object.entries({ ...kept, ...(q && { q }) }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {filterNames.map((name) => (
            // A filter that changes elsewhere (a chip, a link) is shown anew.
            <div key={`${name} ${held[name] ?? ''}`} className="field">
              <div data-part="label">
                <label htmlFor={`filter-${name}`}>{t(`names.${name}`)}</label>
              </div>
              <Control name={name} options={options[name]} value={held[name] ?? ''} />
            </div>
          ))}
          <div className="mt-auto flex justify-end gap-2 pt-3">
            <ButtonLink href={listAddress(slug, filters, clearing)} variant="ghost">
              {t('clear')}
            </ButtonLink>
            <Button type="submit" variant="primary">
              {t('apply')}
            </Button>
          </div>
        </Form>
      </div>
    </div>
  );
}

/** Takes every filter of the sheet away; tab, search and sort stay. */
export const clearing = Object.fromEntries(filterNames.map((name) => [name, null]));
