import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { PendingApproval } from '@/lib/approvals/view';
import { paths } from '@/lib/paths';
import type { CappedCount } from '@/lib/result';
import type { SubMerchantView } from '@/lib/sub-merchants/view';
import { ChangeWaits } from '../approvals/change-waits';
import { RelativeAge, Timestamp } from '../data/timestamp';
import { ButtonLink } from '../ui/button-link';
import { Notice } from '../ui/notice';

type RecordBannersProps = {
  slug: string;
  record: SubMerchantView;
  zone: string;
  now: string;
  mayEdit: boolean;
  /** The request that our copy could not follow, where there is one. */
  ahead: string | null;
  /** Differences about it that want a person; null for who may not read them. */
  differing: CappedCount | null;
  /** Changes of it that wait for approval; none for who may not read them. */
  waiting: PendingApproval[];
  /** The outcome of the newest request, above the rest. */
  children?: ReactNode;
};

const day = 86_400_000;
const copyIsOldAfterDays = 30;
const registrationEndsWithinDays = 90;

/** Days until a held registration ends; null for what never ends or is not held. */
function daysLeft(record: SubMerchantView, now: string): number | null {
  const ends = record.held.registration_certificate_date;
  if (typeof ends !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(ends)) return null;
  return Math.floor((Date.parse(`${ends}T00:00:00Z`) - Date.parse(`${now.slice(0, 10)}T00:00:00Z`)) / day);
}

/** What has to be known before anything is done with this record: only what is true now, most pressing first. */
export function RecordBanners({
  slug,
  record,
  zone,
  now,
  mayEdit,
  ahead,
  differing,
  waiting,
  children,
}: RecordBannersProps) {
  const t = useTranslations('record.banner');
  const tDiffers = useTranslations('discrepancies.banner');
  const left = daysLeft(record, now);
  const copyAge = Math.floor((Date.parse(now) - Date.parse(record.recordAsOf)) / day);
  const edit = paths.editSubMerchant(slug, record.subMchid);
  const isCopyOld = copyAge > copyIsOldAfterDays;
  const banners = [
    waiting.length > 0 && (
      <ChangeWaits
        key="waiting"
        slug={slug}
        zone={zone}
        waiting={waiting}
        object={{ kind: 'sub-merchant', name: record.name }}
      />
    ),
    record.h5.state === 'UNDER_PUNISHMENT' && (
      <Notice key="punished" tone="punished" icon="punished">
        <b>{t('punished.title')}</b> {t('punished.explain')}
      </Notice>
    ),
    record.h5.state === 'APPLICATION_FAILED' && (
      <Notice
        key="failed"
        tone="failed"
        icon="failed"
        actions={
          mayEdit &&
          record.openRequest === null && (
            <ButtonLink size="small" href={`${edit}?h5=apply`}>
              {t('failed.again')}
            </ButtonLink>
          )
        }
      >
        <b>{t('failed.title')}</b> {t('failed.explain')}
      </Notice>
    ),
    ahead !== null && (
      <Notice
        key="behind"
        tone="rejected"
        icon="warning"
        actions={
          <ButtonLink size="small" href={paths.request(slug, ahead)}>
            {t('behind.open')}
          </ButtonLink>
        }
      >
        <b>{t('behind.title')}</b> {t('behind.explain')}
      </Notice>
    ),
    differing !== null && differing.count > 0 && (
      <Notice
        key="differs"
        tone="punished"
        icon="differs"
        actions={
          <ButtonLink size="small" href={paths.discrepancies(slug, { q: record.subMchid })}>
            {tDiffers('open')}
          </ButtonLink>
        }
      >
        <b>{tDiffers(differing.more ? 'more' : 'title', { count: differing.count })}</b> {tDiffers('explain')}
      </Notice>
    ),
    isCopyOld && (
      <Notice key="old" icon="clock">
        <b>{t.rich('old.title', { age: () => <RelativeAge at={record.recordAsOf} now={now} form="long" /> })}</b>{' '}
        {t('old.explain')} <Timestamp at={record.recordAsOf} zone={zone} />
      </Notice>
    ),
    record.missing.length > 0 && (
      <Notice
        key="incomplete"
        icon="warning"
        actions={
          mayEdit && (
            <ButtonLink size="small" href={edit}>
              {t('incomplete.complete')}
            </ButtonLink>
          )
        }
      >
        <b>{t('incomplete.title', { count: record.missing.length })}</b> {t('incomplete.explain')}
      </Notice>
    ),
    left !== null && left <= registrationEndsWithinDays && (
      <Notice key="registration" icon="calendar" {...(left < 0 && { tone: 'rejected' as const })}>
        <b>{left < 0 ? t('registration.ended', { days: -left }) : t('registration.ends', { days: left })}</b>{' '}
        {t('registration.explain', { date: String(record.held.registration_certificate_date) })}
      </Notice>
    ),
  ].filter(Boolean);
  if (banners.length === 0 && !children) return null;
  return (
    <div className="gutter grid gap-2 pb-3">
      {children}
      {banners}
    </div>
  );
}
