import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { text } from '../platform/wire/text';
import type { RuleWords } from './explain';
import { explain, explainRefusal, issuesOf } from './explain';
import en from './messages/en.json';
import hant from './messages/zh-Hant.json';

// Typed as loosely as pages have them: keys come from names of rules, not from literals.
function words(locale: string, messages: Record<string, Record<string, unknown>>, namespace: string): RuleWords {
  const t = createTranslator<Record<string, string>>({
    locale,
    messages: messages[namespace] as Record<string, string>,
  });
  return Object.assign((key: string, values?: Record<string, string | number>) => t(key, values), {
    has: (key: string) => t.has(key),
  });
}
const rules = words('en', en, 'rules');
const refusals = words('en', en, 'refusals');
const hantRules = words('zh-Hant', hant, 'rules');

describe('explain', () => {
  it('puts the numbers of a failed rule into its sentence', () => {
    const [issue] = issuesOf(
      new z.ZodError(z.object({ name: text(1, 3) }).safeParse({ name: 'four' }).error?.issues ?? []),
    );
    expect(issue).toEqual({ path: 'name', rule: 'too-long', params: { max: 3, count: 4 } });
    expect(explain({ rule: 'too-long', params: { max: 3, count: 4 } }, rules)).toBe(
      'At most 3 characters; this has 4.',
    );
    expect(explain({ rule: 'too-long', params: { max: 3, count: 4 } }, hantRules)).toBe('最多 3 個字元；現有 4 個。');
  });

  it('names a rule that has no words yet', () => {
    expect(explain({ rule: 'never-heard-of' }, rules)).toContain('never-heard-of');
  });

  it('gives items of a list their place in the path', () => {
    const parsed = z.object({ domains: z.array(text(1, 2)) }).safeParse({ domains: ['ok', 'long'] });
    expect(issuesOf(parsed.error ?? new z.ZodError([])).map(({ path }) => path)).toEqual(['domains.1']);
  });
});

describe('explainRefusal', () => {
  it('says which rule of ours stood in the way', () => {
    expect(explainRefusal({ kind: 'conflict', rule: 'another-request-is-open' }, refusals)).toBe(
      'Another request for this is still open.',
    );
  });

  it('names a conflict that has no words yet', () => {
    expect(explainRefusal({ kind: 'conflict', rule: 'never-heard-of' }, refusals)).toContain('never-heard-of');
  });

  it('says which right is missing', () => {
    expect(explainRefusal({ kind: 'forbidden', permission: 'sub-merchant:edit' }, refusals)).toContain(
      'sub-merchant:edit',
    );
  });
});
