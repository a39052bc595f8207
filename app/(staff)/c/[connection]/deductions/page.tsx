import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { Timestamp } from '@/components/data/timestamp';
import { deductionAddress } from '@/components/deductions/deduction-address';
import { DeductionFilterRow } from '@/components/deductions/deduction-filters';
import { DeductionListSkeleton } from '@/components/deductions/deduction-skeleton';
import { DeductionTable } from '@/components/deductions/deduction-table';
import { DeductionTabs } from '@/components/deductions/deduction-tabs';
import { PageHeader } from '@/components/layout/page-header';
import { LiveRefresh } from '@/components/live/live-refresh';
import { ListRegion } from '@/components/sub-merchants/list-region';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Icon } from '@/components/ui/icon';
import { Pager } from '@/components/ui/pager';
import { pageSizes } from '@/lib/address-values';
import { listPending } from '@/lib/approvals/list';
import { mayDo } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import type { DeductionFilters } from '@/lib/deductions/filters';
import { deductionFilters, deductionOrder, narrowedBy } from '@/lib/deductions/filters';
import { countDeductions, listDeductions, listMakers } from '@/lib/deductions/list';
import { formatCapped } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('deductions');
  return { title: t('title') };
}

type DeductionsPageProps = {
  params: Promise<{ connection: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function DeductionsPage({ params, searchParams }: DeductionsPageProps) {
  const { connection: slug } = await params;
  const filters = deductionFilters.parse(await searchParams);
  const guarded = await requirePage('deduction:read', slug, deductionAddress(slug, filters));
  return (
    <Suspense fallback={<DeductionListSkeleton />}>
      <Orders {...guarded} filters={filters} />
    </Suspense>
  );
}

const pageSizeUsual = 25;

async function Orders({ context, staff, account, filters }: Guarded & { filters: DeductionFilters }) {
  const { db } = context;
  const { id: connectionId, slug, mode } = account.connection;
  const size = filters.size ?? pageSizeUsual;
  const [t, list, counts, makers] = await Promise.all([
    getTranslations('deductions'),
    listDeductions(db, connectionId, { ...filters, size }, context.now()),
    countDeductions(db, connectionId, filters),
    listMakers(db, connectionId),
  ]);
  const numbers = list.rows.map(({ outTradeNo }) => outTradeNo);
  const mayOpenApprovals = mayDo(staff.permissions, 'approval:read');
  const waiting = mayOpenApprovals ? await listPending(context, connectionId, 'deduction', numbers) : [];
  const isFirst = list.previousCursor === null;
  const total = formatCapped(list.total);
  const isNarrowed = Object.keys(narrowedBy(filters)).length > 0;
  const isCommon = mode === 'common';
  return (
    <ListRegion>
      <PageHeader
        title={t('title')}
        context={<span>{t('context', { count: formatCapped(counts.held) })}</span>}
        actions={
          <>
            {list.rows.length > 0 && (
              <a
                className="button max-md:hidden"
                href={paths.api.deductionExport(slug, narrowedBy(filters))}
                download=""
              >
                <Icon name="download" />
                {t('export')}
              </a>
            )}
            {mayDo(staff.permissions, 'deduction:charge') && (
              <ButtonLink variant="primary" icon="plus" data-action="new-charge" href={paths.newDeduction(slug)}>
                {t('new')}
              </ButtonLink>
            )}
          </>
        }
      />
      {counts.held.count === 0 ? (
        <div className="gutter py-6">
          <EmptyState kind="nothing-yet" title={t('empty.title')}>
            <p>{t('empty.how')}</p>
          </EmptyState>
        </div>
      ) : (
        <>
          <DeductionTabs slug={slug} filters={filters} counts={counts} />
          <DeductionFilterRow slug={slug} filters={filters} makers={makers} isCommon={isCommon}>
            {t.rich('asOf', { time: () => <Timestamp at={list.asOf} zone={staff.timeZone} show="time" /> })}
          </DeductionFilterRow>
          {list.rows.length === 0 ? (
            <div className="gutter pb-8">
              <EmptyState
                kind="no-match"
                title={t('noMatch.title')}
                actions={isNarrowed && <ButtonLink href={deductionAddress(slug, {})}>{t('noMatch.all')}</ButtonLink>}
              >
                <p>{t('noMatch.how')}</p>
              </EmptyState>
            </div>
          ) : (
            <>
              <DeductionTable
                slug={slug}
                rows={list.rows}
                zone={staff.timeZone}
                isCommon={isCommon}
                waiting={waiting}
                mayOpenApprovals={mayOpenApprovals}
                sorting={{ filters, order: deductionOrder(filters.sort) }}
              />
              <div className="table-foot">
                <Pager
                  first={isFirst ? null : deductionAddress(slug, filters)}
                  previous={list.previousCursor && deductionAddress(slug, filters, { cursor: list.previousCursor })}
                  next={list.nextCursor && deductionAddress(slug, filters, { cursor: list.nextCursor })}
                  sizes={pageSizes.map((choice) => ({
                    size: choice,
                    href: deductionAddress(slug, filters, { size: choice }),
                    current: choice === size,
                  }))}
                >
                  {t.rich('shown', { count: list.rows.length, total, b: (chunks) => <b>{chunks}</b> })}
                </Pager>
              </div>
            </>
          )}
        </>
      )}
      <LiveRefresh connection={slug} topics={['deductions', 'requests', 'approvals']} />
    </ListRegion>
  );
}
