import { cpus } from 'node:os';
import { defineConfig } from '@playwright/test';

// Run by `npm test`, which starts the console and the sandbox and says in E2E_* where they are.
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: '.',
  outputDir: '../.data/e2e/results',
  workers: Math.max(1, Math.min(3, cpus().length)),
  fullyParallel: false,
  forbidOnly: true,
  // A machine that does other work as well can starve a browser. What passes only then is told at the end.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    ...(process.env.E2E_URL ? { baseURL: process.env.E2E_URL } : {}),
    locale: 'en-GB',
    timezoneId: 'Asia/Hong_Kong',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.E2E_BROWSER ? { executablePath: process.env.E2E_BROWSER } : {}),
      args: [
        // Chromium's own sandbox does not work for root.
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--disable-dev-shm-usage',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
