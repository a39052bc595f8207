// What a person asks for when a contract is to be charged (4.4): the fields by their wire names, as text, so that half-typed
// values are values too.
import { z } from 'zod';
import { seenShape } from '@/lib/evidence/schema';
import { minorText } from '@/lib/platform/wire/currency';

const typed = z.string().max(2000);

/** The values of the form. `amount.total` is in minor units of the currency; an empty optional value is not sent. */
export const chargeValues = z.object({
  contract_id: typed,
  out_trade_no: typed,
  description: typed,
  attach: typed,
  goods_tag: typed,
  merchant_category_code: typed,
  notify_url: typed,
  sub_appid: typed,
  amount: z.object({ total: typed, currency: typed }),
  scene_info: z.object({ device_id: typed, device_ip: typed }),
});
export type ChargeValues = z.infer<typeof chargeValues>;

/** One charge. */
export const chargeInput = z.object({
  /** The draft that holds it, which is the intent; null where a refused order is charged again as it is. */
  draft: z.object({ id: z.uuid(), version: z.number().int().positive() }).nullable(),
  values: chargeValues,
  /** Why it is charged although one like it was within a day; empty where none was. */
  lookAlikeReason: z.string().trim().max(500),
});
export type ChargeInput = z.infer<typeof chargeInput>;

/** Limits of one currency, in minor units as text. */
export const limitChange = z.object({ above: minorText, daily: minorText });

/** What a charge follows: `again` a refused order under its own number, `after` an order that is over, under a new one. */
export const chargeOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('new') }),
  z.object({ kind: z.literal('again'), outTradeNo: z.string().min(1).max(32) }),
  z.object({ kind: z.literal('after'), outTradeNo: z.string().min(1).max(32) }),
]);
export type ChargeOrigin = z.infer<typeof chargeOrigin>;

/** What an order in progress can be seen as outside this console. */
export const seenOrderStates = ['SUCCESS', 'CLOSED', 'PAYERROR'] as const;

/** What staff saw of an order. */
export const recordOrderInput = z.object({ state: z.enum(seenOrderStates), ...seenShape });
export type RecordOrderInput = z.infer<typeof recordOrderInput>;
