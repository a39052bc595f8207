import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  callbackAddress,
  contributionsOf,
  deductionBodies,
  goodsOf,
  orderRecord,
  rateOf,
  transactionIdOf,
} from './deduction';
import { failedRules } from './rules';

const rulesOf = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value);
  return error ? failedRules(error).map(({ rule }) => rule) : [];
};

const shared = {
  description: 'Harbour Kite-Central-Books',
  notify_url: 'https://pay.example/api/notifications/main',
  out_trade_no: 'D20261128-1|*@_a',
  merchant_category_code: '5942',
  contract_id: '202606190000300189',
  amount: { total: 8880, currency: 'HKD' },
};

describe('the body of 4.4', () => {
  it('is that of one mode: what belongs to the other is refused', () => {
    const institutional = { sub_mchid: '1900003001', sp_appid: 'wx1', ...shared };
    const common = { appid: 'wx2', ...shared };
    expect(deductionBodies.institutional.safeParse(institutional).success).toBe(true);
    expect(deductionBodies.common.safeParse(common).success).toBe(true);
    expect(rulesOf(deductionBodies.institutional, common)).toContain('unknown-field');
    expect(rulesOf(deductionBodies.common, institutional)).toContain('unknown-field');
  });

  it.each([
    [{ amount: undefined }, 'required'],
    [{ amount: { total: 88.8, currency: 'HKD' } }, 'not-an-integer'],
    [{ amount: { total: '8880', currency: 'HKD' } }, 'wrong-type'],
    [{ amount: { total: 0, currency: 'HKD' } }, 'not-positive'],
    [{ amount: { total: 1, currency: 'hkd' } }, 'not-a-currency'],
    [{ amount: { total: 1, currency: 'HKD', extra: 1 } }, 'unknown-field'],
    [{ scene_info: { device_ip: '300.1.1.1' } }, 'not-an-ip-address'],
    [{ out_trade_no: '訂單1' }, 'not-an-order-number'],
    [{ attach: '' }, 'required'],
  ])('%j fails %s', (change, rule) => {
    expect(rulesOf(deductionBodies.common, { appid: 'wx2', ...shared, ...change })).toEqual([rule]);
  });

  it.each(['198.51.100.7', '2001:db8::7', '::ffff:198.51.100.7'])('takes the device address %s', (device_ip) => {
    expect(rulesOf(deductionBodies.common, { appid: 'wx2', ...shared, scene_info: { device_ip } })).toEqual([]);
  });
});

describe('where the result goes', () => {
  it.each([
    ['https://pay.example/cb', []],
    ['http://localhost:3000/cb', []],
    ['http://127.0.0.1:3000/cb', []],
    ['http://pay.example/cb', ['not-https']],
    ['https://pay.example/cb?a=1', ['has-parameters']],
    ['https://pay.example/cb?', ['has-parameters']],
    ['https://pay.example/cb#x', ['has-parameters']],
    ['https://me:secret@pay.example/cb', ['has-parameters']],
    ['ftp://pay.example', ['not-https']],
    ['pay.example', ['not-a-url']],
    [`https://pay.example/${'x'.repeat(237)}`, ['too-long']],
  ])('%s: %j', (address, rules) => {
    expect(rulesOf(callbackAddress, address)).toEqual(rules);
  });
});

describe('the order, as the platform tells it', () => {
  const least = { out_trade_no: 'D1', trade_state: 'SUCCESS' };
  const goods = { goods_id: 'g1', discount_amount: 10, quantity: 1, price: 8880 };

  it('needs its number and its state, and nothing else', () => {
    expect(orderRecord.safeParse(least).success).toBe(true);
    expect(orderRecord.safeParse({ out_trade_no: 'D1' }).success).toBe(false);
    expect(orderRecord.safeParse({ trade_state: 'SUCCESS' }).success).toBe(false);
    expect(orderRecord.parse({ ...least, trade_state: 'A_NEW_WORD' }).trade_state).toBe('A_NEW_WORD');
  });

  it.each(['AUTH', 'PAP'])('takes trade_type %s', (trade_type) => {
    expect(orderRecord.parse({ ...least, trade_type }).trade_type).toBe(trade_type);
  });

  it('takes goods at the top or in a promotion, as a list or as a single object', () => {
    const inPromotion = (goods_detail: unknown) =>
      goodsOf(orderRecord.parse({ ...least, promotion_detail: [{ amount: 10, currency: 'HKD', goods_detail }] }));
    const told = expect.objectContaining({ goods_id: 'g1', price: '8880' });
    expect(goodsOf(orderRecord.parse({ ...least, goods_detail: [goods] }))).toEqual([{ goods: told, promotion: null }]);
    expect(goodsOf(orderRecord.parse({ ...least, goods_detail: goods }))).toEqual([{ goods: told, promotion: null }]);
    const there = [{ goods: told, promotion: expect.objectContaining({ amount: '10' }) }];
    expect(inPromotion([goods])).toEqual(there);
    expect(inPromotion(goods)).toEqual(there);
    expect(inPromotion('none')).toEqual([]);
    expect(goodsOf(orderRecord.parse(least))).toEqual([]);
  });

  it.each(['wxpay_contribute_amount', 'wechatpay_contribute_amount'])('reads contributions spelled %s', (name) => {
    const read = (total: number) =>
      orderRecord.parse({
        ...least,
        promotion_detail: { promotion_id: 'P1', amount: total, [name]: 6, merchant_contribute_amount: 4 },
      }).promotion_detail[0];
    const [exact, short] = [read(10), read(11)];
    expect(exact?.promotion_id).toBe('P1');
    expect(exact && contributionsOf(exact)).toEqual({ platform: '6', merchant: '4', other: null, addUp: true });
    expect(short && contributionsOf(short).addUp).toBe(false);
    const untold = orderRecord.parse({ ...least, promotion_detail: [{ amount: 3 }] }).promotion_detail[0];
    expect(untold && contributionsOf(untold).addUp).toBeNull();
  });

  it('echoes scene_info, and shows a rate as a ratio', () => {
    const order = orderRecord.parse({
      ...least,
      scene_info: { device_id: 'till-4', device_ip: '198.51.100.7' },
      amount: {
        total: 8880,
        payer_total: 57_720,
        currency: 'USD',
        payer_currency: 'HKD',
        exchange_rate: { type: 'SETTLEMENT_RATE', rate: 650_000_000 },
      },
    });
    expect(order.scene_info?.device_id).toBe('till-4');
    expect(order.amount).toMatchObject({ total: '8880', payer_total: '57720' });
    expect(rateOf(order)).toEqual({ type: 'SETTLEMENT_RATE', ratio: '6.5' });
    expect(rateOf(orderRecord.parse(least))).toBeNull();
  });

  it('stays readable whatever is odd in it', () => {
    const odd = orderRecord.parse({
      ...least,
      amount: 'x',
      payer: 7,
      promotion_detail: 'x',
      goods_detail: 3,
      success_time: 9,
      scene_info: [],
    });
    expect(odd).toMatchObject({
      amount: null,
      payer: null,
      promotion_detail: [],
      goods_detail: [],
      success_time: null,
    });
  });

  it('has the platform’s number under either name', () => {
    expect(transactionIdOf(orderRecord.parse({ ...least, transaction_id: '42' }))).toBe('42');
    expect(transactionIdOf(orderRecord.parse({ ...least, id: '43' }))).toBe('43');
    expect(transactionIdOf(orderRecord.parse(least))).toBeNull();
  });
});
