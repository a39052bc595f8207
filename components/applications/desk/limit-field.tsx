'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/form/field';
import { useField, useFieldValue } from '@/components/form/use-field';
import { ladder, limitsFor } from '@/lib/applications/rules';
import { formatCount } from '@/lib/i18n/format';
import { limitQuotas } from '@/lib/platform/wire/enums';
import { useDesk } from './desk-context';

const NAME = 'transaction_limit_type';

/** The ladder of limits with what each lets through a day and what it needs (section 8). The choice always goes along. */
export function LimitField() {
  const t = useTranslations('desk.limit');
  const { applymentType } = useDesk();
  const site = useFieldValue<string>('website_state');
  const field = useField<string>({ name: NAME, label: t('label') });
  const open = limitsFor(applymentType, site);
  const money = (cny: number | undefined) =>
    cny === undefined
      ? t('unlimited')
      : t.rich('cny', { amount: formatCount(cny), ccy: (text) => <small>{text}</small> });
  return (
    <Field name={NAME} label={t('label')} help={t('help')} isGroup {...field.frame} counter={undefined}>
      {(control) => (
        <div
          className="limit-ladder"
          role="radiogroup"
          id={control.id}
          aria-labelledby={`${control.id}-label`}
          aria-describedby={control['aria-describedby']}
        >
          <div data-part="head" aria-hidden="true">
            <span />
            <span>{t('grade')}</span>
            <span data-part="money">{t('person')}</span>
            <span data-part="money">{t('merchant')}</span>
          </div>
          {ladder.map(({ limit, needs }) => {
            const quota = limitQuotas[limit];
            const isOpen = open.includes(limit);
            return (
              <label key={limit} data-open={isOpen}>
                <input
                  type="radio"
                  className="radio"
                  name={control.name}
                  value={limit}
                  checked={field.value === limit}
                  disabled={control.disabled || !isOpen}
                  onChange={() => field.change(limit)}
                  onBlur={field.leave}
                />
                <span>
                  {t(`${limit}.name`)}
                  <small>{isOpen ? needs.map((need) => t(`needs.${need}`)).join(', ') : t(`${limit}.closed`)}</small>
                </span>
                <span data-part="money">
                  <span data-part="what">{t('person')} </span>
                  {money(quota?.personCny)}
                </span>
                <span data-part="money">
                  <span data-part="what">{t('merchant')} </span>
                  {money(quota?.subMerchantCny)}
                </span>
              </label>
            );
          })}
        </div>
      )}
    </Field>
  );
}
