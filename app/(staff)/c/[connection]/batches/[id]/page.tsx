import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { cache, Suspense } from 'react';
import { batchAddress } from '@/components/batches/batch-address';
import { BatchBoard, BatchFacts, BatchNotices, CanaryCard } from '@/components/batches/batch-board';
import { BatchRows, RowTabs } from '@/components/batches/batch-rows';
import { BatchSkeleton } from '@/components/batches/batch-skeletons';
import { BatchState } from '@/components/batches/batch-state';
import { BatchSteps, stepOf } from '@/components/batches/batch-steps';
import { BeginDialog } from '@/components/batches/begin-dialog';
import { ExcludedReasons } from '@/components/batches/excluded-reasons';
import { SettingsForm } from '@/components/batches/settings-form';
import { DraftButtons, SteerButtons } from '@/components/batches/steer-buttons';
import { Timestamp } from '@/components/data/timestamp';
import { ClientWords } from '@/components/layout/client-words';
import { PageHeader } from '@/components/layout/page-header';
import { SearchBox } from '@/components/layout/search-box';
import { LiveRefresh } from '@/components/live/live-refresh';
import { ListRegion } from '@/components/sub-merchants/list-region';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { Section } from '@/components/ui/section';
import { mayDo } from '@/lib/auth/permissions';
import type { BatchRowFilters } from '@/lib/batches/filters';
import { batchRowFilters, rowsOnPage } from '@/lib/batches/filters';
import { getBatch, hasBatch, listBatchRows, rowAt } from '@/lib/batches/queries';
import type { BatchDetail } from '@/lib/batches/view';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { formatCount } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import { HoldControl } from '../../hold-control';

