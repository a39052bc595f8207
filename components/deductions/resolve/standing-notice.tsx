import { useTranslations } from 'next-intl';
import { Timestamp } from '@/components/data/timestamp';
import { ButtonLink } from '@/components/ui/button-link';
import { Notice } from '@/components/ui/notice';
import type { DeductionDetail } from '@/lib/deductions/view';
import { paths } from '@/lib/paths';
import { amountText } from '@/lib/platform/wire/currency';
import { QueryOrder } from './query-order';
import { WaitingTime } from './waiting-time';

type StandingProps = {
  order: DeductionDetail;
  slug: string;
  zone: string;
  now: string;
  mayCharge: boolean;
  mayQuery: boolean;
};

/** What is to be said of the payer's money, beside what became of the request. */
export function StandingNotice({ order, slug, zone, now, mayCharge, mayQuery }: StandingProps) {
  const t = useTranslations('resolve.standing');
  const { standing, outTradeNo, tradeState } = order;
  const amount = amountText(order.total, order.currency);
  const chain = order.replacedBy !== null && (
    <ButtonLink size="small" href={paths.deduction(slug, order.replacedBy)}>
      {t('openNext')}
    </ButtonLink>
  );
  const next = mayCharge && order.mayReplace && (
    <ButtonLink
      size="small"
      variant="primary"
      data-action="new-order"
      href={paths.newDeduction(slug, { order: outTradeNo, as: 'new' })}
    >
      {t('newOrder')}
    </ButtonLink>
  );
  switch (standing) {
    case 'paid':
      return (
        <Notice tone="approved" icon="check">
          <b>{t(tradeState === 'REFUND' ? 'refund' : 'paid', { amount })}</b>{' '}
          {order.tradeStateHow === 'inferred' && t('inferred')}
          {order.tradeStateHow === 'staff' && t('byStaff')}
          {order.successTime !== null && <Timestamp at={order.successTime} zone={zone} />}
        </Notice>
      );
    case 'in-progress':
      return (
        <Notice tone="review" icon="clock">
          <div className="grid gap-1">
            <b>{t(`progress.${tradeState === 'USERPAYING' || tradeState === 'NOTPAY' ? tradeState : 'other'}`)}</b>
            <span>{t('progress.never')}</span>
            <WaitingTime
              since={order.requests[0]?.openedAt ?? order.createdAt}
              nextAt={mayQuery ? order.nextQueryAt : null}
              now={now}
            />
            <span className="text-ink-2">
              {mayQuery
                ? t.rich('progress.until', { time: () => <Timestamp at={order.watchedUntil} zone={zone} /> })
                : t('progress.notification')}
            </span>
            {mayCharge && mayQuery && <QueryOrder connection={slug} outTradeNo={outTradeNo} />}
          </div>
        </Notice>
      );
    case 'not-paid':
      // A refusal says by itself what it means and what to do.
      if (tradeState === null)
        return chain ? (
          <Notice icon="arrow" actions={chain}>
            {t('replaced')}
          </Notice>
        ) : null;
      return (
        <Notice tone="rejected" icon="rejected" actions={chain || next}>
          <b>{t(tradeState === 'PAYERROR' ? 'payError' : 'closed')}</b> {t('notCharged')}
        </Notice>
      );
    case 'not-sent':
      return (
        <Notice
          icon="note"
          actions={
            mayCharge && (
              <ButtonLink size="small" href={paths.newDeduction(slug, { contract: order.contractId })}>
                {t('openForm')}
              </ButtonLink>
            )
          }
        >
          {t('notSent')}
        </Notice>
      );
    case 'number-taken':
      return (
        <Notice
          tone="punished"
          icon="warning"
          actions={
            chain || (
              <ButtonLink size="small" href={paths.deductions(slug, { contract: order.contractId })}>
                {t('ordersOfContract')}
              </ButtonLink>
            )
          }
        >
          {t('numberTaken')}
        </Notice>
      );
    case 'sending':
    case 'unknown':
      return null;
  }
}
