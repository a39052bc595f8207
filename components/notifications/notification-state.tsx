import { useTranslations } from 'next-intl';
import type { DeliveryVerdict } from '@/lib/notifications/view';
import type { Tone } from '../ui/badge';
import type { IconName } from '../ui/icon';
import { Icon } from '../ui/icon';

type Look = { icon: IconName; tone: Exclude<Tone, 'unknown'> };

const looks: Record<DeliveryVerdict, Look> = {
  applied: { icon: 'approved', tone: 'approved' },
  repeat: { icon: 'refresh', tone: 'none' },
  older: { icon: 'clock', tone: 'none' },
  'unknown-type': { icon: 'help', tone: 'none' },
  discrepancy: { icon: 'warning', tone: 'punished' },
  quarantine: { icon: 'stop', tone: 'rejected' },
};

/** Icon and tone of what became of a message, for tabs and banners. */
export const notificationLook = (state: DeliveryVerdict): Look => looks[state];

/** Why no sub-merchant and no application stand beside a message: a message that nothing here acts on is not searched for them. */
export const noSubject = (message: { state: DeliveryVerdict }) =>
  message.state === 'unknown-type' ? ('notLookedFor' as const) : ('noSubject' as const);

/** What became of a message, or of one delivery of it: icon, word and tint; its meaning shows on hover. */
export function NotificationState({ state }: { state: DeliveryVerdict }) {
  const t = useTranslations('notifications.state');
  const { icon, tone } = looks[state];
  return (
    <span className="badge" data-state={state} data-tone={tone} title={t(`${state}.meaning`)}>
      <Icon name={icon} />
      {t(`${state}.label`)}
    </span>
  );
}

/** The same without a ground, where many stand below each other. */
export function NotificationStateWord({ state }: { state: DeliveryVerdict }) {
  const t = useTranslations('notifications.state');
  const { icon, tone } = looks[state];
  return (
    <span className="state-word" data-state={state} data-tone={tone} title={t(`${state}.meaning`)}>
      <Icon name={icon} size="small" />
      {t(`${state}.label`)}
    </span>
  );
}
