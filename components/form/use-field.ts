'use client';

import { createContext, useContext, useEffect } from 'react';
import { get, useController, useFormState, useWatch } from 'react-hook-form';

/** Labels by wire path, so that the error summary can name a field. Filled by the fields themselves. */
export const FieldLabels = createContext<Map<string, string>>(new Map());

/** True while the whole form is locked, for instance by an unknown outcome; its values stay readable. */
export const FormLock = createContext(false);

/** The DOM id of the control of a wire path (`business.mcc` → `field-business-mcc`). */
export const fieldId = (name: string): string => `field-${name.replaceAll('.', '-')}`;

type Named = { name: string; label: string; disabled?: boolean };

/**
 * One value of the form with its handlers, and what its `Field` needs to frame it. `Value` is what the schema's input holds
 * here.
 */
export function useField<Value>({ name, label, disabled = false }: Named) {
  const labels = useContext(FieldLabels);
  const isLocked = useContext(FormLock);
  const { field, fieldState } = useController({ name });
  useEffect(() => {
    labels.set(name, label);
  }, [labels, name, label]);
  const value: Value = field.value;
  return {
    value,
    change: (next: Value) => field.onChange(next),
    leave: field.onBlur,
    ref: field.ref,
    /** The raw error, for lists: it may hold one error per item. */
    errors: fieldState.error as unknown,
    frame: {
      id: fieldId(name),
      /** A sentence. */
      error: fieldState.error?.message ?? null,
      isChanged: fieldState.isDirty,
      disabled: disabled || isLocked,
    },
  };
}

/** The present value of a field, for what depends on it. */
export function useFieldValue<Value>(name: string): Value {
  const value: Value = useWatch({ name });
  return value;
}

const leaves = (tree: unknown, path: string): string[] => {
  if (tree === true) return [path];
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, branch]) => leaves(branch, path === '' ? key : `${path}.${key}`));
};

/** Wire paths whose value differs from what the form started with. */
export function useChangedPaths(): string[] {
  const { dirtyFields } = useFormState();
  return leaves(dirtyFields, '');
}

export type FieldError = { path: string; message: string };

const messages = (tree: unknown, path: string): FieldError[] => {
  if (typeof tree !== 'object' || tree === null) return [];
  const own = get(tree, 'message');
  if (typeof own === 'string') return [{ path, message: own }];
  return Object.entries(tree)
    .filter(([key]) => key !== 'ref')
    .flatMap(([key, branch]) => messages(branch, path === '' ? key : `${path}.${key}`));
};

/** Every error of the form in the order of its fields, with the wire path of each. */
export function useFieldErrors(): FieldError[] {
  const { errors } = useFormState();
  return messages(errors, '');
}
