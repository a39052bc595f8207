import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { PendingApproval } from '@/lib/approvals/view';
import { momentIn } from '@/lib/i18n/format';
import type { Ownership } from '@/lib/ownership/view';
import { paths } from '@/lib/paths';
import type { ListFilters, ListSort } from '@/lib/sub-merchants/filters';
import type { SubMerchantRow } from '@/lib/sub-merchants/view';
import { ChangeWaitsMark } from '../approvals/change-waits';
import { Confidence } from '../data/confidence';
import { Id } from '../data/id';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { NextDate } from '../ownership/next-date';
import { OwnerCell } from '../ownership/owner-cell';
import { ButtonLink } from '../ui/button-link';
import { Icon } from '../ui/icon';
import { OutcomeWord } from '../ui/outcome-line';
import { StateBadge } from '../ui/state-badge';
import { Cell, HeadCell, NameCell, Table } from '../ui/table';
import { listAddress } from './list-address';

type Order = { by: ListSort; isDescending: boolean };
type Reader = {
  slug: string;
  zone: string;
  now: string;
  mayOpenRequests: boolean;
  /** Changes that wait for approval on the rows of this page. */
  waiting: PendingApproval[];
  /** Who looks after which row, by `sub_mchid`. */
  held: ReadonlyMap<string, Ownership>;
  readerId: string;
};

type ListTableProps = Reader & { rows: SubMerchantRow[]; filters: ListFilters; order: Order };

/** Where a row came from needs a wide window; it can be filtered by at any. */
const wideOnly = 'max-[1600px]:hidden';

/** Sorts that begin with the newest; the others begin with the first. */
const newestFirst: readonly ListSort[] = ['accepted', 'updated'];

function useSort({ slug, filters, order }: Pick<ListTableProps, 'slug' | 'filters' | 'order'>) {
  return (by: ListSort) => {
    const isNow = order.by === by;
    const descends = isNow ? !order.isDescending : newestFirst.includes(by);
    return {
      href: listAddress(slug, filters, { sort: descends ? `-${by}` : by }),
      direction: isNow ? (order.isDescending ? ('descending' as const) : ('ascending' as const)) : null,
    };
  };
}

/** The end of the registration: a date, a word, or that it is over or near. */
function RegistrationEnd({ ends, now, zone }: { ends: string | null; now: string; zone: string }) {
  const t = useTranslations('subMerchants');
  if (ends === null) return <Unheld reason={t('notHeld')} />;
  if (ends === 'PERMANENT' || ends === 'N/A')
    return <span className="text-ink-3">{t(`registration.${ends === 'N/A' ? 'none' : 'permanent'}`)}</span>;
  const { day: today } = momentIn(new Date(now), zone);
  const days = Math.round((Date.parse(ends) - Date.parse(today)) / 86_400_000);
  if (days < 0) return <span className="late">{t('registration.ended', { day: ends })}</span>;
  if (days <= 30)
    return (
      <span className="late" title={ends}>
        {t('registration.soon', { days })}
      </span>
    );
  return <span className="tabular-nums">{ends}</span>;
}

function Coverage({ row }: { row: SubMerchantRow }) {
  const t = useTranslations('subMerchants');
  const tFields = useTranslations('fields');
  const missing = row.missing.length;
  const held = Math.max(0, row.requiredCount - missing);
  const label = (path: string) => {
    const key = `${path.replaceAll('.', '_')}.label`;
    return tFields.has(key) ? tFields(key) : path;
  };
  const title =
    missing === 0 ? t('coverage.whole') : t('coverage.missing', { names: row.missing.map(label).join(', ') });
  return (
    <span className={missing === 0 ? 'text-ink-3' : undefined} title={title}>
      {missing === 0 ? held : <b>{held}</b>}
      {`/${row.requiredCount}`}
      {missing > 0 && <span className="sr-only">{title}</span>}
    </span>
  );
}

function Pending({ row, slug, mayOpenRequests }: { row: SubMerchantRow } & Pick<Reader, 'slug' | 'mayOpenRequests'>) {
  if (row.pending === null) return null;
  const word = <OutcomeWord outcome={row.pending.outcome} requestId={row.pending.requestId} />;
  if (!mayOpenRequests) return word;
  return (
    <Link href={paths.request(slug, row.pending.requestId)} prefetch={false} className="inline-block hover:underline">
      {word}
    </Link>
  );
}

/** The one next step of a card: what blocks it, else the record. */
function NextStep({ row, slug, mayOpenRequests }: { row: SubMerchantRow } & Pick<Reader, 'slug' | 'mayOpenRequests'>) {
  const t = useTranslations('subMerchants.next');
  const named = { name: row.name === '' ? row.subMchid : row.name };
  if (row.pending !== null && mayOpenRequests) {
    return (
      <ButtonLink size="small" href={paths.request(slug, row.pending.requestId)} aria-label={t('requestNamed', named)}>
        {t('request')}
      </ButtonLink>
    );
  }
  const record = paths.subMerchant(slug, row.subMchid);
  if (row.missing.length > 0) {
    return (
      <ButtonLink size="small" href={record} aria-label={t('completeNamed', named)}>
        {t('complete')}
      </ButtonLink>
    );
  }
  return (
    <Link href={record} prefetch={false} className="quiet-button" aria-label={t('openNamed', named)}>
      <Icon name="right" />
    </Link>
  );
}

