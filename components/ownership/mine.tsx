import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { formatCapped } from '@/lib/i18n/format';
import type { Own, OwnedKind, OwnItem } from '@/lib/ownership/view';
import { paths } from '@/lib/paths';
import type { IconName } from '../ui/icon';
import { Icon } from '../ui/icon';
import { Section } from '../ui/section';
import { NextDate } from './next-date';

const icons: Record<OwnedKind, IconName> = { 'sub-merchant': 'shop', application: 'document', request: 'requests' };

/** Where those of a kind are listed, and the page of one. */
const lists: Record<OwnedKind, (slug: string) => string> = {
  'sub-merchant': (slug) => paths.subMerchants(slug, { owner: 'mine' }),
  application: (slug) => paths.desk(slug),
  request: (slug) => paths.requests(slug, { owner: 'mine' }),
};
const pages: Record<OwnedKind, (slug: string, id: string) => string> = {
  'sub-merchant': (slug, id) => paths.subMerchant(slug, id),
  application: (slug, id) => paths.application(slug, id),
  request: (slug, id) => paths.request(slug, id),
};

type MineProps = {
  slug: string;
  own: Own;
  /** The reader's day, YYYY-MM-DD. */
  today: string;
};

/** What the reader looks after: how many of each kind, and the first few, what is due before the rest. */
export function Mine({ slug, own, today }: MineProps) {
  const t = useTranslations('ownership.mine');
  return (
    <Section title={t('title')}>
      {own.counts.length === 0 && <p className="text-ink-2 text-table mt-1">{t('none')}</p>}
      <ul className="text-table mt-2 grid gap-1">
        {own.counts.map(({ kind, count, more, due }) => {
          const words = t.rich(`kind.${kind}`, {
            count,
            shown: formatCapped({ count, more }),
            b: (chunks) => <b className="tabular-nums">{chunks}</b>,
          });
          return (
            <li key={kind} className="flex items-center gap-2" data-mine={kind}>
              <Icon name={icons[kind]} />
              <Link className="hover:underline" href={lists[kind](slug)} prefetch={false}>
                {words}
              </Link>
              {due > 0 && <span className="late">{t('due', { due })}</span>}
            </li>
          );
        })}
      </ul>
      {own.first.length > 0 && (
        <ul className="border-line text-table mt-2 grid grid-cols-1 gap-1.5 border-t pt-2">
          {own.first.map((item) => (
            <Item key={`${item.kind} ${item.id}`} slug={slug} item={item} today={today} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Item({ slug, item, today }: { slug: string; item: OwnItem; today: string }) {
  const t = useTranslations('ownership.mine');
  const { kind, id, name, nextDate, note } = item;
  const about = [kind === 'sub-merchant' ? '' : t(`item.${kind}`), note].filter(Boolean).join(' · ');
  return (
    <li className="flex items-baseline gap-3">
      <span className="min-w-0 flex-1">
        <Link
          className="block truncate hover:underline"
          href={pages[kind](slug, id)}
          prefetch={false}
          data-row-link=""
          translate="no"
        >
          {name}
        </Link>
        {about !== '' && <small className="text-ink-3 text-small block truncate">{about}</small>}
      </span>
      {nextDate === null ? (
        <span className="text-ink-3">{t('noDate')}</span>
      ) : (
        <NextDate nextDate={nextDate} today={today} note={note} />
      )}
    </li>
  );
}
