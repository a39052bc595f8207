import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { DeliveryView, NotificationDetail } from '@/lib/notifications/view';
import { paths } from '@/lib/paths';
import { Id } from '../data/id';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { Facts } from '../ui/facts';
import { Section } from '../ui/section';
import { PlainTable } from '../ui/table';
import { NotificationStateWord } from './notification-state';

type DeliveryListProps = {
  slug: string;
  notification: NotificationDetail;
  /** Number of the delivery whose steps the page shows. */
  chosen: number;
  zone: string;
};

/** Every delivery of a notification that is kept: what it came to and what we answered; each leads to its steps. */
export function DeliveryList({ slug, notification, chosen, zone }: DeliveryListProps) {
  const t = useTranslations('notifications');
  const { received, deliveries, id } = notification;
  const isCut = received.length < deliveries;
  return (
    <Section
      title={t('detail.deliveries')}
      note={
        isCut
          ? t('detail.deliveriesKept', { count: deliveries, kept: received.length })
          : t('detail.deliveriesCount', { count: deliveries })
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div className="scroll-table mt-2" tabIndex={0}>
        <PlainTable caption={t('detail.deliveries')}>
          <thead>
            <tr>
              <th scope="col">{t('detail.number')}</th>
              <th scope="col">{t('detail.received')}</th>
              <th scope="col">{t('detail.verdict')}</th>
              <th scope="col" data-align="end">
                {t('detail.answer')}
              </th>
              <th scope="col" data-align="end">
                {t('detail.took')}
              </th>
              <th scope="col">{t('detail.bytes')}</th>
              <th scope="col">{t('detail.door')}</th>
            </tr>
          </thead>
          <tbody>
            {received.map((one) => (
              <tr key={one.number} data-delivery={one.number} aria-current={one.number === chosen || undefined}>
                <td>
                  <Link
                    className="link"
                    href={paths.notification(slug, id, { delivery: String(one.number) })}
                    prefetch={false}
                    scroll={false}
                    aria-label={t('detail.showSteps', { number: one.number })}
                  >
                    {one.number}
                  </Link>
                </td>
                <td>
                  <Timestamp at={one.receivedAt} zone={zone} />
                </td>
                <td>
                  <NotificationStateWord state={one.verdict} />
                </td>
                <td data-align="end">{one.answer}</td>
                <td data-align="end">{t('ms', { ms: (one.tookUs / 1000).toFixed(1) })}</td>
                <td>{one.isOtherBody ? t('detail.different') : t('detail.identical')}</td>
                <td>{t(`detail.doors.${one.door}`)}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
    </Section>
  );
}

/** What the headers of one delivery said. The signature itself proves nothing later and is not kept. */
export function DeliveryHeaders({ delivery, zone }: { delivery: DeliveryView; zone: string }) {
  const t = useTranslations('notifications.detail');
  return (
    <Section title={t('headers', { number: delivery.number })} note={t('headersNote')}>
      <div className="mt-2">
        <Facts
          facts={[
            { term: t('signedAt'), value: <Timestamp at={delivery.signedAt} zone={zone} /> },
            { term: t('nonce'), value: <span className="mono break-all">{delivery.nonce}</span> },
            { term: t('serial'), value: <Id value={delivery.serial} copy /> },
            {
              term: t('requestId'),
              value:
                delivery.platformRequestId === null ? (
                  <Unheld reason={t('none')} />
                ) : (
                  <span className="mono break-all">{delivery.platformRequestId}</span>
                ),
            },
            { term: 'SHA-256', value: <span className="mono break-all">{delivery.bodySha256}</span> },
          ]}
        />
      </div>
    </Section>
  );
}
