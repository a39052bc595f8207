'use client';

import { useEffect, useMemo, useRef } from 'react';
import type { FieldPath, Resolver, UseFormReturn } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import { errorsOf, useIssueSentence } from '@/components/form/action-form';
import type { ChargeBase, ChargeForm } from '@/lib/deductions/values';
import { checkChargeForm, descriptionOf } from '@/lib/deductions/values';
import { useCharge } from './charge-context';

/** What a charge begins with. */
export const chargeFormOf = ({ values }: ChargeBase): ChargeForm => values;

/** True only for a real difference. */
export const isChargeDirty = (values: ChargeForm, base: ChargeBase): boolean =>
  JSON.stringify(ordered(values)) !== JSON.stringify(ordered(base.values));

const ordered = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([key, each]) => [key, ordered(each)])
        .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
    : value;

/** Fields whose rules look at another field. */
const dependents: Partial<Record<string, FieldPath<ChargeForm>[]>> = {
  'amount.currency': ['amount.total', 'lookAlikeReason'],
  'amount.total': ['lookAlikeReason'],
};

/** The state of the form of a charge. The rules are those that the server holds it to. */
export function useChargeForm(began: ChargeBase): UseFormReturn<ChargeForm, unknown, ChargeForm> {
  const surroundings = useCharge();
  const say = useIssueSentence();
  const present = useRef(surroundings);
  present.current = surroundings;
  const resolver = useMemo<Resolver<ChargeForm, unknown, ChargeForm>>(
    () => (values) => {
      const issues = checkChargeForm(values, present.current);
      return issues.length === 0 ? { values, errors: {} } : { values: {}, errors: errorsOf<ChargeForm>(issues, say) };
    },
    [say],
  );
  const form = useForm<ChargeForm, unknown, ChargeForm>({
    resolver,
    defaultValues: chargeFormOf(began),
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const { watch, trigger, getFieldState, setValue, getValues } = form;
  useEffect(() => {
    const subscription = watch((_values, { name }) => {
      if (name === undefined) return;
      if (name.startsWith('builder.')) {
        const description = descriptionOf(getValues('builder'));
        const isWrong = getFieldState('description').error !== undefined;
        setValue('description', description, { shouldDirty: true, shouldValidate: isWrong });
      }
      const due = (dependents[name] ?? []).filter((path) => getFieldState(path).error);
      if (due.length > 0) void trigger(due);
    });
    return () => subscription.unsubscribe();
  }, [watch, trigger, getFieldState, setValue, getValues]);
  return form;
}
