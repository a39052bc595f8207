import { useTranslations } from 'next-intl';
import { howKnown } from '@/lib/deductions/rules';
import type { DeductionRow } from '@/lib/deductions/view';
import { Unheld } from '../data/unheld';

/** How it is known where an order stands, in words. */
export function HowKnown({ order }: { order: Pick<DeductionRow, 'tradeStateHow' | 'settledHow'> }) {
  const t = useTranslations('deductions');
  const how = howKnown(order);
  return how === null ? <Unheld reason={t('notTold')} /> : t(`how.${how}`);
}
