import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Fragment } from 'react';
import { chargeValues } from '@/lib/deductions/schema';
import type { DeductionDetail } from '@/lib/deductions/view';
import { Id } from '../../data/id';
import { Timestamp } from '../../data/timestamp';
import { Unheld } from '../../data/unheld';
import type { Looking } from '../../personal/masked-value';
import { MaskedValue } from '../../personal/masked-value';
import { Facts } from '../../ui/facts';
import { Section } from '../../ui/section';
import { Bank } from '../bank';

/** A wire name, which breaks between its words where columns are scarce. */
const wire = (name: string) => (
  <span className="mono" translate="no">
    {name.split(/(?<=[_.])/).map((part, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one name, which never move.
      <Fragment key={place}>
        {place > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
);
const verbatim = (value: string) => <span translate="no">{value}</span>;

/** What we asked for, by wire name; what was left empty was not sent. */
export function AskedFacts({ order, zone }: { order: DeductionDetail; zone: string }) {
  const t = useTranslations('deduction.asked');
  const values = chargeValues.safeParse(order.values).data;
  const sent: [string, string][] = values
    ? [
        ['description', values.description],
        ['merchant_category_code', values.merchant_category_code],
        ['goods_tag', values.goods_tag],
        ['attach', values.attach],
        ['sub_appid', values.sub_appid],
        ['scene_info.device_id', values.scene_info.device_id],
        ['scene_info.device_ip', values.scene_info.device_ip],
        ['notify_url', values.notify_url],
      ]
    : [];
  return (
    <Section title={t('title')}>
      <div className="mt-2">
        <Facts
          facts={[
            { term: t('by'), value: order.madeBy },
            { term: t('made'), value: <Timestamp at={order.createdAt} zone={zone} /> },
            ...sent
              .filter(([, value]) => value !== '')
              .map(([name, value]) => ({ key: name, term: wire(name), value: verbatim(value) })),
            order.lookAlikeReason === '' ? null : { term: t('lookAlike'), value: order.lookAlikeReason },
          ]}
        />
      </div>
    </Section>
  );
}

type ToldFactsProps = { order: DeductionDetail; zone: string; looking: Looking };

/** What the platform told of the order beside its state and its amounts. */
export function ToldFacts({ order, zone, looking }: ToldFactsProps) {
  const t = useTranslations('deduction.told');
  const { told } = order;
  const absent = <Unheld reason={t('notTold')} />;
  const value = (held: string | null | undefined): ReactNode => (held == null ? absent : verbatim(held));
  return (
    <Section title={t('title')} className="mt-2">
      <div className="mt-2">
        <Facts
          facts={[
            {
              key: 'transaction',
              term: wire('transaction_id'),
              value: order.transactionId === null ? absent : <Id value={order.transactionId} copy />,
            },
            { key: 'type', term: wire('trade_type'), value: <TradeType value={order.tradeType} /> },
            { key: 'bank', term: wire('bank_type'), value: <Bank type={order.bankType} /> },
            {
              key: 'success',
              term: wire('success_time'),
              value: order.successTime === null ? absent : <Timestamp at={order.successTime} zone={zone} />,
            },
            { key: 'payer', term: t('payer'), value: <Payer order={order} looking={looking} /> },
            { key: 'mcc', term: wire('merchant_category_code'), value: value(told?.merchantCategoryCode) },
            told?.attach == null ? null : { key: 'attach', term: wire('attach'), value: value(told.attach) },
            told?.deviceId == null
              ? null
              : { key: 'device', term: wire('scene_info.device_id'), value: value(told.deviceId) },
            told?.deviceIp == null
              ? null
              : { key: 'ip', term: wire('scene_info.device_ip'), value: value(told.deviceIp) },
          ]}
        />
      </div>
    </Section>
  );
}

/** trade_type: AUTH in the field table, PAP in the example (4.4): one and the same to us. */
function TradeType({ value }: { value: string | null }) {
  const t = useTranslations('deduction.told');
  if (value === null) return <Unheld reason={t('notTold')} />;
  return (
    <span data-trade-type={value}>
      <span className="mono" translate="no">
        {value}
      </span>
      {t.has(`tradeType.${value}`) && <span className="text-ink-2">{` ${t(`tradeType.${value}`)}`}</span>}
    </span>
  );
}

/** Which ids of the payer were told: sealed, and shown only to who may look, one at a time. */
function Payer({ order, looking }: Pick<ToldFactsProps, 'order' | 'looking'>) {
  const t = useTranslations('deduction.told');
  const names = order.told?.payer ?? [];
  if (names.length === 0) return <Unheld reason={t('notTold')} />;
  return names.map((name) => (
    <span key={name} className="block" data-payer={name} title={t('payerMasked')}>
      <span className="mono">{name}</span>{' '}
      <MaskedValue
        mask="••••"
        look={{ kind: 'deduction', objectId: order.outTradeNo, path: `payer.${name}` }}
        name={name}
        looking={looking}
      />
    </span>
  ));
}
