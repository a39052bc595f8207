import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { wordsFor } from './words-for';

/**
 * Gives client components below it the words of the named key spaces. Forms need `form`, `rules` and `common`, and the
 * space of their page.
 */
export async function ClientWords({ spaces, children }: { spaces: string[]; children: ReactNode }) {
  const { messages } = await wordsFor(spaces);
  return <NextIntlClientProvider messages={messages}>{children}</NextIntlClientProvider>;
}
