import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { SendingStop } from '@/lib/connections/view';
import { Timestamp } from '../data/timestamp';
import { Icon } from '../ui/icon';

type StopBannerProps = {
  stop: SendingStop;
  zone: string;
  /** Where it is let go on. */
  href: string;
};

/** On every page of a connection that does not send: who stopped it, since when and why. Never folded away. */
export function StopBanner({ stop, zone, href }: StopBannerProps) {
  const t = useTranslations('sendingStop.banner');
  return (
    <div className="stop-banner" role="alert" data-sending-stopped={stop.at}>
      <Icon name="stop" />
      <p>
        <b>{t('title')}</b> {t.rich('since', { by: stop.by, time: () => <Timestamp at={stop.at} zone={zone} /> })}{' '}
        <q>{stop.reason}</q> {t('means')}
      </p>
      <Link href={href} prefetch={false}>
        {t('open')}
      </Link>
    </div>
  );
}
