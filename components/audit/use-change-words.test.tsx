import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import en from '@/lib/i18n/messages/en.json';
import { useChangeWords } from './use-change-words';

type Asked = { kind: string; path: string; value: string };

function Said({ kind, path, value }: Asked) {
  return useChangeWords(kind, 'Asia/Hong_Kong').value(path, value);
}
function Called({ kind, path }: Pick<Asked, 'kind' | 'path'>) {
  return useChangeWords(kind, 'Asia/Hong_Kong').label(path);
}
const inEnglish = (said: ReactNode) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      {said}
    </NextIntlClientProvider>,
  );
const said = (kind: string, path: string, value: string) => inEnglish(<Said kind={kind} path={path} value={value} />);

it.each([
  ['sub-merchant', 'h5_state_as_of', '2024-03-07T06:02:11.000Z', '2024-03-07 14:02:11 +08:00'],
  ['certificate', 'until', '2024-03-07T06:02:11Z', '2024-03-07 14:02:11 +08:00'],
  ['message-key', 'ends', '2024-03-07T16:00:00+00:00', '2024-03-08 00:00:00 +08:00'],
  ['message-key', 'ends', 'no-end', 'until it is removed'],
  ['sub-merchant', 'registration_certificate_date', '2024-03-07', '2024-03-07'],
  ['sub-merchant', 'apply_h5_payment', 'leave', 'Leave as it is'],
  ['sub-merchant', 'apply_h5_payment', 'change', 'Change domains'],
  ['sub-merchant', 'apply_h5_payment', 'true', 'true'],
  ['sub-merchant', 'seen_where', 'backend', 'The platform’s merchant backend'],
  // What the institution named itself stands beside what has words.
  ['policy', 'approvers', 'administrator, Second line', 'Administrator, Second line'],
  ['staff', 'staff.roles', 'Night desk', 'Night desk'],
  ['staff', 'staff.roles', 'support, checker', 'Support, Checker'],
  ['owner', 'owner', '~nobody', 'Nobody'],
  ['connection', 'sending', 'stopped', 'stopped'],
  ['role', 'contract:terminate', 'may', 'may'],
  ['role', 'description', 'may', 'may'],
])('%s %s: %s reads "%s"', (kind, path, value, words) => {
  expect(said(kind, path, value)).toBe(words);
});

it('each right that a role gives or takes is called as where it is chosen', () => {
  expect(inEnglish(<Called kind="role" path="contract:terminate" />)).toBe('Terminate contracts');
  expect(inEnglish(<Called kind="role" path="name" />)).toBe('Name');
  expect(inEnglish(<Called kind="staff" path="contract:terminate" />)).toBe('');
});