function Row({ row, ...reader }: { row: SubMerchantRow } & Reader) {
  const t = useTranslations('subMerchants');
  const { slug, zone, now } = reader;
  const waiting = reader.waiting.find(({ objectId }) => objectId === row.subMchid);
  const held = reader.held.get(row.subMchid);
  const { day: today } = momentIn(new Date(now), zone);
  const mark = waiting && <ChangeWaitsMark slug={slug} zone={zone} waiting={waiting} />;
  // Rows without a state were never told one: then nothing was confirmed either.
  const isToldState = row.h5State !== 'UNKNOWN';
  return (
    <tr>
      <NameCell href={paths.subMerchant(slug, row.subMchid)} second={row.shortname}>
        {row.name === '' ? t('unnamed') : row.name}
      </NameCell>
      <Cell part="id">
        <Id value={row.subMchid} />
      </Cell>
      <Cell part="state">
        <StateBadge state={isToldState ? row.h5State : null} />
        {row.pending !== null && (
          <span className="md:hidden">
            <OutcomeWord outcome={row.pending.outcome} requestId={row.pending.requestId} />
          </span>
        )}
        {mark && <span className="md:hidden">{mark}</span>}
      </Cell>
      <Cell giveWay={4}>
        <Confidence asOf={isToldState ? row.h5StateAsOf : null} now={now} />
      </Cell>
      <Cell align="end" giveWay={1}>
        {row.domainsCount ?? <Unheld reason={t('domainsNotTold')} />}
      </Cell>
      <Cell align="end" giveWay={3}>
        <Coverage row={row} />
      </Cell>
      <Cell>
        <Pending row={row} slug={slug} mayOpenRequests={reader.mayOpenRequests} />
        {mark}
      </Cell>
      <Cell giveWay={4}>
        <OwnerCell held={held} readerId={reader.readerId} />
      </Cell>
      <Cell giveWay={2}>
        {held?.nextDate != null && <NextDate nextDate={held.nextDate} today={today} note={held.note} />}
      </Cell>
      <Cell giveWay={2}>
        <RegistrationEnd ends={row.registrationEnds} now={now} zone={zone} />
      </Cell>
      <td data-give-way="1" className={wideOnly}>
        <span className="text-ink-2">{t(`source.${row.source}`)}</span>
      </td>
      <Cell align="end" giveWay={1}>
        {row.lastAcceptedAt === null ? (
          <Unheld reason={t('neverAccepted')} />
        ) : (
          <Timestamp at={row.lastAcceptedAt} zone={zone} show="day" />
        )}
      </Cell>
      <Cell part="action">
        <NextStep row={row} slug={slug} mayOpenRequests={reader.mayOpenRequests} />
      </Cell>
    </tr>
  );
}

/** The rows of one page. All of it is made on the server: the browser gets text and links. */
export function ListTable({ rows, filters, order, ...reader }: ListTableProps): ReactNode {
  const t = useTranslations('subMerchants');
  const tOwner = useTranslations('ownership');
  const sort = useSort({ slug: reader.slug, filters, order });
  return (
    <Table caption={t('caption')}>
      <thead>
        <tr>
          <HeadCell sort={sort('name')}>{t('column.name')}</HeadCell>
          <HeadCell sort={sort('sub_mchid')}>
            <span className="mono">sub_mchid</span>
          </HeadCell>
          <HeadCell sort={sort('since')}>{t('column.state')}</HeadCell>
          <HeadCell giveWay={4}>{t('column.confidence')}</HeadCell>
          <HeadCell align="end" giveWay={1}>
            {t('column.domains')}
          </HeadCell>
          <HeadCell align="end" giveWay={3}>
            {t('column.coverage')}
          </HeadCell>
          <HeadCell>{t('column.pending')}</HeadCell>
          <HeadCell giveWay={4}>{tOwner('column.owner')}</HeadCell>
          <HeadCell giveWay={2}>{tOwner('column.next')}</HeadCell>
          <HeadCell giveWay={2} sort={sort('registration')}>
            {t('column.registration')}
          </HeadCell>
          <th scope="col" data-give-way="1" className={wideOnly}>
            {t('column.source')}
          </th>
          <HeadCell align="end" giveWay={1} sort={sort('accepted')}>
            {t('column.accepted')}
          </HeadCell>
          <th data-cell="action">
            <span className="sr-only">{t('column.next')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} {...reader} />
        ))}
      </tbody>
    </Table>
  );
}
