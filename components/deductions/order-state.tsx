import { useTranslations } from 'next-intl';
import type { Standing } from '@/lib/deductions/rules';
import type { DeductionRow } from '@/lib/deductions/view';
import type { Tone } from '../ui/badge';
import type { IconName } from '../ui/icon';
import { Icon } from '../ui/icon';

const looks: Record<Standing, { icon: IconName; tone: Tone }> = {
  'not-sent': { icon: 'document', tone: 'none' },
  sending: { icon: 'arrow', tone: 'review' },
  unknown: { icon: 'unknown', tone: 'unknown' },
  'in-progress': { icon: 'review', tone: 'review' },
  paid: { icon: 'approved', tone: 'approved' },
  'not-paid': { icon: 'rejected', tone: 'rejected' },
  'number-taken': { icon: 'number', tone: 'punished' },
};

/** Icon and tone of where an order stands, for tabs and lists. */
export const orderLook = (standing: Standing) => looks[standing];

/** What is to be said of an order, which is about the payer's money; the platform's own state (3.3) stands beside it. */
export function OrderState({ order }: { order: Pick<DeductionRow, 'standing' | 'tradeState'> }) {
  const t = useTranslations('deductions.standing');
  const { standing, tradeState } = order;
  const { icon, tone } = looks[standing];
  const isRefund = tradeState === 'REFUND';
  const words = isRefund ? 'refund' : standing;
  return (
    <span
      className="badge"
      data-state={tradeState ?? undefined}
      data-standing={standing}
      data-tone={tone}
      title={[tradeState, t(`${words}.meaning`)].filter(Boolean).join(': ')}
    >
      <Icon name={isRefund ? 'undo' : icon} />
      {t(`${words}.label`)}
    </span>
  );
}
