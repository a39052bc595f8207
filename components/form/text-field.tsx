'use client';

import type { HTMLInputTypeAttribute, InputHTMLAttributes } from 'react';
import type { FieldProps } from './field';
import { countText, Field } from './field';
import { useField } from './use-field';

type TextFieldProps = FieldProps & {
  type?: HTMLInputTypeAttribute;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  autoComplete?: string;
  placeholder?: string;
  isMono?: boolean;
  /** Suggestions; anything else may be typed (`value` is what is sent). */
  suggestions?: { value: string; label: string }[];
  /** Tidies what was typed when the field is left (blanks in a phone, the host of an address). */
  normalise?: (typed: string) => string;
};

/** One line of text; with `suggestions` a combo field. The value in the form is always a string. */
export function TextField({ suggestions, normalise, isMono = false, ...props }: TextFieldProps) {
  const field = useField<string | null | undefined>(props);
  const value = field.value ?? '';
  const { counter } = props;
  const listId = `${field.frame.id}-list`;
  return (
    <Field {...props} {...field.frame} counter={counter && { ...counter, count: countText(value, counter.unit) }}>
      {(control) => (
        <>
          <input
            {...control}
            ref={field.ref}
            className={isMono ? 'control mono' : 'control'}
            type={props.type ?? 'text'}
            inputMode={props.inputMode}
            autoComplete={props.autoComplete ?? 'off'}
            placeholder={props.placeholder}
            list={suggestions ? listId : undefined}
            value={value}
            onChange={(event) => field.change(event.target.value)}
            onBlur={() => {
              const tidy = normalise?.(value) ?? value;
              if (tidy !== value) field.change(tidy);
              field.leave();
            }}
          />
          {suggestions && (
            <datalist id={listId}>
              {suggestions.map((suggestion) => (
                <option key={suggestion.value} value={suggestion.value}>
                  {suggestion.label}
                </option>
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}
