import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { AuditEvent } from '@/lib/audit/events';
import en from '@/lib/i18n/messages/en.json';
import { useReasonWords } from './use-reason-words';

const look: AuditEvent = {
  action: 'personal.shown',
  kind: 'sub-merchant',
  path: 'contact.email',
  seconds: 60,
  looks: 1,
};

type Asked = { event: AuditEvent; reason: string | null };
const Said = (asked: Asked) => useReasonWords()(asked) ?? '(none)';

it.each<[Asked, string]>([
  [{ event: look, reason: 'complaint' }, 'To answer a complaint'],
  [{ event: look, reason: 'other: a letter: it came back' }, 'Something else: a letter: it came back'],
  [{ event: look, reason: 'Something of another kind' }, 'Something of another kind'],
  [{ event: look, reason: null }, '(none)'],
  [{ event: { action: 'staff.suspended' }, reason: 'complaint' }, 'complaint'],
])('%o reads "%s"', (asked, words) => {
  const said = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <Said {...asked} />
    </NextIntlClientProvider>,
  );
  expect(said).toBe(words);
});
