import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { BoardFilters, BoardSort } from '@/lib/applications/filters';
import type { BoardRow } from '@/lib/applications/view';
import type { Ownership } from '@/lib/ownership/view';
import { paths } from '@/lib/paths';
import { Id } from '../../data/id';
import { Timestamp } from '../../data/timestamp';
import { Unheld } from '../../data/unheld';
import { OwnerCell } from '../../ownership/owner-cell';
import { OutcomeWord } from '../../ui/outcome-line';
import { StateBadge } from '../../ui/state-badge';
import { Cell, HeadCell, NameCell, Table } from '../../ui/table';
import { boardAddress } from './board-address';
import { HowKnown } from './how-known';
import type { NextStepProps } from './next-step';
import { isNumberUnknown, NextStep } from './next-step';
import { isWaitedIn, WaitingCell } from './waiting-cell';

/** Who looks at the board, and whose its rows are, by sub_mchid. */
export type BoardReader = Omit<NextStepProps, 'row'> & {
  owned: ReadonlyMap<string, Ownership>;
  readerId: string;
};

type BoardTableProps = BoardReader & {
  rows: BoardRow[];
  filters: BoardFilters;
  order: { by: BoardSort; isDescending: boolean };
};

/** Domains are on the record; in the list they need a wide window. */
const wideOnly = 'max-[1600px]:hidden';

function useSort({ slug, filters, order }: Pick<BoardTableProps, 'slug' | 'filters' | 'order'>) {
  return (by: BoardSort) => {
    const isNow = order.by === by;
    return {
      href: boardAddress(slug, filters, { sort: isNow && !order.isDescending ? `-${by}` : by }),
      direction: isNow ? (order.isDescending ? ('descending' as const) : ('ascending' as const)) : null,
    };
  };
}

/** The number of its newest application, or that nobody told it; under it what was asked for, and how often. */
function ApplicationNumber({ row, slug }: { row: BoardRow; slug: string }) {
  const t = useTranslations('board');
  const tKinds = useTranslations('applications.kinds');
  const { application } = row;
  if (isNumberUnknown(row)) return <b className="font-medium">{t('numberUnknown')}</b>;
  if (application === null) return <Unheld reason={t('noApplication')} />;
  const { applymentId, applymentType, attempts } = application;
  const kind = applymentType !== null && tKinds.has(applymentType) ? tKinds(applymentType) : applymentType;
  return (
    <>
      <Link className="block hover:underline" href={paths.application(slug, applymentId)} prefetch={false}>
        <Id value={applymentId} show="tail" tail={8} />
      </Link>
      <small className="text-ink-3 block">
        {kind}
        {attempts > 1 && ` · ${t('attempt', { number: attempts })}`}
      </small>
    </>
  );
}

/** The domains in force: the first, and how many more. */
function Domains({ domains }: Pick<BoardRow, 'domains'>) {
  const t = useTranslations('board');
  if (domains === null) return <Unheld reason={t('domainsNotTold')} />;
  const [first, ...others] = domains;
  if (first === undefined) return <span className="text-ink-3">{t('domainsNone')}</span>;
  return (
    <span className="flex max-w-44 items-baseline gap-1" title={domains.join('\n')}>
      <span className="truncate" translate="no">
        {first}
      </span>
      {others.length > 0 && <span className="text-ink-3">{t('more', { count: others.length })}</span>}
    </span>
  );
}

function Row({ row, owned, readerId, ...reader }: { row: BoardRow } & BoardReader) {
  const t = useTranslations('board');
  const tGrades = useTranslations('record.h5.grades');
  const { slug, zone, now } = reader;
  const isTold = row.h5State !== 'UNKNOWN';
  const untold = <Unheld reason={t('notTold')} />;
  return (
    <tr data-sub-mchid={row.subMchid}>
      <NameCell href={paths.subMerchant(slug, row.subMchid)} second={row.shortname}>
        {row.name === '' ? t('unnamed') : row.name}
      </NameCell>
      <Cell part="id">
        <Id value={row.subMchid} />
      </Cell>
      <Cell part="state">
        <StateBadge state={isTold ? row.h5State : null} />
        {row.pending !== null && (
          <span className="md:hidden">
            <OutcomeWord outcome={row.pending.outcome} requestId={row.pending.requestId} />
          </span>
        )}
        {isTold && (
          <span className="text-ink-3 text-small block min-[941px]:hidden">
            {t('sinceDay')} <Timestamp at={row.h5StateSince} zone={zone} show="day" />
          </span>
        )}
        <span className="min-[941px]:hidden">
          <HowKnown row={row} now={now} />
        </span>
        {isWaitedIn(row) && (
          <span className="text-ink-3 text-small block min-[941px]:hidden">
            <WaitingCell row={row} now={now} />
          </span>
        )}
      </Cell>
      <Cell align="end" giveWay={4}>
        <WaitingCell row={row} now={now} />
      </Cell>
      <Cell giveWay={4}>
        {isTold ? <Timestamp at={row.h5StateSince} zone={zone} show="day" /> : untold}
        <HowKnown row={row} now={now} />
      </Cell>
      <Cell giveWay={2}>
        <ApplicationNumber row={row} slug={slug} />
      </Cell>
      <Cell giveWay={1}>
        {row.limitGrade === null ? (
          <Unheld reason={t('gradeNotTold')} />
        ) : tGrades.has(row.limitGrade) ? (
          tGrades(row.limitGrade)
        ) : (
          row.limitGrade
        )}
      </Cell>
      <td className={wideOnly}>
        <Domains domains={row.domains} />
      </td>
      <Cell giveWay={3}>
        <OwnerCell held={owned.get(row.subMchid)} readerId={readerId} />
      </Cell>
      <Cell part="deeds">
        <NextStep row={row} {...reader} />
      </Cell>
    </tr>
  );
}

/** The rows of one page of the board. */
export function BoardTable({ rows, filters, order, ...reader }: BoardTableProps) {
  const t = useTranslations('board');
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
          <HeadCell>{t('column.state')}</HeadCell>
          <HeadCell align="end" giveWay={4}>
            {t('column.waiting')}
          </HeadCell>
          <HeadCell giveWay={4} sort={sort('since')}>
            {t('column.since')}
          </HeadCell>
          <HeadCell giveWay={2}>{t('column.number')}</HeadCell>
          <HeadCell giveWay={1}>{t('column.grade')}</HeadCell>
          <th scope="col" className={wideOnly}>
            {t('column.domains')}
          </th>
          <HeadCell giveWay={3}>{tOwner('column.owner')}</HeadCell>
          <HeadCell align="end">{t('column.next')}</HeadCell>
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
