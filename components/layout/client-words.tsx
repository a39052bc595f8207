import { NextIntlClientProvider } from 'next-intl';
import { getMessages } from 'next-intl/server';
import type { ReactNode } from 'react';

/**
 * Gives client components below it the words of the named key spaces, and no others: the browser gets what it shows.
 * Forms need `form`, `rules` and `common`, and the space of their page.
 */
export async function ClientWords({ spaces, children }: { spaces: string[]; children: ReactNode }) {
  const messages = await getMessages();
  const needed = Object.fromEntries(Object.entries(messages).filter(([space]) => spaces.includes(space)));
  return <NextIntlClientProvider messages={needed}>{children}</NextIntlClientProvider>;
}
