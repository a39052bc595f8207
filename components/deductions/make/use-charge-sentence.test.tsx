import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import en from '@/lib/i18n/messages/en.json';
import hans from '@/lib/i18n/messages/zh-Hans.json';
import hant from '@/lib/i18n/messages/zh-Hant.json';
import { useChargeSentence } from './use-charge-sentence';

const files = { en, 'zh-Hant': hant, 'zh-Hans': hans };

function Said({ name }: { name: string }) {
  return useChargeSentence()({ amount: 'HKD 88.80', minor: '8880', tail: '1234', name });
}
const said = (locale: keyof typeof files, name: string) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={files[locale]} timeZone="UTC">
      <Said name={name} />
    </NextIntlClientProvider>,
  );

it.each([
  ['en', 'Kite', 'Charge HKD 88.80 (total 8880) to contract …1234 of Kite'],
  ['en', '', 'Charge HKD 88.80 (total 8880) to contract …1234'],
  ['zh-Hant', 'Kite', '向Kite 的合約 …1234 扣款 HKD 88.80（total 8880）'],
  ['zh-Hant', '', '向合約 …1234 扣款 HKD 88.80（total 8880）'],
  ['zh-Hans', '', '向合约 …1234 扣款 HKD 88.80（total 8880）'],
] as const)('in %s, of "%s": %s', (locale, name, words) => {
  expect(said(locale, name)).toBe(words);
});
