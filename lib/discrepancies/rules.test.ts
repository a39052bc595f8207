import { describe, expect, it } from 'vitest';
import { checkReason, checkUntil, restDays } from './rules';

describe('a reason', () => {
  it('is needed, and has at most 500 characters whatever their script', () => {
    expect(checkReason(' \n ')).toEqual([{ path: 'reason', rule: 'required' }]);
    expect(checkReason('𠮷'.repeat(500))).toEqual([]);
    expect(checkReason('x'.repeat(501))).toEqual([
      { path: 'reason', rule: 'too-long', params: { max: 500, count: 501 } },
    ]);
  });
});

describe('the day until which a difference rests', () => {
  const rule = (until: string) => checkUntil(until, '2026-11-28').map((issue) => issue.rule);

  it('is a day after today, a year ahead at most', () => {
    expect(rule('2026-11-29')).toEqual([]);
    expect(rule(restDays('2026-11-28').last)).toEqual([]);
    expect(rule('2027-11-30')).toEqual(['day-too-far']);
    expect(rule('2026-11-28')).toEqual(['day-not-ahead']);
    expect(rule('2026-02-30')).toEqual(['not-a-date']);
    expect(rule('')).toEqual(['required']);
  });
});
