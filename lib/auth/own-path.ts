/** Stands for our own address while a path is read; no such host exists. */
const here = 'http://console.invalid';

/**
 * The path to go on to after sign-in, or null when `text` leads anywhere but to a page of ours: another host, another
 * scheme, a route handler, or the sign-in page itself.
 */
export function ownPath(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > 2048 || !/^\/(?![/\\])/.test(text)) return null;
  if (!URL.canParse(text, here)) return null;
  const url = new URL(text, here);
  if (url.origin !== here || /^\/\/|^\/(api|sign-in)(\/|$)/.test(url.pathname)) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
