'use client';

import { useTranslations } from 'next-intl';
import { AreaField } from '@/components/form/area-field';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { useFieldValue } from '@/components/form/use-field';
import { Notice } from '@/components/ui/notice';
import { FieldGrid, Group } from '@/components/ui/section';
import type { ChargeForm } from '@/lib/deductions/values';
import { alikeIn, descriptionParts, totalOf } from '@/lib/deductions/values';
import { exponentOf } from '@/lib/platform/wire/currency';
import { useCharge } from './charge-context';

const trimmed = (typed: string) => typed.trim();

/** How much, of what currency: typed in major units, with the minor ones that are sent beside it. */
export function AmountGroup() {
  const t = useTranslations('charge');
  const { currencies, alikes } = useCharge();
  const amount = useFieldValue<ChargeForm['amount']>('amount');
  const alike = alikeIn(alikes, amount);
  const total = totalOf(amount);
  const exponent = exponentOf(amount.currency);
  const digits = amount.currency === '' ? 'choose' : exponent === null ? 'unlisted' : 'listed';
  return (
    <Group id="amount" legend={t('groups.amount')}>
      <FieldGrid>
        <SelectField
          name="amount.currency"
          label={t('fields.currency.label')}
          options={currencies}
          placeholder={t('fields.currency.choose')}
        />
        <TextField
          name="amount.total"
          label={t('fields.total.label')}
          help={
            <span data-part="minor" data-minor={'minor' in total ? total.minor : ''}>
              {'minor' in total && amount.currency !== ''
                ? t('fields.total.minor', { minor: total.minor })
                : t(`fields.total.${digits}`, { currency: amount.currency, digits: exponent ?? 0 })}
            </span>
          }
          inputMode="decimal"
          isMono
          normalise={trimmed}
        />
      </FieldGrid>
      {alike && (
        <div className="mt-3 grid gap-2" data-part="look-alike">
          <Notice icon="warning" tone="review">
            {t('alike', { order: alike.outTradeNo })}
          </Notice>
          <AreaField
            name="lookAlikeReason"
            apiName={null}
            label={t('fields.lookAlikeReason.label')}
            help={t('fields.lookAlikeReason.help')}
            rows={2}
            counter={{ max: 500 }}
          />
        </div>
      )}
    </Group>
  );
}

/** What the payer reads: built of its parts, and free to be written by hand. */
export function DescriptionGroup() {
  const t = useTranslations('charge');
  return (
    <Group id="description" legend={t('groups.description')} note={t('descriptionNote')}>
      <FieldGrid>
        {descriptionParts.keyof().options.map((part) => (
          <TextField
            key={part}
            name={`builder.${part}`}
            apiName={null}
            label={t(`fields.builder.${part}`)}
            normalise={trimmed}
          />
        ))}
        <TextField
          name="description"
          label={t('fields.description.label')}
          help={t('fields.description.help')}
          counter={{ max: 128 }}
          isPublic
          isWide
          normalise={trimmed}
        />
      </FieldGrid>
    </Group>
  );
}

/** Our number, category, where the result is told, and what may go with it. */
export function OrderGroup() {
  const t = useTranslations('charge');
  const { ids, isNumberFixed, recordMcc } = useCharge();
  return (
    <>
      <Group id="order" legend={t('groups.order')}>
        <FieldGrid>
          <TextField
            name="out_trade_no"
            label={t('fields.out_trade_no.label')}
            help={t(isNumberFixed ? 'fields.out_trade_no.fixed' : 'fields.out_trade_no.help')}
            counter={{ max: 32 }}
            disabled={isNumberFixed}
            isMono
            normalise={trimmed}
          />
          <TextField
            name="merchant_category_code"
            label={t('fields.merchant_category_code.label')}
            help={
              recordMcc === ''
                ? t('fields.merchant_category_code.none')
                : t('fields.merchant_category_code.help', { mcc: recordMcc })
            }
            counter={{ max: 16 }}
            isMono
            normalise={trimmed}
          />
          <TextField
            name="notify_url"
            label={t('fields.notify_url.label')}
            help={t('fields.notify_url.help')}
            counter={{ max: 256 }}
            inputMode="url"
            isMono
            isWide
            normalise={trimmed}
          />
        </FieldGrid>
      </Group>
      <Group id="more" legend={t('groups.more')} note={t('moreNote')}>
        <FieldGrid>
          <TextField
            name="attach"
            label={t('fields.attach.label')}
            help={t('fields.attach.help')}
            counter={{ max: 127 }}
            isWide
            normalise={trimmed}
          />
          <TextField
            name="goods_tag"
            label={t('fields.goods_tag.label')}
            help={t('fields.goods_tag.help')}
            counter={{ max: 32 }}
            normalise={trimmed}
          />
          {ids.mode === 'institutional' && (
            <TextField
              name="sub_appid"
              label={t('fields.sub_appid.label')}
              help={t('fields.sub_appid.help')}
              counter={{ max: 32 }}
              isMono
              normalise={trimmed}
            />
          )}
          <TextField
            name="scene_info.device_id"
            label={t('fields.device_id.label')}
            help={t('fields.device_id.help')}
            counter={{ max: 32 }}
            isMono
            normalise={trimmed}
          />
          <TextField
            name="scene_info.device_ip"
            label={t('fields.device_ip.label')}
            help={t('fields.device_ip.help')}
            counter={{ max: 40 }}
            isMono
            normalise={trimmed}
          />
        </FieldGrid>
      </Group>
    </>
  );
}
