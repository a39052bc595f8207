'use client';

import { Select } from '../ui/select';
import type { FieldProps } from './field';
import { Field } from './field';
import { useField } from './use-field';

type SelectFieldProps = FieldProps & {
  options: { value: string; label: string }[];
  /** Shown while nothing is chosen. */
  placeholder?: string;
};

/** One of a closed list. A held value that is not on the list stays and is shown as it is. */
export function SelectField({ options, placeholder, ...props }: SelectFieldProps) {
  const field = useField<string | null | undefined>(props);
  const value = field.value ?? '';
  const isListed = value === '' || options.some((option) => option.value === value);
  return (
    <Field {...props} counter={undefined} {...field.frame}>
      {(control) => (
        <Select
          {...control}
          ref={field.ref}
          options={options}
          value={value}
          onChange={(event) => field.change(event.target.value)}
          onBlur={field.leave}
        >
          {(placeholder !== undefined || value === '') && <option value="">{placeholder}</option>}
          {!isListed && <option value={value}>{value}</option>}
        </Select>
      )}
    </Field>
  );
}
