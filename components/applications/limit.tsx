import { useTranslations } from 'next-intl';
import { formatCount } from '@/lib/i18n/format';
import type { TransactionLimitType } from '@/lib/platform/wire/enums';
import { limitQuotas } from '@/lib/platform/wire/enums';

const isLimitType = (limit: string): limit is TransactionLimitType => limit in limitQuotas;

/** A limit type in words and as the interface writes it. */
export function LimitType({ limitType }: { limitType: string }) {
  const t = useTranslations('record.h5.grades');
  return (
    <>
      {t.has(limitType) && `${t(limitType)} `}
      <span className="mono text-ink-3">{limitType}</span>
    </>
  );
}

/** What may be paid each day under a limit (8.1), and that nobody tells us how much of it was. */
export function Ceiling({ limitType }: { limitType: string | null }) {
  const t = useTranslations('record.h5');
  if (limitType === null || !isLimitType(limitType)) {
    return <span className="text-ink-2">{t('ceilingUnknown')}</span>;
  }
  const quota = limitQuotas[limitType];
  if (quota === null) return t('ceilingNone');
  return t('ceilingPerDay', { person: formatCount(quota.personCny), shop: formatCount(quota.subMerchantCny) });
}
