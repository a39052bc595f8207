import { useTranslations } from 'next-intl';
import { amountText, exponentOf } from '@/lib/platform/wire/currency';

/** `HKD 88.80`, its minor units on hover; of a currency that is not listed only those are known, and it says so. */
export function Money({ minor, currency }: { minor: string; currency: string }) {
  const t = useTranslations('deductions.money');
  const isListed = exponentOf(currency) !== null;
  return (
    <span className="whitespace-nowrap tabular-nums" title={t('minor', { minor })} translate="no">
      {amountText(minor, currency)}
      {!isListed && <small className="text-ink-3">{` ${t('unit')}`}</small>}
    </span>
  );
}
