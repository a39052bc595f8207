'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { FieldPath, Resolver, UseFormReturn } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import { errorsOf, useIssueSentence } from '@/components/form/action-form';
import { repeatedPicturesQuery } from '@/lib/applications/query-options';
import type { FixBase } from '@/lib/applications/rules';
import { checkFix } from '@/lib/applications/rules';
import { mediaIdsOf } from '@/lib/applications/schema';
import type { FixForm } from '@/lib/applications/view';
import { useDesk } from './desk-context';

/** The values that an answer begins with: what was sent last. */
export const fixFormOf = (base: FixBase): FixForm => ({ ...base.values, samePictureReason: '' });

/** True only for a real difference. */
export const isFixDirty = (values: FixForm, base: FixBase): boolean =>
  JSON.stringify(ordered(values)) !== JSON.stringify(ordered(fixFormOf(base)));

const ordered = (values: FixForm) =>
  Object.entries(values)
    .map(([path, value]): [string, unknown] => [path, Array.isArray(value) ? value.filter((one) => one !== '') : value])
    .sort(([one], [other]) => (one < other ? -1 : 1));

/** Fields whose rules look at another field: when the key changes, these are checked again. */
const dependents: Partial<Record<string, FieldPath<FixForm>[]>> = {
  transaction_limit_type: ['business_description', 'company_register_cert', 'transaction_limit_type'],
  website_state: ['transaction_limit_type', 'website_homepage_pics', 'website_business_page_pics'],
  samePictureReason: ['website_homepage_pics', 'website_business_page_pics'],
};

/** What the rules know of an application, with the pictures that were found to be rejected ones since. */
export function useFixBase(base: FixBase): FixBase {
  const { connection, applymentId } = useDesk();
  const { data } = useQuery(repeatedPicturesQuery(connection, applymentId));
  return useMemo(() => (data ? { ...base, repeated: { ...base.repeated, ...data } } : base), [base, data]);
}

/** The state of the form over an application. The rules are those that the server holds it to. */
export function useFixForm(began: FixBase): UseFormReturn<FixForm, unknown, FixForm> {
  const { connection, applymentId } = useDesk();
  const say = useIssueSentence();
  const base = useFixBase(began);
  const { refetch } = useQuery({ ...repeatedPicturesQuery(connection, applymentId), enabled: false });
  const present = useRef(base);
  present.current = base;
  const resolver = useMemo<Resolver<FixForm, unknown, FixForm>>(
    () => (values) => {
      const { samePictureReason, ...fields } = values;
      const issues = checkFix(fields, present.current, samePictureReason.trim());
      return issues.length === 0 ? { values, errors: {} } : { values: {}, errors: errorsOf<FixForm>(issues, say) };
    },
    [say],
  );
  const form = useForm<FixForm, unknown, FixForm>({
    resolver,
    defaultValues: fixFormOf(began),
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const { watch, trigger, getFieldState } = form;
  useEffect(() => {
    let known = '';
    const subscription = watch((values, { name }) => {
      if (name === undefined) return;
      const linked = dependents[name] ?? [];
      // A choice asks for other fields as soon as it is made.
      const due = name === 'website_state' ? linked : linked.filter((path) => getFieldState(path).error);
      if (due.length > 0) void trigger(due);
      const pictures = mediaIdsOf(values as FixForm).join('\n');
      if (pictures !== known)
        void refetch().then(() => trigger(['website_homepage_pics', 'website_business_page_pics']));
      known = pictures;
    });
    return () => subscription.unsubscribe();
  }, [watch, trigger, getFieldState, refetch]);
  return form;
}
