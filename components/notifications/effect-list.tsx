import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { NotificationDetail } from '@/lib/notifications/view';
import { paths } from '@/lib/paths';
import { ChangeList } from '../audit/change-list';
import { Section } from '../ui/section';

type EffectListProps = { slug: string; notification: NotificationDetail; zone: string };

/** What a notification changed when it was applied, with the way to the sub-merchant. */
export function EffectList({ slug, notification, zone }: EffectListProps) {
  const t = useTranslations('notifications.detail');
  const { effects, subMchid, subMerchantName, isUnclaimed } = notification;
  return (
    <Section
      title={t('effects')}
      note={t('effectsNote')}
      actions={
        subMchid !== null &&
        !isUnclaimed && (
          <Link className="link text-table" href={paths.subMerchant(slug, subMchid)} prefetch={false}>
            {subMerchantName ?? subMchid}
          </Link>
        )
      }
    >
      {effects.length === 0 ? (
        <p className="text-ink-2 text-table mt-2">{t('noEffects')}</p>
      ) : (
        <div className="mt-2">
          <ChangeList changes={effects} objectKind="notification" zone={zone} />
        </div>
      )}
      {subMchid !== null && isUnclaimed && <p className="text-ink-2 text-table mt-2">{t('unclaimed', { subMchid })}</p>}
    </Section>
  );
}
