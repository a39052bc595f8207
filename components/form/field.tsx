'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icon';
import { countBytes, countCharacters } from './count';

/** What every field takes. `name` is the wire path and becomes the control's name. */
export type FieldProps = {
  name: string;
  label: string;
  /** Printed in mono beside the label; by default the wire path, null for none. */
  apiName?: string | null;
  help?: ReactNode;
  /** Right of the help: `n/max` in characters, bytes or items. */
  counter?: { max: number; unit?: 'characters' | 'bytes' };
  /** Marks what consumers see. */
  isPublic?: boolean;
  /** Both columns of a field grid. */
  isWide?: boolean;
  disabled?: boolean;
};

/** What the control itself must carry. */
export type ControlProps = {
  id: string;
  name: string;
  disabled: boolean;
  'aria-describedby': string;
  'aria-invalid': boolean | undefined;
};

type FrameProps = Omit<FieldProps, 'counter'> & {
  id: string;
  error: string | null;
  isChanged: boolean;
  counter?: { count: number; max: number; unit?: 'characters' | 'bytes' } | undefined;
  /** True when the control is a group of its own (radios, lists): the label is then a span that names it. */
  isGroup?: boolean;
  children: (control: ControlProps) => ReactNode;
};

/** Counts a text for the counter of its field. */
export const countText = (value: string, unit: 'characters' | 'bytes' = 'characters'): number =>
  unit === 'bytes' ? countBytes(value) : countCharacters(value);

/** The frame of one field: label and API name above; under it the help, which an error replaces at the same height. */
export function Field({ id, name, label, apiName = name, help, error, isChanged, counter, ...rest }: FrameProps) {
  const t = useTranslations('form');
  const footId = `${id}-foot`;
  const isOver = counter !== undefined && counter.count > counter.max;
  return (
    <div
      className={rest.isWide ? 'field wide' : 'field'}
      data-invalid={error !== null || undefined}
      data-changed={isChanged || undefined}
    >
      <div data-part="label">
        {rest.isGroup ? <span id={`${id}-label`}>{label}</span> : <label htmlFor={id}>{label}</label>}
        {apiName && <code className="api-name">{apiName}</code>}
        {rest.isPublic && (
          <span data-part="consumers">
            <Icon name="eye" />
            {t('consumers')}
          </span>
        )}
      </div>
      {rest.children({
        id,
        name,
        disabled: rest.disabled ?? false,
        'aria-describedby': footId,
        'aria-invalid': error !== null || undefined,
      })}
      <div data-part="foot" id={footId}>
        {error === null ? (
          <span>{help}</span>
        ) : (
          <span data-part="error">
            <Icon name="warning" />
            {error}
          </span>
        )}
        {counter && (
          <span data-part="counter" data-over={isOver || undefined}>
            {t(counter.unit === 'bytes' ? 'bytes' : 'characters', { count: counter.count, max: counter.max })}
          </span>
        )}
      </div>
    </div>
  );
}
