import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { approvalAddress } from '@/components/approvals/approval-address';
import { ApprovalFilterRow } from '@/components/approvals/approval-filters';
import { ApprovalListSkeleton } from '@/components/approvals/approval-list-skeleton';
import { ApprovalTable } from '@/components/approvals/approval-table';
import { ApprovalTabs } from '@/components/approvals/approval-tabs';
import { Delegated } from '@/components/approvals/delegated';
import { HandOn } from '@/components/approvals/delegation-panel';
import { NoApprovals } from '@/components/approvals/no-approvals';
import { Timestamp } from '@/components/data/timestamp';
import { ClientWords } from '@/components/layout/client-words';
import { PageHeader } from '@/components/layout/page-header';
import { LiveRefresh } from '@/components/live/live-refresh';
import { ListRegion } from '@/components/sub-merchants/list-region';
import { Pager } from '@/components/ui/pager';
import { pageSizes } from '@/lib/address-values';
import { delegationsOf, listDelegates } from '@/lib/approvals/delegations';
import type { ApprovalFilters } from '@/lib/approvals/filters';
import { approvalFilters } from '@/lib/approvals/filters';
import { listApprovals } from '@/lib/approvals/list';
import { mayDo } from '@/lib/auth/permissions';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { formatCapped, momentIn } from '@/lib/i18n/format';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('approvals');
  return { title: t('title') };
}

type ApprovalsPageProps = {
  params: Promise<{ connection: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function ApprovalsPage({ params, searchParams }: ApprovalsPageProps) {
  const { connection: slug } = await params;
  const filters = approvalFilters.parse(await searchParams);
  const guarded = await requirePage('approval:read', slug, approvalAddress(slug, filters));
  return (
    <Suspense fallback={<ApprovalListSkeleton />}>
      <List {...guarded} filters={filters} />
    </Suspense>
  );
}

async function List({ context, staff, account, filters }: Guarded & { filters: ApprovalFilters }) {
  const { id: connectionId, slug } = account.connection;
  const zone = staff.timeZone;
  const { tab = 'for-me', size = 25 } = filters;
  const mayDecide = mayDo(staff.permissions, 'approval:decide');
  const [t, list, delegations] = await Promise.all([
    getTranslations('approvals'),
    listApprovals(context, connectionId, staff, { ...filters, size }),
    mayDecide ? delegationsOf(context.db, staff.id, context.now()) : null,
  ]);
  return (
    <ListRegion>
      <PageHeader
        title={t('title')}
        context={<span>{t('lead')}</span>}
        actions={mayDecide && <Delegate context={context} staff={staff} account={account} />}
      />
      {delegations && <Delegated slug={slug} zone={zone} {...delegations} />}
      <ApprovalTabs slug={slug} filters={filters} counts={list.counts} />
      <ApprovalFilterRow slug={slug} filters={filters}>
        {t.rich('asOf', { time: () => <Timestamp at={list.asOf} zone={zone} show="time" /> })}
      </ApprovalFilterRow>
      {list.rows.length === 0 ? (
        <div className="gutter pb-8">
          <NoApprovals slug={slug} filters={filters} hasOthers={list.counts.team.count > 0} />
        </div>
      ) : (
        <>
          <ApprovalTable
            slug={slug}
            rows={list.rows}
            tab={tab}
            zone={zone}
            now={list.asOf}
            environment={account.connection.environment === 'live' ? 'live' : 'practice'}
          />
          <div className="table-foot">
            <Pager
              first={list.previousCursor === null ? null : approvalAddress(slug, filters)}
              previous={list.previousCursor && approvalAddress(slug, filters, { cursor: list.previousCursor })}
              next={list.nextCursor && approvalAddress(slug, filters, { cursor: list.nextCursor })}
              sizes={pageSizes.map((choice) => ({
                size: choice,
                href: approvalAddress(slug, filters, { size: choice }),
                current: choice === size,
              }))}
            >
              {t.rich('shown', {
                count: list.rows.length,
                total: formatCapped(list.counts[tab]),
                b: (chunks) => <b>{chunks}</b>,
              })}
            </Pager>
          </div>
        </>
      )}
      <LiveRefresh connection={slug} topics={['approvals']} />
    </ListRegion>
  );
}

async function Delegate({ context, staff, account }: Guarded) {
  const people = await listDelegates(context.db, staff);
  const { day: today } = momentIn(context.now(), staff.timeZone);
  return (
    <ClientWords spaces={['common', 'form', 'delegation']}>
      <HandOn connection={account.connection.slug} people={people} today={today} />
    </ClientWords>
  );
}
