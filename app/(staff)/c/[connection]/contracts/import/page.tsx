import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { z } from 'zod';
import { ContractImportTable } from '@/components/contracts/contract-import-table';
import { ContractListSkeleton } from '@/components/contracts/contract-skeleton';
import { Timestamp } from '@/components/data/timestamp';
import { ClientWords } from '@/components/layout/client-words';
import { PageHeader } from '@/components/layout/page-header';
import { ImportDeeds } from '@/components/sub-merchants/import/import-deeds';
import { UploadForm } from '@/components/sub-merchants/import/upload-form';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Facts } from '@/components/ui/facts';
import { Notice } from '@/components/ui/notice';
import { Pager } from '@/components/ui/pager';
import { Tabs } from '@/components/ui/tabs';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { applyContractImportAction, discardContractImportAction } from '@/lib/contracts/actions';
import { getContractImport } from '@/lib/contracts/import';
import type { ContractImport } from '@/lib/contracts/import-report';
import { contractColumnsIn } from '@/lib/contracts/values';
import { fileRowsMax } from '@/lib/csv/rules';
import { formatCount } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';

export async function generateMetadata(): Promise<Metadata> {
  const tOwn = await getTranslations('contractImport');
  return { title: tOwn('title') };
}

const verdicts = ['ok', 'warning', 'error'] as const;
const rowsOnPage = 100;

const address = z.object({
  id: z.uuid().optional().catch(undefined),
  verdict: z.enum(verdicts).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1000).catch(1),
});
type Address = z.output<typeof address>;

