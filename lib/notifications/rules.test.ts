import { describe, expect, it } from 'vitest';
import { canReprocess, ladderOf, stepsOf } from './rules';
import type { DeliveryVerdict, StepTime } from './view';
import { notificationStates, steps } from './view';

const passed = (...names: StepTime['step'][]): StepTime[] => names.map((step, place) => ({ step, us: place * 10 }));
const verified = ['arrived', 'headers', 'time', 'certificate', 'signature'] as const;
const verdicts = (verdict: DeliveryVerdict, cause: string | null, names: StepTime['step'][]) =>
  ladderOf({ verdict, cause, steps: passed(...names) }).map((rung) => rung.verdict);

describe('the ladder of checks', () => {
  it('has every step once, in its order, with the time it took', () => {
    const ladder = ladderOf({ verdict: 'applied', cause: null, steps: passed(...steps) });
    expect(ladder).toEqual(steps.map((step, place) => ({ step, verdict: 'passed', us: place * 10 })));
  });

  it.each([
    ['key', [...verified, 'envelope'], 'opened'],
    ['malformed', [...verified, 'envelope'], 'opened'],
    ['not-an-envelope', [...verified], 'envelope'],
    ['not-an-envelope', [...verified, 'envelope'], 'opened'],
    ['foreign', [...verified, 'envelope'], 'ours'],
  ] as const)('stops for the cause %s after %j', (cause, names, stopped) => {
    const ladder = ladderOf({ verdict: 'quarantine', cause, steps: passed(...names) });
    expect(ladder.filter(({ verdict }) => verdict === 'stopped').map(({ step }) => step)).toEqual([stopped]);
    const place = steps.indexOf(stopped);
    expect(ladder.slice(0, place).every(({ verdict }) => verdict === 'passed')).toBe(true);
    expect(ladder.slice(place + 1).every(({ verdict }) => verdict === 'not-reached')).toBe(true);
    const createTime = (names as readonly string[]).includes('envelope') ? '2024-03-07T02:00:00Z' : null;
    expect(stepsOf({ state: 'quarantine', cause, createTime })).toEqual({ stopped, reached: steps[place - 1] });
  });

  it('tells what was applied from what was kept and what came again', () => {
    expect(verdicts('older', null, [...steps]).at(-1)).toBe('kept');
    expect(verdicts('discrepancy', 'other-domains', [...steps]).at(-1)).toBe('kept');
    expect(verdicts('repeat', null, [...steps]).at(-1)).toBe('repeat');
    expect(verdicts('repeat', null, [...verified, 'envelope', 'applied']).slice(6)).toEqual([
      'not-needed',
      'not-needed',
      'repeat',
    ]);
  });
});

it('only what was kept without being understood may be judged again', () => {
  expect(notificationStates.filter(canReprocess)).toEqual(['unknown-type', 'quarantine']);
});

it('a message that is kept and not applied reached everything but that', () => {
  expect(stepsOf({ state: 'older', cause: null, createTime: null })).toEqual({ reached: 'ours', stopped: null });
  expect(stepsOf({ state: 'applied', cause: null, createTime: null })).toEqual({ reached: 'applied', stopped: null });
});
