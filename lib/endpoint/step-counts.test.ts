import { expect, it } from 'vitest';
import { stepCountsOf } from './step-counts';

it('counts at each step who came past it and who ended there', () => {
  const ladder = stepCountsOf(
    [
      { cause: 'headers', count: 3 },
      { cause: 'serial', count: 2 },
      { cause: 'probe', count: 4 },
      { cause: 'signature', count: 1 },
      { cause: 'too-large', count: 1 },
    ],
    [
      { verdict: 'applied', cause: null, count: 10 },
      { verdict: 'repeat', cause: null, count: 5 },
      { verdict: 'unknown-type', cause: 'type', count: 1 },
      { verdict: 'unknown-type', cause: 'state', count: 1 },
      { verdict: 'quarantine', cause: 'key', count: 2 },
      { verdict: 'quarantine', cause: 'foreign', count: 1 },
      { verdict: 'quarantine', cause: 'not-an-envelope', count: 1 },
    ],
  );
  expect(ladder.map(({ step, passed }) => [step, passed])).toEqual([
    ['arrived', 31],
    ['headers', 28],
    ['time', 28],
    ['certificate', 26],
    ['signature', 21],
    ['envelope', 20],
    ['opened', 18],
    ['ours', 17],
    ['applied', 17],
  ]);
  expect(ladder.find(({ step }) => step === 'signature')?.ended).toEqual([
    { cause: 'probe', count: 4 },
    { cause: 'signature', count: 1 },
  ]);
  expect(ladder.at(-1)?.ended).toEqual([
    { cause: 'applied', count: 10 },
    { cause: 'repeat', count: 5 },
    { cause: 'unknown-type', count: 2 },
  ]);
});

it('is all zeros when nothing arrived', () => {
  expect(stepCountsOf([], []).every(({ passed, ended }) => passed === 0 && ended.length === 0)).toBe(true);
});
