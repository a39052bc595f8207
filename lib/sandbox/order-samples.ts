// The orders of the first day: one in every state that an order can stand in, of contracts of the sample world. What the
// console knows of them without the platform (a refusal, an answer that was lost) is told here too, for whoever seeds it.
import type { Mode } from '../platform/operations';
import type { TradeState } from '../platform/wire/enums';
import type { ContractBook, HeldContract } from './contracts';
import type { HeldOrder, OrderBook } from './orders';
import { emptyOrders, moveOrder, newTransactionId, orderKey } from './orders';

/** What became of a sample: a state that the platform holds, a refusal of 7.4, or an answer that never came. */
export type SampleEnd = TradeState | 'BANKERROR' | 'NOTENOUGH' | 'no-answer';

type Sample = {
  mode: Mode;
  /** Its contract, counted among those of its mode that are signed. */
  contract: number;
  number: string;
  description: string;
  total: number;
  currency: string;
  end: SampleEnd;
  goods_tag?: string;
  attach?: string;
  device_id?: string;
  bank_type?: string;
  /** The order that it follows, which was refused or is over unpaid. */
  after?: string;
};

const samples: readonly Sample[] = [
  sample(1, 'D20260405SAMPLE0000PAID0001', 'Lantern Street Bakery-Central-Monthly bread', 8880, 'HKD', 'SUCCESS'),
  {
    ...sample(3, 'D20260408SAMPLEFOREIGN001', '港灣茶莊-上環店-四月茶葉', 12_490, 'USD', 'SUCCESS'),
    ...{ goods_tag: 'SPRINGTEA', attach: 'ticket 2041', device_id: 'till-3', bank_type: 'WPHK' },
  },
  sample(8, 'D20260417SAMPLEREFUND0001', 'Copper Kettle Coffee-Kowloon-Beans', 32_000, 'HKD', 'REFUND'),
  sample(10, 'D20260420SAMPLECLOSED0001', 'North Pier Ferry Tours-Pier 7-Season card', 45_000, 'HKD', 'CLOSED'),
  sample(11, 'D20260422SAMPLEPAYERR0001', 'North Pier Ferry Tours-Pier 7-Family card', 68_000, 'HKD', 'PAYERROR'),
  sample(13, 'D20260425SAMPLEBANK000001', '云峰户外-旺角店-五月会费', 15_800, 'HKD', 'BANKERROR'),
  {
    ...sample(13, 'D20260425SAMPLEBANK000002', '云峰户外-旺角店-五月会费', 15_800, 'HKD', 'SUCCESS'),
    after: 'D20260425SAMPLEBANK000001',
  },
  sample(14, 'D20260426SAMPLENOFUNDS001', 'Tin Box Records-Soho-Record of the month', 22_000, 'HKD', 'NOTENOUGH'),
  sample(6, 'DSAMPLE0000000000NOANSWER1', '星光玩具-西九店-玩具订阅', 9_900, 'HKD', 'no-answer'),
  sample(16, 'DSAMPLE000000000000PAYING1', '萬利傢俬-觀塘店-分期付款', 88_800, 'HKD', 'USERPAYING'),
  sample(17, 'DSAMPLE00000000000NOTPAID1', 'Thames Umbrella-Admiralty-Rain club', 12_000, 'HKD', 'NOTPAY'),
  common(0, 'C20260518SAMPLE0000PAID0001', 'Practice shop-Main-Membership', 4500, 'HKD', 'SUCCESS'),
  common(1, 'C20260519SAMPLE00000YEN0001', 'Practice shop-Tokyo-Membership', 5000, 'JPY', 'SUCCESS'),
  common(2, 'C20260521SAMPLECLOSED00001', 'Practice shop-Main-Season card', 9900, 'HKD', 'CLOSED'),
  common(3, 'CSAMPLE000000000000PAYING1', 'Practice shop-Main-Course', 30_000, 'HKD', 'USERPAYING'),
  common(4, 'CSAMPLE0000000000NOANSWER1', 'Practice shop-Main-Club', 7700, 'HKD', 'no-answer'),
];

function sample(
  contract: number,
  number: string,
  description: string,
  total: number,
  currency: string,
  end: SampleEnd,
): Sample {
  return { mode: 'institutional', contract, number, description, total, currency, end };
}

function common(...about: Parameters<typeof sample>): Sample {
  return { ...sample(...about), mode: 'common' };
}

/** `at`: when it was charged; null for one that is still open, which is always a matter of today. */
export type SampleOrder = Omit<Sample, 'contract'> & { contract: HeldContract; at: string | null; mcc: string };

const openEnds: readonly SampleEnd[] = ['USERPAYING', 'NOTPAY', 'no-answer'];
const DAY_MS = 86_400_000;

/** The samples whose contract there is, in the order in which they were charged. */
export function sampleOrders({ contracts }: ContractBook): SampleOrder[] {
  const signed = (mode: Mode) =>
    Object.values(contracts).filter((contract) => contract.mode === mode && contract.state === 'SIGNED');
  return samples.flatMap(({ contract: place, ...about }) => {
    const contract = signed(about.mode)[place];
    if (!contract) return [];
    // One that follows another does so two hours later.
    const charged = Date.parse(contract.signed_time) + 30 * DAY_MS + (about.after === undefined ? 0 : 7_200_000);
    const at = openEnds.includes(about.end) ? null : new Date(charged).toISOString();
    return [{ ...about, contract, at, mcc: '5942' }];
  });
}

/** The order as the platform holds it; null where it took none. */
export function heldSample(order: SampleOrder): HeldOrder | null {
  const { end, contract, mode, number } = order;
  if (end === 'BANKERROR' || end === 'NOTENOUGH' || end === 'no-answer') return null;
  return {
    mode,
    ...(contract.sub_mchid === undefined ? {} : { sub_mchid: contract.sub_mchid }),
    out_trade_no: number,
    transaction_id: newTransactionId(contract.contract_id, number, 0),
    contract_id: contract.contract_id,
    openid: contract.openid,
    // Nobody knows the bytes that it was asked for with: whoever comes with its number again asks for another order.
    asked: '',
    description: order.description,
    ...(order.attach === undefined ? {} : { attach: order.attach }),
    ...(order.goods_tag === undefined ? {} : { goods_tag: order.goods_tag }),
    ...(order.device_id === undefined ? {} : { scene_info: { device_id: order.device_id } }),
    notify_url: '',
    merchant_category_code: order.mcc,
    total: order.total,
    currency: order.currency,
    trade_state: end,
    bank_type: order.bank_type ?? 'CFT',
    ...((end === 'SUCCESS' || end === 'REFUND') && order.at !== null && { success_time: order.at }),
  };
}

/** The orders and charges of the first day. */
export function ordersOf(contracts: ContractBook): OrderBook {
  const book = emptyOrders();
  for (const each of sampleOrders(contracts)) {
    const order = heldSample(each);
    if (!order) continue;
    book.orders[orderKey(order.mode, order.sub_mchid, order.out_trade_no)] = order;
    if (order.success_time === undefined) continue;
    const paidAt = new Date(order.success_time);
    moveOrder(book, order, 'SUCCESS', paidAt);
    if (each.end === 'REFUND') moveOrder(book, order, 'REFUND', paidAt);
  }
  return book;
}
