import type { Mode } from '@/lib/platform/operations';
import type { Owner } from '@/lib/platform/rows/row';
import { tradeStateRow } from '@/lib/platform/rows/trade-state';
import { minorTyped, sumOf } from '@/lib/platform/wire/currency';
import type { DeductionBody } from '@/lib/platform/wire/deduction';
import { deductionBodies } from '@/lib/platform/wire/deduction';
import { failedRules } from '@/lib/platform/wire/rules';
import { offersOf, ownerOf, WAITED_TOO_LONG } from '@/lib/requests/rules';
import type { Issue } from '@/lib/result';
import type { ChargeValues } from './schema';

/** Within this time one charge like another asks for a reason (features row 43), and the caps of a person are counted. */
export const LOOK_ALIKE_MS = 24 * 60 * 60 * 1000;

/**
 * Above which amount a charge takes a second person, and how much one person may charge within 24 hours (day 5, features
 * row 46), in minor units.
 */
export type ChargeLimit = { above: bigint; daily: bigint };

/** Limits by currency. One without limits always takes a second person, and has no cap. */
export type ChargeLimits = Readonly<Record<string, ChargeLimit>>;

/** What holds until two administrators agree on something else. */
export const defaultLimits: ChargeLimits = {
  HKD: { above: 100_000n, daily: 2_000_000n },
  CNY: { above: 100_000n, daily: 2_000_000n },
  MOP: { above: 100_000n, daily: 2_000_000n },
  TWD: { above: 400_000n, daily: 8_000_000n },
  USD: { above: 12_500n, daily: 250_000n },
  EUR: { above: 12_500n, daily: 250_000n },
  GBP: { above: 10_000n, daily: 200_000n },
  SGD: { above: 17_500n, daily: 350_000n },
  JPY: { above: 20_000n, daily: 400_000n },
};

/** The limit of a currency; null where there is none. */
export const limitOf = (limits: ChargeLimits, currency: string): ChargeLimit | null =>
  Object.hasOwn(limits, currency) ? (limits[currency] ?? null) : null;

/** The row of the policy that a charge falls under. */
export const policyKeyOf = (
  limits: ChargeLimits,
  { total, currency }: { total: bigint; currency: string },
): 'deduction.charge' | 'deduction.charge-large' => {
  const limit = limitOf(limits, currency);
  return limit !== null && total <= limit.above ? 'deduction.charge' : 'deduction.charge-large';
};

/** Who charges, and with what ids: the mode decides which there are (4.4). */
export type ChargeIds =
  | { mode: 'institutional'; sub_mchid: string; sp_appid: string }
  | { mode: 'common'; appid: string };

const given = <Name extends string>(name: Name, value: string) =>
  (value === '' ? {} : { [name]: value }) as Partial<Record<Name, string>>;

/** The body of 4.4 that these values make, in the mode of the ids; what is empty is not sent. */
export function bodyOf(ids: ChargeIds, values: ChargeValues): DeductionBody<Mode> {
  const { amount, scene_info: scene, ...text } = values;
  const device = { ...given('device_id', scene.device_id), ...given('device_ip', scene.device_ip) };
  const total = minorTyped(amount.total);
  const parties =
    ids.mode === 'common'
      ? { appid: ids.appid }
      : { sub_mchid: ids.sub_mchid, sp_appid: ids.sp_appid, ...given('sub_appid', text.sub_appid) };
  return {
    ...parties,
    description: text.description,
    ...given('attach', text.attach),
    notify_url: text.notify_url,
    out_trade_no: text.out_trade_no,
    ...given('goods_tag', text.goods_tag),
    merchant_category_code: text.merchant_category_code,
    contract_id: text.contract_id,
    amount: { total: 'minor' in total ? Number(total.minor) : Number.NaN, currency: amount.currency },
    ...(Object.keys(device).length > 0 && { scene_info: device }),
  } as DeductionBody<Mode>;
}

/** What stands against sending these values, whatever the state of contract and order; one rule for each field. */
export function checkCharge(values: ChargeValues, ids: ChargeIds): Issue[] {
  const total = minorTyped(values.amount.total);
  const parsed = deductionBodies[ids.mode].safeParse(bodyOf(ids, values));
  const failures = parsed.success ? [] : failedRules(parsed.error);
  const issues = failures
    .filter(({ path }) => path.join('.') !== 'amount.total')
    .map(({ rule, path, ...params }): Issue => ({ path: path.join('.'), rule, params }));
  if ('fault' in total) issues.push({ path: 'amount.total', rule: total.fault });
  // Where there is nothing to send it with, it is not silently left out.
  if (ids.mode === 'common' && values.sub_appid !== '') issues.push({ path: 'sub_appid', rule: 'unknown-field' });
  return issues;
}

