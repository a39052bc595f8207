'use client';

import { useMemo } from 'react';
import type { FieldErrors, Resolver, UseFormReturn } from 'react-hook-form';
import { get, useForm } from 'react-hook-form';
import { errorsOf, useIssueSentence } from '@/components/form/action-form';
import type { EditBase } from '@/lib/sub-merchants/rules';
import { shownPaths, valuesOf } from '@/lib/sub-merchants/rules';
import type { EditValues, FieldValues } from '@/lib/sub-merchants/schema';
import { checkSubMchid, checkTold, tidy } from '@/lib/sub-merchants/values';

/** The edit form's values, and the id that an edit cannot change. */
export type NewValues = EditValues & { sub_mchid: string };

export type NewFormState = UseFormReturn<NewValues, unknown, NewValues>;

/** What was typed by wire path, without blanks and without fields that the choices hide. */
export function toldOf(values: NewValues): FieldValues {
  const told: FieldValues = {};
  for (const path of shownPaths(values)) {
    const value: unknown = get(values, path);
    if (typeof value === 'string' || Array.isArray(value)) told[path] = value;
  }
  return tidy(told);
}

/** A new record may lack anything but its id: each value is judged by itself, as the server does it again. */
export function useNewForm(base: EditBase, subMchid: string): NewFormState {
  const say = useIssueSentence();
  const resolver = useMemo<Resolver<NewValues, unknown, NewValues>>(
    () => (values) => {
      const issues = [...checkSubMchid(values.sub_mchid.trim()), ...checkTold({ values: toldOf(values) })];
      const errors: FieldErrors<NewValues> = errorsOf<NewValues>(issues, say);
      return issues.length === 0 ? { values, errors: {} } : { values: {}, errors };
    },
    [say],
  );
  return useForm<NewValues, unknown, NewValues>({
    resolver,
    defaultValues: { ...valuesOf(base), sub_mchid: subMchid },
    mode: 'onTouched',
    shouldFocusError: false,
  });
}
