import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { boardAddress } from '@/components/applications/board/board-address';
import { BoardFilterRow, clearing } from '@/components/applications/board/board-filters';
import { BoardSkeleton } from '@/components/applications/board/board-skeleton';
import { BoardTable } from '@/components/applications/board/board-table';
import { BoardTabs } from '@/components/applications/board/board-tabs';
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
import { readBoard } from '@/lib/applications/board';
import type { BoardFilters } from '@/lib/applications/filters';
import { boardFilters, boardNarrowing, boardOrder } from '@/lib/applications/filters';
import { mayDo } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { formatCapped } from '@/lib/i18n/format';
import { isLocale } from '@/lib/i18n/locale';
import { countryOptions } from '@/lib/i18n/reference/countries';
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
  const [t, words, locale, board, countries] = await Promise.all([
    getTranslations('board'),
    wordsFor(recordWords),
    getLocale(),
    readBoard(db, connectionId, { ...filters, size }, context.now()),
    heldCountries(db, connectionId),
  ]);
  const { counts } = board;
  const named = isLocale(locale) ? countryOptions(locale) : [];
  const options = countries.map((value) => named.find((country) => country.value === value) ?? { value, label: value });
  const isFirst = board.previousCursor === null;
  const page = (cursor: string | null) => cursor && boardAddress(slug, filters, { cursor });
  const b = (chunks: ReactNode) => <b>{chunks}</b>;
  const total = formatCapped(board.total);
  return (
    <ListRegion>
      <PageHeader title={t('title')} context={<span>{t('context')}</span>} />
      {counts.held.count > 0 && <BoardTabs slug={slug} filters={filters} counts={counts} />}
      {counts.held.count === 0 ? (
        <div className="gutter pt-2 pb-8">
          <WaysIn slug={slug} mayEdit={mayDo(staff.roles, 'sub-merchant:edit')} />
        </div>
      ) : (
        <>
          <BoardFilterRow slug={slug} filters={filters} countries={options}>
            {t.rich('asOf', { time: () => <Timestamp at={board.asOf} zone={zone} show="time" /> })}
          </BoardFilterRow>
          {board.rows.length === 0 ? (
            <div className="gutter pb-8">
              <EmptyState
                kind="no-match"
                title={t('noMatch.title')}
                actions={
                  Object.keys(boardNarrowing(filters)).length > 0 && (
                    <>
                      <ButtonLink href={boardAddress(slug, {})}>{t('noMatch.all')}</ButtonLink>
                      {filters.state !== undefined && Object.keys(boardNarrowing(filters)).length > 1 && (
                        <ButtonLink href={boardAddress(slug, { ...filters, q: undefined }, clearing)}>
                          {t('noMatch.clear')}
                        </ButtonLink>
                      )}
                    </>
                  )
                }
              >
                <p>{t('noMatch.how')}</p>
              </EmptyState>
            </div>
          ) : (
            <>
              <BoardTable
                rows={board.rows}
                filters={filters}
                order={boardOrder(filters.sort)}
                slug={slug}
                zone={zone}
                now={board.asOf}
                words={words}
                may={{
                  edit: mayDo(staff.roles, 'sub-merchant:edit'),
                  modify: mayDo(staff.roles, 'application:modify'),
                  openRequests: mayDo(staff.roles, 'request:read'),
                }}
              />
              <div className="table-foot">
                <Pager
                  first={isFirst ? null : boardAddress(slug, filters)}
                  previous={page(board.previousCursor)}
                  next={page(board.nextCursor)}
                  sizes={pageSizes.map((choice) => ({
                    size: choice,
                    href: boardAddress(slug, filters, { size: choice }),
                    current: choice === size,
                  }))}
                >
                  {isFirst
                    ? t.rich('range', { from: 1, to: board.rows.length, total, b })
                    : t.rich('shown', { count: board.rows.length, total, b })}
                </Pager>
              </div>
            </>
          )}
        </>
      )}
      <LiveRefresh connection={slug} topics={['applications', 'sub-merchants']} />
    </ListRegion>
  );
}