type BatchPageProps = {
  params: Promise<{ connection: string; id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Guarded once, for the title and the page. */
const guard = cache((slug: string, id: string) => requirePage('batch:read', slug, paths.batch(slug, id)));

export async function generateMetadata({ params }: BatchPageProps): Promise<Metadata> {
  const { connection, id } = await params;
  const [t, { context, account }] = await Promise.all([getTranslations('batches'), guard(connection, id)]);
  const batch = await getBatch(context, account.connection.id, id);
  return { title: batch?.name ?? t('title') };
}

export default async function BatchPage({ params, searchParams }: BatchPageProps) {
  const [{ connection: slug, id }, query] = await Promise.all([params, searchParams]);
  const guarded = await guard(slug, id);
  // Asked before anything is shown: what is not there answers 404.
  if (!(await hasBatch(guarded.context, guarded.account.connection.id, id))) notFound();
  return (
    <Suspense fallback={<BatchSkeleton slug={slug} />}>
      <Batch {...guarded} batchId={id} filters={batchRowFilters.parse(query)} />
    </Suspense>
  );
}

async function Batch({ batchId, filters, ...guarded }: Guarded & { batchId: string; filters: BatchRowFilters }) {
  const { context, staff, account } = guarded;
  const { id: connectionId, slug, name: connection } = account.connection;
  const batch = await getBatch(context, connectionId, batchId);
  if (!batch) notFound();
  const [t, tFrame, tAudit, found, canary] = await Promise.all([
    getTranslations('batches'),
    getTranslations('frame'),
    getTranslations('audit'),
    listBatchRows(context.db, batchId, filters),
    batch.canary === null ? null : rowAt(context.db, batchId, batch.canary),
  ]);
  const zone = staff.timeZone;
  const now = context.now().toISOString();
  const isDraft = batch.startedAt === null;
  const environment = tFrame(`environment.${account.connection.environment === 'practice' ? 'practice' : 'live'}.word`);
  const facts = <BatchFacts batch={batch} zone={zone} place={{ connection, environment }} />;
  const pages = Math.max(1, Math.ceil(found.total / rowsOnPage));
  const from = (filters.page - 1) * rowsOnPage;
  return (
    <>
      <PageHeader
        title={batch.name}
        context={
          <>
            <BatchState state={batch.state} />
            <span>{t(`kind.${batch.kind}.title`)}</span>
            <span className="tabular-nums">{t('sizeOf', { count: batch.listCount })}</span>
            <span>{batch.madeBy}</span>
            <Timestamp at={batch.startedAt ?? batch.createdAt} zone={zone} />
            <HoldControl guarded={guarded} kind="batch" id={batchId} />
          </>
        }
        breadcrumbs={[{ href: paths.batches(slug), label: t('title') }]}
        actions={<Deeds {...guarded} batch={batch} facts={facts} />}
      />
      <BatchSteps current={stepOf(batch)} />
      <div className="with-aside batch-head border-line border-b">
        <div className="gutter flex min-w-0 flex-col gap-3 pt-4 pb-4">
          <BatchNotices batch={batch} slug={slug} zone={zone} now={now} />
          {!isDraft && <BatchBoard batch={batch} />}
          {!isDraft && !batch.isReleased && <CanaryCard batch={batch} row={canary} slug={slug} zone={zone} />}
          {isDraft && <Draft {...guarded} batch={batch} />}
        </div>
        <aside>
          <Section title={t('facts')}>
            <div className="mt-2">{facts}</div>
          </Section>
          {mayDo(staff.permissions, 'audit:read') && (
            <p className="text-table pt-4">
              <Link className="link" href={paths.audit(slug, { object: batchId })} prefetch={false}>
                {t('audit')}
              </Link>
              {' · '}
              <a className="link" href={paths.api.evidencePack(slug, { about: 'batch', id: batchId })} download>
                {tAudit('packLink')}
              </a>
            </p>
          )}
        </aside>
      </div>
      {/* Only the rows are a list whose state is the address: the form above is sent by itself. */}
      <ListRegion>
        <RowTabs slug={slug} batch={batch} filters={filters} />
        <div className="tool-row">
          <span className="[&>.search-box]:w-80">
            <SearchBox
              action={paths.batch(slug, batchId)}
              label={t('search')}
              value={filters.q ?? ''}
              keep={filters.standing ? { standing: filters.standing } : {}}
            />
          </span>
          <ExcludedReasons slug={slug} batch={batch} filters={filters} />
        </div>
        {found.rows.length === 0 ? (
          <div className="gutter py-4">
            <EmptyState
              kind="no-match"
              title={t('noRows.title')}
              actions={<ButtonLink href={paths.batch(slug, batchId)}>{t('noRows.all')}</ButtonLink>}
            >
              <p>{t('noRows.how')}</p>
            </EmptyState>
          </div>
        ) : (
          <>
            <BatchRows
              slug={slug}
              objectKind={context.batchKind(batch.kind)?.objectKind ?? ''}
              rows={found.rows}
              zone={zone}
              isDraft={isDraft}
              isCommon={account.connection.mode === 'common'}
            />
            <div className="table-foot">
              <Pager
                first={filters.page > 1 ? batchAddress(slug, batchId, filters) : null}
                previous={filters.page > 1 ? batchAddress(slug, batchId, filters, { page: filters.page - 1 }) : null}
                next={filters.page < pages ? batchAddress(slug, batchId, filters, { page: filters.page + 1 }) : null}
              >
                {t.rich('range', {
                  from: formatCount(from + 1),
                  to: formatCount(from + found.rows.length),
                  total: formatCount(found.total),
                  b: (chunks) => <b>{chunks}</b>,
                })}
              </Pager>
            </div>
          </>
        )}
      </ListRegion>
      <LiveRefresh connection={slug} topics={['batches', 'requests', 'approvals']} />
    </>
  );
}

type OfBatch = Guarded & { batch: BatchDetail };

/** The buttons of a batch: those of its state, and the report once there is something to tell. */
async function Deeds({ context, staff, account, batch, facts }: OfBatch & { facts: ReactNode }) {
  const t = await getTranslations('batches');
  const { slug } = account.connection;
  const kind = context.batchKind(batch.kind);
  const mayRun = mayDo(staff.permissions, 'batch:run') && kind !== null && mayDo(staff.permissions, kind.permission);
  const isOwn = batch.madeById === staff.id && mayRun;
  const isDraft = batch.state === 'draft' || batch.state === 'awaiting-approval';
  const steering = batch.acts.flatMap((act) => (act === 'begin' ? [] : [act]));
  const { totals } = batch;
  const isOver = batch.state === 'done' || batch.state === 'stopped';
  const rest = (['not-sent', 'left-out', 'refused'] as const).filter(
    (standing) => ({ 'not-sent': totals.notSent, 'left-out': totals.leftOut, refused: totals.refused })[standing] > 0,
  );
  const hindrance =
    batch.listCount === 0
      ? t('hindrance.empty')
      : batch.shared === null
        ? t('hindrance.settings')
        : batch.state === 'awaiting-approval'
          ? t('hindrance.asked')
          : null;
  return (
    <>
      {!isDraft && (
        <>
          <a className="button" href={paths.api.batchReport(slug, batch.id, 'csv')} download="">
            {t('report.csv')}
          </a>
          <a className="button" href={paths.api.batchReport(slug, batch.id, 'json')} download="">
            {t('report.json')}
          </a>
        </>
      )}
      {isOver && mayRun && rest.length > 0 && (
        <ButtonLink href={paths.newBatch(slug, { kind: batch.kind, from: batch.id, rows: rest.join(',') })}>
          {t('again')}
        </ButtonLink>
      )}
      <ClientWords spaces={['form', 'asking', 'stepUp', 'refusals', 'batchTools']}>
        {isDraft && isOwn && (
          <>
            <DraftButtons connection={slug} batchId={batch.id} />
            <BeginDialog
              connection={slug}
              batchId={batch.id}
              kind={batch.kind}
              listSha256={batch.listSha256}
              version={batch.version}
              count={batch.listCount}
              hindrance={hindrance}
            >
              {facts}
            </BeginDialog>
          </>
        )}
        {mayRun && steering.length > 0 && (
          <SteerButtons
            connection={slug}
            batchId={batch.id}
            name={batch.name}
            acts={steering}
            notSent={totals.notSent}
            undecided={totals.unknown + totals.leftOut}
          />
        )}
      </ClientWords>
    </>
  );
}

/** Reason and pace of a draft, for who made it. */
async function Draft({ staff, account, batch }: OfBatch) {
  const t = await getTranslations('batches');
  if (batch.madeById !== staff.id || !mayDo(staff.permissions, 'batch:run')) return null;
  return (
    <div>
      <Section title={t('settings')} note={batch.state === 'awaiting-approval' ? t('settingsVoid') : t('settingsNote')}>
        <div className="pt-3">
          <ClientWords spaces={['form', 'batchTools']}>
            <SettingsForm
              connection={account.connection.slug}
              batchId={batch.id}
              version={batch.version}
              name={batch.name}
              pace={batch.pace}
              shared={batch.shared}
              zone={staff.timeZone}
            />
          </ClientWords>
        </div>
      </Section>
    </div>
  );
}
