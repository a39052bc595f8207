import { getLocale, getMessages } from 'next-intl/server';

/** The words of the named key spaces, and no others: the browser gets what it shows. */
export async function wordsFor(spaces: string[]) {
  const [locale, messages] = await Promise.all([getLocale(), getMessages()]);
  return {
    locale,
    messages: Object.fromEntries(Object.entries(messages).filter(([space]) => spaces.includes(space))),
  };
}

/** What a client part that brings its own provider is given: `WithWords` takes it. */
export type Words = Awaited<ReturnType<typeof wordsFor>>;
