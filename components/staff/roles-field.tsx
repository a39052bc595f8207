'use client';

import { useTranslations } from 'next-intl';
import type { Permission } from '@/lib/auth/permissions';
import { Field } from '../form/field';

/**
 * A role in the reader's words, with what it gives; `isAbove` marks one that the reader may not give. One of the
 * institution has a revision, by which a later change of it is noticed.
 */
export type ShownRole = {
  value: string;
  label: string;
  permissions: readonly Permission[];
  isAbove: boolean;
  revision: string | null;
};

/** The revisions of these roles as the reader saw them. */
export const revisionsOf = (roles: readonly ShownRole[], chosen: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    roles.flatMap(({ value, revision }) => (revision !== null && chosen.includes(value) ? [[value, revision]] : [])),
  );

type RolesFieldProps = {
  id: string;
  roles: ShownRole[];
  chosen: readonly string[];
  change: (chosen: string[]) => void;
  error: string | null;
};

/** The roles of a person, one tick each. */
export function RolesField({ id, roles, chosen, change, error }: RolesFieldProps) {
  const t = useTranslations('staff.roles');
  const toggle = (role: string, isOn: boolean) =>
    change(roles.map(({ value }) => value).filter((one) => (one === role ? isOn : chosen.includes(one))));
  return (
    <Field
      id={id}
      name="roles"
      apiName={null}
      label={t('label')}
      help={t('help')}
      error={error}
      isChanged={false}
      isGroup
    >
      {(control) => (
        <fieldset
          className="grid grid-cols-2 gap-x-4"
          id={control.id}
          aria-labelledby={`${id}-label`}
          aria-describedby={control['aria-describedby']}
        >
          {roles.map(({ value, label, isAbove }) => (
            <label key={value} className="tick" title={isAbove ? t('above') : undefined}>
              <input
                type="checkbox"
                className="check"
                name="roles"
                value={value}
                checked={chosen.includes(value)}
                disabled={isAbove}
                onChange={(event) => toggle(value, event.target.checked)}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      )}
    </Field>
  );
}
