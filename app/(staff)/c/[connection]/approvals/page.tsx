import type { Metadata } from 'next';
import { getFormatter, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { approvalAddress } from '@/components/approvals/approval-address';
import { ApprovalFilterRow } from '@/components/approvals/approval-filters';
import { ApprovalListSkeleton } from '@/components/approvals/approval-list-skeleton';
import { ApprovalTable } from '@/components/approvals/approval-table';
import { ApprovalTabs } from '@/components/approvals/approval-tabs';
import { HandedOn, HandOn } from '@/components/approvals/delegation-panel';
import { NoApprovals } from '@/components/approvals/no-approvals';
import { Timestamp } from '@/components/data/timestamp';
import { ClientWords } from '@/components/layout/client-words';
import { PageHeader } from '@/components/layout/page-header';
import { LiveRefresh } from '@/components/live/live-refresh';
import { ListRegion } from '@/components/sub-merchants/list-region';
import { Notice } from '@/components/ui/notice';
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
  const mayDecide = mayDo(staff.roles, 'approval:decide');
  const [t, list] = await Promise.all([
    getTranslations('approvals'),
    listApprovals(context, connectionId, staff, { ...filters, size }),
  ]);
  return (
    <ListRegion>
      <PageHeader
        title={t('title')}
        context={<span>{t('lead')}</span>}
        actions={mayDecide && <Delegate context={context} staff={staff} account={account} />}
      />
      {mayDecide && <Delegated context={context} staff={staff} account={account} />}
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
          <ApprovalTable slug={slug} rows={list.rows} tab={tab} zone={zone} now={list.asOf} />
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

/** In whose hands the reader's approvals are, and whose the reader looks after. */
async function Delegated({ context, staff, account }: Guarded) {
  const [t, format, { given, lookedAfter }] = await Promise.all([
    getTranslations('delegation'),
    getFormatter(),
    delegationsOf(context.db, staff.id, context.now()),
  ]);
  if (given === null && lookedAfter.length === 0) return null;
  const zone = staff.timeZone;
  return (
    <div className="gutter grid gap-2 pb-3">
      {given && (
        <ClientWords spaces={['common', 'delegation']}>
          <HandedOn connection={account.connection.slug} id={given.id} to={given.to}>
            {t.rich('given', {
              to: given.to,
              from: () => <Timestamp at={given.startsAt} zone={zone} />,
              until: () => <Timestamp at={given.endsAt} zone={zone} />,
            })}
          </HandedOn>
        </ClientWords>
      )}
      {lookedAfter.length > 0 && (
        <Notice icon="person">{t('lookedAfter', { names: format.list(lookedAfter, { type: 'conjunction' }) })}</Notice>
      )}
    </div>
  );
}
