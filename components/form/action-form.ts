'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { get, set } from 'react-hook-form';
import type { RuleWords } from '@/lib/i18n/explain';
import { explain } from '@/lib/i18n/explain';
import type { Issue } from '@/lib/result';

/** A form as the fields of this room know it. `Output` is what the schema makes of the values. */
export type ActionForm<Values extends FieldValues, Output extends FieldValues = Values> = UseFormReturn<
  Values,
  unknown,
  Output
>;

/** The key under which errors of the whole form are kept: they belong to no control. */
export const wholeForm = 'root.server';

/** Issues as react-hook-form holds errors: each at its wire path, those of the whole under `wholeForm`. */
export function errorsOf<Values extends FieldValues>(
  issues: Issue[],
  say: (issue: Issue) => string,
): FieldErrors<Values> {
  const errors: FieldErrors<Values> = {};
  for (const issue of issues) {
    const path = issue.path === '' ? wholeForm : issue.path;
    // The first rule that fails at a place is the one to mend first; the others show once it is.
    if (get(errors, `${path}.message`) === undefined) set(errors, path, { type: issue.rule, message: say(issue) });
  }
  return errors;
}

/** The sentence at one item of a list's errors, or null. Those are an array, into which `get` alone does not look. */
export const itemError = (errors: unknown, index: number): string | null =>
  get({ errors }, `errors.${index}.message`) ?? null;

/** The sentence of an issue in the reader's language, with the platform's own words where it was the platform. */
export function useIssueSentence(): (issue: Issue) => string {
  const words: RuleWords = useTranslations('rules');
  const t = useTranslations('form');
  return useMemo(
    () => (issue: Issue) => {
      const sentence = explain(issue, words);
      return issue.said ? t('said', { sentence, text: issue.said }) : sentence;
    },
    [words, t],
  );
}

/** Puts issues that the server or the platform found on their fields; returns the path to go to. */
export function showIssues<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, Values>,
  issues: Issue[],
  say: (issue: Issue) => string,
): string | null {
  for (const issue of issues) {
    const path = issue.path === '' ? wholeForm : issue.path;
    form.setError(path as Path<Values>, { type: issue.rule, message: say(issue) });
  }
  return issues[0]?.path ?? null;
}

/** Puts the cursor into the control of a wire path; a path to a list goes to its first item. False if there is none. */
export function focusPath(path: string): boolean {
  const named = (name: string) => document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]:not(:disabled)`);
  const target =
    named(path) ??
    named(`${path}.0`) ??
    document.querySelector<HTMLElement>(`[name^="${CSS.escape(path)}."]:not(:disabled)`);
  if (!target) return false;
  target.scrollIntoView({ block: 'center' });
  target.focus();
  return true;
}
