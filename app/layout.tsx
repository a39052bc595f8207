import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { readTheme, themeCookie } from '@/components/layout/preferences';
import './globals.css';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('frame');
  return { title: { default: t('product'), template: `%s · ${t('product')}` } };
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafbfb' },
    { media: '(prefers-color-scheme: dark)', color: '#14181b' },
  ],
};

/** The document: language and theme are in its first byte, so that neither flashes. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, jar] = await Promise.all([getLocale(), cookies()]);
  const theme = readTheme(jar.get(themeCookie)?.value);
  return (
    <html lang={locale} className={`${GeistSans.variable} ${GeistMono.variable} ${theme}`} suppressHydrationWarning>
      <body>{children}</body>
    </html>
  );
}
