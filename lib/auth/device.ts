/** What a session runs in: the names of browser and system as their makers write them; null where nothing says so. */
export type Device = { browser: string | null; system: string | null };

// The first that is found counts: most browsers name others as well, to be treated like them.
const browsers: [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bMicroMessenger\//, 'Weixin'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\b(iPhone|iPod)\b/, 'iOS'],
  [/\biPad\b/, 'iPadOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const named = (known: [RegExp, string][], text: string) => known.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Reads the User-Agent header, which is the caller's own word: good enough to know one's own browsers by. */
export function deviceOf(userAgent: string | null): Device {
  const text = (userAgent ?? '').slice(0, 512);
  return { browser: named(browsers, text), system: named(systems, text) };
}
