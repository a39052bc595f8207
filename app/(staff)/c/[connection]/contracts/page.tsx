import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { ChooseBar } from '@/components/batches/choose-bar';
import { contractAddress } from '@/components/contracts/contract-address';
import { ContractFilterRow } from '@/components/contracts/contract-filters';
import { ContractListSkeleton } from '@/components/contracts/contract-skeleton';
import { ContractTable } from '@/components/contracts/contract-table';
import { ContractTabs } from '@/components/contracts/contract-tabs';
import { contractWords } from '@/components/contracts/contract-words';
import { AddContract } from '@/components/contracts/late-dialog';
import { Timestamp } from '@/components/data/timestamp';
import { ClientWords } from '@/components/layout/client-words';
import { PageHeader } from '@/components/layout/page-header';
import { wordsFor } from '@/components/layout/words-for';
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
import type { ContractFilters } from '@/lib/contracts/filters';
import { contractFilters, contractOrder, narrowedBy } from '@/lib/contracts/filters';
import { countContracts, listContracts } from '@/lib/contracts/list';
import { formatCapped, momentIn } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('contracts');
  return { title: t('title') };
}

type ContractsPageProps = {
  params: Promise<{ connection: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function ContractsPage({ params, searchParams }: ContractsPageProps) {
  const { connection: slug } = await params;
  const filters = contractFilters.parse(await searchParams);
  const guarded = await requirePage('contract:read', slug, contractAddress(slug, filters));
  return (
    <Suspense fallback={<ContractListSkeleton />}>
      <Register {...guarded} filters={filters} />
    </Suspense>
  );
}

const pageSizeUsual = 25;

async function Register({ context, staff, account, filters }: Guarded & { filters: ContractFilters }) {
  const { db } = context;
  const { id: connectionId, slug, mode } = account.connection;
  const now = context.now();
  const size = filters.size ?? pageSizeUsual;
  const mayEdit = mayDo(staff.permissions, 'contract:edit');
  const [t, list, counts, words] = await Promise.all([
    getTranslations('contracts'),
    listContracts(db, connectionId, { ...filters, size }, now),
    countContracts(db, connectionId, filters),
    wordsFor(mayEdit ? contractWords : []),
  ]);
  const ids = list.rows.map(({ contractId }) => contractId);
  const waiting = mayDo(staff.permissions, 'approval:read')
    ? await listPending(context, connectionId, 'contract', ids)
    : [];
  const isFirst = list.previousCursor === null;
  const total = formatCapped(list.total);
  const isNarrowed = Object.keys(narrowedBy(filters)).length > 0;
  const isCommon = mode === 'common';
  const mayBatch = mayDo(staff.permissions, 'batch:run') && mayDo(staff.permissions, 'contract:terminate');
  const add = mayEdit && <AddContract label={t('add')} words={words} about={{ connection: slug, isCommon }} />;
  const bringIn = mayEdit && (
    <ButtonLink icon="upload" href={paths.importContracts(slug)}>
      {t('import')}
    </ButtonLink>
  );
  return (
    <ListRegion>
      <PageHeader
        title={t('title')}
        context={<span>{t('context', { count: formatCapped(counts.held) })}</span>}
        actions={
          <>
            <span className="contents max-md:hidden">
              {bringIn}
              {mayBatch && (
                <ButtonLink icon="stack" href={paths.newBatch(slug)}>
                  {t('many')}
                </ButtonLink>
              )}
              {list.rows.length > 0 && (
                <a className="button" href={paths.api.contractExport(slug, narrowedBy(filters))} download="">
                  <Icon name="download" />
                  {t('export')}
                </a>
              )}
            </span>
            {counts.held.count > 0 && add}
          </>
        }
      />
      {counts.held.count === 0 ? (
        <div className="gutter py-6">
          <EmptyState
            kind="nothing-yet"
            title={t('empty.title')}
            actions={
              mayEdit && (
                <>
                  {bringIn}
                  {add}
                </>
              )
            }
          >
            <p>{t('empty.how')}</p>
            <p>{t('empty.signing')}</p>
          </EmptyState>
        </div>
      ) : (
        <>
          <ContractTabs slug={slug} filters={filters} counts={counts} />
          <ContractFilterRow slug={slug} filters={filters} isCommon={isCommon}>
            {mayBatch && (
              <span className="mr-3 inline-flex max-md:hidden">
                <ClientWords spaces={['batchTools']}>
                  <ChooseBar
                    connection={slug}
                    kind="contract.terminate"
                    name={t('choose.name', { day: momentIn(now, staff.timeZone).day })}
                  />
                </ClientWords>
              </span>
            )}
            {t.rich('asOf', { time: () => <Timestamp at={list.asOf} zone={staff.timeZone} show="time" /> })}
          </ContractFilterRow>
          {list.rows.length === 0 ? (
            <div className="gutter pb-8">
              <EmptyState
                kind="no-match"
                title={t('noMatch.title')}
                actions={isNarrowed && <ButtonLink href={contractAddress(slug, {}, {})}>{t('noMatch.all')}</ButtonLink>}
              >
                <p>{t('noMatch.how')}</p>
              </EmptyState>
            </div>
          ) : (
            <>
              <ContractTable
                slug={slug}
                rows={list.rows}
                zone={staff.timeZone}
                now={list.asOf}
                isCommon={isCommon}
                waiting={waiting}
                mayChoose={mayBatch}
                sorting={{ filters, order: contractOrder(filters.sort) }}
              />
              <div className="table-foot">
                <Pager
                  first={isFirst ? null : contractAddress(slug, filters)}
                  previous={list.previousCursor && contractAddress(slug, filters, { cursor: list.previousCursor })}
                  next={list.nextCursor && contractAddress(slug, filters, { cursor: list.nextCursor })}
                  sizes={pageSizes.map((choice) => ({
                    size: choice,
                    href: contractAddress(slug, filters, { size: choice }),
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
      <LiveRefresh connection={slug} topics={['contracts', 'requests', 'approvals']} />
    </ListRegion>
  );
}
