import { useTranslations } from 'next-intl';
import { payerSum } from '@/lib/deductions/rules';
import type { DeductionDetail } from '@/lib/deductions/view';
import { exponentOf, majorOf } from '@/lib/platform/wire/currency';
import { Unheld } from '../../data/unheld';
import { Icon } from '../../ui/icon';
import { Notice } from '../../ui/notice';
import { Section } from '../../ui/section';
import { PlainTable, SideScroll } from '../../ui/table';

/** Whether two amounts agree: a mark and its words. */
export function SumCheck({ isRight, children }: { isRight: boolean; children: string }) {
  return (
    <span className="inline-flex items-center gap-1" data-sum={isRight ? 'right' : 'wrong'}>
      <Icon
        name={isRight ? 'check' : 'warning'}
        size="small"
        className={isRight ? 'text-approved-edge' : 'text-rejected-edge'}
      />
      {children}
    </span>
  );
}

/** An amount in major units; of a currency that is not listed nobody knows them. */
export function Major({ minor, currency }: { minor: string; currency: string }) {
  const t = useTranslations('deduction.amounts');
  const exponent = exponentOf(currency);
  return exponent === null ? <Unheld reason={t('noExponent')} /> : majorOf(minor, exponent);
}

/** Every amount of an order, in both units, with its currency; the rate, and whether the sums agree (4.4). */
export function OrderAmounts({ order }: { order: DeductionDetail }) {
  const t = useTranslations('deduction.amounts');
  const { told, rate } = order;
  const sum = told && payerSum({ ...order, ...told });
  const rows = [
    { key: 'asked', path: 'amount.total', minor: order.total, currency: order.currency },
    told && { key: 'told', path: 'amount.total', minor: told.total, currency: told.currency },
    told && { key: 'payer', path: 'amount.payer_total', minor: order.payerTotal, currency: order.payerCurrency },
  ].filter((row) => row !== null);
  return (
    <Section title={t('title')} note={t('note')}>
      {order.amountDiffers && (
        <div className="mt-2">
          <Notice tone="rejected" icon="warning">
            {t('differs')}
          </Notice>
        </div>
      )}
      <div className="mt-2">
        <SideScroll>
          <PlainTable caption={t('title')} data-amounts="">
            <thead>
              <tr>
                <th scope="col">{t('what')}</th>
                <th scope="col" data-align="end">
                  {t('major')}
                </th>
                <th scope="col" data-align="end">
                  {t('minor')}
                </th>
                <th scope="col">{t('currency')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, path, minor, currency }) => (
                <tr key={key} data-amount={key}>
                  <td>
                    {t(`row.${key}`)}
                    <small className="mono text-ink-3 block">{path}</small>
                  </td>
                  <td data-align="end" className="font-medium">
                    {minor === null || currency === null ? (
                      <Unheld reason={t('afterPayment')} />
                    ) : (
                      <Major minor={minor} currency={currency} />
                    )}
                  </td>
                  <td data-align="end">{minor ?? <Unheld reason={t('afterPayment')} />}</td>
                  <td>{currency ?? <Unheld reason={t('afterPayment')} />}</td>
                </tr>
              ))}
            </tbody>
          </PlainTable>
        </SideScroll>
      </div>
      <div className="text-table mt-2 grid gap-1">
        <p data-rate={rate?.ratio ?? ''}>
          {rate === null
            ? t(told ? 'noRate' : 'rateUntold')
            : t.rich('rate', {
                ratio: rate.ratio,
                told: rate.told,
                type: rate.type ?? '',
                b: (chunks) => <b className="tabular-nums">{chunks}</b>,
                mono: (chunks) => <span className="mono text-ink-3">{chunks}</span>,
              })}
        </p>
        {sum && (
          <p>
            <SumCheck isRight={sum.addsUp}>
              {t(sum.addsUp ? 'sumRight' : 'sumWrong', { expected: sum.expected })}
            </SumCheck>
          </p>
        )}
      </div>
    </Section>
  );
}
