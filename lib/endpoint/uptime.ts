// What a row of tests says of the time between them. Pure.
import type { EndpointCheck, Outage, UptimeStrip } from './view';

/** A finished test as it counts here; `failed` names the checks that failed, and is empty when it passed. */
export type Watched = { at: Date; failed: readonly EndpointCheck[] };

type Cell = UptimeStrip['cells'][number];

const stateOf = (tests: readonly Watched[]): Cell['state'] => {
  const passed = tests.filter(({ failed }) => failed.length === 0).length;
  if (tests.length === 0) return 'unwatched';
  if (passed === tests.length) return 'up';
  return passed === 0 ? 'down' : 'partly';
};

/** The span before `until` in equal cells, oldest first. A cell holds the tests from its beginning to before its end. */
export function uptimeStripOf(
  tests: readonly Watched[],
  { until, spanMs, cells }: { until: Date; spanMs: number; cells: number },
): UptimeStrip {
  const start = until.getTime() - spanMs;
  const cellMs = spanMs / cells;
  const inSpan = tests.filter(({ at }) => at.getTime() >= start && at < until);
  const made = Array.from({ length: cells }, (_, place): Cell => {
    const from = start + place * cellMs;
    const inside = inSpan.filter(({ at }) => at.getTime() >= from && at.getTime() < from + cellMs);
    return {
      from: new Date(from).toISOString(),
      until: new Date(from + cellMs).toISOString(),
      state: stateOf(inside),
    };
  });
  const passed = inSpan.filter(({ failed }) => failed.length === 0).length;
  return { cells: made, passed, total: inSpan.length };
}

/** The windows in which every test failed, newest first. Nothing says that we were there between two failed tests. */
export function outagesOf(tests: readonly Watched[]): Outage[] {
  const found: Outage[] = [];
  let open: Outage | null = null;
  for (const { at, failed } of tests) {
    if (failed.length === 0) {
      if (open) open.until = at.toISOString();
      open = null;
      continue;
    }
    if (!open) {
      open = { from: at.toISOString(), until: null, tests: 0, checks: [] };
      found.push(open);
    }
    open.tests += 1;
    open.checks = [...new Set([...open.checks, ...failed])];
  }
  return found.reverse();
}
