import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import en from '@/lib/i18n/messages/en.json';
import hans from '@/lib/i18n/messages/zh-Hans.json';
import hant from '@/lib/i18n/messages/zh-Hant.json';
import type { NotificationDetail, NotificationState } from '@/lib/notifications/view';
import { CauseCard } from './cause-card';
import { noSubject } from './notification-state';

const files = { en, 'zh-Hant': hant, 'zh-Hans': hans };

function card(state: NotificationState, lastAnswer: number, locale: keyof typeof files = 'en'): string {
  const notification = {
    id: '1',
    notificationId: 'n',
    state,
    cause: null,
    openDiscrepancies: [],
    taken: [],
    parked: null,
    lastAnswer,
    reprocessedAt: '2026-11-28T23:49:53.000Z',
  } as Partial<NotificationDetail> as NotificationDetail;
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={files[locale]} timeZone="UTC">
      <CauseCard slug="practice" notification={notification} zone="UTC" />
    </NextIntlClientProvider>,
  );
}

describe('what stands above a notification', () => {
  const settled = ['applied', 'older', 'unknown-type', 'discrepancy'] as const;

  it.each(settled)('%s, judged afresh here, while the platform heard only failures: says so', (state) => {
    expect(card(state, 500)).toMatch(/The platform has not heard success|the platform does not know yet/);
    expect(card(state, 500)).not.toContain('The platform heard success');
    for (const locale of ['zh-Hant', 'zh-Hans'] as const) expect(card(state, 500, locale)).toMatch(/平台尚未|尚未就此/);
  });

  it.each(settled)('%s, and the platform heard success: nothing is said to be missing', (state) => {
    expect(card(state, 200)).not.toMatch(/not heard success|does not know yet/);
  });
});

describe('why nobody is named beside a notification', () => {
  it('is not that it names nobody where nobody looked', () => {
    expect(en.notifications[noSubject({ state: 'unknown-type' })]).toMatch(/^Not looked for/);
    expect(en.notifications[noSubject({ state: 'quarantine' })]).toMatch(/^It names no/);
  });
});
