import { z } from 'zod';
import { outcome } from '@/lib/requests/view';

/** What is to be said of an order: see `standingOf`. */
export const orderStandings = [
  'not-sent',
  'sending',
  'unknown',
  'in-progress',
  'paid',
  'not-paid',
  'number-taken',
] as const;

/** One line of the list of deductions. Times are ISO 8601 in UTC, amounts minor units as digits. */
export const deductionRow = z.object({
  id: z.string(),
  outTradeNo: z.string(),
  contractId: z.string(),
  subMchid: z.string(),
  /** Of the sub-merchant; '' where none is held. */
  name: z.string(),
  total: z.string(),
  currency: z.string(),
  standing: z.enum(orderStandings),
  tradeState: z.string().nullable(),
  tradeStateHow: z.string().nullable(),
  transactionId: z.string().nullable(),
  bankType: z.string().nullable(),
  /** Of the newest request; null while nothing was sent. */
  outcome: outcome.nullable(),
  meaning: z.string().nullable(),
  /** How that request was settled; null while it is not. */
  settledHow: z.string().nullable(),
  requestId: z.string().nullable(),
  reference: z.string().nullable(),
  approvalId: z.string().nullable(),
  madeBy: z.string(),
  createdAt: z.string(),
});
export type DeductionRow = z.infer<typeof deductionRow>;

const goods = z.object({
  goodsId: z.string().nullable(),
  remark: z.string().nullable(),
  /** Of the promotion that it stands in; null at the top. */
  promotion: z.string().nullable(),
  discount: z.string().nullable(),
  quantity: z.string().nullable(),
  price: z.string().nullable(),
});

const share = z.string().nullable();
const promotion = z.object({
  id: z.string().nullable(),
  name: z.string().nullable(),
  scope: z.string().nullable(),
  type: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  activityId: z.string().nullable(),
  contributions: z.object({ platform: share, merchant: share, other: share, addUp: z.boolean().nullable() }),
});

/** One order with everything that its page shows. */
export const deductionDetail = deductionRow.extend({
  version: z.number(),
  /** Who made it. */
  staffId: z.string(),
  /** What was asked for, by wire name. */
  values: z.unknown(),
  lookAlikeReason: z.string(),
  sendings: z.number(),
  tradeStateDesc: z.string().nullable(),
  tradeStateAsOf: z.string().nullable(),
  tradeStateProof: z.string().nullable(),
  tradeType: z.string().nullable(),
  successTime: z.string().nullable(),
  payerTotal: z.string().nullable(),
  payerCurrency: z.string().nullable(),
  /** What the record tells besides; null where none was told. The payer's ids are not in it, only which were told. */
  told: z
    .object({
      total: share,
      currency: z.string().nullable(),
      attach: z.string().nullable(),
      merchantCategoryCode: z.string().nullable(),
      payer: z.array(z.string()),
      deviceId: z.string().nullable(),
      deviceIp: z.string().nullable(),
    })
    .nullable(),
  /** `6.5` for 650000000; null where there is none. */
  rate: z.object({ type: z.string().nullable(), ratio: z.string(), told: z.string() }).nullable(),
  promotions: z.array(promotion),
  /** Sums of the promotions by currency. */
  promotionSums: z.array(z.object({ currency: z.string(), amount: z.string() })),
  goods: z.array(goods),
  /** Whether the platform's total or currency is another than was asked for. */
  amountDiffers: z.boolean(),
  /** The record as it was told, payer masked, as JSON; null where none was. */
  record: z.string().nullable(),
  finalAt: z.string().nullable(),
  queriedAt: z.string().nullable(),
  queryResult: z.string().nullable(),
  nextQueryAt: z.string().nullable(),
  queries: z.number(),
  /** Until when an open order is asked for by itself, where reading is on. */
  watchedUntil: z.string(),
  releasedAt: z.string().nullable(),
  mayReplace: z.boolean(),
  mayChargeAgain: z.boolean(),
  replaces: z.string().nullable(),
  replacedBy: z.string().nullable(),
  /** The orders that it follows and that follow it, itself among them, the oldest first; alone where there is no other. */
  chain: z.array(
    deductionRow.pick({
      outTradeNo: true,
      total: true,
      currency: true,
      standing: true,
      tradeState: true,
      outcome: true,
      meaning: true,
      settledHow: true,
      createdAt: true,
    }),
  ),
  /** Every request under this number, the newest first. */
  requests: z.array(
    z.object({
      id: z.string(),
      reference: z.string(),
      outcome,
      wasUnknown: z.boolean(),
      settledHow: z.string().nullable(),
      meaning: z.string().nullable(),
      tries: z.number(),
      openedAt: z.string(),
      settledAt: z.string().nullable(),
      openedBy: z.string(),
    }),
  ),
  /** Every message that names this number, the newest first. */
  notifications: z.array(
    z.object({ id: z.string(), eventType: z.string(), state: z.string(), receivedAt: z.string() }),
  ),
});
export type DeductionDetail = z.infer<typeof deductionDetail>;

/** What holds for charges of one currency, in minor units as text; `isChanged` where it is no default any more. */
export type LimitRow = { currency: string; above: string; daily: string; isChanged: boolean };
