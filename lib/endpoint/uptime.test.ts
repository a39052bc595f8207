import { describe, expect, it } from 'vitest';
import type { Watched } from './uptime';
import { outagesOf, uptimeStripOf } from './uptime';

const until = new Date('2026-11-28T08:00:00.000Z');
const MINUTE = 60_000;
const at = (minutesAgo: number, failed: Watched['failed'] = []): Watched => ({
  at: new Date(until.getTime() - minutesAgo * MINUTE),
  failed,
});

describe('the strip', () => {
  it('tells for each cell whether all, some or none of its tests passed, or whether nobody looked', () => {
    const tests = [at(59), at(44), at(31, ['reached']), at(29, ['reached']), at(16, ['in-time'])];
    const strip = uptimeStripOf(tests, { until, spanMs: 60 * MINUTE, cells: 4 });
    expect(strip.cells.map(({ state }) => state)).toEqual(['up', 'partly', 'down', 'unwatched']);
    expect(strip).toMatchObject({ passed: 2, total: 5 });
    expect(strip.cells[0]).toMatchObject({ from: '2026-11-28T07:00:00.000Z', until: '2026-11-28T07:15:00.000Z' });
    expect(strip.cells.at(-1)?.until).toBe(until.toISOString());
  });

  it('holds its first moment and not its last, and nothing before', () => {
    const strip = uptimeStripOf([at(61), at(60), at(0)], { until, spanMs: 60 * MINUTE, cells: 2 });
    expect(strip).toMatchObject({ total: 1 });
    expect(strip.cells.map(({ state }) => state)).toEqual(['up', 'unwatched']);
  });
});

describe('outages', () => {
  it('go from the first failed test to the first that passed, newest first, with what failed', () => {
    const tests = [at(50), at(45, ['reached']), at(40, ['reached', 'arrived']), at(35), at(10, ['chain'])];
    expect(outagesOf(tests)).toEqual([
      { from: '2026-11-28T07:50:00.000Z', until: null, tests: 1, checks: ['chain'] },
      {
        from: '2026-11-28T07:15:00.000Z',
        until: '2026-11-28T07:25:00.000Z',
        tests: 2,
        checks: ['reached', 'arrived'],
      },
    ]);
  });

  it('are none while every test passes', () => {
    expect(outagesOf([at(10), at(5)])).toEqual([]);
    expect(outagesOf([])).toEqual([]);
  });
});
