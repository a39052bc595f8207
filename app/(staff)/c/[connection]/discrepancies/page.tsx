import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { Timestamp } from '@/components/data/timestamp';
import { discrepancyAddress } from '@/components/discrepancies/discrepancy-address';
import { DiscrepancyList } from '@/components/discrepancies/discrepancy-list';
import { DiscrepancyListSkeleton } from '@/components/discrepancies/discrepancy-list-skeleton';
import { DiscrepancyTabs } from '@/components/discrepancies/discrepancy-tabs';
import { ClientWords } from '@/components/layout/client-words';
import { PageHeader } from '@/components/layout/page-header';
import { SearchBox } from '@/components/layout/search-box';
import { LiveRefresh } from '@/components/live/live-refresh';
import { ListRegion } from '@/components/sub-merchants/list-region';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { SayRegion } from '@/components/ui/say-region';
import { pageSizes } from '@/lib/address-values';
import { mayDo } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import type { DiscrepancyFilters } from '@/lib/discrepancies/filters';
import { discrepancyFilters } from '@/lib/discrepancies/filters';
import { listDiscrepancies } from '@/lib/discrepancies/list';
import { restDays } from '@/lib/discrepancies/rules';
import { formatCapped, momentIn } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('discrepancies');
  return { title: t('title') };
}

type DiscrepanciesPageProps = {
  params: Promise<{ connection: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function DiscrepanciesPage({ params, searchParams }: DiscrepanciesPageProps) {
  const { connection: slug } = await params;
  const filters = discrepancyFilters.parse(await searchParams);
  const guarded = await requirePage('notification:read', slug, discrepancyAddress(slug, filters));
  return (
    <Suspense fallback={<DiscrepancyListSkeleton />}>
      <List {...guarded} filters={filters} />
    </Suspense>
  );
}

async function List({ context, staff, account, filters }: Guarded & { filters: DiscrepancyFilters }) {
  const { id: connectionId, slug, mchid } = account.connection;
  const { timeZone: zone } = staff;
  const now = context.now();
  const { tab = 'open', q, size = 25 } = filters;
  const [t, list] = await Promise.all([
    getTranslations('discrepancies'),
    listDiscrepancies(context, connectionId, { ...filters, size }, now),
  ]);
  const maySettle = mayDo(staff.permissions, 'discrepancy:settle');
  const { count, more } = list.counts[tab];
  const page = (cursor: string | null) => cursor && discrepancyAddress(slug, filters, { cursor });
  return (
    <ListRegion>
      <PageHeader title={t('title')} context={<span>{t('context')}</span>} />
      <DiscrepancyTabs slug={slug} filters={filters} counts={list.counts} />
      <div className="tool-row">
        <span className="[&>.search-box]:w-80 max-md:[&>.search-box]:w-44">
          <SearchBox
            action={paths.discrepancies(slug)}
            label={t('search')}
            value={q ?? ''}
            keep={{ ...(filters.tab && { tab }), ...(filters.size && { size: String(size) }) }}
          />
        </span>
        <span className="text-ink-3 text-small ml-auto">
          {t.rich('checked', { time: () => <Timestamp at={list.asOf} zone={zone} show="time" /> })}
        </span>
      </div>
      <ClientWords spaces={['discrepancySettle', 'common', 'form']}>
        <SayRegion>
          {!maySettle && list.rows.length > 0 && tab !== 'settled' && (
            <p className="gutter text-ink-3 text-table pb-3">{t('notYours')}</p>
          )}
          {list.rows.length === 0 ? (
            <div className="gutter pb-8">
              <EmptyState
                kind={q === undefined ? 'nothing-yet' : 'no-match'}
                {...(q === undefined && { icon: 'check' as const })}
                title={q === undefined ? t(`empty.${tab}`) : t('noMatch.title')}
                actions={
                  q !== undefined && (
                    <ButtonLink href={discrepancyAddress(slug, { tab: filters.tab })}>{t('noMatch.all')}</ButtonLink>
                  )
                }
              >
                <p>{q === undefined ? t('empty.how') : t('noMatch.how')}</p>
              </EmptyState>
            </div>
          ) : (
            <>
              <DiscrepancyList
                slug={slug}
                rows={list.rows}
                zone={zone}
                now={list.asOf}
                mchid={mchid}
                maySettle={maySettle}
                mayEdit={mayDo(staff.permissions, 'sub-merchant:edit')}
                days={restDays(momentIn(now, zone).day)}
              />
              <div className="table-foot">
                <Pager
                  first={list.previousCursor === null ? null : discrepancyAddress(slug, filters)}
                  previous={page(list.previousCursor)}
                  next={page(list.nextCursor)}
                  sizes={pageSizes.map((choice) => ({
                    size: choice,
                    href: discrepancyAddress(slug, filters, { size: choice }),
                    current: choice === size,
                  }))}
                >
                  {t.rich('shown', {
                    count: list.rows.length,
                    total: formatCapped({ count, more }),
                    b: (chunks) => <b>{chunks}</b>,
                  })}
                </Pager>
              </div>
            </>
          )}
        </SayRegion>
      </ClientWords>
      <LiveRefresh connection={slug} topics={['discrepancies']} />
    </ListRegion>
  );
}
