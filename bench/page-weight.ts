// npm run bench:page-weight -- --url http://localhost:3000/c/practice/sub-merchants --cookie 'name=value': cold loads in a
// new browser profile each. Bytes on the wire by kind, paint times, blocking time, layout shift, foreign hosts, and the
// cost of one navigation inside the app where a selector is given.
import { chromium } from '@playwright/test';
import { findBrowser } from '../scripts/lib/browser.mjs';
import { readOptions, spreadOf } from './scratch';

const options = readOptions({ url: '', cookie: '', runs: 5, navigate: '', settleMs: 1000 });
const { hostname } = new URL(options.url);
if (!['localhost', '127.0.0.1'].includes(hostname)) throw new Error('Only pages of this machine are measured.');

type Kind = 'script' | 'style' | 'document' | 'font' | 'image' | 'data';
const kinds: Record<string, Kind> = {
  Script: 'script',
  Stylesheet: 'style',
  Document: 'document',
  Font: 'font',
  Image: 'image',
};

/** Runs in the page before anything else: what the browser tells about painting and long tasks. */
function watch() {
  const seen = { lcp: 0, shift: 0, blocked: 0 };
  Object.assign(window, { subdeskSeen: seen });
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
  on('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  on('longtask', (entry) => {
    seen.blocked += Math.max(0, entry.duration - 50);
  });
}

async function load() {
  const browser = await chromium.launch({
    ...(findBrowser() && { executablePath: findBrowser() }),
    // Chromium's own sandbox does not work for root.
    args: ['--disable-background-networking', '--no-first-run', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1350, height: 940 } });
    const cookies = options.cookie.split(/; */).filter((pair) => pair.includes('='));
    await context.addCookies(
      cookies.map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return { name, value: value.join('='), domain: hostname, path: '/' };
      }),
    );
    const page = await context.newPage();
    await page.addInitScript(watch);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const requests = new Map<string, { kind: Kind; host: string; bytes: number }>();
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (response.url.startsWith('data:')) return;
      requests.set(requestId, { kind: kinds[type] ?? 'data', host: new URL(response.url).hostname, bytes: 0 });
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const request = requests.get(requestId);
      if (request) request.bytes = encodedDataLength;
    });
    await page.goto(options.url, { waitUntil: 'networkidle' });
    await page.waitForTimeout(options.settleMs);
    const seen = await page.evaluate(
      () => Reflect.get(window, 'subdeskSeen') as { lcp: number; shift: number; blocked: number },
    );
    const all = [...requests.values()];
    const sum = (kind?: Kind) =>
      all.filter((request) => !kind || request.kind === kind).reduce((bytes, request) => bytes + request.bytes, 0);
    const cold = {
      requests: all.length,
      bytes: sum(),
      script: sum('script'),
      style: sum('style'),
      foreign: [...new Set(all.map(({ host }) => host).filter((host) => host !== hostname))],
      ...seen,
    };
    if (options.navigate === '') return { cold, navigation: null };
    const before = new Set(requests.keys());
    await page.click(options.navigate);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(options.settleMs);
    const fresh = [...requests].filter(([id]) => !before.has(id)).map(([, request]) => request);
    return {
      cold,
      navigation: { requests: fresh.length, bytes: fresh.reduce((bytes, request) => bytes + request.bytes, 0) },
    };
  } finally {
    await browser.close();
  }
}

const runs: Awaited<ReturnType<typeof load>>[] = [];
for (let run = 0; run < options.runs; run += 1) runs.push(await load());
const median = (read: (run: (typeof runs)[number]) => number) => spreadOf(runs.map(read)).p50;
const last = runs.at(-1);
console.log(
  JSON.stringify({
    bench: 'page-weight',
    url: options.url,
    runs: runs.length,
    requests: median(({ cold }) => cold.requests),
    bytes: median(({ cold }) => cold.bytes),
    scriptBytes: median(({ cold }) => cold.script),
    styleBytes: median(({ cold }) => cold.style),
    foreignHosts: last?.cold.foreign,
    lcpMs: median(({ cold }) => cold.lcp),
    blockedMs: median(({ cold }) => cold.blocked),
    layoutShift: median(({ cold }) => cold.shift),
    navigation: last?.navigation && {
      requests: median(({ navigation }) => navigation?.requests ?? 0),
      bytes: median(({ navigation }) => navigation?.bytes ?? 0),
    },
  }),
);
