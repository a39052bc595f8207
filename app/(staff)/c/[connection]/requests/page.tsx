import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { Timestamp } from '@/components/data/timestamp';
import { ConnectionAlerts } from '@/components/home/connection-alerts';
import { PageHeader } from '@/components/layout/page-header';
import { LiveRefresh } from '@/components/live/live-refresh';
import { requestAddress } from '@/components/requests/request-address';
import { RequestFilterRow } from '@/components/requests/request-filters';
import { RequestListSkeleton } from '@/components/requests/request-list-skeleton';
import { RequestTable } from '@/components/requests/request-table';
import { RequestTabs } from '@/components/requests/request-tabs';
import { ListRegion } from '@/components/sub-merchants/list-region';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { pageSizes } from '@/lib/address-values';
import { mayDo } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { getConnectionHealth } from '@/lib/connections/queries';
import { formatCapped } from '@/lib/i18n/format';
import { forReader } from '@/lib/ownership/filters';
import { listOwners, ownershipsOf } from '@/lib/ownership/queries';
import { paths } from '@/lib/paths';
import type { RequestFilters } from '@/lib/requests/filters';
import { requestFilters } from '@/lib/requests/filters';
import { listRequests } from '@/lib/requests/list';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('requests');
  return { title: t('title') };
}

type RequestsPageProps = {
  params: Promise<{ connection: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function RequestsPage({ params, searchParams }: RequestsPageProps) {
  const { connection: slug } = await params;
  const filters = requestFilters.parse(await searchParams);
  const guarded = await requirePage('request:read', slug, requestAddress(slug, filters));
  return (
    <Suspense fallback={<RequestListSkeleton />}>
      <List {...guarded} filters={filters} />
    </Suspense>
  );
}

async function List({ context, staff, account, filters }: Guarded & { filters: RequestFilters }) {
  const { id: connectionId, slug } = account.connection;
  const now = context.now();
  const size = filters.size ?? 50;
  const [t, list, owners, health] = await Promise.all([
    getTranslations('requests'),
    listRequests(context.db, connectionId, { ...forReader(filters, staff.id), size }, now),
    listOwners(context.db, connectionId, 'request'),
    getConnectionHealth(context.db, account, now),
  ]);
  const held = await ownershipsOf(
    context.db,
    connectionId,
    'request',
    list.rows.map(({ id }) => id),
  );
  const { counts } = list;
  const total = counts[filters.outcome ?? 'all'];
  const isNarrowed = [filters.q, filters.operation, filters.owner].some((filter) => filter !== undefined);
  const isEmpty = counts.all.count === 0 && !isNarrowed;
  return (
    <ListRegion>
      <PageHeader title={t('title')} context={<span>{t('context')}</span>} />
      <ConnectionAlerts
        health={health}
        zone={staff.timeZone}
        keysHref={mayDo(staff.permissions, 'keys:manage') ? paths.certificates(slug) : null}
      />
      {isEmpty ? (
        <div className="gutter pt-2 pb-8">
          <EmptyState
            kind="nothing-yet"
            icon="requests"
            title={t('empty.title')}
            actions={<ButtonLink href={paths.subMerchants(slug)}>{t('empty.subMerchants')}</ButtonLink>}
          >
            <p>{t('empty.how')}</p>
          </EmptyState>
        </div>
      ) : (
        <>
          <RequestTabs slug={slug} filters={filters} counts={counts} />
          <RequestFilterRow slug={slug} filters={filters} owners={owners} readerId={staff.id}>
            {t.rich('asOf', { time: () => <Timestamp at={list.asOf} zone={staff.timeZone} show="time" /> })}
          </RequestFilterRow>
          {list.rows.length === 0 ? (
            <div className="gutter pb-8">
              <EmptyState
                kind="no-match"
                title={t('noMatch.title')}
                actions={<ButtonLink href={requestAddress(slug, {})}>{t('noMatch.all')}</ButtonLink>}
              >
                <p>{isNarrowed ? t('noMatch.how') : t('noMatch.tab')}</p>
              </EmptyState>
            </div>
          ) : (
            <>
              <RequestTable
                slug={slug}
                rows={list.rows}
                zone={staff.timeZone}
                now={list.asOf}
                owners={{ held, readerId: staff.id }}
              />
              <div className="table-foot">
                <Pager
                  first={list.previousCursor === null ? null : requestAddress(slug, filters)}
                  previous={list.previousCursor && requestAddress(slug, filters, { cursor: list.previousCursor })}
                  next={list.nextCursor && requestAddress(slug, filters, { cursor: list.nextCursor })}
                  sizes={pageSizes.map((choice) => ({
                    size: choice,
                    href: requestAddress(slug, filters, { size: choice }),
                    current: choice === size,
                  }))}
                >
                  {t.rich('shown', {
                    count: list.rows.length,
                    total: formatCapped(total),
                    b: (chunks) => <b>{chunks}</b>,
                  })}
                </Pager>
              </div>
            </>
          )}
        </>
      )}
      <LiveRefresh connection={slug} topics={['requests']} />
    </ListRegion>
  );
}
