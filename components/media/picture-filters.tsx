import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { PictureFilters } from '@/lib/media/filters';
import { pictureKinds } from '@/lib/media/rules';
import { pictureShows, pictureStates } from '@/lib/media/view';
import { paths } from '@/lib/paths';
import { FilterRow } from '../data/filter-row';
import { SearchBox } from '../layout/search-box';
import { Icon } from '../ui/icon';
import { pictureAddress } from './picture-address';

/** The filters of the sheet, in its order. */
const names = ['kind', 'show', 'state', 'sub_mchid'] as const;
type Name = (typeof names)[number];

type PictureFilterRowProps = { slug: string; filters: PictureFilters; children?: ReactNode };

/** What filters the shelf now, a search by whole media ID or SHA-256, and grid or list. Each is part of the address. */
export function PictureFilterRow({ slug, filters, children }: PictureFilterRowProps) {
  const t = useTranslations('pictures.filter');
  const tKinds = useTranslations('pictures.kinds');
  const tStates = useTranslations('pictures.state');
  const active = names.filter((name) => filters[name] !== undefined);
  const options: Partial<Record<Name, { value: string; label: string }[]>> = {
    kind: pictureKinds.map((value) => ({ value, label: tKinds(value) })),
    show: pictureShows.map((value) => ({ value, label: t(`shows.${value}`) })),
    state: pictureStates.map((value) => ({ value, label: tStates(value) })),
  };
  const { view, size, q } = filters;
  const kept = { view, size, q };
  const current = view ?? 'grid';
  const hidden = Object.fromEntries(
    Object.entries(kept).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const { q: _, ...searchKept } = filters;
  return (
    <FilterRow
      id="pictures"
      search={
        <span className="[&>.search-box]:w-72">
          <SearchBox
            action={paths.media(slug)}
            label={t('search')}
            value={q ?? ''}
            keep={Object.fromEntries(
              Object.entries(searchKept).flatMap(([name, value]) =>
                value === undefined || name === 'cursor' ? [] : [[name, String(value)]],
              ),
            )}
          />
        </span>
      }
      fields={names.map((name) => ({
        name,
        label: t(`names.${name}`),
        value: filters[name] ?? '',
        shown: options[name]?.find(({ value }) => value === filters[name])?.label ?? filters[name] ?? '',
        without: pictureAddress(slug, filters, { [name]: null }),
        options: options[name],
      }))}
      action={paths.media(slug)}
      hidden={hidden}
      clearHref={active.length > 0 || q !== undefined ? pictureAddress(slug, { view, size }) : null}
      clearSheetHref={pictureAddress(slug, kept)}
    >
      {children}{' '}
      <span className="picture-views">
        {(['grid', 'list'] as const).map((name) => (
          <Link
            key={name}
            href={pictureAddress(slug, filters, { view: name })}
            prefetch={false}
            scroll={false}
            className="quiet-button"
            aria-current={current === name ? 'true' : undefined}
            aria-label={t(`views.${name}`)}
            title={t(`views.${name}`)}
          >
            <Icon name={name === 'grid' ? 'columns' : 'rows'} />
          </Link>
        ))}
      </span>
    </FilterRow>
  );
}
