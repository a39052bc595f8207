import type { Metadata } from 'next';
import { useTranslations } from 'next-intl';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { boardAddress } from '@/components/applications/board/board-address';
import { BoardColumns } from '@/components/applications/board/board-columns';
import { BoardFilterRow, clearing } from '@/components/applications/board/board-filters';
import { BoardSkeleton } from '@/components/applications/board/board-skeleton';
import { BoardTable } from '@/components/applications/board/board-table';
import { BoardTabs } from '@/components/applications/board/board-tabs';
import { ViewSwitch } from '@/components/applications/board/view-switch';
import { recordWords } from '@/components/applications/record-words';
import { Timestamp } from '@/components/data/timestamp';
import { PageHeader } from '@/components/layout/page-header';
import { wordsFor } from '@/components/layout/words-for';
import { LiveRefresh } from '@/components/live/live-refresh';
import { ListRegion } from '@/components/sub-merchants/list-region';
import { WaysIn } from '@/components/sub-merchants/ways-in';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { pageSizes } from '@/lib/address-values';
import type { Board as BoardRead } from '@/lib/applications/board';
import { ownersOf, readBoard, readColumns } from '@/lib/applications/board';
import type { BoardFilters } from '@/lib/applications/filters';
import { boardFilters, boardNarrowing, boardOrder } from '@/lib/applications/filters';
import { mayDo } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { formatCapped } from '@/lib/i18n/format';
import { isLocale } from '@/lib/i18n/locale';
import { countryOptions } from '@/lib/i18n/reference/countries';
import { forReader } from '@/lib/ownership/filters';
import { listOwners } from '@/lib/ownership/queries';
import { readClock } from '@/lib/review-clock/clock';
import { heldCountries } from '@/lib/sub-merchants/filter-values';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('board');
  return { title: t('title') };
}

type BoardPageProps = {
  params: Promise<{ connection: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function BoardPage({ params, searchParams }: BoardPageProps) {
  const { connection: slug } = await params;
  const filters = boardFilters.parse(await searchParams);
  const guarded = await requirePage('application:read', slug, boardAddress(slug, filters));
  return (
    <Suspense fallback={<BoardSkeleton />}>
      <Board {...guarded} filters={filters} />
    </Suspense>
  );
}

const pageSizeUsual = 25;

async function Board({ context, staff, account, filters }: Guarded & { filters: BoardFilters }) {
  const { db } = context;
  const { id: connectionId, slug } = account.connection;
  const zone = staff.timeZone;
  const size = filters.size ?? pageSizeUsual;
  const now = context.now();
  const clock = await readClock(db, connectionId, now);
  const asked = { db, connectionId, filters: { ...forReader(filters, staff.id), size }, clock, now };
  const isInColumns = filters.view === 'columns';
  const [t, words, locale, { counts, ...board }, countries, owners] = await Promise.all([
    getTranslations('board'),
    wordsFor(recordWords),
    getLocale(),
    isInColumns ? readColumns(asked) : readBoard(asked),
    heldCountries(db, connectionId),
    listOwners(db, connectionId, 'application'),
  ]);
  const named = isLocale(locale) ? countryOptions(locale) : [];
  const options = countries.map((value) => named.find((country) => country.value === value) ?? { value, label: value });
  const rows = 'columns' in board ? board.columns.flatMap((column) => column.rows) : board.rows;
  const owned = await ownersOf(db, connectionId, rows);
  const isEmpty = 'columns' in board ? counts.ALL.count === 0 : rows.length === 0;
  const reader = {
    slug,
    zone,
    now: now.toISOString(),
    words,
    owned,
    readerId: staff.id,
    may: {
      edit: mayDo(staff.permissions, 'sub-merchant:edit'),
      modify: mayDo(staff.permissions, 'application:modify'),
      openRequests: mayDo(staff.permissions, 'request:read'),
    },
  };
  return (
    <ListRegion>
      <PageHeader
        title={t('title')}
        context={<span>{t('context')}</span>}
        actions={counts.held.count > 0 && <ViewSwitch slug={slug} filters={filters} />}
      />
      {counts.held.count > 0 && <BoardTabs slug={slug} filters={filters} counts={counts} />}
      {counts.held.count === 0 ? (
        <div className="gutter pt-2 pb-8">
          <WaysIn slug={slug} mayEdit={mayDo(staff.permissions, 'sub-merchant:edit')} />
        </div>
      ) : (
        <>
          <BoardFilterRow slug={slug} filters={filters} countries={options} owners={owners} readerId={staff.id}>
            {t.rich('asOf', { time: () => <Timestamp at={now} zone={zone} show="time" /> })}
          </BoardFilterRow>
          {isEmpty ? (
            <NoMatch slug={slug} filters={filters} />
          ) : 'columns' in board ? (
            <BoardColumns columns={board.columns} counts={counts} filters={filters} {...reader} />
          ) : (
            <>
              <BoardTable rows={board.rows} filters={filters} order={boardOrder(filters.sort)} {...reader} />
              <BoardPager slug={slug} filters={filters} board={board} />
            </>
          )}
        </>
      )}
      <LiveRefresh connection={slug} topics={['applications', 'sub-merchants']} />
    </ListRegion>
  );
}

function NoMatch({ slug, filters }: { slug: string; filters: BoardFilters }) {
  const t = useTranslations('board.noMatch');
  const count = Object.keys(boardNarrowing(filters)).length;
  return (
    <div className="gutter pb-8">
      <EmptyState
        kind="no-match"
        title={t('title')}
        actions={
          count > 0 && (
            <>
              <ButtonLink href={boardAddress(slug, { view: filters.view })}>{t('all')}</ButtonLink>
              {filters.state !== undefined && count > 1 && (
                <ButtonLink href={boardAddress(slug, { ...filters, q: undefined }, clearing)}>{t('clear')}</ButtonLink>
              )}
            </>
          )
        }
      >
        <p>{t('how')}</p>
      </EmptyState>
    </div>
  );
}

function BoardPager({
  slug,
  filters,
  board,
}: {
  slug: string;
  filters: BoardFilters;
  board: Omit<BoardRead, 'counts'>;
}) {
  const t = useTranslations('board');
  const isFirst = board.previousCursor === null;
  const page = (cursor: string | null) => cursor && boardAddress(slug, filters, { cursor });
  const b = (chunks: ReactNode) => <b>{chunks}</b>;
  const total = formatCapped(board.total);
  return (
    <div className="table-foot">
      <Pager
        first={isFirst ? null : boardAddress(slug, filters)}
        previous={page(board.previousCursor)}
        next={page(board.nextCursor)}
        sizes={pageSizes.map((choice) => ({
          size: choice,
          href: boardAddress(slug, filters, { size: choice }),
          current: choice === (filters.size ?? pageSizeUsual),
        }))}
      >
        {isFirst
          ? t.rich('range', { from: 1, to: board.rows.length, total, b })
          : t.rich('shown', { count: board.rows.length, total, b })}
      </Pager>
    </div>
  );
}
