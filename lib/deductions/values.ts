// The form of a charge (4.4): what a person types, with the amount in major units, and what it comes to. Pure, for both sides.
import { z } from 'zod';
import { exponentOf, majorOf, minorOf, minorTyped } from '@/lib/platform/wire/currency';
import type { Issue } from '@/lib/result';
import type { ChargeIds } from './rules';
import { checkCharge } from './rules';
import type { ChargeOrigin, ChargeValues } from './schema';
import { chargeInput, chargeOrigin, chargeValues } from './schema';

const part = z.string().max(200);

/** What a description is built of: Brand-City Branch-Goods (4.4). */
export const descriptionParts = z.object({ brand: part, city: part, branch: part, goods: part });
export type DescriptionParts = z.infer<typeof descriptionParts>;

/** The values of the form. `amount.total` is as it was typed: major units of a currency that is listed, else minor ones. */
export const chargeForm = chargeValues.omit({ contract_id: true }).extend({
  builder: descriptionParts,
  lookAlikeReason: chargeInput.shape.lookAlikeReason,
});
export type ChargeForm = z.infer<typeof chargeForm>;

/** What the form began from. */
export const chargeBase = z.object({
  /** A charge is made over no record: its number is what must not move. */
  version: z.literal(1),
  contractId: z.string(),
  origin: chargeOrigin,
  values: chargeForm,
});
export type ChargeBase = z.infer<typeof chargeBase>;

/** What its draft holds. */
export const chargeDraft = z.object({ values: chargeForm, base: chargeBase });

/** Whether two charges follow the same order in the same way: only then a draft of one is a draft of the other. */
export const isSameOrigin = (one: ChargeOrigin, other: ChargeOrigin): boolean =>
  one.kind === other.kind && (one.kind === 'new' || (other.kind !== 'new' && one.outTradeNo === other.outTradeNo));

/** The description that its parts make; parts that are not there leave nothing behind. */
export function descriptionOf({ brand, city, branch, goods }: DescriptionParts): string {
  const place = [city, branch].map((text) => text.trim()).filter((text) => text !== '');
  return [brand.trim(), place.join(' '), goods.trim()].filter((text) => text !== '').join('-');
}

/** What was typed as minor units, by the digits that the currency has after the point. */
export function totalOf({ total, currency }: ChargeForm['amount']): ReturnType<typeof minorTyped> {
  const exponent = exponentOf(currency);
  return exponent === null ? minorTyped(total) : minorOf(total, exponent);
}

/** An amount as somebody would type it. */
export const typedTotalOf = ({ total, currency }: ChargeValues['amount']): string => {
  const exponent = exponentOf(currency);
  return exponent === null || total === '' ? total : majorOf(total, exponent);
};

/** The values as they are sent. */
export function chargeValuesOf(contractId: string, form: ChargeForm): ChargeValues {
  const { builder: _, lookAlikeReason: __, ...values } = form;
  const total = totalOf(form.amount);
  return {
    ...values,
    contract_id: contractId,
    amount: { ...form.amount, total: 'minor' in total ? total.minor : '' },
  };
}

/** An order like the one that is typed may have been charged already. */
export type AlikeOrder = { outTradeNo: string; total: string; currency: string };

/** The first order that is like the one in the form: same amount, same currency, same contract. */
export function alikeIn(orders: readonly AlikeOrder[], amount: ChargeForm['amount']): AlikeOrder | null {
  const total = totalOf(amount);
  if (!('minor' in total)) return null;
  return orders.find((each) => each.total === total.minor && each.currency === amount.currency) ?? null;
}

/** What stands against sending what is in the form, each at its field. */
export function checkChargeForm(
  form: ChargeForm,
  { contractId, ids, alikes }: { contractId: string; ids: ChargeIds; alikes: readonly AlikeOrder[] },
): Issue[] {
  const values = chargeValuesOf(contractId, form);
  const total = totalOf(form.amount);
  const alike = alikeIn(alikes, form.amount);
  return [
    ...checkCharge(values, ids).filter(({ path }) => path !== 'amount.total'),
    ...('fault' in total ? [{ path: 'amount.total', rule: total.fault }] : []),
    ...(alike && form.lookAlikeReason.trim() === ''
      ? [{ path: 'lookAlikeReason', rule: 'look-alike', params: { order: alike.outTradeNo } }]
      : []),
  ];
}
