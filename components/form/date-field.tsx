'use client';

import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import type { FieldProps } from './field';
import { Field } from './field';
import { useField } from './use-field';

type DateFieldProps = FieldProps & {
  /** Words that may stand for a date (`PERMANENT`, `N/A`), with their labels. */
  words: { value: string; label: string }[];
};

/** A date as text, `YYYY-MM-DD`, or one of a few words. The text is the value; the choice beside it follows. */
export function DateField({ words, ...props }: DateFieldProps) {
  const t = useTranslations('form');
  const field = useField<string | null | undefined>(props);
  const lastDate = useRef('');
  const input = useRef<HTMLInputElement>(null);
  const value = field.value ?? '';
  const word = words.find((choice) => choice.value === value) ?? null;
  if (word === null && value !== '') lastDate.current = value;
  const chooseDate = () => {
    field.change(lastDate.current);
    input.current?.focus();
  };
  return (
    <Field {...props} counter={undefined} {...field.frame}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <div className="segmented" role="radiogroup" aria-label={props.label}>
            <label>
              <input
                type="radio"
                name={`${control.id}-kind`}
                checked={word === null}
                disabled={control.disabled}
                onChange={chooseDate}
              />
              {t('date')}
            </label>
            {words.map((choice) => (
              <label key={choice.value}>
                <input
                  type="radio"
                  name={`${control.id}-kind`}
                  checked={word === choice}
                  disabled={control.disabled}
                  onChange={() => field.change(choice.value)}
                />
                {choice.label}
              </label>
            ))}
          </div>
          <input
            {...control}
            ref={(element) => {
              input.current = element;
              field.ref(element);
            }}
            className="control max-w-40"
            inputMode="numeric"
            autoComplete="off"
            placeholder={t('datePattern')}
            value={value}
            onChange={(event) => field.change(event.target.value)}
            onBlur={field.leave}
          />
        </div>
      )}
    </Field>
  );
}
