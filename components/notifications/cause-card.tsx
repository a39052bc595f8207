import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { NotificationDetail } from '@/lib/notifications/view';
import { paths } from '@/lib/paths';
import { Timestamp } from '../data/timestamp';
import { ButtonLink } from '../ui/button-link';
import { Notice } from '../ui/notice';
import { notificationLook } from './notification-state';

type CauseCardProps = { slug: string; notification: NotificationDetail; zone: string };

/** What has to be known of a notification before anything else: why it was not applied, what mends it, who set it aside. */
export function CauseCard({ slug, notification, zone }: CauseCardProps) {
  const t = useTranslations('notifications');
  const { state, cause, openDiscrepancies, taken, parked, lastAnswer, reprocessedAt } = notification;
  const { icon, tone } = notificationLook(state);
  const decide = (
    <ButtonLink size="small" href={paths.discrepancies(slug, { q: notification.notificationId })}>
      {t('detail.discrepancies')}
    </ButtonLink>
  );
  const isOwn = openDiscrepancies.some((one) => one.cause === cause);
  const known = cause !== null && t.has(`cause.${cause}.title`) ? cause : null;
  const isUnheard = state !== 'quarantine' && lastAnswer !== 200;
  const banners: ReactNode[] = [
    state !== 'applied' && (
      <Notice key="cause" icon={icon} {...(tone !== 'none' && { tone })} actions={isOwn && decide}>
        <p data-cause={cause ?? undefined}>
          <b>{known === null ? t(`state.${state}.label`) : t(`cause.${known}.title`)}.</b>{' '}
          {known === null ? t(`state.${state}.meaning`) : t(`cause.${known}.means`)}
        </p>
        {known !== null && taken.length === 0 && (
          <p className="mt-1">
            <b>{t('detail.fix')}:</b> {t(`cause.${known}.fix`)}
          </p>
        )}
      </Notice>
    ),
    ...openDiscrepancies
      .filter((one) => one.cause !== cause)
      .map(({ cause: other, delivery }, place) => (
        <Notice key={`${other} ${delivery ?? place}`} icon="warning" tone="punished" actions={decide}>
          <p data-cause={other}>
            <b>{t.has(`cause.${other}.title`) ? t(`cause.${other}.title`) : other}.</b>{' '}
            {t.has(`cause.${other}.means`) && t(`cause.${other}.means`)}{' '}
            <DeliveryLink slug={slug} id={notification.id} delivery={delivery} />
          </p>
        </Notice>
      )),
    ...taken.map(({ by, at, delivery }, place) => (
      <Notice key={`taken ${delivery ?? place}`} icon="check">
        <p data-taken={delivery ?? ''}>
          <b>{t('detail.taken', { by: by ?? '' })}</b> {at !== null && <Timestamp at={at} zone={zone} />}{' '}
          {t('detail.takenMeans')} <DeliveryLink slug={slug} id={notification.id} delivery={delivery} />
        </p>
      </Notice>
    )),
    parked !== null && (
      <Notice key="parked" icon="minus">
        <b>{parked.by === null ? t('detail.parkedSince') : t('detail.parkedBy', { name: parked.by })}</b>{' '}
        {parked.at !== null && <Timestamp at={parked.at} zone={zone} />}
        <blockquote className="verbatim mt-1">{parked.reason}</blockquote>
      </Notice>
    ),
    isUnheard && (
      <Notice key="unheard" icon="info">
        {reprocessedAt !== null && (
          <>
            <b>{t('detail.reprocessed')}</b> <Timestamp at={reprocessedAt} zone={zone} />{' '}
          </>
        )}
        {t(state === 'applied' ? 'detail.notAnswered' : 'detail.unheard')}
      </Notice>
    ),
  ].filter(Boolean);
  if (banners.length === 0) return null;
  return <div className="gutter grid gap-2 pb-3">{banners}</div>;
}

function DeliveryLink({ slug, id, delivery }: { slug: string; id: string; delivery: number | null }) {
  const t = useTranslations('notifications.detail');
  if (delivery === null) return null;
  return (
    <Link
      className="link"
      href={paths.notification(slug, id, { delivery: String(delivery) })}
      prefetch={false}
      scroll={false}
    >
      {t('showDelivery', { number: delivery })}
    </Link>
  );
}
