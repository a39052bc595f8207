import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { causeOf, endOf, isOfPerson, leftOf, limitsOf, SESSION_LIFE_MS, stands } from './session-rules';

const HALF_HOUR = 30 * 60_000;

describe('until when a session stands', () => {
  const times = fc
    .record({ began: fc.integer({ min: 0, max: 1e9 }), seen: fc.integer({ min: 0, max: SESSION_LIFE_MS }) })
    .map(({ began, seen }) => ({ beganAt: new Date(began), seenAt: new Date(began + seen), endedAt: null }));

  it('never longer than idle after the last deed, nor than a life after the beginning', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 2 * SESSION_LIFE_MS }), (held, after) => {
        const at = new Date(held.beganAt.getTime() + after);
        const { idleAt, overAt } = limitsOf(held, HALF_HOUR);
        expect(stands(held, HALF_HOUR, at)).toBe(at < idleAt && at < overAt);
        expect(stands({ ...held, endedAt: new Date(0) }, HALF_HOUR, at)).toBe(false);
        const { idleInMs, overInMs } = leftOf({ idleAt, overAt }, at);
        expect(Math.min(idleInMs, overInMs) > 0).toBe(stands(held, HALF_HOUR, at));
        const row = { ...held, endedCause: null };
        expect(causeOf(row, HALF_HOUR, at) === null).toBe(stands(held, HALF_HOUR, at));
        expect(causeOf({ ...row, endedAt: at, endedCause: 'roles' }, HALF_HOUR, at)).toBe('roles');
        expect(endOf(held, HALF_HOUR).at).toEqual(new Date(Math.min(idleAt.getTime(), overAt.getTime())));
      }),
    );
  });
});

it('a person goes to pages and presses what calls actions; polling, drawing anew and listening is nobody', () => {
  const headersOf = (init: Record<string, string>) => isOfPerson(new Headers(init));
  expect(headersOf({ 'Sec-Fetch-Mode': 'navigate' })).toBe(true);
  expect(headersOf({ 'Next-Action': '4f', 'Sec-Fetch-Mode': 'cors' })).toBe(true);
  expect(headersOf({ 'Sec-Fetch-Mode': 'cors', RSC: '1' })).toBe(false);
  expect(headersOf({ Accept: 'text/event-stream', 'Sec-Fetch-Mode': 'cors' })).toBe(false);
  expect(headersOf({})).toBe(false);
});
