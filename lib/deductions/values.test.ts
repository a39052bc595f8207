import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exponentOf, platformCurrencies } from '@/lib/platform/wire/currency';
import type { ChargeForm } from './values';
import {
  alikeIn,
  chargeDraft,
  chargeValuesOf,
  checkChargeForm,
  descriptionOf,
  isSameOrigin,
  totalOf,
  typedTotalOf,
} from './values';

const form: ChargeForm = {
  out_trade_no: 'D20260101AAAA',
  description: 'Harbour Kite-Central-Books',
  builder: { brand: 'Harbour Kite', city: '', branch: 'Central', goods: 'Books' },
  merchant_category_code: '5942',
  notify_url: 'https://pay.example/callback',
  sub_appid: '',
  goods_tag: '',
  attach: '',
  amount: { total: '88.80', currency: 'HKD' },
  scene_info: { device_id: '', device_ip: '' },
  lookAlikeReason: '',
};
const about = {
  contractId: '2026',
  ids: { mode: 'institutional', sub_mchid: '1900003001', sp_appid: 'wx1' } as const,
  alikes: [],
};
const rulesOf = (typed: Partial<ChargeForm>, alikes: Parameters<typeof checkChargeForm>[1]['alikes'] = []) =>
  checkChargeForm({ ...form, ...typed }, { ...about, alikes }).map(({ path, rule }) => `${path} ${rule}`);

describe('an amount typed in major units', () => {
  it.each([
    ['HKD', '88.80', '8880'],
    ['JPY', '500', '500'],
    ['KRW', '1', '1'],
    ['EUR', '0.01', '1'],
    ['CNY', '1234567.8', '123456780'],
    ['KWD', '1234', '1234'],
  ])('%s %s is sent as %s', (currency, total, minor) => {
    expect(totalOf({ total, currency })).toEqual({ minor });
    expect(chargeValuesOf('2026', { ...form, amount: { total, currency } }).amount).toEqual({ total: minor, currency });
  });

  it('comes back as it would be typed, in every currency', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...platformCurrencies, 'KWD'),
        fc.bigInt({ min: 1n, max: BigInt(Number.MAX_SAFE_INTEGER) }),
        (currency, minor) => {
          const total = typedTotalOf({ total: minor.toString(), currency });
          expect(totalOf({ total, currency })).toEqual({ minor: minor.toString() });
          expect(total.split('.')[1]?.length ?? 0).toBe(exponentOf(currency) ?? 0);
        },
      ),
    );
  });

  it.each([
    ['', 'required'],
    ['0', 'not-positive'],
    ['1,234.50', 'not-an-amount'],
    ['-5', 'not-an-amount'],
    ['1e3', 'not-an-amount'],
    ['1.234', 'too-many-decimals'],
    ['90071992547409.92', 'too-large'],
  ])('%j is %s, said once at its field', (total, rule) => {
    expect(rulesOf({ amount: { total, currency: 'HKD' } })).toEqual([`amount.total ${rule}`]);
  });
});

describe('the form of a charge', () => {
  it('is whole as it stands here', () => expect(rulesOf({})).toEqual([]));

  it.each([
    [{ notify_url: 'https://pay.example/callback?order=1' }, 'notify_url has-parameters'],
    [{ notify_url: 'http://pay.example/callback' }, 'notify_url not-https'],
    [{ description: 'x'.repeat(129) }, 'description too-long'],
    [{ attach: 'x'.repeat(128) }, 'attach too-long'],
    [{ goods_tag: 'x'.repeat(33) }, 'goods_tag too-long'],
    [{ scene_info: { device_id: '', device_ip: '10.0.0' } }, 'scene_info.device_ip not-an-ip-address'],
    [{ out_trade_no: 'a b' }, 'out_trade_no not-an-order-number'],
    [{ merchant_category_code: '' }, 'merchant_category_code required'],
    [{ amount: { total: '1', currency: '' } }, 'amount.currency required'],
  ])('%j: %s', (typed, expected) => expect(rulesOf(typed)).toContain(expected));

  it('asks why where one like it may have been charged', () => {
    const alikes = [{ outTradeNo: 'D1', total: '8880', currency: 'HKD' }];
    expect(alikeIn(alikes, form.amount)?.outTradeNo).toBe('D1');
    expect(alikeIn(alikes, { total: '88.8', currency: 'HKD' })?.outTradeNo).toBe('D1');
    expect(alikeIn(alikes, { total: '88.80', currency: 'USD' })).toBeNull();
    expect(rulesOf({}, alikes)).toEqual(['lookAlikeReason look-alike']);
    expect(rulesOf({ lookAlikeReason: 'A second book' }, alikes)).toEqual([]);
  });

  it('keeps half-typed values as a draft', () => {
    const base = { version: 1, contractId: '2026', origin: { kind: 'new' }, values: form };
    const half = { ...form, amount: { total: '88.', currency: '' }, notify_url: 'htt' };
    expect(chargeDraft.parse({ values: half, base }).values).toEqual(half);
  });

  it('is a draft of one origin', () => {
    const after = { kind: 'after', outTradeNo: 'D1' } as const;
    expect(isSameOrigin({ kind: 'new' }, { kind: 'new' })).toBe(true);
    expect(isSameOrigin(after, { ...after })).toBe(true);
    expect(isSameOrigin(after, { ...after, outTradeNo: 'D2' })).toBe(false);
    expect(isSameOrigin(after, { kind: 'again', outTradeNo: 'D1' })).toBe(false);
    expect(isSameOrigin({ kind: 'new' }, after)).toBe(false);
  });
});

describe('a description of its parts', () => {
  it.each([
    [{ brand: 'Kite', city: 'Hong Kong', branch: 'Central', goods: 'Books' }, 'Kite-Hong Kong Central-Books'],
    [{ brand: 'Kite', city: '', branch: 'Central', goods: 'Books' }, 'Kite-Central-Books'],
    [{ brand: 'Kite', city: ' ', branch: '', goods: ' Books ' }, 'Kite-Books'],
    [{ brand: '', city: '', branch: '', goods: '' }, ''],
  ])('%j is %j', (parts, text) => expect(descriptionOf(parts)).toBe(text));
});
