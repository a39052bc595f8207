// Names of countries and regions for the numeric codes of ISO 3166-1, in the reader's language. Server side: the list is
// worth ten kilobytes and belongs to the one page that asks for a country.
import type { Locale } from '../locale';
import countries from './countries.json';

export type CountryOption = { value: string; label: string };

const traditional = new Intl.DisplayNames('zh-Hant-HK', { type: 'region' });

const nameIn = (locale: Locale, [, alpha2 = '', english = '', simplified = '']: string[]): string => {
  if (locale === 'zh-Hans') return simplified;
  return locale === 'zh-Hant' ? (traditional.of(alpha2) ?? english) : english;
};

/** `344 Hong Kong`, by code: found by typing digits or the name. */
export const countryOptions = (locale: Locale): CountryOption[] =>
  countries.map((row) => ({ value: row[0] ?? '', label: `${row[0]} ${nameIn(locale, row)}` }));
