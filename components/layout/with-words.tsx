'use client';

import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import type { Words } from './words-for';

/** `ClientWords` for parts that are loaded late: the page that holds them loads nothing that formats words. */
export function WithWords({ words, children }: { words: Words; children: ReactNode }) {
  return (
    <NextIntlClientProvider locale={words.locale} messages={words.messages} timeZone="UTC">
      {children}
    </NextIntlClientProvider>
  );
}
