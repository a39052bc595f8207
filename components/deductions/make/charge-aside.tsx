'use client';

import { useTranslations } from 'next-intl';
import { Details } from '@/components/ui/details';
import { Facts } from '@/components/ui/facts';
import { Panel } from '@/components/ui/section';
import type { ChargeLimits } from '@/lib/deductions/rules';
import { bodyOf, limitOf } from '@/lib/deductions/rules';
import type { ChargeForm } from '@/lib/deductions/values';
import { chargeValuesOf, totalOf } from '@/lib/deductions/values';
import { amountText } from '@/lib/platform/wire/currency';
import { useCharge } from './charge-context';
import { useChargeSentence } from './use-charge-sentence';

type ChargeAsideProps = {
  values: ChargeForm;
  /** What this person charged within a day, in minor units by currency. */
  charged: { currency: string; total: string }[];
  limits: ChargeLimits;
  /** How many others must approve it, by the policy of now; null while there is no amount. */
  needed: number | null;
  tail: string;
  name: string;
};

/** What will be charged, in a sentence and byte for byte, and how far it is from what asks for a second person. */
export function ChargeAside({ values, charged, limits, needed, tail, name }: ChargeAsideProps) {
  const t = useTranslations('charge.aside');
  const sentence = useChargeSentence();
  const { contractId, ids } = useCharge();
  const { currency } = values.amount;
  const total = totalOf(values.amount);
  const isWhole = 'minor' in total && currency !== '';
  const limit = currency === '' ? null : limitOf(limits, currency);
  const soFar = charged.find((each) => each.currency === currency)?.total ?? '0';
  return (
    <Panel title={t('title')}>
      <div className="grid gap-3 p-3">
        <p data-part="summary">
          {isWhole
            ? sentence({ amount: amountText(total.minor, currency), minor: total.minor, tail, name })
            : t('nothingYet')}
        </p>
        {isWhole && (
          <Facts
            facts={[
              {
                term: t('policy'),
                value: needed === null || needed === 0 ? t('alone') : t('others', { count: needed }),
              },
              {
                term: t('above'),
                value: limit ? t('aboveAmount', { amount: amountText(limit.above, currency) }) : t('always'),
              },
              {
                term: t('today'),
                value: limit
                  ? t('todayOf', { amount: amountText(soFar, currency), cap: amountText(limit.daily, currency) })
                  : amountText(soFar, currency),
              },
            ]}
          />
        )}
        <Details summary={t('body')}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls sideways, by the keyboard too */}
          <pre className="code-block mt-1" tabIndex={0} translate="no" data-part="exact-body">
            {JSON.stringify(bodyOf(ids, chargeValuesOf(contractId, values)), null, 2)}
          </pre>
        </Details>
      </div>
    </Panel>
  );
}
