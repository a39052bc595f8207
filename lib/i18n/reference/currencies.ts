// Names of the platform's currencies in the reader's language. Server side, like the names of countries.
import { platformCurrencies } from '@/lib/platform/wire/currency';
import type { Locale } from '../locale';

/** `HKD Hong Kong Dollar`, in the platform's order. */
export function currencyOptions(locale: Locale): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale === 'zh-Hant' ? 'zh-Hant-HK' : locale, { type: 'currency' });
  return platformCurrencies.map((code) => ({ value: code, label: `${code} ${names.of(code) ?? ''}`.trim() }));
}
