import { useTranslations } from 'next-intl';
import type { ConnectionHealth } from '@/lib/connections/view';
import { Timestamp } from '../data/timestamp';
import { Notice } from '../ui/notice';

type ConnectionAlertsProps = { health: ConnectionHealth; zone: string };

/** What hinders sending on the whole connection, said on Home and above the requests. Nothing when nothing does. */
export function ConnectionAlerts({ health, zone }: ConnectionAlertsProps) {
  const t = useTranslations('home.alerts');
  const { alertedAt, paused, sealsUntil } = health;
  if (alertedAt === null && paused === null && sealsUntil !== null) return null;
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
        <Notice tone="rejected" icon="key" role="alert">
          <b>{t('noCertificate.title')}</b> {t('noCertificate.explain')}
        </Notice>
      )}
    </div>
  );
}
