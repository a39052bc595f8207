// Which of the three languages a person gets. Pure: the server reads cookie and header, this decides.

export const locales = ['en', 'zh-Hant', 'zh-Hans'] as const;
export type Locale = (typeof locales)[number];

/** The cookie in which the choice is kept; the staff member's own setting is written into it at sign-in. */
export const localeCookie = 'locale';

/** The names in which each language calls itself, and the short form for the top bar. */
export const localeNames: Record<Locale, { name: string; short: string }> = {
  en: { name: 'English', short: 'EN' },
  'zh-Hant': { name: '繁體中文', short: '繁' },
  'zh-Hans': { name: '简体中文', short: '简' },
};

/** True for one of our three tags, as they stand in the cookie and in the staff member's settings. */
export const isLocale = (tag: unknown): tag is Locale => locales.some((locale) => locale === tag);

/**
 * Our language for one BCP 47 tag, or null. The script decides, then the place: Hong Kong, Macau and Taiwan read
 * traditional characters, every other Chinese is simplified.
 */
export function localeOfTag(tag: string): Locale | null {
  const [language, ...rest] = tag.toLowerCase().split('-');
  if (language === 'en') return 'en';
  if (language === 'yue') return rest.includes('hans') ? 'zh-Hans' : 'zh-Hant';
  if (language !== 'zh') return null;
  if (rest.includes('hant')) return 'zh-Hant';
  if (rest.includes('hans')) return 'zh-Hans';
  return rest.some((part) => ['hk', 'mo', 'tw'].includes(part)) ? 'zh-Hant' : 'zh-Hans';
}

/** The first language of an Accept-Language header that we have, by weight; null when there is none. */
export function localeOfHeader(header: string | null): Locale | null {
  const wishes = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().split(';');
    const weight = parameters.map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find((found) => found !== undefined);
    return { tag, weight: weight === undefined ? 1 : Number(weight) };
  });
  const ordered = wishes.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const { tag } of ordered) {
    const locale = localeOfTag(tag);
    if (locale) return locale;
  }
  return null;
}

/** The chosen language if it is one of ours, else what the browser asks for, else English. */
export function resolveLocale(chosen: string | null | undefined, acceptLanguage: string | null): Locale {
  if (isLocale(chosen)) return chosen;
  return localeOfHeader(acceptLanguage) ?? 'en';
}
