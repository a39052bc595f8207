'use client';

import type { FieldProps } from './field';
import { countText, Field } from './field';
import { useField } from './use-field';

/** Several lines of text. The value in the form is always a string. */
export function AreaField({ rows = 3, placeholder, ...props }: FieldProps & { rows?: number; placeholder?: string }) {
  const field = useField<string | null | undefined>(props);
  const value = field.value ?? '';
  const { counter } = props;
  return (
    <Field {...props} {...field.frame} counter={counter && { ...counter, count: countText(value, counter.unit) }}>
      {(control) => (
        <textarea
          {...control}
          ref={field.ref}
          className="control"
          rows={rows}
          placeholder={placeholder}
          value={value}
          onChange={(event) => field.change(event.target.value)}
          onBlur={field.leave}
        />
      )}
    </Field>
  );
}
