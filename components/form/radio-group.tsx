'use client';

import type { ReactNode } from 'react';
import type { FieldProps } from './field';
import { Field } from './field';
import { useField } from './use-field';

type Choice = { value: string; label: string; note?: ReactNode; disabled?: boolean };

type ChoiceProps = FieldProps & { choices: Choice[] };

/** A few choices with room for a note under each. */
export function RadioGroup({ choices, isStacked = false, ...props }: ChoiceProps & { isStacked?: boolean }) {
  const field = useField<string>(props.name, props.label);
  return (
    <Field
      {...props}
      counter={undefined}
      isGroup
      id={field.id}
      error={field.error}
      isChanged={field.isChanged}
      disabled={props.disabled || field.disabled}
    >
      {(control) => (
        <div
          className="choices"
          data-stacked={isStacked || undefined}
          role="radiogroup"
          id={control.id}
          aria-labelledby={`${control.id}-label`}
          aria-describedby={control['aria-describedby']}
        >
          {choices.map((choice) => (
            <label key={choice.value}>
              <input
                type="radio"
                className="radio"
                name={control.name}
                value={choice.value}
                checked={field.value === choice.value}
                disabled={control.disabled || choice.disabled}
                onChange={() => field.change(choice.value)}
                onBlur={field.leave}
              />
              <span>
                {choice.label}
                {choice.note && <small className="block">{choice.note}</small>}
              </span>
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}

/** Two to four short choices in one control. */
export function SegmentedField({ choices, ...props }: ChoiceProps) {
  const field = useField<string>(props.name, props.label);
  return (
    <Field
      {...props}
      counter={undefined}
      isGroup
      id={field.id}
      error={field.error}
      isChanged={field.isChanged}
      disabled={props.disabled || field.disabled}
    >
      {(control) => (
        <div
          className="segmented self-start"
          role="radiogroup"
          id={control.id}
          aria-labelledby={`${control.id}-label`}
          aria-describedby={control['aria-describedby']}
        >
          {choices.map((choice) => (
            <label key={choice.value}>
              <input
                type="radio"
                name={control.name}
                value={choice.value}
                checked={field.value === choice.value}
                disabled={control.disabled || choice.disabled}
                onChange={() => field.change(choice.value)}
                onBlur={field.leave}
              />
              {choice.label}
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}
