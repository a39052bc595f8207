import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { proofOf, whoseMove } from '@/lib/deductions/rules';
import type { DeductionDetail } from '@/lib/deductions/view';
import { paths } from '@/lib/paths';
import { Timestamp } from '../../data/timestamp';
import { Facts } from '../../ui/facts';
import { Section } from '../../ui/section';
import { HowKnown } from '../how-known';
import { OrderState } from '../order-state';

export type OrderStandingProps = {
  slug: string;
  order: DeductionDetail;
  zone: string;
  now: string;
  /** Which pages of what told it this person may open. */
  may: Record<'request' | 'notification' | 'approval', boolean>;
};

/** Where an order stands, what that means for the payer's money, whose move it is and what comes next. */
export function OrderStanding({ slug, order, zone, may }: OrderStandingProps) {
  const t = useTranslations('deduction.standing');
  const tList = useTranslations('deductions');
  const { standing, tradeState, tradeStateDesc, meaning } = order;
  const words = tradeState === 'REFUND' ? 'refund' : standing;
  const isSaidAbove = tradeState === null && meaning !== null;
  const todo = tradeState !== null && t.has(`todo.${tradeState}`) ? tradeState : standing;
  const owner = whoseMove(order);
  return (
    <Section title={t('title')}>
      <div className="mt-2 grid gap-3" data-order-standing={standing}>
        <Facts
          facts={[
            {
              term: t('state'),
              value: (
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <OrderState order={order} />
                  {tradeState !== null && (
                    <span className="mono" translate="no">
                      {tradeState}
                    </span>
                  )}
                </span>
              ),
            },
            { term: t('means'), value: tList(`standing.${words}.meaning`) },
            // What an answer said, and whose move it is by that, stands with the outcome above.
            ...(isSaidAbove
              ? []
              : [
                  { term: t('next'), value: t(`todo.${todo}`) },
                  { term: t('who'), value: t(`owner.${owner ?? 'nobody'}`) },
                ]),
            tradeStateDesc === null ? null : { term: t('said'), value: <q translate="no">{tradeStateDesc}</q> },
            { term: t('how'), value: <How slug={slug} order={order} may={may} /> },
            order.tradeStateAsOf === null
              ? null
              : { term: t('asOf'), value: <Timestamp at={order.tradeStateAsOf} zone={zone} /> },
            order.finalAt === null ? null : { term: t('over'), value: <Timestamp at={order.finalAt} zone={zone} /> },
            order.releasedAt === null
              ? null
              : { term: t('released'), value: <Timestamp at={order.releasedAt} zone={zone} /> },
            ...watching(),
          ]}
        />
      </div>
    </Section>
  );

  function watching() {
    const { queriedAt, queryResult, nextQueryAt } = order;
    if (queriedAt === null) return [];
    const result = t.has(`query.${queryResult}`) ? t(`query.${queryResult ?? ''}`) : queryResult;
    return [
      {
        term: t('queried'),
        value: (
          <>
            <Timestamp at={queriedAt} zone={zone} /> {result}
          </>
        ),
      },
      nextQueryAt === null ? null : { term: t('nextQuery'), value: <Timestamp at={nextQueryAt} zone={zone} /> },
    ];
  }
}

/** How we know, with a link to what told us. */
function How({ slug, order, may }: Pick<OrderStandingProps, 'slug' | 'order' | 'may'>) {
  const proof = proofOf(order);
  const words = <HowKnown order={order} />;
  if (proof === null || !may[proof.kind]) return words;
  const href = {
    request: () => paths.request(slug, proof.id),
    notification: () => paths.notification(slug, proof.id),
  }[proof.kind]();
  return (
    <Link className="link" href={href} prefetch={false}>
      {words}
    </Link>
  );
}
