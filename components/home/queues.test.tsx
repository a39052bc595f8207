import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import en from '@/lib/i18n/messages/en.json';
import { stateTabs } from '@/lib/sub-merchants/filters';
import { AttentionQueues, SettledQueues } from './queues';
import { UnknownOutcomes } from './unknown-outcomes';

const none = { count: 0, more: false, oldestSince: null };
const reader = { slug: 'practice', now: '2026-11-28T23:30:00.000Z' };

it('every line of Home leads to its list, also where nothing waits', () => {
  const states = Object.fromEntries(stateTabs.map((state) => [state, none]));
  const page = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <UnknownOutcomes {...reader} zone="UTC" requests={[]} count={0} hasMore={false} oldestSince={null} />
      <AttentionQueues {...reader} states={states} overdue={none} ending={none} incomplete={none} quarantine={none} />
      <SettledQueues {...reader} states={states} />
    </NextIntlClientProvider>,
  );
  const lines = page.match(/class="queue-head"/g) ?? [];
  expect(lines.length).toBeGreaterThan(10);
  expect(page.match(/<h2><a [^>]*href="\/c\/practice\//g)).toHaveLength(lines.length);
});
