import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { z } from 'zod';
import { Timestamp } from '@/components/data/timestamp';
import { BodySkeleton } from '@/components/layout/body-skeleton';
import { PageHeader } from '@/components/layout/page-header';
import { LiveRefresh } from '@/components/live/live-refresh';
import { NotificationTabs } from '@/components/notifications/notification-tabs';
import { ReceivingLine } from '@/components/notifications/receiving-line';
import { RefusedCauses } from '@/components/notifications/refused-causes';
import { RefusedHours } from '@/components/notifications/refused-hours';
import { RefusedSamples } from '@/components/notifications/refused-samples';
import { Notice } from '@/components/ui/notice';
import type { Guarded } from '@/lib/boundary';
import { requirePage } from '@/lib/boundary';
import { countOpenDiscrepancies } from '@/lib/discrepancies/list';
import { endpointUrl } from '@/lib/endpoint/address';
import { countNotifications } from '@/lib/notifications/list';
import { getReceiving } from '@/lib/notifications/queries';
import { getRefused } from '@/lib/notifications/refused';
import { paths } from '@/lib/paths';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('notifications');
  return { title: t('refused.title') };
}

const rangeOf = z.object({ range: z.enum(['day', 'week']).catch('day') });

type NotVerifiedPageProps = {
  params: Promise<{ connection: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function NotVerifiedPage({ params, searchParams }: NotVerifiedPageProps) {
  const { connection: slug } = await params;
  const { range } = rangeOf.parse(await searchParams);
  const guarded = await requirePage('notification:read', slug, paths.notVerified(slug));
  return (
    <Suspense fallback={<BodySkeleton />}>
      <NotVerified {...guarded} range={range} />
    </Suspense>
  );
}

async function NotVerified({ context, staff, account, range }: Guarded & { range: 'day' | 'week' }) {
  const { id: connectionId, slug } = account.connection;
  const { db } = context;
  const zone = staff.timeZone;
  const now = context.now();
  const [t, counts, openDiscrepancies, receiving, refused] = await Promise.all([
    getTranslations('notifications'),
    countNotifications(db, connectionId),
    countOpenDiscrepancies(db, connectionId, now),
    getReceiving(db, { connectionId, url: endpointUrl(context.environment.notifyUrl, slug) }, now),
    getRefused(db, connectionId, now),
  ]);
  const isWell = Object.keys(refused.week).every((cause) => cause === 'probe');
  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          <>
            <span>{t('lead')}</span>
            <ReceivingLine receiving={receiving} zone={zone} />
            <span>{t.rich('asOf', { time: () => <Timestamp at={now} zone={zone} show="time" /> })}</span>
          </>
        }
      />
      <NotificationTabs
        slug={slug}
        filters={{}}
        counts={counts}
        openDiscrepancies={openDiscrepancies}
        refusedToday={receiving.refusedToday}
        isRefused
      />
      <div className="gutter pb-8">
        <div className="pt-4">
          <Notice icon={isWell ? 'approved' : 'lock'} {...(isWell && { tone: 'approved' as const })}>
            {isWell && <b>{t('refused.none')} </b>}
            {t('refused.lead')}
          </Notice>
        </div>
        <RefusedCauses day={refused.day} week={refused.week} />
        <RefusedHours slug={slug} hours={refused.hours} range={range} zone={zone} />
        <RefusedSamples samples={refused.samples} zone={zone} />
      </div>
      <LiveRefresh connection={slug} topics={['notifications', 'discrepancies']} />
    </>
  );
}
