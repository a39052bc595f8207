import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { batchesAddress } from '@/components/batches/batch-address';
import { BatchListSkeleton } from '@/components/batches/batch-skeletons';
import { BatchTable } from '@/components/batches/batch-table';
import { BatchTabs } from '@/components/batches/batch-tabs';
import { Timestamp } from '@/components/data/timestamp';
import { PageHeader } from '@/components/layout/page-header';
import { LiveRefresh } from '@/components/live/live-refresh';
import { ListRegion } from '@/components/sub-merchants/list-region';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { pageSizes } from '@/lib/address-values';
import { mayDo } from '@/lib/auth/permissions';
import type { BatchFilters } from '@/lib/batches/filters';
import { batchFilters } from '@/lib/batches/filters';
import { listBatches } from '@/lib/batches/queries';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { formatCapped } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('batches');
  return { title: t('title') };
}

type BatchesPageProps = {
  params: Promise<{ connection: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function BatchesPage({ params, searchParams }: BatchesPageProps) {
  const { connection: slug } = await params;
  const filters = batchFilters.parse(await searchParams);
  const guarded = await requirePage('batch:read', slug, batchesAddress(slug, filters));
  return (
    <Suspense fallback={<BatchListSkeleton />}>
      <List {...guarded} filters={filters} />
    </Suspense>
  );
}

async function List({ context, staff, account, filters }: Guarded & { filters: BatchFilters }) {
  const { id: connectionId, slug } = account.connection;
  const size = filters.size ?? 50;
  const [t, list] = await Promise.all([
    getTranslations('batches'),
    listBatches(context.db, connectionId, { ...filters, size }, context.now()),
  ]);
  const mayRun = mayDo(staff.permissions, 'batch:run');
  const begin = mayRun && (
    <ButtonLink href={paths.newBatch(slug)} variant="primary" icon="plus">
      {t('new')}
    </ButtonLink>
  );
  return (
    <ListRegion>
      <PageHeader title={t('title')} context={<span>{t('lead')}</span>} actions={begin} />
      {list.counts.all.count === 0 ? (
        <div className="gutter pt-2 pb-8">
          <EmptyState kind="nothing-yet" icon="stack" title={t('empty.title')} actions={begin}>
            <p>{t('empty.how')}</p>
          </EmptyState>
        </div>
      ) : (
        <>
          <BatchTabs slug={slug} filters={filters} counts={list.counts} />
          <div className="tool-row">
            <span className="text-ink-3 text-small ml-auto">
              {t.rich('asOf', { time: () => <Timestamp at={list.asOf} zone={staff.timeZone} show="time" /> })}
            </span>
          </div>
          {list.rows.length === 0 ? (
            <div className="gutter pb-8">
              <EmptyState
                kind="no-match"
                title={t('noMatch.title')}
                actions={<ButtonLink href={paths.batches(slug)}>{t('noMatch.all')}</ButtonLink>}
              >
                <p>{t('noMatch.how')}</p>
              </EmptyState>
            </div>
          ) : (
            <>
              <BatchTable slug={slug} rows={list.rows} zone={staff.timeZone} now={list.asOf} />
              <div className="table-foot">
                <Pager
                  first={list.previousCursor === null ? null : batchesAddress(slug, filters)}
                  previous={list.previousCursor && batchesAddress(slug, filters, { cursor: list.previousCursor })}
                  next={list.nextCursor && batchesAddress(slug, filters, { cursor: list.nextCursor })}
                  sizes={pageSizes.map((choice) => ({
                    size: choice,
                    href: batchesAddress(slug, filters, { size: choice }),
                    current: choice === size,
                  }))}
                >
                  {t.rich('shown', {
                    count: list.rows.length,
                    total: formatCapped(list.counts[filters.state ?? 'all']),
                    b: (chunks) => <b>{chunks}</b>,
                  })}
                </Pager>
              </div>
            </>
          )}
        </>
      )}
      <LiveRefresh connection={slug} topics={['batches', 'approvals']} />
    </ListRegion>
  );
}
