import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { auditAddress, auditQuery, scopeAddress } from '@/components/audit/audit-address';
import { AuditFilterRow } from '@/components/audit/audit-filters';
import { AuditSkeleton } from '@/components/audit/audit-skeleton';
import { AuditTable } from '@/components/audit/audit-table';
import { QuestionRow } from '@/components/audit/question-row';
import { Timestamp } from '@/components/data/timestamp';
import { PageHeader } from '@/components/layout/page-header';
import { LookDays } from '@/components/personal/look-days';
import { ListRegion } from '@/components/sub-merchants/list-region';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { Tabs } from '@/components/ui/tabs';
import { pageSizes } from '@/lib/address-values';
import type { AuditFilters } from '@/lib/audit/filters';
import { auditFilters, exportFormats, filtersFor, questionsFor, scopesFor } from '@/lib/audit/filters';
import { listAudit } from '@/lib/audit/queries';
import { recordRead } from '@/lib/audit/read';
import { spanOf } from '@/lib/audit/span';
import { rolesNamedBy } from '@/lib/audit/view';
import { mayDo } from '@/lib/auth/permissions';
import { namesFor } from '@/lib/auth/roles';
import { actorOf } from '@/lib/auth/staff';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { formatCapped } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import { listLooks } from '@/lib/personal/queries';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('audit');
  return { title: t('title') };
}

type AuditPageProps = {
  params: Promise<{ connection: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function AuditPage({ params, searchParams }: AuditPageProps) {
  const { connection: slug } = await params;
  const filters = auditFilters.parse(await searchParams);
  const guarded = await requirePage('audit:read', slug, auditAddress(slug, filters));
  return (
    <Suspense fallback={<AuditSkeleton />}>
      <Trail {...guarded} filters={filters} />
    </Suspense>
  );
}

async function Trail({ context, staff, account, filters: asked }: Guarded & { filters: AuditFilters }) {
  const filters = filtersFor(asked, staff);
  const { id: connectionId, slug } = account.connection;
  const zone = staff.timeZone;
  const size = filters.size ?? 50;
  const questions = questionsFor(staff);
  const span = spanOf(filters, zone);
  await recordRead(context, actorOf(staff), {
    connection: slug,
    filters: auditQuery(filters, { size: null, scope: filters.scope === 'connection' ? null : filters.scope }),
  });
  const [t, looks, list] = await Promise.all([
    getTranslations('audit'),
    filters.question === 'shown' ? listLooks(context.db, { connectionId, zone, now: context.now() }) : null,
    listAudit(context.db, connectionId, { ...filters, size }, span, context.now()),
  ]);
  const ownRoles = await namesFor(context.db, list.rows.flatMap(rolesNamedBy));
  const { scope: _, size: __, cursor: ___, ...narrowing } = filters;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  return (
    <ListRegion>
      <PageHeader
        title={t('title')}
        context={<span>{t('context')}</span>}
        actions={
          <>
            {exportFormats.map((format) => (
              <a
                key={format}
                className="button"
                data-variant="secondary"
                data-size="regular"
                data-action={`export-${format}`}
                href={paths.api.auditExport(slug, { ...auditQuery(filters, { size: null }), format })}
                download
              >
                {t(`export.${format}`)}
              </a>
            ))}
            <ButtonLink icon="practice" href={paths.proof(slug)} data-action="proof">
              {t('proof.title')}
            </ButtonLink>
          </>
        }
      />
      <Tabs
        label={t('scopes')}
        tabs={scopesFor(staff).map((scope) => ({
          href: scopeAddress(slug, filters, scope),
          label: t(`scope.${scope}`),
          current: (filters.scope ?? 'connection') === scope,
        }))}
      />
      <QuestionRow slug={slug} filters={filters} questions={questions} />
      {looks && <LookDays {...looks} />}
      <AuditFilterRow slug={slug} filters={filters} questions={questions} zone={zone} now={list.asOf}>
        {t.rich('asOf', { time: () => <Timestamp at={list.asOf} zone={zone} show="time" /> })}
      </AuditFilterRow>
      {list.rows.length === 0 ? (
        <div className="gutter pb-8">
          {isNarrowed ? (
            <EmptyState
              kind="no-match"
              title={t('noMatch.title')}
              actions={
                <ButtonLink href={auditAddress(slug, filters.scope ? { scope: filters.scope } : {})}>
                  {t('noMatch.all')}
                </ButtonLink>
              }
            >
              <p>{t('noMatch.how')}</p>
            </EmptyState>
          ) : (
            <EmptyState kind="nothing-yet" icon="audit" title={t('empty.title')}>
              <p>{t('empty.how')}</p>
            </EmptyState>
          )}
        </div>
      ) : (
        <>
          <AuditTable
            slug={slug}
            rows={list.rows}
            ownRoles={ownRoles}
            zone={zone}
            mayOpenRequests={mayDo(staff.permissions, 'request:read')}
            mayOpenApprovals={mayDo(staff.permissions, 'approval:read')}
          />
          <div className="table-foot">
            <Pager
              first={list.previousCursor === null ? null : auditAddress(slug, filters)}
              previous={list.previousCursor && auditAddress(slug, filters, { cursor: list.previousCursor })}
              next={list.nextCursor && auditAddress(slug, filters, { cursor: list.nextCursor })}
              sizes={pageSizes.map((choice) => ({
                size: choice,
                href: auditAddress(slug, filters, { size: choice }),
                current: choice === size,
              }))}
            >
              {t.rich('shown', {
                count: list.rows.length,
                total: formatCapped(list.total),
                b: (chunks) => <b>{chunks}</b>,
              })}
            </Pager>
          </div>
        </>
      )}
    </ListRegion>
  );
}
