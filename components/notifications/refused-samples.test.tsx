import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import en from '@/lib/i18n/messages/en.json';
import type { RefusedSampleView } from '@/lib/notifications/view';
import { RefusedSamples } from './refused-samples';

const sample: RefusedSampleView = {
  id: '1',
  at: '2026-11-28T23:44:16.000Z',
  cause: 'too-large',
  headers: {},
  bodySize: 0,
  bodySha256: null,
  ip: '127.0.0.1',
  door: 'receiver',
};
const drawn = (changes: Partial<RefusedSampleView>) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <RefusedSamples samples={[{ ...sample, ...changes }]} zone="UTC" />
    </NextIntlClientProvider>,
  );

it('says no size of what was too large and did not say how large; of everything else it does', () => {
  expect(drawn({})).toContain('more than is read');
  expect(drawn({})).not.toContain('0 bytes');
  expect(drawn({ bodySize: 3_000_000 })).toContain('3,000,000 bytes');
  expect(drawn({ cause: 'headers' })).toContain('0 bytes');
});