type ImportPageProps = {
  params: Promise<{ connection: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function ImportPage({ params, searchParams }: ImportPageProps) {
  const [{ connection: slug }, query] = await Promise.all([params, searchParams]);
  const asked = address.parse(query);
  const here = paths.importContracts(slug, { id: asked.id });
  const guarded = await requirePage('contract:edit', slug, here);
  if (asked.id === undefined) return <Upload slug={slug} columns={contractColumnsIn(guarded.account.connection)} />;
  // Asked before anything is shown: what is not there answers 404.
  const view = await getContractImport(guarded.context, guarded.account.connection.id, asked.id);
  if (!view) notFound();
  return (
    <Suspense fallback={<ContractListSkeleton />}>
      <DryRun {...guarded} view={view} asked={asked} />
    </Suspense>
  );
}

async function Upload({ slug, columns }: { slug: string; columns: readonly string[] }) {
  const [t, tImport, tList] = await Promise.all([
    getTranslations('contractImport'),
    getTranslations('subMerchantImport'),
    getTranslations('contracts'),
  ]);
  return (
    <>
      <PageHeader
        title={t('title')}
        context={<span>{t('context')}</span>}
        breadcrumbs={[{ href: paths.contracts(slug), label: tList('title') }]}
        actions={
          <a className="button" href={paths.api.contractImport(slug)} download="">
            {tImport('template')}
          </a>
        }
      />
      <div className="gutter grid max-w-240 gap-6 pt-2 pb-12">
        <div className="md:hidden">
          <Notice icon="screen">{tImport('largerScreen')}</Notice>
        </div>
        <ClientWords spaces={['subMerchantImport']}>
          <UploadForm postTo={paths.api.contractImport(slug)} page={paths.importContracts(slug)} />
        </ClientWords>
        <section>
          <h2 className="text-section">{tImport('columns.title')}</h2>
          <p className="text-ink-2 text-table mt-1">{t('columns.how', { rows: formatCount(fileRowsMax) })}</p>
          <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1">
            {columns.map((column) => (
              <li key={column}>
                <code className="mono text-ink-2">{column}</code>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}

async function DryRun({ staff, account, view, asked }: Guarded & { view: ContractImport; asked: Address }) {
  const { slug, name, environment } = account.connection;
  const [t, tOwn, tList, tFrame, tRange] = await Promise.all([
    getTranslations('subMerchantImport'),
    getTranslations('contractImport'),
    getTranslations('contracts'),
    getTranslations('frame'),
    getTranslations('subMerchants'),
  ]);
  const { counts, outcome } = view;
  const isApplied = view.state === 'applied';
  const found = view.rows.filter(({ verdict }) => asked.verdict === undefined || verdict === asked.verdict);
  const pages = Math.max(1, Math.ceil(found.length / rowsOnPage));
  const page = Math.min(asked.page, pages);
  const rows = found.slice((page - 1) * rowsOnPage, page * rowsOnPage);
  const to = (change: { verdict?: string | undefined; page?: number }) =>
    paths.importContracts(slug, {
      id: view.id,
      verdict: 'verdict' in change ? change.verdict : asked.verdict,
      page: change.page === undefined || change.page === 1 ? undefined : String(change.page),
    });
  const count = (verdict: (typeof verdicts)[number]) => view.rows.filter((row) => row.verdict === verdict).length;
  const facts = [
    { term: t('facts.file'), value: view.fileName },
    { term: t('facts.create'), value: formatCount(counts.create) },
    { term: t('facts.update'), value: formatCount(counts.update) },
    { term: t('facts.unchanged'), value: formatCount(counts.unchanged) },
    { term: t('facts.refused'), value: formatCount(counts.errors) },
    { term: t('facts.connection'), value: name },
    {
      term: t('facts.environment'),
      value: <b>{tFrame(`environment.${environment === 'practice' ? 'practice' : 'live'}.word`)}</b>,
    },
  ];
  return (
    <>
      <PageHeader
        title={t(isApplied ? 'applied.title' : 'dryRun.title')}
        context={
          <>
            <span>{t('dryRun.context', { name: view.fileName, rows: view.rowCount })}</span>
            <span className="text-ink-3">
              {t.rich(isApplied ? 'applied.at' : 'dryRun.at', {
                time: () => <Timestamp at={view.appliedAt ?? view.createdAt} zone={staff.timeZone} />,
              })}
            </span>
          </>
        }
        breadcrumbs={[
          { href: paths.contracts(slug), label: tList('title') },
          { href: paths.importContracts(slug), label: tOwn('title') },
        ]}
        actions={
          isApplied ? (
            <ButtonLink variant="primary" href={paths.contracts(slug)}>
              {t('toList')}
            </ButtonLink>
          ) : (
            view.isFileHeld && (
              <ClientWords spaces={['subMerchantImport']}>
                <ImportDeeds
                  connection={slug}
                  importId={view.id}
                  rows={counts.create + counts.update}
                  apply={applyContractImportAction}
                  discard={discardContractImportAction}
                  discarded={paths.importContracts(slug)}
                >
                  <Facts facts={facts} />
                </ImportDeeds>
              </ClientWords>
            )
          )
        }
      />
      <div className="gutter flex flex-col gap-2 pb-3">
        {outcome && (
          <Notice tone="approved" icon="approved" role="status">
            {t('applied.summary', outcome)}
          </Notice>
        )}
        {!isApplied && (
          <Notice icon="info">
            {t('dryRun.summary', {
              create: counts.create,
              update: counts.update,
              unchanged: counts.unchanged,
              errors: counts.errors,
            })}{' '}
            {t('dryRun.nothingYet')}
          </Notice>
        )}
        {!view.isFileHeld && <Notice icon="clock">{t(isApplied ? 'purged.applied' : 'purged.checked')}</Notice>}
        {view.unknownColumns.length > 0 && (
          <Notice icon="columns">
            {t('unknownColumns', { count: view.unknownColumns.length, names: view.unknownColumns.join(', ') })}
          </Notice>
        )}
      </div>
      <Tabs
        label={t('tabs')}
        tabs={[
          {
            href: to({ verdict: undefined }),
            label: t('all'),
            current: asked.verdict === undefined,
            count: formatCount(view.rows.length),
          },
          ...verdicts.map((verdict) => ({
            href: to({ verdict }),
            label: t(`verdict.${verdict}`),
            current: asked.verdict === verdict,
            count: formatCount(count(verdict)),
          })),
        ]}
      />
      {rows.length === 0 ? (
        <div className="gutter py-6">
          <EmptyState
            kind="no-match"
            title={t('noMatch.title')}
            actions={<ButtonLink href={to({ verdict: undefined })}>{t('noMatch.all')}</ButtonLink>}
          >
            <p>{t('noMatch.how')}</p>
          </EmptyState>
        </div>
      ) : (
        <>
          <ContractImportTable slug={slug} rows={rows} isCommon={account.connection.mode === 'common'} />
          <div className="table-foot">
            <Pager
              first={page > 1 ? to({ page: 1 }) : null}
              previous={page > 1 ? to({ page: page - 1 }) : null}
              next={page < pages ? to({ page: page + 1 }) : null}
            >
              {tRange.rich('range', {
                from: (page - 1) * rowsOnPage + 1,
                to: (page - 1) * rowsOnPage + rows.length,
                total: formatCount(found.length),
                b: (chunks) => <b>{chunks}</b>,
              })}
            </Pager>
          </div>
        </>
      )}
    </>
  );
}
