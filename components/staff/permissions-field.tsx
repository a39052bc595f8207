'use client';

import { useTranslations } from 'next-intl';
import type { Permission } from '@/lib/auth/permissions';
import { permissionGroups, permissions, permissionsIn } from '@/lib/auth/permissions';
import { Field } from '../form/field';

type PermissionsFieldProps = {
  id: string;
  /** What the reader holds: nobody gives more. */
  held: readonly Permission[];
  chosen: readonly Permission[];
  change: (chosen: Permission[]) => void;
  error: string | null;
};

/** What a role gives: one tick each, grouped by what they are about. */
export function PermissionsField({ id, held, chosen, change, error }: PermissionsFieldProps) {
  const t = useTranslations('staff');
  const toggle = (one: Permission, isOn: boolean) =>
    change(permissions.filter((each) => (each === one ? isOn : chosen.includes(each))));
  return (
    <Field
      id={id}
      name="permissions"
      apiName={null}
      label={t('own.field.permissions')}
      help={t('own.field.permissionsHelp')}
      error={error}
      isChanged={false}
      isGroup
    >
      {(control) => (
        // biome-ignore lint/a11y/useSemanticElements: groups of ticks, each a fieldset, stand in this one.
        <div
          className="grid gap-x-6 gap-y-3 md:grid-cols-2"
          id={control.id}
          role="group"
          aria-labelledby={`${id}-label`}
          aria-describedby={control['aria-describedby']}
        >
          {permissionGroups.map((group) => (
            <fieldset key={group}>
              <legend className="text-ink-3 text-small">{t(`matrix.groups.${group}`)}</legend>
              {permissionsIn(group).map((permission) => {
                const isAbove = !held.includes(permission);
                return (
                  <label key={permission} className="tick" title={isAbove ? t('roles.above') : undefined}>
                    <input
                      type="checkbox"
                      className="check"
                      name="permissions"
                      value={permission}
                      checked={chosen.includes(permission)}
                      disabled={isAbove}
                      onChange={(event) => toggle(permission, event.target.checked)}
                    />
                    <span>{t(`matrix.permissions.${permission}`)}</span>
                  </label>
                );
              })}
            </fieldset>
          ))}
        </div>
      )}
    </Field>
  );
}
