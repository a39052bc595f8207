// Choices that live in cookies, so that the first byte of a page already looks right: nothing flashes.

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = 'theme';
export const navigationCookie = 'nav';

/** The theme a cookie asks for; without one the browser's own setting counts. */
export const readTheme = (value: string | undefined): Theme => themes.find((theme) => theme === value) ?? 'system';

/** Whether the navigation was folded to the rail. */
export const readIsRail = (value: string | undefined): boolean => value === 'rail';

/** Keeps a choice for a year, in this browser. Only called in the browser. */
export function keepChoice(cookie: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve.
  document.cookie = `${cookie}=${encodeURIComponent(value)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}
