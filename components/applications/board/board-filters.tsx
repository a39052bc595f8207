import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { causes } from '@/lib/applications/causes';
import type { BoardFilters } from '@/lib/applications/filters';
import { boardNarrowing, gradeFilters } from '@/lib/applications/filters';
import type { Owner } from '@/lib/ownership/view';
import { paths } from '@/lib/paths';
import { FilterRow } from '../../data/filter-row';
import { SearchBox } from '../../layout/search-box';
import { useOwnerOptions } from '../../ownership/owner-options';
import { boardAddress } from './board-address';

type Option = { value: string; label: string };

/** The filters besides tab and search, in the order of the sheet. */
const filterNames = [
  'waiting',
  'number',
  'owner',
  'cause',
  'callback',
  'attempt',
  'grade',
  'country',
  'channel',
] as const;

type BoardFilterRowProps = {
  slug: string;
  filters: BoardFilters;
  countries: Option[];
  /** Whom the board can be filtered by. */
  owners: readonly Owner[];
  readerId: string;
  children?: ReactNode;
};

/** Search on the board, what filters it now, and a sheet with all filters. Each is part of the address. */
export function BoardFilterRow({ slug, filters, countries, owners, readerId, children }: BoardFilterRowProps) {
  const t = useTranslations('board.filter');
  const tGrades = useTranslations('record.h5.grades');
  const tCauses = useTranslations('desk.causes.cause');
  const ownerOptions = useOwnerOptions({ owners, readerId, value: filters.owner });
  const held = boardNarrowing(filters);
  const { state, q, ...rest } = held;
  const kept = {
    ...(state && { state }),
    ...(filters.sort && { sort: filters.sort }),
    ...(filters.size && { size: String(filters.size) }),
    ...(filters.view && { view: filters.view }),
  };
  const only = (name: 'number' | 'callback' | 'attempt' | 'waiting', value: string) => [
    { value, label: t(`values.${name}`) },
  ];
  const options: Record<(typeof filterNames)[number], Option[] | undefined> = {
    waiting: only('waiting', 'overdue'),
    number: only('number', 'unknown'),
    owner: ownerOptions,
    cause: causes.map((cause) => ({ value: cause, label: tCauses(cause) })),
    callback: only('callback', 'none'),
    attempt: only('attempt', 'repeated'),
    grade: gradeFilters.map((grade) => ({
      value: grade,
      label: grade === 'UNKNOWN' ? t('values.gradeUnknown') : tGrades(grade),
    })),
    country: countries,
    channel: undefined,
  };
  const isNarrowed = q !== undefined || filterNames.some((name) => held[name] !== undefined);
  return (
    <FilterRow
      id="board"
      fields={filterNames.map((name) => ({
        name,
        label: t(`names.${name}`),
        value: held[name] ?? '',
        shown: options[name]?.find(({ value }) => value === held[name])?.label ?? held[name],
        without: boardAddress(slug, filters, { [name]: null }),
        options: options[name],
      }))}
      action={paths.applications(slug)}
      hidden={{ ...kept, ...(q && { q }) }}
      clearHref={isNarrowed ? boardAddress(slug, { ...filters, q: undefined }, clearing) : null}
      clearSheetHref={boardAddress(slug, filters, clearing)}
      search={
        <SearchBox action={paths.applications(slug)} label={t('search')} value={q ?? ''} keep={{ ...rest, ...kept }} />
      }
    >
      {children}
    </FilterRow>
  );
}

/** Takes every filter of the sheet away; tab, search and sort stay. */
export const clearing = Object.fromEntries(filterNames.map((name) => [name, null]));
