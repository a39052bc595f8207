import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import en from '@/lib/i18n/messages/en.json';
import hans from '@/lib/i18n/messages/zh-Hans.json';
import hant from '@/lib/i18n/messages/zh-Hant.json';
import { ProblemNotice } from './draft-notices';

const files = { en, 'zh-Hant': hant, 'zh-Hans': hans };

const said = (rule: string, params: Record<string, string>, locale: keyof typeof files = 'en') =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={files[locale]} timeZone="UTC">
      <ProblemNotice connection="practice" problem={{ kind: 'conflict', rule, params }} />
    </NextIntlClientProvider>,
  );

it.each([
  ['charge-open-on-contract', { order: 'D1' }, 'Order D1 on this contract is not over'],
  ['order-not-again', { order: 'D1' }, 'Order D1 was sent'],
  ['daily-amount-reached', { cap: 'HKD 20000.00' }, 'HKD 20000.00'],
])('%s says what stands in the way, and not only that something does', (rule, params, words) => {
  expect(said(rule, params)).toContain(words);
  for (const locale of ['zh-Hant', 'zh-Hans'] as const)
    expect(said(rule, params, locale)).toContain(Object.values(params)[0]);
});

it('leads to the order that stands in the way', () => {
  expect(said('charge-open-on-contract', { order: 'D1' })).toContain('href="/c/practice/deductions/D1"');
});

it('has a sentence where a rule has none of its own', () => {
  expect(said('never-heard-of', {})).toContain('Nothing was sent');
});