/** What an order was last known as: the newest request under its number, and what the platform told. */
export type OrderKnown = {
  /** Null while nothing was sent. */
  outcome: string | null;
  meaning: string | null;
  settledHow: string | null;
  tradeState: string | null;
};

/**
 * What is to be said of an order. `paid` and `not-paid` are claims about the payer's money; `number-taken` is none: the
 * platform holds another order under this number.
 */
export type Standing = 'not-sent' | 'sending' | 'unknown' | 'in-progress' | 'paid' | 'not-paid' | 'number-taken';

/** Codes that say only that the number is in use. */
export const takenMeanings = ['deduction-order-paid', 'deduction-already-exists'];

export function standingOf({ outcome, meaning, settledHow, tradeState }: OrderKnown): Standing {
  if (tradeState !== null) {
    const { isPaid, isFinal } = tradeStateRow(tradeState);
    return isPaid ? 'paid' : isFinal ? 'not-paid' : 'in-progress';
  }
  if (outcome === null || outcome === 'not-sent') return 'not-sent';
  if (outcome === 'unknown') return 'unknown';
  if (outcome === 'refused') {
    const isTaken = settledHow !== 'evidence' && meaning !== null && takenMeanings.includes(meaning);
    return isTaken ? 'number-taken' : 'not-paid';
  }
  // An acceptance that told nothing is one that an error implied or two people knew: its settling wrote the state down.
  return outcome === 'accepted' ? 'unknown' : 'sending';
}

/** Whether a linked new order may follow under a new number: only where 7.4 or 3.3 speaks of one. */
export function mayReplace({ outcome, meaning, settledHow, tradeState }: OrderKnown): boolean {
  if (tradeState !== null) return tradeStateRow(tradeState).mayReplace;
  return outcome === 'refused' && settledHow !== 'evidence' && offersOf({ meaning, outcome }).includes('new-order');
}

/** Whether it may be charged again under the same number: it was refused, and the number is free to be used. */
export function mayChargeAgain(known: OrderKnown): boolean {
  return known.outcome === 'refused' && standingOf(known) === 'not-paid' && !mayReplace(known);
}

/** Whose move it is (3.3, 7.4): null where nobody has to act. An unknown is for whoever charges: only people resolve it. */
export function whoseMove(known: OrderKnown): Owner | null {
  const { outcome, meaning, tradeState } = known;
  if (tradeState !== null) return tradeStateRow(tradeState).owner;
  const standing = standingOf(known);
  if (standing === 'sending') return meaning === WAITED_TOO_LONG && outcome === 'waiting' ? 'operator' : 'platform';
  return standing === 'not-paid' && outcome === 'refused' ? ownerOf({ meaning, outcome }) : 'operator';
}

const howSettled: Record<string, string> = {
  answer: 'answer',
  repeat: 'answer',
  'never-taken': 'inferred',
  error: 'inferred',
  reading: 'reading',
  evidence: 'staff',
};

/** How it is known where an order stands: what told its state, or else what settled its request; null: nobody told us. */
export const howKnown = ({ tradeStateHow, settledHow }: { tradeStateHow: string | null; settledHow: string | null }) =>
  tradeStateHow ?? howSettled[settledHow ?? ''] ?? null;

/** What told the state, where it has a page of its own: a reading has none. */
export function proofOf({
  tradeStateHow: how,
  tradeStateProof: id,
}: {
  tradeStateHow: string | null;
  tradeStateProof: string | null;
}): { kind: 'request' | 'notification'; id: string } | null {
  if (id === null || how === 'reading') return null;
  return { kind: how === 'notification' ? 'notification' : 'request', id };
}

/**
 * Whether what the payer paid is the total less the promotions, in minor units; null where that cannot be said: something
 * was not told, or another currency was paid in, whose rounding is the platform's.
 */
export function payerSum(told: {
  total: string | null;
  currency: string | null;
  payerTotal: string | null;
  payerCurrency: string | null;
  promotions: readonly { amount: string | null; currency: string | null }[];
}): { expected: string; addsUp: boolean } | null {
  const { total, currency, payerTotal, payerCurrency, promotions } = told;
  if (total === null || payerTotal === null || currency === null || currency !== payerCurrency) return null;
  const off = promotions.map((one) => (one.currency === null || one.currency === currency ? one.amount : null));
  if (off.some((amount) => amount === null)) return null;
  const expected = BigInt(total) - sumOf(off.flatMap((amount) => amount ?? []));
  return { expected: expected.toString(), addsUp: expected === BigInt(payerTotal) };
}
