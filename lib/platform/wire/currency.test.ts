import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  amountText,
  currencyCode,
  exponentOf,
  majorOf,
  minorAmount,
  minorMax,
  minorOf,
  minorText,
  minorTyped,
  platformCurrencies,
  ratioOf,
  sumOf,
} from './currency';

// ISO 4217, minor units of the platform's thirty, as its parameter page lists them (2025.10.21).
const iso =
  'CNY 2 HKD 2 GBP 2 USD 2 JPY 0 CAD 2 AUD 2 EUR 2 NZD 2 KRW 0 THB 2 SGD 2 RUB 2 CHF 2 SEK 2 DKK 2 NOK 2 AED 2 TRY 2 MOP 2 TWD 2 CZK 2 MYR 2 PHP 2 IDR 2 MNT 2 QAR 2 HUF 2 KHR 2 ISK 0';
const listed = [...iso.matchAll(/([A-Z]{3}) (\d)/g)].map(([, code = '', digits]) => [code, Number(digits)] as const);

describe('currencies', () => {
  it('are the thirty of the platform, in its order', () => {
    expect(platformCurrencies).toEqual(listed.map(([code]) => code));
    expect(platformCurrencies).toHaveLength(30);
  });

  it.each(listed)('%s has %i decimals, typed, kept and written alike', (currency, exponent) => {
    expect(exponentOf(currency)).toBe(exponent);
    const whole = '1234';
    const cents = '5'.repeat(exponent);
    const typed = exponent === 0 ? whole : `${whole}.${cents}`;
    expect(minorOf(typed, exponent)).toEqual({ minor: `${whole}${cents}` });
    expect(majorOf(`${whole}${cents}`, exponent)).toBe(typed);
    expect(minorOf(`${typed}${exponent === 0 ? '.0' : '5'}`, exponent)).toEqual({ fault: 'too-many-decimals' });
    fc.assert(
      fc.property(fc.bigInt(1n, minorMax), (minor) => {
        expect(minorOf(majorOf(minor, exponent), exponent)).toEqual({ minor: minor.toString() });
      }),
      { numRuns: 50 },
    );
  });

  it('zero, two and three decimals are never multiplied by a hundred (bug-numbers-dates-money-06)', () => {
    expect(minorOf('1000', exponentOf('JPY') ?? 2)).toEqual({ minor: '1000' });
    expect(minorOf('500', 0)).toEqual({ minor: '500' });
    expect(minorOf('88.80', 2)).toEqual({ minor: '8880' });
    expect(minorOf('1.234', 3)).toEqual({ minor: '1234' });
    expect(minorOf('10.005', 2)).toEqual({ fault: 'too-many-decimals' });
    // Not on the platform's list: typed in minor units.
    expect(exponentOf('KWD')).toBeNull();
    expect(exponentOf('toString')).toBeNull();
    expect(minorTyped('1234')).toEqual({ minor: '1234' });
    expect(amountText('8880', 'HKD')).toBe('HKD 88.80');
    expect(amountText(1000n, 'JPY')).toBe('JPY 1000');
  });
});

describe('what is typed', () => {
  it.each([
    ['', 'required'],
    ['   ', 'required'],
    ['1,234', 'not-an-amount'],
    ['-1', 'not-an-amount'],
    ['+1', 'not-an-amount'],
    ['1e3', 'not-an-amount'],
    ['0x10', 'not-an-amount'],
    ['.5', 'not-an-amount'],
    ['1.2.3', 'not-an-amount'],
    ['１２', 'not-an-amount'],
    ['HKD 5', 'not-an-amount'],
    ['0', 'not-positive'],
    ['0.00', 'not-positive'],
    ['0.001', 'too-many-decimals'],
    ['90071992547409.92', 'too-large'],
    ['9'.repeat(30), 'too-large'],
    ['9'.repeat(31), 'not-an-amount'],
  ])('"%s" is no amount: %s', (typed, fault) => {
    expect(minorOf(typed, 2)).toEqual({ fault });
  });

  it.each([
    ['88', '8800'],
    ['88.', '8800'],
    ['88.8', '8880'],
    [' 0.01 ', '1'],
    ['007', '700'],
    ['90071992547409.91', '9007199254740991'],
  ])('"%s" with two decimals is %s', (typed, minor) => {
    expect(minorOf(typed, 2)).toEqual({ minor });
  });

  it('in minor units is digits alone', () => {
    expect(['1.0', '', '0', '-3', '12'].map((typed) => minorTyped(typed))).toEqual([
      { fault: 'not-an-amount' },
      { fault: 'required' },
      { fault: 'not-positive' },
      { fault: 'not-an-amount' },
      { minor: '12' },
    ]);
    expect(minorText.safeParse('8880').success).toBe(true);
    expect(minorText.safeParse('88.80').error?.issues[0]?.message).toBe('not-an-amount');
  });
});

describe('on the wire', () => {
  it.each([0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1, Number.NaN, '100', null])('%s is no amount', (value) => {
    expect(minorAmount.safeParse(value).success).toBe(false);
  });

  it('a currency has three capital letters', () => {
    const good = ['HKD', 'XYZ'].map((code) => currencyCode.safeParse(code).success);
    const bad = ['hkd', 'HK', 'HKDD', ''].map((code) => currencyCode.safeParse(code).success);
    expect([...good, ...bad]).toEqual([true, true, false, false, false, false]);
    expect(z.array(minorAmount).safeParse([1, 8880]).success).toBe(true);
  });

  it('a rate is a ratio times 10^8, with every digit', () => {
    expect(['650000000', '100000000', '8000000', '1', '0', '123456789012345678901'].map(ratioOf)).toEqual([
      '6.5',
      '1',
      '0.08',
      '0.00000001',
      '0',
      '1234567890123.45678901',
    ]);
  });

  it('sums lose nothing beyond 2^53', () => {
    expect(sumOf(['9007199254740993', 1n])).toBe(9_007_199_254_740_994n);
    expect(sumOf([])).toBe(0n);
    expect(majorOf('-5', 2)).toBe('-0.05');
  });
});
