'use client';

import type { ReactNode } from 'react';
import type { FieldProps } from './field';
import { Field } from './field';
import { useField } from './use-field';

type Choice = { value: string; label: string; note?: ReactNode; disabled?: boolean };

type ChoiceProps = FieldProps & { choices: Choice[] };

/** A few choices with room for a note under each. */
export function RadioGroup({ isStacked = false, ...props }: ChoiceProps & { isStacked?: boolean }) {
  return (
    <ChoiceField {...props} className="choices" isStacked={isStacked} inputClass="radio">
      {({ label, note }) => (
        <span>
          {label}
          {note && <small className="block">{note}</small>}
        </span>
      )}
    </ChoiceField>
  );
}

/** Two to four short choices in one control. */
export function SegmentedField(props: ChoiceProps) {
  return (
    <ChoiceField {...props} className="segmented self-start">
      {({ label }) => label}
    </ChoiceField>
  );
}

type ChoiceFieldProps = ChoiceProps & {
  className: string;
  inputClass?: string;
  isStacked?: boolean;
  /** The words of one choice. */
  children: (choice: Choice) => ReactNode;
};

function ChoiceField({ choices, className, inputClass, isStacked = false, children, ...props }: ChoiceFieldProps) {
  const field = useField<string>(props);
  return (
    <Field {...props} counter={undefined} isGroup {...field.frame}>
      {(control) => (
        <div
          className={className}
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
                className={inputClass}
                name={control.name}
                value={choice.value}
                checked={field.value === choice.value}
                disabled={control.disabled || choice.disabled}
                onChange={() => field.change(choice.value)}
                onBlur={field.leave}
              />
              {children(choice)}
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}
