'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import type { FieldProps } from './field';
import { countText, Field } from './field';
import type { MaskKind } from './mask';
import { maskTyped } from './mask';
import { useField } from './use-field';

type MaskedFieldProps = FieldProps & {
  kind: MaskKind;
  /** The held value's mask from the server; null when nothing is held, then the field is a plain one. */
  mask: string | null;
  /** A button for the audited reveal, if the person may. */
  reveal?: ReactNode;
  inputMode?: 'tel' | 'email' | 'text';
  normalise?: (typed: string) => string;
};

/**
 * Personal data. The control is empty while the held value is kept, and shows its mask; typing replaces it, leaving
 * the field masks what was typed, undo keeps the held value again. The form's value is '' for "keep".
 */
export function MaskedField({ kind, mask, reveal, inputMode = 'text', normalise, ...props }: MaskedFieldProps) {
  const t = useTranslations('form.masked');
  const field = useField<string | null | undefined>(props);
  const input = useRef<HTMLInputElement>(null);
  const value = field.value ?? '';
  const isTyped = value !== '';
  const isKept = !isTyped && mask !== null;
  const { disabled } = field.frame;
  const { counter } = props;
  const type = () => {
    input.current?.focus();
    input.current?.select();
  };
  return (
    <Field
      {...props}
      help={isKept ? t('kept') : props.help}
      {...field.frame}
      isChanged={isTyped && mask !== null}
      counter={isTyped && counter ? { ...counter, count: countText(value, counter.unit) } : undefined}
    >
      {(control) => (
        <div className="masked" data-kept={isKept || undefined} data-hidden={isTyped || undefined}>
          <input
            {...control}
            ref={(element) => {
              input.current = element;
              field.ref(element);
            }}
            autoComplete="off"
            inputMode={inputMode}
            spellCheck={false}
            placeholder={mask ?? undefined}
            aria-placeholder={isKept ? t('keptValue', { mask }) : undefined}
            value={value}
            onChange={(event) => field.change(event.target.value)}
            onBlur={() => {
              const tidy = normalise?.(value) ?? value;
              if (tidy !== value) field.change(tidy);
              field.leave();
            }}
          />
          {isTyped && (
            <span data-part="mask" aria-hidden="true">
              {maskTyped(value, kind)}
            </span>
          )}
          {!disabled && (isKept || isTyped) && (
            <button type="button" className="mini-button" onClick={type}>
              {isKept ? t('change') : t('again')}
            </button>
          )}
          {!disabled && isTyped && mask !== null && (
            <button type="button" className="mini-button" onClick={() => field.change('')}>
              {t('undo')}
            </button>
          )}
          {isKept && reveal}
        </div>
      )}
    </Field>
  );
}
