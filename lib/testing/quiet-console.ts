import { afterEach, beforeEach, vi } from 'vitest';

// What nobody expected is written with console.error: a test in which that happens has failed. A test that expects it
// sets its own spy.
const written: unknown[][] = [];

beforeEach(() => {
  written.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...values) => {
    written.push(values);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  if (written.length > 0) throw new Error(`console.error was called: ${written.map(String).join('; ')}`);
});
