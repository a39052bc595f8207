import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { Timestamp } from '@/components/data/timestamp';
import { PageHeader } from '@/components/layout/page-header';
import { LiveRefresh } from '@/components/live/live-refresh';
import { NothingHere } from '@/components/notifications/nothing-here';
import { NothingReceived } from '@/components/notifications/nothing-received';
import { notificationAddress } from '@/components/notifications/notification-address';
import { NotificationFilterRow } from '@/components/notifications/notification-filters';
import { NotificationListSkeleton } from '@/components/notifications/notification-list-skeleton';
import { NotificationTable } from '@/components/notifications/notification-table';
import { NotificationTabs } from '@/components/notifications/notification-tabs';
import { ReceivingLine } from '@/components/notifications/receiving-line';
import { ListRegion } from '@/components/sub-merchants/list-region';
import { Pager } from '@/components/ui/pager';
import { pageSizes } from '@/lib/address-values';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { countOpenDiscrepancies } from '@/lib/discrepancies/list';
import { endpointUrl } from '@/lib/endpoint/address';
import { startOfDay } from '@/lib/i18n/day';
import { formatCapped } from '@/lib/i18n/format';
import type { NotificationFilters } from '@/lib/notifications/filters';
import { notificationFilters } from '@/lib/notifications/filters';
import { listNotifications } from '@/lib/notifications/list';
import { getReceiving } from '@/lib/notifications/queries';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('notifications');
  return { title: t('title') };
}

type NotificationsPageProps = {
  params: Promise<{ connection: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function NotificationsPage({ params, searchParams }: NotificationsPageProps) {
  const { connection: slug } = await params;
  const filters = notificationFilters.parse(await searchParams);
  const guarded = await requirePage('notification:read', slug, notificationAddress(slug, filters));
  return (
    <Suspense fallback={<NotificationListSkeleton />}>
      <List {...guarded} filters={filters} />
    </Suspense>
  );
}

async function List({ context, staff, account, filters }: Guarded & { filters: NotificationFilters }) {
  const { id: connectionId, slug } = account.connection;
  const zone = staff.timeZone;
  const size = filters.size ?? 50;
  // Days are the reader's: they begin and end in the zone that the page shows.
  const span = {
    from: filters.from === undefined ? null : startOfDay(filters.from, zone),
    before: filters.until === undefined ? null : startOfDay(filters.until, zone, 1),
  };
  const now = context.now();
  const [t, list, receiving, openDiscrepancies] = await Promise.all([
    getTranslations('notifications'),
    listNotifications(context.db, connectionId, { ...filters, size }, span, now),
    getReceiving(context.db, { connectionId, url: endpointUrl(context.environment.notifyUrl, slug) }, now),
    countOpenDiscrepancies(context.db, connectionId, now),
  ]);
  const total = list.counts[filters.state ?? 'all'];
  const isNothing = receiving.newestAt === null;
  return (
    <ListRegion>
      <PageHeader
        title={t('title')}
        context={
          <>
            <span>{t('lead')}</span>
            {!isNothing && <ReceivingLine receiving={receiving} zone={zone} />}
          </>
        }
      />
      <NotificationTabs
        slug={slug}
        filters={filters}
        counts={list.counts}
        openDiscrepancies={openDiscrepancies}
        refusedToday={receiving.refusedToday}
      />
      {isNothing ? (
        <div className="gutter py-4">
          <NothingReceived
            slug={slug}
            address={endpointUrl(context.environment.notifyUrl, slug)}
            receiving={receiving}
            zone={zone}
          />
        </div>
      ) : (
        <>
          <NotificationFilterRow slug={slug} filters={filters} zone={zone} now={list.asOf}>
            {t.rich('asOf', { time: () => <Timestamp at={list.asOf} zone={zone} show="time" /> })}
          </NotificationFilterRow>
          {list.rows.length === 0 ? (
            <NothingHere slug={slug} filters={filters} receiving={receiving} zone={zone} />
          ) : (
            <>
              <NotificationTable slug={slug} rows={list.rows} zone={zone} />
              <div className="table-foot">
                <Pager
                  first={list.previousCursor === null ? null : notificationAddress(slug, filters)}
                  previous={list.previousCursor && notificationAddress(slug, filters, { cursor: list.previousCursor })}
                  next={list.nextCursor && notificationAddress(slug, filters, { cursor: list.nextCursor })}
                  sizes={pageSizes.map((choice) => ({
                    size: choice,
                    href: notificationAddress(slug, filters, { size: choice }),
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
      <LiveRefresh connection={slug} topics={['notifications', 'discrepancies']} />
    </ListRegion>
  );
}
