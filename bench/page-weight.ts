// npm run bench:page-weight: cold loads of the list in a new browser profile each, then one navigation inside the app to a
// record. Requests and bytes on the wire by kind, paint times, blocking time, layout shift, and foreign hosts.
import type { BrowserContext, CDPSession } from '@playwright/test';
import { benchConsole, listPath, openBrowser, signIn } from './console';
import { readOptions, spreadOf } from './scratch';

const options = readOptions({ path: listPath, runs: 5, navigate: 'main [data-row-link]', settleMs: 1000, cpu: 1 });

type Kind = 'script' | 'style' | 'document' | 'font' | 'image' | 'data';
const kinds: Record<string, Kind> = {
  Script: 'script',
  Stylesheet: 'style',
  Document: 'document',
  Font: 'font',
  Image: 'image',
};
const kindNames = ['script', 'style', 'document', 'font', 'image', 'data'] as const;

type Seen = { firstPaint: number; lcp: number; shift: number; long: { start: number; duration: number }[] };

/**
 * Runs in the page before anything else: what the browser tells about painting and long tasks. No function in it has a name:
 * the compiler would wrap a named one in a helper of its own that the page does not have.
 */
function watch() {
  const seen: Seen = { firstPaint: 0, lcp: 0, shift: 0, long: [] };
  Object.assign(window, { subdeskSeen: seen });
  for (const type of ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask']) {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.name === 'first-contentful-paint') seen.firstPaint = entry.startTime;
        if (type === 'largest-contentful-paint') seen.lcp = entry.startTime;
        if (type === 'layout-shift') seen.shift += (entry as PerformanceEntry & { value: number }).value;
        if (type === 'longtask') seen.long.push({ start: entry.startTime, duration: entry.duration });
      }
    }).observe({ type, buffered: true });
  }
}

type Request = { kind: Kind; host: string; bytes: number; isWhole: boolean };

/** Writes down every request of a page. A stream that never ends, as in-app navigation keeps one, is counted as it comes. */
async function listen(session: CDPSession): Promise<Map<string, Request>> {
  const requests = new Map<string, Request>();
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (request.url.startsWith('data:')) return;
    const kind = kinds[type ?? ''] ?? 'data';
    requests.set(requestId, { kind, host: new URL(request.url).hostname, bytes: 0, isWhole: false });
  });
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { kind: kinds[type] ?? 'data', bytes: response.encodedDataLength });
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request && !request.isWhole) request.bytes += encodedDataLength;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { bytes: encodedDataLength, isWhole: true });
  });
  return requests;
}

const sum = (requests: Request[], kind?: Kind) =>
  requests.filter((request) => !kind || request.kind === kind).reduce((bytes, request) => bytes + request.bytes, 0);

async function load(url: string, storageState: Awaited<ReturnType<BrowserContext['storageState']>>) {
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1350, height: 940 }, storageState });
    const page = await context.newPage();
    await page.addInitScript(watch);
    const session = await context.newCDPSession(page);
    if (options.cpu > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: options.cpu });
    const requests = await listen(session);
    await page.goto(`${url}${options.path}`, { waitUntil: 'networkidle' });
    await page.waitForTimeout(options.settleMs);
    const seen = await page.evaluate(() => Reflect.get(window, 'subdeskSeen') as Seen);
    if (seen.lcp === 0 || seen.firstPaint === 0) throw new Error('The page told nothing of its painting.');
    const cold = [...requests.values()];
    const blocked = seen.long
      .filter(({ start }) => start >= seen.firstPaint)
      .reduce((ms, { duration }) => ms + Math.max(0, duration - 50), 0);
    const before = new Set(requests.keys());
    if (options.navigate !== '') {
      await page.click(options.navigate);
      await page.waitForURL((at) => at.pathname !== options.path);
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(options.settleMs);
    }
    const navigation = [...requests].filter(([id]) => !before.has(id)).map(([, request]) => request);
    return { cold, seen, blocked, navigation };
  } finally {
    await browser.close();
  }
}

await benchConsole('page-weight', async (started) => {
  const state = await signIn(started);
  const runs: Awaited<ReturnType<typeof load>>[] = [];
  // The first load of a new server compiles what it serves.
  await load(started.url, state);
  for (let run = 0; run < options.runs; run += 1) runs.push(await load(started.url, state));
  const median = (read: (run: (typeof runs)[number]) => number) => spreadOf(runs.map(read)).p50;
  const hosts = new Set(runs.flatMap(({ cold }) => cold.map(({ host }) => host)));
  hosts.delete(new URL(started.url).hostname);
  return {
    path: options.path,
    runs: runs.length,
    requests: median(({ cold }) => cold.length),
    bytes: median(({ cold }) => sum(cold)),
    byKind: Object.fromEntries(
      kindNames.map((kind) => [
        kind,
        {
          requests: median(({ cold }) => cold.filter((request) => request.kind === kind).length),
          bytes: median(({ cold }) => sum(cold, kind)),
        },
      ]),
    ),
    foreignHosts: [...hosts],
    firstPaintMs: median(({ seen }) => seen.firstPaint),
    lcpMs: median(({ seen }) => seen.lcp),
    blockedMs: median(({ blocked }) => blocked),
    layoutShift: median(({ seen }) => seen.shift),
    navigation: {
      requests: median(({ navigation }) => navigation.length),
      bytes: median(({ navigation }) => sum(navigation)),
    },
  };
});
