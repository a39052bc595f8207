'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState, useTransition } from 'react';
import { paths } from '@/lib/paths';
import type { Result } from '@/lib/result';
import { changePasswordAction, setPasswordAction } from '@/lib/staff/actions';
import type { LinkKind } from '@/lib/staff/rules';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { FaultNotice } from '../ui/notice';
import type { PasswordFaults } from './new-password-fields';
import { NewPasswordFields, PasswordField, usePasswordFaults } from './new-password-fields';

type PasswordFormProps = {
  submit: string;
  /** The reason that the sign-in page gives for why one stands there. */
  reason: 'password-set' | 'password-changed' | 'factors-reset';
  call: (typed: { present: string; password: string; repeated: string }) => Promise<Result<null>>;
  /** What stands before the new password. */
  children: (faults: PasswordFaults) => ReactNode;
};

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** Sets a password and leads on to sign-in; what was typed stays until then. */
function PasswordForm({ submit, reason, call, children }: PasswordFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const faultsOf = usePasswordFaults();
  const [faults, setFaults] = useState<PasswordFaults>({});
  const [isPending, start] = useTransition();
  useEffect(() => {
    const first = (['present', 'password', 'repeated'] as const).find((name) => faults[name] !== undefined);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [faults]);
  const set = (data: FormData) =>
    start(async () => {
      const typed = {
        present: textOf(data, 'present'),
        password: textOf(data, 'password'),
        repeated: textOf(data, 'repeated'),
      };
      const answer = await call(typed).catch(() => null);
      if (!answer?.ok) return setFaults(faultsOf(answer?.refusal ?? null));
      // A whole page: what was read before in this browser belongs to a session that has ended.
      window.location.replace(paths.signIn({ reason }));
      // The button waits until the page is gone.
      return new Promise<never>(() => {});
    });
  return (
    <form
      ref={form}
      className="flex flex-col gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        set(new FormData(event.currentTarget));
      }}
    >
      <FaultNotice>{faults['']}</FaultNotice>
      {children(faults)}
      <NewPasswordFields faults={faults} />
      <Button type="submit" variant="primary" data-action="confirm" pending={isPending} disabled={isPending}>
        {submit}
      </Button>
    </form>
  );
}

/** The password of a person who came by a one-time link. */
export function SetPasswordForm({ token, email, kind }: { token: string; email: string; kind: LinkKind }) {
  const t = useTranslations('password');
  return (
    <PasswordForm
      submit={t('set')}
      reason={kind === 'factors' ? 'factors-reset' : 'password-set'}
      call={({ password, repeated }) => setPasswordAction({ token, password, repeated })}
    >
      {() => (
        <Field id="password-email" name="email" apiName={null} label={t('email')} error={null} isChanged={false}>
          {(control) => (
            <input {...control} className="control" type="email" autoComplete="username" readOnly value={email} />
          )}
        </Field>
      )}
    </PasswordForm>
  );
}

/** One's own password, by the present one. */
export function ChangePasswordForm({ email }: { email: string }) {
  const t = useTranslations('password');
  return (
    <PasswordForm submit={t('change')} reason="password-changed" call={changePasswordAction}>
      {({ present }) => (
        <>
          {/* For the browser's own keeper of passwords, which asks whose it is. */}
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField name="present" label={t('present')} error={present} autoComplete="current-password" />
        </>
      )}
    </PasswordForm>
  );
}
