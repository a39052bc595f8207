// What the benches of the running console share: one that is started for the bench and ended with it, and a person who is
// signed in.
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext } from '@playwright/test';
import { chromium } from '@playwright/test';
import { findBrowser } from '../scripts/lib/browser.mjs';
import { build } from '../scripts/lib/build.mjs';
import { createSupervisor } from '../scripts/lib/supervisor.mjs';
import { startTestConsole } from '../scripts/lib/test-console.mjs';

export type BenchConsole = {
  url: string;
  databaseUrl: string;
  /** The process of the console itself. */
  pid: number;
  /** From the start of that process until it says that it is well. */
  startMs: number;
  /** Of the demo operator. */
  password: string;
};

/** The paths that are measured, of the sample world. */
export const listPath = '/c/practice/sub-merchants';
export const recordPath = (subMchid: string) => `${listPath}/${subMchid}`;

/** Starts a built console, hands it to `work`, prints what that found as one line of JSON, and ends everything. */
export async function benchConsole(bench: string, work: (started: BenchConsole) => Promise<object>): Promise<void> {
  const supervisor = createSupervisor();
  try {
    let folder: string | null = null;
    await build(supervisor, (made: string) => {
      folder = made;
    });
    const { demoFile, ...started } = await startTestConsole(supervisor, folder, 'bench');
    const { password } = JSON.parse(readFileSync(demoFile, 'utf8')) as { password: string };
    console.log(JSON.stringify({ bench, ...(await work({ ...started, password })) }));
    await supervisor.stop(0);
  } catch (error) {
    console.error(error);
    await supervisor.stop(1);
  }
}

/** A new browser, with a profile that nothing is in. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(findBrowser() && { executablePath: findBrowser() }),
    // Chromium's own sandbox does not work for root.
    args: ['--disable-background-networking', '--no-first-run', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
}

/** Signs the demo operator in; the session serves any number of browsers. */
export async function signIn({
  url,
  password,
}: BenchConsole): Promise<Awaited<ReturnType<BrowserContext['storageState']>>> {
  const browser = await openBrowser();
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${url}/sign-in`);
    await page.locator('input[name=email]').fill('operator@practice.example');
    await page.locator('input[name=password]').fill(password);
    await page.locator('input[name=password]').press('Enter');
    await page.waitForURL((at) => !at.pathname.startsWith('/sign-in'));
    return await context.storageState();
  } finally {
    await browser.close();
  }
}

/** The session as one header, for calls without a browser. */
export const cookieOf = ({ cookies }: Awaited<ReturnType<typeof signIn>>): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

/** Processor time of one process in milliseconds, to the hundredth of a second (Linux). */
export function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Memory of one process in MiB: resident, and at its highest (Linux). */
export function memoryMibOf(pid: number): { resident: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  return { resident: of('VmRSS'), peak: of('VmHWM') };
}
