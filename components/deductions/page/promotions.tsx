import { useTranslations } from 'next-intl';
import type { DeductionDetail } from '@/lib/deductions/view';
import { Unheld } from '../../data/unheld';
import { Section } from '../../ui/section';
import { PlainTable, SideScroll } from '../../ui/table';
import { Money } from '../money';
import { SumCheck } from './amounts';

/** What the payer was given off, and who bears it: the contributions must make up the whole (4.4). */
export function OrderPromotions({ order }: { order: DeductionDetail }) {
  const t = useTranslations('deduction.promotions');
  const { promotions, promotionSums } = order;
  if (promotions.length === 0) return null;
  const absent = <Unheld reason={t('notTold')} />;
  return (
    <Section title={t('title')} note={t('note')}>
      <div className="mt-2">
        <SideScroll>
          <PlainTable caption={t('title')} data-promotions="">
            <thead>
              <tr>
                <th scope="col">{t('column.promotion')}</th>
                <th scope="col">{t('column.kind')}</th>
                <th scope="col">{t('column.amount')}</th>
                <th scope="col">{t('column.platform')}</th>
                <th scope="col">{t('column.merchant')}</th>
                <th scope="col">{t('column.other')}</th>
                <th scope="col">{t('column.check')}</th>
              </tr>
            </thead>
            <tbody>
              {promotions.map((one, place) => {
                const currency = one.currency ?? order.currency;
                const money = (minor: string | null) =>
                  minor === null ? absent : <Money minor={minor} currency={currency} />;
                const { addUp } = one.contributions;
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a record that was told, which never changes; its ids may be absent.
                  <tr key={place}>
                    <td>
                      <span translate="no">{one.name ?? one.id ?? absent}</span>
                      {one.id !== null && one.name !== null && (
                        <small className="mono text-ink-3 block">{one.id}</small>
                      )}
                      {one.activityId !== null && (
                        <small className="text-ink-3 block">{t('activity', { id: one.activityId })}</small>
                      )}
                    </td>
                    <td>
                      <Word name="scope" value={one.scope} />
                      <small className="block">
                        <Word name="type" value={one.type} />
                      </small>
                    </td>
                    <td>{money(one.amount)}</td>
                    <td>{money(one.contributions.platform)}</td>
                    <td>{money(one.contributions.merchant)}</td>
                    <td>{money(one.contributions.other)}</td>
                    <td>
                      {addUp === null ? (
                        <Unheld reason={t('notTold')} />
                      ) : (
                        <SumCheck isRight={addUp}>{t(addUp ? 'right' : 'wrong')}</SumCheck>
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
            <tfoot>
              {promotionSums.map(({ currency, amount }) => (
                <tr key={currency} data-promotion-sum={amount}>
                  <th scope="row" colSpan={2}>
                    {t('sum')}
                  </th>
                  <td colSpan={5}>
                    <b>
                      <Money minor={amount} currency={currency} />
                    </b>
                  </td>
                </tr>
              ))}
            </tfoot>
          </PlainTable>
        </SideScroll>
      </div>
    </Section>
  );
}

/** A constant of the platform with its words, or as it came. */
function Word({ name, value }: { name: 'scope' | 'type'; value: string | null }) {
  const t = useTranslations('deduction.promotions');
  if (value === null) return <Unheld reason={t('notTold')} />;
  return (
    <span title={value} translate={t.has(`${name}.${value}`) ? undefined : 'no'}>
      {t.has(`${name}.${value}`) ? t(`${name}.${value}`) : value}
    </span>
  );
}

/** The goods of an order, whether they were told at the top or within a promotion, as a list or as one (4.4). */
export function OrderGoods({ order }: { order: DeductionDetail }) {
  const t = useTranslations('deduction.goods');
  if (order.goods.length === 0) return null;
  const absent = <Unheld reason={t('notTold')} />;
  const money = (minor: string | null) =>
    minor === null ? absent : <Money minor={minor} currency={order.told?.currency ?? order.currency} />;
  return (
    <Section title={t('title')}>
      <div className="mt-2">
        <SideScroll>
          <PlainTable caption={t('title')} data-goods="">
            <thead>
              <tr>
                <th scope="col">{t('column.goods')}</th>
                <th scope="col">{t('column.quantity')}</th>
                <th scope="col">{t('column.price')}</th>
                <th scope="col">{t('column.discount')}</th>
                <th scope="col">{t('column.promotion')}</th>
              </tr>
            </thead>
            <tbody>
              {order.goods.map((one, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a record that was told, which never changes; its ids may be absent.
                <tr key={place}>
                  <td>
                    <span className="mono" translate="no">
                      {one.goodsId ?? absent}
                    </span>
                    {one.remark !== null && (
                      <small className="text-ink-3 block" translate="no">
                        {one.remark}
                      </small>
                    )}
                  </td>
                  <td className="tabular-nums">{one.quantity ?? absent}</td>
                  <td>{money(one.price)}</td>
                  <td>{money(one.discount)}</td>
                  <td translate="no">{one.promotion ?? <Unheld reason={t('ofNone')} />}</td>
                </tr>
              ))}
            </tbody>
          </PlainTable>
        </SideScroll>
      </div>
    </Section>
  );
}
