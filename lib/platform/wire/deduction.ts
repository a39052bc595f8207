// Deductions (4.4): what is sent to charge a contract, which differs by mode, and the order as the platform tells it in the
// answer, in a reading and in the result notification.
import { z } from 'zod';
import { platformNumber } from './application';
import { contractId } from './contract';
import { currencyCode, minorAmount, ratioOf, sumOf } from './currency';
import { platformId } from './fields';
import { broken, typeRule } from './rules';
import { patterned, text } from './text';

/**
 * out_trade_no: our number of the order, by which the platform tells a repeat from another charge. ASSUMPTION: the interface
 * allows letters and names no other signs; these are those of the platform's other orders.
 */
export const outTradeNo = patterned(1, 32, /^[0-9A-Za-z_\-|*@]+$/, 'not-an-order-number');

const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * notify_url: https, reachable from outside, without parameters (4.4). Plain http only to this machine, where practice goes
 * on (decisions 3).
 */
export const callbackAddress = text(1, 256).check(({ value, issues }) => {
  if (!URL.canParse(value)) {
    issues.push(broken('not-a-url', value));
    return;
  }
  const { protocol, hostname, username, password } = new URL(value);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && localHosts.includes(hostname));
  if (!isSafe) issues.push(broken('not-https', value));
  else if (/[?#]/.test(value) || username !== '' || password !== '') issues.push(broken('has-parameters', value));
});

/** device_ip: an address of either kind. */
const deviceAddress = text(1, 40).check(({ value, issues }) => {
  if (!z.ipv4().safeParse(value).success && !z.ipv6().safeParse(value).success)
    issues.push(broken('not-an-ip-address', value));
});

const strict = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.object(shape, { error: typeRule() }).strict();

/** What both modes send, in the order of the table. */
const shared = {
  description: text(1, 128),
  attach: text(1, 127).optional(),
  notify_url: callbackAddress,
  out_trade_no: outTradeNo,
  goods_tag: text(1, 32).optional(),
  merchant_category_code: text(1, 16),
  contract_id: contractId,
  // "Requirement not marked", and in all examples: always sent.
  amount: strict({ total: minorAmount, currency: currencyCode }),
  scene_info: strict({ device_id: text(1, 32).optional(), device_ip: deviceAddress.optional() }).optional(),
};

/** The body of 4.4 by mode. One of the other mode does not fit: unknown fields are refused. */
export const deductionBodies = {
  institutional: strict({ sub_mchid: platformId, sp_appid: platformId, sub_appid: platformId.optional(), ...shared }),
  common: strict({ appid: platformId, ...shared }),
};
export type DeductionBody<Mode extends keyof typeof deductionBodies> = z.output<(typeof deductionBodies)[Mode]>;

const word = z
  .string()
  .trim()
  .max(512)
  .nullish()
  .transform((value) => value || null)
  .catch(null);
/** Whole numbers arrive as numbers or as their digits, and are text from here on. */
const number = platformNumber
  .nullish()
  .transform((value) => value ?? null)
  .catch(null);
const needed = (max: number) => z.string().trim().min(1).max(max);

/** One item of goods (4.4). */
const goods = z.looseObject({
  goods_id: word,
  goods_remark: word,
  discount_amount: number,
  quantity: number,
  price: number,
});
export type OrderGoods = z.output<typeof goods>;

/** A list; a single object is a list of one, and what is neither is none: the documents disagree (notes 17.7). */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .union([z.array(item), item.transform((one) => [one])])
    .nullish()
    .transform((value) => value ?? [])
    .catch([]);

const promotion = z.looseObject({
  promotion_id: word,
  name: word,
  scope: word,
  type: word,
  amount: number,
  currency: word,
  activity_id: word,
  // ASSUMPTION: two spellings, of the auto-debit documents and of all others (notes 12.1).
  wxpay_contribute_amount: number,
  wechatpay_contribute_amount: number,
  merchant_contribute_amount: number,
  other_contribute_amount: number,
  goods_detail: listOf(goods),
});
export type OrderPromotion = z.output<typeof promotion>;

const orderAmount = z.looseObject({
  total: number,
  payer_total: number,
  currency: word,
  payer_currency: word,
  exchange_rate: z.looseObject({ type: word, rate: number }).nullish().catch(null),
});

const payer = z.looseObject({ openid: word, sp_openid: word, sub_openid: word });
const scene = z.looseObject({ device_id: word, device_ip: word });

/**
 * The order record, read leniently: without its number and its state it is none, and whatever else is missing or odd is for
 * Integrations to know. ASSUMPTION: the reading operation and the result notification tell the same record, the latter
 * perhaps with `id` for the platform's number (notes 12.3, 12.5).
 */
export const orderRecord = z.looseObject({
  mchid: word,
  appid: word,
  sp_mchid: word,
  sub_mchid: word,
  sp_appid: word,
  sub_appid: word,
  out_trade_no: needed(64),
  transaction_id: word,
  id: word,
  attach: word,
  trade_type: word,
  bank_type: word,
  success_time: word,
  trade_state: needed(32),
  trade_state_desc: word,
  merchant_category_code: word,
  payer: payer.nullish().catch(null),
  amount: orderAmount.nullish().catch(null),
  promotion_detail: listOf(promotion),
  goods_detail: listOf(goods),
  scene_info: scene.nullish().catch(null),
});
export type OrderRecord = z.output<typeof orderRecord>;

/** What 4.4 marks as required in an answer, beside number and state. */
export const orderRequired = ['transaction_id', 'trade_type', 'trade_state_desc', 'merchant_category_code'] as const;

/** The platform's number of the order. */
export const transactionIdOf = ({ transaction_id, id }: Pick<OrderRecord, 'transaction_id' | 'id'>): string | null =>
  transaction_id ?? id;

/** All goods, wherever they stand (notes 17.7): at the top, or in a promotion, which is then told beside them. */
export const goodsOf = ({
  goods_detail,
  promotion_detail,
}: OrderRecord): { goods: OrderGoods; promotion: OrderPromotion | null }[] => [
  ...goods_detail.map((goods) => ({ goods, promotion: null })),
  ...promotion_detail.flatMap((promotion) => promotion.goods_detail.map((goods) => ({ goods, promotion }))),
];

/** Who paid for a promotion, in minor units; null where the platform does not say. */
export type Contributions = {
  platform: string | null;
  merchant: string | null;
  other: string | null;
  /** Whether those that are told make up the whole; null where none is told. */
  addUp: boolean | null;
};

export function contributionsOf(promotion: OrderPromotion): Contributions {
  const platform = promotion.wxpay_contribute_amount ?? promotion.wechatpay_contribute_amount;
  const { merchant_contribute_amount: merchant, other_contribute_amount: other, amount } = promotion;
  const told = [platform, merchant, other].flatMap((each) => each ?? []);
  const addUp = told.length === 0 || amount === null ? null : sumOf(told) === BigInt(amount);
  return { platform, merchant, other, addUp };
}

/** The rate of an order as a ratio, `6.5`; null where there is none, as between equal currencies. */
export const rateOf = ({ amount }: Pick<OrderRecord, 'amount'>): { type: string | null; ratio: string } | null => {
  const rate = amount?.exchange_rate?.rate ?? null;
  return rate === null ? null : { type: amount?.exchange_rate?.type ?? null, ratio: ratioOf(rate) };
};
