import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { BoardFilters } from '@/lib/applications/filters';
import type { BoardColumn, BoardRow } from '@/lib/applications/view';
import { formatCapped } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import type { TabCounts } from '@/lib/sub-merchants/view';
import { Id } from '../../data/id';
import { Timestamp } from '../../data/timestamp';
import { OwnerName } from '../../ownership/owner-cell';
import { StateBadge } from '../../ui/state-badge';
import { SideScroll } from '../../ui/table';
import { boardAddress } from './board-address';
import type { BoardReader } from './board-table';
import { HowKnown } from './how-known';
import { NextStep } from './next-step';
import { WaitingCell } from './waiting-cell';

type BoardColumnsProps = BoardReader & { columns: BoardColumn[]; counts: TabCounts; filters: BoardFilters };

function Card({ row, owned, readerId, ...reader }: { row: BoardRow } & BoardReader) {
  const t = useTranslations('board');
  const owner = owned.get(row.subMchid)?.owner ?? null;
  return (
    <li className="board-card" data-sub-mchid={row.subMchid}>
      <Link
        className="font-medium hover:underline"
        href={paths.subMerchant(reader.slug, row.subMchid)}
        prefetch={false}
      >
        {row.name === '' ? t('unnamed') : row.name}
      </Link>
      <span className="text-ink-3 text-small flex flex-wrap items-baseline gap-x-2">
        <Id value={row.subMchid} show="tail" tail={8} />
        <WaitingCell row={row} now={reader.now} />
      </span>
      {row.h5State !== 'UNKNOWN' && (
        <span className="text-ink-3 text-small">
          {t('sinceDay')} <Timestamp at={row.h5StateSince} zone={reader.zone} show="day" />
        </span>
      )}
      <HowKnown row={row} now={reader.now} />
      {owner !== null && (
        <span className="text-ink-2 text-small">
          <OwnerName owner={owner} readerId={readerId} />
        </span>
      )}
      <NextStep row={row} {...reader} />
    </li>
  );
}

/** The states beside each other, each with those that have been in it for longest; a head leads to all of its state. */
export function BoardColumns({ columns, counts, filters, ...reader }: BoardColumnsProps) {
  const t = useTranslations('board');
  return (
    <SideScroll>
      <div className="board-columns">
        {columns.map(({ state, rows }) => {
          const all = boardAddress(reader.slug, filters, { state, view: null });
          const isMore = counts[state].more || counts[state].count > rows.length;
          return (
            <section key={state} aria-labelledby={`column-${state}`}>
              <h2 id={`column-${state}`}>
                <Link href={all} prefetch={false}>
                  <StateBadge state={state === 'UNKNOWN' ? null : state} /> <b>{formatCapped(counts[state])}</b>
                </Link>
              </h2>
              {rows.length === 0 ? (
                <p className="text-ink-3 text-small">{t('columnEmpty')}</p>
              ) : (
                <ul>
                  {rows.map((row) => (
                    <Card key={row.id} row={row} {...reader} />
                  ))}
                </ul>
              )}
              {isMore && (
                <Link className="link text-small" href={all} prefetch={false}>
                  {t('columnMore', { count: formatCapped(counts[state]) })}
                </Link>
              )}
            </section>
          );
        })}
      </div>
    </SideScroll>
  );
}
