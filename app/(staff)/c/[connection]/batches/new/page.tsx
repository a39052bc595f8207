import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { BatchSteps } from '@/components/batches/batch-steps';
import { SourceForm } from '@/components/batches/source-form';
import { ClientWords } from '@/components/layout/client-words';
import { PageHeader } from '@/components/layout/page-header';
import { Notice } from '@/components/ui/notice';
import { getBatch, idsStanding } from '@/lib/batches/queries';
import { rowStandings } from '@/lib/batches/view';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { fileRowsMax } from '@/lib/csv/rules';
import { formatCount } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('batches');
  return { title: t('newTitle') };
}

/** `from` and `rows`: the rows of another batch that stand so. Whatever is not understood is left out. */
const address = z.object({
  kind: z.string().max(64).catch('contract.terminate').default('contract.terminate'),
  from: z.uuid().optional().catch(undefined),
  rows: z
    .string()
    .transform((text) => rowStandings.filter((standing) => text.split(',').includes(standing)))
    .catch([])
    .default([]),
});

type NewBatchPageProps = {
  params: Promise<{ connection: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function NewBatchPage({ params, searchParams }: NewBatchPageProps) {
  const [{ connection: slug }, query] = await Promise.all([params, searchParams]);
  const asked = address.parse(query);
  const guarded = await requirePage('batch:run', slug, paths.newBatch(slug));
  const { context, account } = guarded;
  const kind = context.batchKind(asked.kind) ?? context.batchKind('contract.terminate');
  const [t, from] = await Promise.all([getTranslations('batches'), rowsFrom(guarded, asked)]);
  if (!kind) return null;
  const isInstitutional = account.connection.mode === 'institutional';
  return (
    <>
      <PageHeader
        title={t('newTitle')}
        context={<span>{t(`kind.${kind.name}.lead`)}</span>}
        breadcrumbs={[{ href: paths.batches(slug), label: t('title') }]}
        actions={
          <a className="button" href={paths.api.batchSource(slug, { kind: kind.name })} download="">
            {t('template')}
          </a>
        }
      />
      <BatchSteps current="source" />
      <div className="gutter grid max-w-180 gap-5 pt-2 pb-12">
        <div className="md:hidden">
          <Notice icon="screen">{t('largerScreen')}</Notice>
        </div>
        {from && <Notice icon="stack">{t('fromBatch', { name: from.name, count: from.count })}</Notice>}
        <ClientWords spaces={['form', 'batchTools']}>
          <SourceForm
            connection={slug}
            kind={kind.name}
            given={from && { source: 'batch', body: from.body, count: from.count }}
            name={from?.name ?? ''}
            hasSubMerchants={isInstitutional && !from}
          />
        </ClientWords>
        {!from && (
          <section>
            <h2 className="text-section">{t('columns.title')}</h2>
            <p className="text-ink-2 text-table mt-1">{t('columns.how', { rows: formatCount(fileRowsMax) })}</p>
            <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
              {kind.columnsIn(account.connection).map((column) => (
                <li key={column}>
                  <code className="mono text-ink-2">{column}</code>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  );
}

/** The rows that another batch left, as what is posted: nobody types them again. */
async function rowsFrom(
  { context, account }: Guarded,
  { from, rows }: z.output<typeof address>,
): Promise<{ name: string; body: string; count: number } | null> {
  if (from === undefined || rows.length === 0) return null;
  const batch = await getBatch(context, account.connection.id, from);
  if (!batch) return null;
  const { length: count } = await idsStanding(context.db, from, rows);
  return count === 0 ? null : { name: batch.name, body: JSON.stringify({ batchId: from, standings: rows }), count };
}
