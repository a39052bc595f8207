import { isObject } from '@/lib/platform/json';

/** Text that a column of the database can hold: it has no NUL and no half of a surrogate pair. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

export const isStorable = (text: string): boolean => storable(text) === text;

/** The same for every text inside a value that goes into a JSON column. */
export function storableJson<Value>(value: Value): Value {
  if (typeof value === 'string') return storable(value) as Value;
  if (Array.isArray(value)) return value.map(storableJson) as Value;
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storable(key), storableJson(inner)])) as Value;
}

/**
 * Where a value holds text that no column can hold, as paths with dots. What people type into a form stands under `values`
 * and is left out: rules of each field judge it, and say so there.
 */
export function unstorablePaths(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [path.join('.')];
  if (Array.isArray(value)) return value.flatMap((inner, index) => unstorablePaths(inner, [...path, String(index)]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'values' ? [] : isStorable(key) ? unstorablePaths(inner, [...path, key]) : [path.join('.')],
  );
}
