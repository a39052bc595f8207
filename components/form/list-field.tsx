'use client';

import { useTranslations } from 'next-intl';
import type { ClipboardEvent, ReactNode } from 'react';
import { Icon } from '../ui/icon';
import { itemError } from './action-form';
import type { FieldProps } from './field';
import { Field } from './field';
import { useField } from './use-field';

type ListFieldProps = Omit<FieldProps, 'counter'> & {
  /** Most items; the row for another one disappears when they are reached. */
  max: number;
  placeholder?: string;
  normalise?: (typed: string) => string;
  /** A mark before an item: kept, added. */
  mark?: (item: string) => ReactNode;
  /** What is known of an item, under it. */
  detail?: (item: string) => ReactNode;
  /** Buttons of an item, before the one that removes it. */
  deeds?: (index: number, item: string) => ReactNode;
  isMono?: boolean;
  /** Without `n/max`: the limit that people meet is another one. */
  isUncounted?: boolean;
};

const separators = /[\s,;，；、]+/;

/**
 * A list of strings. There is always one more row to type into; pasting several (lines, blanks, commas) makes several
 * rows; leaving a row tidies it and drops it when empty.
 */
export function ListField({
  max,
  placeholder,
  normalise,
  mark,
  detail,
  deeds,
  isMono = true,
  isUncounted = false,
  ...props
}: ListFieldProps) {
  const t = useTranslations('form.list');
  const field = useField<string[] | undefined>(props);
  const items = field.value ?? [];
  const { disabled } = field.frame;
  const rows = disabled || items.length >= max ? items : [...items, ''];
  const errorAt = (index: number): string | null => itemError(field.errors, index);

  const write = (index: number, text: string) => field.change(items.toSpliced(index, 1, text));
  const paste = (event: ClipboardEvent, index: number) => {
    const pasted = event.clipboardData.getData('text').split(separators).filter(Boolean);
    if (pasted.length < 2) return;
    event.preventDefault();
    const tidy = pasted.map((text) => normalise?.(text) ?? text);
    const before = items.slice(0, index);
    const after = items.slice(index + 1);
    const held = items[index] ? [items[index]] : [];
    field.change([...new Set([...before, ...held, ...tidy, ...after])]);
  };
  const leave = () => {
    const tidy = items.map((item) => normalise?.(item) ?? item).filter((item) => item !== '');
    if (tidy.join('\n') !== items.join('\n')) field.change(tidy);
    field.leave();
  };

  return (
    <Field {...props} isGroup {...field.frame} counter={isUncounted ? undefined : { count: items.length, max }}>
      {(control) => (
        <fieldset className="list-rows" data-locked={disabled || undefined} aria-labelledby={`${control.id}-label`}>
          {rows.map((item, index) => {
            const error = errorAt(index);
            const rowId = `${control.id}-${index}`;
            return (
              // Rows have no identity but their place: the wire path counts them.
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
              <div key={index} className="list-row">
                <div className="flex items-center gap-2">
                  {item !== '' && mark?.(item)}
                  <input
                    className={isMono ? 'control mono' : 'control'}
                    id={rowId}
                    name={`${props.name}.${index}`}
                    ref={index === 0 ? field.ref : undefined}
                    disabled={disabled}
                    placeholder={placeholder}
                    autoComplete="off"
                    spellCheck={false}
                    aria-label={t('item', { label: props.label, number: index + 1 })}
                    aria-describedby={error ? `${rowId}-error` : control['aria-describedby']}
                    aria-invalid={error !== null || undefined}
                    value={item}
                    onChange={(event) => write(index, event.target.value)}
                    onPaste={(event) => paste(event, index)}
                    onBlur={leave}
                  />
                  {index < items.length && item !== '' && !disabled && deeds?.(index, item)}
                </div>
                {index < items.length && !disabled && (
                  <button
                    type="button"
                    className="quiet-button"
                    aria-label={t('remove', { item })}
                    title={t('remove', { item })}
                    onClick={() => field.change(items.toSpliced(index, 1))}
                  >
                    <Icon name="cross" size="small" />
                  </button>
                )}
                {item !== '' && detail && <div data-part="row-detail">{detail(item)}</div>}
                {error && (
                  <p data-part="row-error" id={`${rowId}-error`}>
                    {error}
                  </p>
                )}
              </div>
            );
          })}
        </fieldset>
      )}
    </Field>
  );
}
