import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  resolve: {
    alias: {
      '@': path('.').replace(/\/$/, ''),
      // The package throws outside a React server; tests load server files directly.
      'server-only': path('lib/testing/server-only.ts'),
    },
  },
  // Vite would look for a PostCSS configuration, which is for Next alone.
  css: { postcss: {} },
  test: {
    passWithNoTests: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{lib,components,app,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.integration.test.ts', 'lib/db/generated/**'],
          setupFiles: ['lib/testing/quiet-console.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['{lib,app,scripts,prisma}/**/*.integration.test.ts'],
          globalSetup: ['scripts/lib/test-database.mjs'],
          setupFiles: ['lib/testing/quiet-console.ts', 'lib/testing/own-database.ts'],
          // As in the browser: a machine that does other work as well can starve a test that waits for a process.
          retry: process.env.CI ? 1 : 0,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
