import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { readTheme, themeCookie } from '@/components/layout/preferences';
import { fontClasses } from './fonts';
import './globals.css';

// Written into the page: as a file it is asked for again with each page that a person goes to.
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#0a607b"/><path d="M6.5 12h17l-4.5-4.5M25.5 20h-17l4.5 4.5" fill="none" stroke="#fff" stroke-width="2.75" stroke-linecap="round" stroke-linejoin="round"/></svg>',
)}`;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('frame');
  return {
    title: { default: t('product'), template: `%s · ${t('product')}` },
    icons: { icon: { url: icon, type: 'image/svg+xml', sizes: 'any' } },
  };
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
    <html lang={locale} className={`${fontClasses} ${theme}`} suppressHydrationWarning>
      <body>{children}</body>
    </html>
  );
}
