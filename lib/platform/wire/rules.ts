// The names of everything the schemas can object to. Schemas hold no words: whoever shows a failed rule finds the
// words by its name, and this list is what such a table of words is complete against.
import { z } from 'zod';

/** Every rule a wire schema can fail, in the order in which a help page would list them. */
export const wireRules = [
  'required',
  'wrong-type',
  'unknown-field',
  'not-a-choice',
  'too-short',
  'too-long',
  'too-few',
  'too-many',
  'too-many-bytes',
  'duplicate',
  'invisible-character',
  'outer-space',
  'not-a-date',
  'phone-needs-prefix',
  'not-a-phone',
  'not-an-email',
  'not-a-url',
  'not-a-domain',
  'not-a-country-code',
  'not-a-category-code',
  'not-an-integer',
  'not-a-list',
  'not-sealed',
  'letters-and-digits-only',
  'not-a-contract-id',
  'not-an-order-number',
  'not-https',
  'has-parameters',
  'not-an-ip-address',
  'not-a-currency',
  'not-an-amount',
  'too-many-decimals',
  'not-positive',
  'too-large',
  'not-a-picture-name',
  'not-a-sha256',
  'required-for-enterprise',
  'only-for-enterprise',
  'only-for-individual',
  'online-needs-a-channel',
  'offline-needs-an-address',
  'required-when-applying',
  'only-when-applying',
  'required-for-no-limit',
  'required-when-not-launched',
  'only-test-limit-when-not-launched',
  'limit-removal-needs-no-limit',
] as const;

/** The name of a failed rule. */
export type WireRule = (typeof wireRules)[number];

/** What a failed rule tells about itself: limits and counts in characters, bytes or items, positions from 1. */
export type RuleFacts = { min?: number; max?: number; count?: number; position?: number };

/** A failed rule as found on a parsed value: where, which, and its numbers. */
export type RuleFailure = RuleFacts & { rule: WireRule; path: PropertyKey[] };

const isWireRule = (word: unknown): word is WireRule => wireRules.some((rule) => rule === word);

/** The issue that a check reports: the rule's name is both message (for form resolvers) and parameter. */
export function broken(rule: WireRule, input: unknown, facts: RuleFacts = {}, path: PropertyKey[] = []) {
  return { code: 'custom' as const, message: rule, params: { rule, ...facts }, input, path };
}

/** An issue as `broken` makes it. */
export type Broken = ReturnType<typeof broken>;

/** Where a check between fields reports: what `superRefine` hands over. */
export type Report = { addIssue: (issue: Broken) => void };

/** Runs a check between fields even while single fields still fail, so that a form shows all there is to do at once. */
export const alongside = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

/** Names the type failures of a schema: absent values are `required`, all others `wrong-type` (or as given). */
export const typeRule =
  (otherwise: WireRule = 'wrong-type') =>
  (issue: { input?: unknown }): WireRule =>
    issue.input === undefined ? 'required' : otherwise;

const rulesByCode: Partial<Record<z.core.$ZodIssue['code'], WireRule>> = {
  unrecognized_keys: 'unknown-field',
  invalid_value: 'not-a-choice',
};

/**
 * The failed rules of a zod error, in its order. An unknown field is reported at its own path, once for each key.
 * An issue that no schema here names counts as `wrong-type`.
 */
export function failedRules(error: z.ZodError): RuleFailure[] {
  return error.issues.flatMap((issue): RuleFailure[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ rule: 'unknown-field', path: [...issue.path, key] }));
    }
    if (issue.code === 'custom' && isWireRule(issue.params?.rule)) {
      return [{ ...(issue.params as RuleFacts), rule: issue.params.rule, path: issue.path }];
    }
    const rule = isWireRule(issue.message) ? issue.message : (rulesByCode[issue.code] ?? 'wrong-type');
    return [{ rule, path: issue.path }];
  });
}

/** A choice of words whose failures carry rule names: `required` when absent, `not-a-choice` otherwise. */
export const choice = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: typeRule('not-a-choice') });
