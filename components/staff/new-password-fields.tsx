'use client';

import { useTranslations } from 'next-intl';
import type { Refusal } from '@/lib/result';
import { PASSWORD_MAX, PASSWORD_MIN } from '@/lib/staff/rules';
import { Field } from '../form/field';

/** What is wrong, by field; `''` belongs to none. */
export type PasswordFaults = { [Name in '' | 'present' | 'password' | 'repeated']?: string };

/** Sentences for why no password was set; null is no answer. */
export function usePasswordFaults(): (refusal: Refusal | null) => PasswordFaults {
  const t = useTranslations('password');
  return (refusal) => {
    const say = (rule: string, params: Record<string, string | number> = {}) =>
      t.has(`rules.${rule}`) ? t(`rules.${rule}`, { min: PASSWORD_MIN, max: PASSWORD_MAX, ...params }) : t('noAnswer');
    if (refusal?.kind === 'invalid')
      return Object.fromEntries(refusal.issues.map(({ path, rule, params }) => [path, say(rule, params)]));
    if (refusal?.kind !== 'conflict') return { '': refusal?.kind === 'signed-out' ? t('signedOut') : t('noAnswer') };
    return { [refusal.rule === 'password-wrong' ? 'present' : '']: say(refusal.rule, refusal.params) };
  };
}

type PasswordFieldProps = {
  name: string;
  label: string;
  help?: string;
  error: string | undefined;
  autoComplete: 'current-password' | 'new-password';
};

/** A password in its own control: a value that React holds would stand in the page's markup. */
export function PasswordField({ name, label, help, error, autoComplete }: PasswordFieldProps) {
  return (
    <Field
      id={`password-${name}`}
      name={name}
      apiName={null}
      label={label}
      help={help}
      error={error ?? null}
      isChanged={false}
    >
      {(control) => (
        <input {...control} className="control" type="password" required maxLength={1000} autoComplete={autoComplete} />
      )}
    </Field>
  );
}

/** A new password, twice. */
export function NewPasswordFields({ faults }: { faults: PasswordFaults }) {
  const t = useTranslations('password');
  return (
    <>
      <PasswordField
        name="password"
        label={t('new')}
        help={t('help', { min: PASSWORD_MIN })}
        error={faults.password}
        autoComplete="new-password"
      />
      <PasswordField name="repeated" label={t('repeated')} error={faults.repeated} autoComplete="new-password" />
    </>
  );
}
