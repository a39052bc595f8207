import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { DeductionDetail } from '@/lib/deductions/view';
import { paths } from '@/lib/paths';
import { Id } from '../../data/id';
import { Timestamp } from '../../data/timestamp';
import { Unheld } from '../../data/unheld';
import { useMeaning } from '../../requests/outcome-meaning';
import { OutcomeWord } from '../../ui/outcome-line';
import { Section } from '../../ui/section';
import { PlainTable, SideScroll } from '../../ui/table';
import { Money } from '../money';
import { OrderState } from '../order-state';

type ChainProps = { slug: string; order: DeductionDetail; zone: string; mayOpenRequests: boolean };

/** Why something of an order did not charge, in words: the answer's meaning, or the state that the platform told. */
function useWhy() {
  const meaningOf = useMeaning();
  const t = useTranslations('deductions.tradeState');
  return ({
    meaning,
    outcome,
    tradeState,
  }: {
    meaning: string | null;
    outcome: string | null;
    tradeState?: string | null;
  }) => {
    if (tradeState != null) return t.has(tradeState) ? t(tradeState) : tradeState;
    return meaning === null || outcome === 'accepted' ? null : meaningOf(meaning, outcome === 'unknown').title;
  };
}

/** The chain of attempts: each request under this number, and the linked orders before and after it with the reason. */
export function OrderChain({ slug, order, zone, mayOpenRequests }: ChainProps) {
  const t = useTranslations('deduction.chain');
  const why = useWhy();
  const { chain, requests, outTradeNo } = order;
  return (
    <Section title={t('title')} note={t('note')}>
      {chain.length > 1 && (
        <ol className="mt-2 grid gap-2" data-chain={chain.length}>
          {chain.map((one, place) => {
            const isThis = one.outTradeNo === outTradeNo;
            const reason = place < chain.length - 1 ? why(one) : null;
            return (
              <li
                key={one.outTradeNo}
                className="rounded-3 border-line text-table border px-4 py-2"
                data-linked={one.outTradeNo}
                aria-current={isThis ? 'true' : undefined}
              >
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  {isThis ? (
                    <b>
                      <Id value={one.outTradeNo} />
                    </b>
                  ) : (
                    <Link className="link" href={paths.deduction(slug, one.outTradeNo)} prefetch={false}>
                      <Id value={one.outTradeNo} />
                    </Link>
                  )}
                  <Money minor={one.total} currency={one.currency} />
                  <OrderState order={one} />
                  <Timestamp at={one.createdAt} zone={zone} />
                  {isThis && <span className="text-ink-3">{t('this')}</span>}
                </span>
                {reason !== null && <p className="text-ink-2 mt-1">{t('because', { reason })}</p>}
              </li>
            );
          })}
        </ol>
      )}
      {requests.length === 0 ? (
        <p className="text-ink-2 text-table mt-2">{t('none')}</p>
      ) : (
        <div className="mt-2">
          <SideScroll>
            <PlainTable caption={t('attempts')} data-attempts={requests.length}>
              <thead>
                <tr>
                  <th scope="col">{t('column.reference')}</th>
                  <th scope="col">{t('column.opened')}</th>
                  <th scope="col">{t('column.outcome')}</th>
                  <th scope="col">{t('column.why')}</th>
                  <th scope="col">{t('column.tries')}</th>
                  <th scope="col">{t('column.by')}</th>
                </tr>
              </thead>
              <tbody>
                {requests.map((one) => (
                  <tr key={one.id}>
                    <td>
                      {mayOpenRequests ? (
                        <Link className="link mono" href={paths.request(slug, one.id)} prefetch={false}>
                          {one.reference}
                        </Link>
                      ) : (
                        <span className="mono">{one.reference}</span>
                      )}
                    </td>
                    <td>
                      <Timestamp at={one.openedAt} zone={zone} />
                    </td>
                    <td>
                      <OutcomeWord outcome={one.outcome} requestId={one.id} settled={one.wasUnknown} />
                    </td>
                    <td>{why(one) ?? <Unheld reason={t('nothingSaid')} />}</td>
                    <td className="tabular-nums">{one.tries}</td>
                    <td>{one.openedBy}</td>
                  </tr>
                ))}
              </tbody>
            </PlainTable>
          </SideScroll>
        </div>
      )}
    </Section>
  );
}
