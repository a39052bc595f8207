// Money (4.4): the platform's currencies, and amounts as whole numbers of the smallest unit. Digits are moved as text, so no
// amount ever passes through a fraction.
import { z } from 'zod';
import type { Broken, WireRule } from './rules';
import { broken, typeRule } from './rules';
import { patterned } from './text';

/**
 * The currencies of the platform, with the digits after the point that ISO 4217 gives each. ASSUMPTION: the platform says
 * only "minimum unit"; ISO counts.
 */
const exponents = {
  ...{ CNY: 2, HKD: 2, GBP: 2, USD: 2, JPY: 0, CAD: 2, AUD: 2, EUR: 2, NZD: 2, KRW: 0, THB: 2, SGD: 2, RUB: 2, CHF: 2 },
  ...{ SEK: 2, DKK: 2, NOK: 2, AED: 2, TRY: 2, MOP: 2, TWD: 2, CZK: 2, MYR: 2, PHP: 2, IDR: 2, MNT: 2, QAR: 2, HUF: 2 },
  ...{ KHR: 2, ISK: 0 },
} as const;
export type PlatformCurrency = keyof typeof exponents;

/** Their codes, in the platform's order. */
export const platformCurrencies = Object.keys(exponents) as PlatformCurrency[];

/** Digits after the point; null for a currency that is not on the platform's list: its amounts are typed in minor units. */
export const exponentOf = (currency: string): number | null =>
  Object.hasOwn(exponents, currency) ? exponents[currency as PlatformCurrency] : null;

/** A code of ISO 4217: three capital letters. */
export const currencyCode = patterned(1, 16, /^[A-Z]{3}$/, 'not-a-currency');

/** The largest amount in minor units: JSON numbers beyond it lose digits. */
export const minorMax = BigInt(Number.MAX_SAFE_INTEGER);

/** An amount in minor units as it goes on the wire: an integer from 1 on. */
export const minorAmount = z.number({ error: typeRule() }).check(({ value, issues }) => {
  if (!Number.isSafeInteger(value)) issues.push(broken('not-an-integer', value));
  else if (value < 1) issues.push(broken('not-positive', value));
});

/** Why a typed amount is none. */
export type AmountFault = Extract<
  WireRule,
  'required' | 'not-an-amount' | 'too-many-decimals' | 'not-positive' | 'too-large'
>;

/**
 * What was typed in major units, as minor units: `88.80` with exponent 2 is `8880`. Digits and one point, no grouping and no
 * sign: `1,234` could be either. More decimals than the currency has are refused, never rounded.
 */
export function minorOf(typed: string, exponent: number): { minor: string } | { fault: AmountFault } {
  const text = typed.trim();
  if (text === '') return { fault: 'required' };
  const found = /^(\d{1,30})(?:\.(\d{0,30}))?$/.exec(text);
  if (!found) return { fault: 'not-an-amount' };
  const [, whole = '', decimals = ''] = found;
  if (decimals.length > exponent) return { fault: 'too-many-decimals' };
  if (exponent === 0 && text.includes('.')) return { fault: 'too-many-decimals' };
  return limited(BigInt(whole + decimals.padEnd(exponent, '0')));
}

/** What was typed in minor units, where the currency's exponent is not known. */
export function minorTyped(typed: string): { minor: string } | { fault: AmountFault } {
  const text = typed.trim();
  if (text === '') return { fault: 'required' };
  return /^\d{1,30}$/.test(text) ? limited(BigInt(text)) : { fault: 'not-an-amount' };
}

function limited(minor: bigint): { minor: string } | { fault: AmountFault } {
  if (minor < 1n) return { fault: 'not-positive' };
  return minor > minorMax ? { fault: 'too-large' } : { minor: minor.toString() };
}

/** Minor units written in major ones, with every decimal that the currency has: `8880` with exponent 2 is `88.80`. */
export function majorOf(minor: string | bigint, exponent: number): string {
  const digits = minor
    .toString()
    .replace('-', '')
    .padStart(exponent + 1, '0');
  const sign = minor.toString().startsWith('-') ? '-' : '';
  const whole = digits.slice(0, digits.length - exponent);
  return exponent === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-exponent)}`;
}

/** `HKD 88.80`; of a currency that is not listed the minor units, marked as such by the caller's own words: `KWD 1234`. */
export const amountText = (minor: string | bigint, currency: string): string =>
  `${currency} ${majorOf(minor, exponentOf(currency) ?? 0)}`;

/** exchange_rate.rate is the ratio times 10^8 (4.4): `650000000` is `6.5`, with every digit and no more. */
export function ratioOf(rate: string | bigint): string {
  const text = majorOf(rate, 8);
  return text.replace(/\.?0+$/, '');
}

/** The sum of amounts in minor units. */
export const sumOf = (amounts: readonly (string | bigint)[]): bigint =>
  amounts.reduce((sum: bigint, amount) => sum + BigInt(amount), 0n);

/** Where a hidden value in minor units is judged: digits that make an amount. */
export const minorText = z.string().check(({ value, issues }) => {
  const read = minorTyped(value);
  if ('fault' in read) issues.push(broken(read.fault, value) satisfies Broken);
});
