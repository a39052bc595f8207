import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { NotificationDetail } from '@/lib/notifications/view';
import { paths } from '@/lib/paths';
import { Id } from '../data/id';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { Facts } from '../ui/facts';
import { Section } from '../ui/section';
import { noSubject } from './notification-state';

/** The message as an object: what it is called, whom it is about, when it was made and came, by which key it opened. */
export function MessageFacts({
  slug,
  notification,
  zone,
}: {
  slug: string;
  notification: NotificationDetail;
  zone: string;
}) {
  const t = useTranslations('notifications.detail');
  const tList = useTranslations('notifications');
  const { createTime, subMchid, openedBy, bodySize } = notification;
  const mono = (value: string | null, reason: string) =>
    value === null || value === '' ? <Unheld reason={reason} /> : <span className="mono">{value}</span>;
  return (
    <Section title={t('facts')}>
      <div className="mt-2">
        <Facts
          facts={[
            { term: t('type'), value: mono(notification.eventType, tList('noEvent')) },
            { term: t('subMerchant'), value: <SubMerchant slug={slug} notification={notification} /> },
            subMchid === null ? null : { term: 'sub_mchid', value: <Id value={subMchid} copy /> },
            notification.outTradeNo === null
              ? null
              : {
                  term: t('order'),
                  value: (
                    <Link className="link" href={paths.deduction(slug, notification.outTradeNo)} prefetch={false}>
                      <Id value={notification.outTradeNo} />
                    </Link>
                  ),
                },
            notification.contractId === null
              ? null
              : {
                  term: t('contract'),
                  value: (
                    <Link className="link" href={paths.contract(slug, notification.contractId)} prefetch={false}>
                      <Id value={notification.contractId} />
                    </Link>
                  ),
                },
            notification.contractId === null && notification.outTradeNo === null
              ? { term: t('application'), value: mono(notification.applymentId, tList(noSubject(notification))) }
              : null,
            {
              term: t('made'),
              value:
                createTime === null ? (
                  <Unheld reason={tList('noEvent')} />
                ) : (
                  <Timestamp at={createTime} zone={zone} platform={notification.createTimeText} />
                ),
            },
            { term: t('first'), value: <Timestamp at={notification.firstReceivedAt} zone={zone} /> },
            notification.deliveries === 1
              ? null
              : { term: t('last'), value: <Timestamp at={notification.lastReceivedAt} zone={zone} /> },
            notification.reprocessedAt === null
              ? null
              : { term: t('reprocessed'), value: <Timestamp at={notification.reprocessedAt} zone={zone} /> },
            {
              term: t('openedBy'),
              value: <OpenedBy name={openedBy} />,
            },
            { term: t('serial'), value: <Id value={notification.serial} copy /> },
            notification.summary === null
              ? null
              : { term: t('summary'), value: <span translate="no">{notification.summary}</span> },
            { term: t('resourceType'), value: mono(notification.resourceType, t('none')) },
            { term: t('originalType'), value: mono(notification.originalType, t('none')) },
            { term: t('body'), value: t(notification.isBodyHeld ? 'bodyHeld' : 'bodyPurged', { size: bodySize }) },
            { term: 'SHA-256', value: <span className="mono break-all">{notification.bodySha256}</span> },
          ]}
        />
      </div>
    </Section>
  );
}

/** The key's fingerprint. Before fingerprints were written down, only the place was in which the settings had it then. */
function OpenedBy({ name }: { name: string | null }) {
  const t = useTranslations('notifications.detail');
  if (name === null) return <Unheld reason={t('notOpened')} />;
  if (name === 'current' || name === 'previous') return t(`keysThen.${name}`);
  return t.rich('key', {
    fingerprint: () => (
      <span className="mono" translate="no">
        {name}
      </span>
    ),
  });
}

function SubMerchant({ slug, notification }: { slug: string; notification: NotificationDetail }) {
  const t = useTranslations('notifications');
  const { subMchid, subMerchantName, isUnclaimed } = notification;
  if (subMchid === null) return <Unheld reason={t(noSubject(notification))} />;
  if (isUnclaimed) return <span title={t('unclaimedMeans')}>{t('unclaimed')}</span>;
  return (
    <Link className="link" href={paths.subMerchant(slug, subMchid)} prefetch={false}>
      {subMerchantName ?? subMchid}
    </Link>
  );
}
