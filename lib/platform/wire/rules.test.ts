import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { broken, choice, failedRules, typeRule } from './rules';

const schema = z
  .strictObject({ a: z.string({ error: typeRule() }), b: choice(['X', 'Y']) }, { error: typeRule() })
  .check(({ value, issues }) => {
    if (value.a === 'bad') issues.push(broken('too-long', value.a, { max: 2, count: 3 }, ['a']));
  });
const failures = (value: unknown) => {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : failedRules(parsed.error);
};

describe('failedRules', () => {
  it('names missing, mistyped, foreign and unlisted values', () => {
    expect(failures({ b: 'Z', c: 1, d: 2 })).toEqual([
      { rule: 'required', path: ['a'] },
      { rule: 'not-a-choice', path: ['b'] },
      { rule: 'unknown-field', path: ['c'] },
      { rule: 'unknown-field', path: ['d'] },
    ]);
    expect(failures({ a: 1, b: 'X' })).toEqual([{ rule: 'wrong-type', path: ['a'] }]);
    expect(failures(null)).toEqual([{ rule: 'wrong-type', path: [] }]);
  });

  it('carries the numbers of a rule', () => {
    expect(failures({ a: 'bad', b: 'X' })).toEqual([{ rule: 'too-long', path: ['a'], max: 2, count: 3 }]);
  });

  it('takes the messages of schemas that name no rule for a wrong type', () => {
    const parsed = z.object({ n: z.number().min(3) }).safeParse({ n: 1 });
    expect(parsed.error && failedRules(parsed.error)).toEqual([{ rule: 'wrong-type', path: ['n'] }]);
  });

  it('says the rule in the message too, and never the value', () => {
    const { error } = schema.safeParse({ a: 'bad', b: 'secret' });
    expect(error?.issues.map(({ message }) => message)).toEqual(['not-a-choice']);
    expect(JSON.stringify(error?.issues)).not.toContain('secret');
  });
});
