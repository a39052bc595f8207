import { useTranslations } from 'next-intl';
import { formatTimestamp } from '@/lib/i18n/format';
import type { NotificationDetail } from '@/lib/notifications/view';
import { ClientWords } from '../layout/client-words';
import { ParkButton } from './park-button';
import { ReprocessButton } from './reprocess-button';

type NotificationDeedsProps = { connection: string; notification: NotificationDetail; zone: string };

/** What may be done with a notification that could not be used: judge it afresh, or set it aside. */
export function NotificationDeeds({ connection, notification, zone }: NotificationDeedsProps) {
  const t = useTranslations('notifications');
  const { id, cause, state, isParked, isBodyHeld } = notification;
  return (
    <ClientWords spaces={['notificationDeeds', 'refusals', 'form']}>
      {!isParked && <ParkButton connection={connection} id={id} />}
      <ReprocessButton
        connection={connection}
        id={id}
        isBodyHeld={isBodyHeld}
        restated={{
          notificationId: notification.notificationId,
          cause:
            cause !== null && t.has(`cause.${cause}.title`) ? t(`cause.${cause}.title`) : t(`state.${state}.label`),
          received: formatTimestamp(new Date(notification.firstReceivedAt), zone),
        }}
      />
    </ClientWords>
  );
}
