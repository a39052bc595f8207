'use client';

import { useEffect, useMemo, useRef } from 'react';
import type { FieldPath as FormPath, Resolver, UseFormReturn } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import { errorsOf, useIssueSentence } from '@/components/form/action-form';
import type { Issue } from '@/lib/result';
import type { EditBase } from '@/lib/sub-merchants/rules';
import { checkEdit, valuesOf } from '@/lib/sub-merchants/rules';
import type { EditValues } from '@/lib/sub-merchants/schema';

export type EditFormState = UseFormReturn<EditValues, unknown, EditValues>;

const channels = [
  'business.app_download',
  'business.website',
  'business.office_account',
  'business.mini_program',
] as const;

/** Fields whose rules look at another field: when the key changes, these are checked again. */
const dependents: Record<string, FormPath<EditValues>[]> = {
  merchant_type: ['registration_certificate_number', 'registration_certificate_date'],
  'business.business_type': ['business.website', 'business.store_address'],
  apply_h5_payment: ['h5_payment_apply_info.website_url', 'h5_payment_apply_info.domains'],
  'ticked.removedDomains': ['h5_payment_apply_info.domains'],
  'ticked.h5Anyway': ['apply_h5_payment'],
  ...Object.fromEntries(channels.map((channel) => [channel, ['business.website']])),
};

/** Choices that ask for other fields as soon as they are made; the rest is checked again only where an error stands. */
const opening: readonly string[] = ['merchant_type', 'business.business_type'];

/** The resolver over `checkEdit`, the only source of rules: the server runs the same function before it sends. */
export const editResolver =
  (baseOf: () => EditBase, say: (issue: Issue) => string): Resolver<EditValues, unknown, EditValues> =>
  (values) => {
    const issues = checkEdit(values, baseOf());
    return issues.length === 0 ? { values, errors: {} } : { values: {}, errors: errorsOf<EditValues>(issues, say) };
  };

/** The state of the edit form over a record. `base` may change (after a sending, a merge); then call `reset`. */
export function useEditForm(base: EditBase): EditFormState {
  const say = useIssueSentence();
  const present = useRef(base);
  present.current = base;
  const resolver = useMemo(() => editResolver(() => present.current, say), [say]);
  const form = useForm<EditValues, unknown, EditValues>({
    resolver,
    defaultValues: valuesOf(base),
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const { watch, trigger, getFieldState } = form;
  useEffect(() => {
    const subscription = watch((_values, { name }) => {
      if (name === undefined) return;
      const linked = dependents[name] ?? [];
      const due = opening.includes(name) ? linked : linked.filter((path) => getFieldState(path).error);
      if (due.length > 0) void trigger(due);
    });
    return () => subscription.unsubscribe();
  }, [watch, trigger, getFieldState]);
  return form;
}
