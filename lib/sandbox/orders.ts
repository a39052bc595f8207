// Orders (4.4) as the platform holds them, how their payers can pay, and the ledger of charges: the one truth about whose
// money moved.
import { sha256 } from '../platform/crypto/sha256';
import type { Mode } from '../platform/operations';
import type { TradeState } from '../platform/wire/enums';
import { rfc3339 } from './texts';
import { sampleInstitution, sampleMerchant } from './world';

/** Codes of 7.4 with which a payment method can fail. */
export const methodFaults = ['NOTENOUGH', 'RULE_LIMIT', 'USER_ERROR', 'BANKERROR'] as const;
export type MethodFault = (typeof methodFaults)[number];

/** One way in which a payer can pay, the first being the priority payment method of the contract. */
export type PaymentMethod = { bank_type: string; fails: MethodFault | null };

/** What a payer of a contract does, as a tester wants it. */
export type Payer = {
  methods: PaymentMethod[];
  /** The account was cancelled (USER_NOT_EXIST). */
  isCancelled: boolean;
  /** The state that the next orders get; SUCCESS charges at once. */
  next: Exclude<TradeState, 'REFUND'>;
};

/** Who pays unless a tester says otherwise: the balance first, then the Hong Kong wallet. */
export const usualPayer = (): Payer => ({
  methods: [
    { bank_type: 'CFT', fails: null },
    { bank_type: 'WPHK', fails: null },
  ],
  isCancelled: false,
  next: 'SUCCESS',
});

/** One order. Amounts are minor units, times ISO 8601. */
export type HeldOrder = {
  mode: Mode;
  sub_mchid?: string;
  sub_appid?: string;
  out_trade_no: string;
  transaction_id: string;
  contract_id: string;
  openid: string;
  /** SHA-256 of what was asked for: the same number with another content is another order. */
  asked: string;
  description: string;
  attach?: string;
  goods_tag?: string;
  notify_url: string;
  merchant_category_code: string;
  total: number;
  currency: string;
  scene_info?: { device_id?: string | undefined; device_ip?: string | undefined };
  trade_state: TradeState;
  bank_type: string;
  success_time?: string;
};

/** One charge: money that moved. */
export type Charge = {
  contract_id: string;
  out_trade_no: string;
  transaction_id: string;
  total: number;
  currency: string;
  at: string;
};

export type OrderBook = {
  orders: Record<string, HeldOrder>;
  charges: Charge[];
  /** By contract; one that is not here pays as usual. */
  payers: Record<string, Payer>;
};

export const emptyOrders = (): OrderBook => ({ orders: {}, charges: [], payers: {} });

/** Where an order stands in the book: numbers are a merchant's own. */
export const orderKey = (mode: Mode, subMchid: string | undefined, outTradeNo: string): string =>
  `${mode} ${subMchid ?? ''} ${outTradeNo}`;

/** The platform's own number of an order, the `n`th that it took. */
export const newTransactionId = (contractId: string, outTradeNo: string, n: number): string => {
  const digits = sha256(`${contractId} ${outTradeNo} ${n}`).replace(/\D/g, '');
  return `4200${digits.padEnd(24, '0').slice(0, 24)}`;
};

/** How many charges each contract has had. */
export const chargesPerContract = ({ charges }: Pick<OrderBook, 'charges'>): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { contract_id } of charges) counts[contract_id] = (counts[contract_id] ?? 0) + 1;
  return counts;
};

/** Moves an order; the first time that it is paid is a charge. True when money moved. */
export function moveOrder(book: OrderBook, order: HeldOrder, state: TradeState, now: Date): boolean {
  order.trade_state = state;
  const isCharged = book.charges.some(({ transaction_id }) => transaction_id === order.transaction_id);
  if (state !== 'SUCCESS' || isCharged) return false;
  order.success_time = now.toISOString();
  const { contract_id, out_trade_no, transaction_id, total, currency } = order;
  book.charges.push({ contract_id, out_trade_no, transaction_id, total, currency, at: order.success_time });
  return true;
}

const descriptions: Record<TradeState, string> = {
  SUCCESS: '支付成功',
  REFUND: '转入退款',
  NOTPAY: '订单未支付，请查询或等待通知',
  CLOSED: '订单已关闭，请重新下单',
  PAYERROR: '支付失败，请重新下单',
  USERPAYING: '用户支付中，请查询或等待通知',
};

/** What the wallet pays in, and for how much of a foreign unit: made up, times 10^8 (4.4). */
const walletRates: Record<string, number> = { CNY: 108_000_000, USD: 650_000_000, JPY: 520_000_000, EUR: 850_000_000 };

/** The order record of 4.4: what is told after success, only then. */
export function orderRecordOf(order: HeldOrder): Record<string, unknown> {
  const { mode, openid, sub_mchid, sub_appid, total, goods_tag } = order;
  const parties =
    mode === 'common'
      ? sampleMerchant
      : {
          sp_mchid: sampleInstitution.mchid,
          sub_mchid,
          sp_appid: sampleInstitution.appid,
          ...(sub_appid === undefined ? {} : { sub_appid }),
        };
  const isPaid = order.success_time !== undefined;
  const discount = goods_tag === undefined ? 0 : Math.floor(total / 10);
  return {
    ...parties,
    out_trade_no: order.out_trade_no,
    transaction_id: order.transaction_id,
    ...(order.attach === undefined ? {} : { attach: order.attach }),
    trade_type: 'AUTH',
    ...(isPaid && { bank_type: order.bank_type, success_time: rfc3339(new Date(order.success_time ?? 0)) }),
    trade_state: order.trade_state,
    trade_state_desc: descriptions[order.trade_state],
    merchant_category_code: order.merchant_category_code,
    ...(isPaid && {
      payer: payerOf(order, openid),
      amount: amountOf(order, total - discount),
      ...(discount > 0 && { promotion_detail: [promotionOf(order, discount)] }),
    }),
    ...(order.scene_info === undefined ? {} : { scene_info: order.scene_info }),
  };
}

const payerOf = ({ mode, sub_appid }: HeldOrder, openid: string) =>
  mode === 'common'
    ? { openid }
    : { sp_openid: openid, ...(sub_appid === undefined ? {} : { sub_openid: `sub-${openid}` }) };

/** The wallet pays in Hong Kong dollars; between equal currencies there is no rate (notes 12.1). */
function amountOf({ total, currency, bank_type }: HeldOrder, left: number) {
  if (bank_type !== 'WPHK' || currency === 'HKD')
    return { total, payer_total: left, currency, payer_currency: currency };
  const rate = walletRates[currency] ?? 650_000_000;
  return {
    total,
    payer_total: Number((BigInt(left) * BigInt(rate) + 50_000_000n) / 100_000_000n),
    currency,
    payer_currency: 'HKD',
    exchange_rate: { type: 'SETTLEMENT_RATE', rate },
  };
}

/** A tag is worth a tenth; the platform pays the odd half of it. Goods stand in the promotion, as a list (notes 12.1). */
const promotionOf = ({ goods_tag = '', currency, total }: HeldOrder, amount: number) => ({
  promotion_id: `P${goods_tag}`.slice(0, 32),
  name: 'Practice discount',
  scope: 'SINGLE',
  type: 'DISCOUNT',
  amount,
  currency,
  activity_id: '931386',
  wxpay_contribute_amount: Math.ceil(amount / 2),
  merchant_contribute_amount: Math.floor(amount / 2),
  other_contribute_amount: 0,
  goods_detail: [
    { goods_id: 'practice-1', goods_remark: 'Practice goods', discount_amount: amount, quantity: 1, price: total },
  ],
});
