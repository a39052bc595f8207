'use client';

import { useEffect, useState } from 'react';
import { Failure } from '@/components/errors/failure';
import type { Locale } from '@/lib/i18n/locale';
import { isLocale, localeCookie } from '@/lib/i18n/locale';
import './globals.css';

type GlobalErrorProps = { error: Error & { digest?: string }; reset: () => void };

/** The chosen language: the document that knew it is gone, the cookie is still there. */
function localeOfCookie(): Locale {
  const held = document.cookie.split('; ').find((part) => part.startsWith(`${localeCookie}=`));
  const tag = held?.slice(localeCookie.length + 1);
  return isLocale(tag) ? tag : 'en';
}

/** The document itself failed: this one stands in its place. */
export default function GlobalError({ error, reset }: GlobalErrorProps) {
  const [locale, setLocale] = useState<Locale>('en');
  useEffect(() => setLocale(localeOfCookie()), []);
  return (
    <html lang={locale} className="system">
      <body>
        <main key={locale}>
          <Failure reference={error.digest} retry={reset} />
        </main>
      </body>
    </html>
  );
}
