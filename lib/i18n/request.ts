// What next-intl asks on every request: the language and its words.
import { cookies, headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import type { Locale } from './locale';
import { isLocale, localeCookie, resolveLocale } from './locale';

const words = {
  en: () => import('./messages/en.json'),
  'zh-Hant': () => import('./messages/zh-Hant.json'),
  'zh-Hans': () => import('./messages/zh-Hans.json'),
};

/** All words of one language, whatever the reader's is: for a letter to somebody else. */
export const messagesIn = async (locale: Locale) => (await words[locale]()).default;

async function localeOfRequest(): Promise<Locale> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  return resolveLocale(jar.get(localeCookie)?.value, head.get('accept-language'));
}

/**
 * A caller that knows better (a letter, an export in another language) passes its locale to `getTranslations`.
 * Times are printed by `formatTimestamp` in the staff member's zone; the zone here only silences a guess.
 */
// biome-ignore lint/style/noDefaultExport: next-intl loads this file by its default export.
export default getRequestConfig(async ({ locale: asked }) => {
  const locale = isLocale(asked) ? asked : await localeOfRequest();
  return { locale, messages: await messagesIn(locale), timeZone: 'UTC' };
});
