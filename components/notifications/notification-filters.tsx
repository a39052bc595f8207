import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { formatTimestamp } from '@/lib/i18n/format';
import type { NotificationFilters } from '@/lib/notifications/filters';
import { paths } from '@/lib/paths';
import { FilterRow } from '../data/filter-row';
import { SearchBox } from '../layout/search-box';
import { notificationAddress } from './notification-address';

/** The filters of the sheet, in its order. */
const names = ['type', 'subMchid', 'parked', 'from', 'until'] as const;
type Name = (typeof names)[number];

type NotificationFilterRowProps = {
  slug: string;
  filters: NotificationFilters;
  zone: string;
  now: string;
  children?: ReactNode;
};

/** Search by a whole id or number, what else filters the list, and a sheet with all filters. Each is in the address. */
export function NotificationFilterRow({ slug, filters, zone, now, children }: NotificationFilterRowProps) {
  const t = useTranslations('notifications.filter');
  const { state, q, size } = filters;
  const kept = { ...(state && { state }), ...(size && { size: String(size) }) };
  const held = Object.fromEntries(names.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])));
  const parked = { yes: t('parkedYes'), no: t('parkedNo') };
  const shown = (name: Name) => {
    if (name === 'parked') return filters.parked && parked[filters.parked];
    const value = filters[name];
    return name === 'type' || name === 'subMchid' ? <span className="mono">{value}</span> : value;
  };
  const isNarrowed = q !== undefined || Object.keys(held).length > 0;
  const cleared = notificationAddress(slug, { state, size });
  return (
    <FilterRow
      id="notifications"
      fields={names.map((name) => ({
        name,
        label: t(`names.${name}`),
        value: filters[name] ?? '',
        shown: shown(name),
        without: notificationAddress(slug, filters, { [name]: null }),
        options: name === 'parked' ? Object.entries(parked).map(([value, label]) => ({ value, label })) : undefined,
        type: name === 'from' || name === 'until' ? 'date' : 'text',
      }))}
      action={paths.notifications(slug)}
      hidden={{ ...kept, ...(q && { q }) }}
      clearHref={isNarrowed ? cleared : null}
      clearSheetHref={cleared}
      search={
        <span className="[&>.search-box]:w-64">
          <SearchBox
            action={paths.notifications(slug)}
            label={t('search')}
            value={q ?? ''}
            keep={{ ...kept, ...held }}
          />
        </span>
      }
      note={<p className="text-ink-3 text-small">{t('zone', { now: formatTimestamp(new Date(now), zone) })}</p>}
    >
      {children}
    </FilterRow>
  );
}
