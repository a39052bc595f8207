import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { QueryProvider } from '@/app/providers';
import { CopyButton } from '@/components/data/copy-button';
import { Id } from '@/components/data/id';
import { Timestamp } from '@/components/data/timestamp';
import { PageHeader } from '@/components/layout/page-header';
import { CauseCard } from '@/components/notifications/cause-card';
import { DeliveryHeaders, DeliveryList } from '@/components/notifications/delivery-list';
import { EffectList } from '@/components/notifications/effect-list';
import { fixtureOf } from '@/components/notifications/fixture';
import { MessageFacts } from '@/components/notifications/message-facts';
import { NotificationDeeds } from '@/components/notifications/notification-deeds';
import { NotificationState } from '@/components/notifications/notification-state';
import { NotificationWatch } from '@/components/notifications/notification-watch';
import { RetryClock } from '@/components/notifications/retry-clock';
import { StepLadder } from '@/components/notifications/step-ladder';
import { ToldComparison } from '@/components/notifications/told-comparison';
import { VerbatimJson } from '@/components/notifications/verbatim-json';
import { Badge } from '@/components/ui/badge';
import { Section } from '@/components/ui/section';
import { mayDo } from '@/lib/auth/permissions';
import { requirePage } from '@/lib/boundary';
import { deliveryChoice } from '@/lib/notifications/filters';
import { retryLadder } from '@/lib/notifications/ladder';
import { getNotification } from '@/lib/notifications/queries';
import { canReprocess } from '@/lib/notifications/rules';
import type { NotificationDetail } from '@/lib/notifications/view';
import { notificationStatus } from '@/lib/notifications/view';
import { paths } from '@/lib/paths';

type NotificationPageProps = {
  params: Promise<{ connection: string; id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Guarded and read once, for the title and the page. */
const read = cache(async (slug: string, id: string, delivery: number | undefined) => {
  const guarded = await requirePage('notification:read', slug, paths.notification(slug, id));
  const notification = await getNotification(guarded.context, guarded.account, id, delivery);
  return { ...guarded, notification };
});

const tailOf = ({ notificationId }: NotificationDetail) => notificationId.slice(-8);

export async function generateMetadata({ params, searchParams }: NotificationPageProps): Promise<Metadata> {
  const { connection, id } = await params;
  const { delivery } = deliveryChoice.parse(await searchParams);
  const [t, { notification }] = await Promise.all([getTranslations('notifications'), read(connection, id, delivery)]);
  return { title: notification ? t('pageTitle', { tail: tailOf(notification) }) : t('title') };
}

export default async function NotificationPage({ params, searchParams }: NotificationPageProps) {
  const { connection: slug, id } = await params;
  const { delivery: wanted } = deliveryChoice.parse(await searchParams);
  const { context, staff, notification } = await read(slug, id, wanted);
  if (!notification) notFound();
  const t = await getTranslations('notifications');
  const { chosen: delivery, chosenSize } = notification;
  const zone = staff.timeZone;
  const { state, content, envelope } = notification;
  const isHeld = chosenSize !== null;
  const whose = (note: string) =>
    delivery && notification.deliveries > 1 ? `${note} · ${t('detail.ofDelivery', { number: delivery.number })}` : note;
  const seen = notification.received.map(({ number, receivedAt }) => ({ number, receivedAt: new Date(receivedAt) }));
  const ladder = notification.lastAnswer === 200 ? null : retryLadder(notification.eventType, seen, context.now());
  const mayAudit = mayDo(staff.permissions, 'audit:read');
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: paths.notifications(slug), label: t('title') }]}
        title={t('heading', { tail: tailOf(notification) })}
        context={
          <>
            <NotificationState state={state} />
            {notification.discrepanciesOpen > 0 && state !== 'discrepancy' && <NotificationState state="discrepancy" />}
            {notification.isParked && <Badge icon="minus">{t('parked')}</Badge>}
            <span className="mono">{notification.eventType}</span>
            <Id value={notification.notificationId} tail={8} copy />
            <Timestamp at={notification.firstReceivedAt} zone={zone} />
          </>
        }
        actions={
          canReprocess(state) &&
          mayDo(staff.permissions, 'notification:reprocess') && (
            <NotificationDeeds connection={slug} notification={notification} zone={zone} />
          )
        }
      />
      <CauseCard slug={slug} notification={notification} zone={zone} />
      <div className="with-aside">
        <div className="gutter min-w-0 pb-8">
          {delivery && <StepLadder delivery={delivery} zone={zone} />}
          {notification.comparison.length > 0 && <ToldComparison comparison={notification.comparison} />}
          <EffectList slug={slug} notification={notification} zone={zone} />
          <Section
            title={t('detail.content')}
            note={whose(t('detail.contentNote'))}
            actions={
              delivery &&
              isHeld && (
                <CopyButton
                  value={fixtureOf(notification, delivery)}
                  label={t('detail.fixture')}
                  done={t('detail.copied')}
                />
              )
            }
          >
            <VerbatimJson json={content} instead={t(isHeld ? 'detail.notOpened' : 'detail.purged')} />
          </Section>
          <Section title={t('detail.envelope')} note={whose(t('detail.envelopeNote'))}>
            <VerbatimJson
              json={envelope}
              instead={isHeld ? t('detail.noEnvelope', { size: chosenSize }) : t('detail.purged')}
            />
          </Section>
          {delivery && <DeliveryHeaders delivery={delivery} zone={zone} />}
          <DeliveryList slug={slug} notification={notification} chosen={delivery?.number ?? 0} zone={zone} />
        </div>
        <aside>
          {ladder && <RetryClock ladder={ladder} isApplied={state !== 'quarantine'} zone={zone} />}
          <MessageFacts slug={slug} notification={notification} zone={zone} />
          <Section title={t('detail.audit')}>
            {notification.auditEntryIds.length === 0 && (
              <p className="text-ink-2 text-table mt-2">{t('detail.noAudit')}</p>
            )}
            <p className="text-table mt-2 flex flex-wrap gap-x-3 gap-y-1">
              {notification.auditEntryIds.map((number) =>
                mayAudit ? (
                  <Link key={number} className="link" href={paths.auditEntry(slug, number)} prefetch={false}>
                    {t('detail.entry', { number })}
                  </Link>
                ) : (
                  <span key={number}>{t('detail.entry', { number })}</span>
                ),
              )}
            </p>
          </Section>
        </aside>
      </div>
      <QueryProvider>
        <NotificationWatch connection={slug} initial={notificationStatus.parse(notification)} />
      </QueryProvider>
    </>
  );
}
