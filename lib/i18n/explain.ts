// From the name of a failed rule to a sentence. Schemas and use cases speak in names; this is where words join.
import type { z } from 'zod';
import { failedRules } from '../platform/wire/rules';
import type { Issue, Refusal } from '../result';

/** The translator of the key space `rules`, as `useTranslations` and `getTranslations` return it. */
export type RuleWords = {
  (key: string, values?: Record<string, string | number>): string;
  has: (key: string) => boolean;
};

/**
 * What is wrong with a value and what to do, in the reader's language. A rule without words of its own gets the
 * general sentence with its name, so that a person can at least report it.
 */
export function explain(issue: Pick<Issue, 'rule' | 'params'>, t: RuleWords): string {
  const values = { ...issue.params };
  return t.has(issue.rule) ? t(issue.rule, values) : t('other', { rule: issue.rule });
}

/** The issues of a zod error by wire path (`domains.0`), one per failed rule, in its order. */
export function issuesOf(error: z.ZodError): Issue[] {
  return failedRules(error).map(({ rule, path, ...facts }) => ({
    path: path.map(String).join('.'),
    rule,
    params: Object.fromEntries(
      Object.entries(facts).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    ),
  }));
}

/** Why a deed was not done, from the key space `refusals`. Issues of an invalid input are explained one by one. */
export function explainRefusal(refusal: Refusal, t: RuleWords): string {
  if (refusal.kind === 'forbidden') return t('forbidden', { permission: refusal.permission });
  if (refusal.kind !== 'conflict') return t(refusal.kind);
  const key = `conflict.${refusal.rule}`;
  return t.has(key) ? t(key, { ...refusal.params }) : t('other', { rule: refusal.rule });
}
