import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { ConnectionHealth, ExpiryAlert } from '@/lib/connections/view';
import { Timestamp } from '../data/timestamp';
import { Notice } from '../ui/notice';

type ConnectionAlertsProps = {
  health: ConnectionHealth;
  zone: string;
  /** Where certificates and keys are kept; null for a reader who may not open that page. */
  keysHref: string | null;
};

/** From the last week on an end is urgent. */
const isUrgent = ({ reached }: ExpiryAlert) => reached === 1 || reached === 7;

/** What ends soon: until when, and what stops then. */
function ExpiryNotice({ alert, zone, actions }: { alert: ExpiryAlert; zone: string; actions: ReactNode }) {
  const t = useTranslations('home.alerts.expiry');
  const hasEnded = alert.reached === 'ended';
  return (
    <Notice
      tone={hasEnded ? 'rejected' : isUrgent(alert) ? 'punished' : 'none'}
      icon="key"
      role={hasEnded ? 'alert' : 'status'}
      actions={actions}
    >
      <b>
        {hasEnded
          ? t('own.ended', { name: alert.name })
          : t(`${alert.what}.ends`, { name: alert.name, days: alert.days })}
      </b>{' '}
      {t(`${alert.what}.explain`)} <Timestamp at={alert.endsAt} zone={zone} />
    </Notice>
  );
}

/** What hinders sending on the whole connection, or soon will, said on Home and above the requests. Nothing when nothing does. */
export function ConnectionAlerts({ health, zone, keysHref }: ConnectionAlertsProps) {
  const t = useTranslations('home.alerts');
  const { alertedAt, paused, sealsUntil, expiring } = health;
  if (alertedAt === null && paused === null && sealsUntil !== null && expiring.length === 0) return null;
  const keys = keysHref !== null && (
    <Link className="link" href={keysHref}>
      {t('keys')}
    </Link>
  );
  return (
    <div className="gutter flex flex-col gap-2 pb-3">
      {alertedAt !== null && (
        <Notice tone="rejected" icon="warning" role="alert">
          <b>{t('unauthorised.title')}</b> {t('unauthorised.explain')} <Timestamp at={alertedAt} zone={zone} />
        </Notice>
      )}
      {paused !== null && (
        <Notice tone="none" icon="clock" role="status">
          <b>{t('paused.title')}</b> {t(paused.cause === 'rate' ? 'paused.rate' : 'paused.other')}{' '}
          <Timestamp at={paused.until} zone={zone} show="time" />
        </Notice>
      )}
      {sealsUntil === null && (
        <Notice tone="rejected" icon="key" role="alert" actions={keys}>
          <b>{t('noCertificate.title')}</b> {t('noCertificate.explain')}
        </Notice>
      )}
      {expiring.map((alert) => (
        <ExpiryNotice key={`${alert.what} ${alert.name}`} alert={alert} zone={zone} actions={keys} />
      ))}
    </div>
  );
}
