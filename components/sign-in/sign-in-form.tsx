'use client';

import { useTranslations } from 'next-intl';
import { startTransition, useActionState, useEffect, useId, useRef, useState } from 'react';
import type { Ways } from '@/lib/factors/view';
import { Button } from '../ui/button';
import { FaultOfSignIn } from './fault-of-sign-in';
import { SecondStep } from './second-step';
import type { SignInAnswer, SignInFault } from './sign-in-calls';
import { tryPasskey, tryToSignIn } from './sign-in-calls';

/** Where somebody stands: `ways` are those of a second factor that is asked for. */
type Stand = { email: string; ways: Ways | null; fault: SignInFault | null };
const begun: Stand = { email: '', ways: null, fault: null };

type Step = { by: 'password' | 'code'; form: FormData } | { by: 'passkey' } | { by: 'again' };

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

type SignInFormProps = {
  /** A path of ours, judged on the server; or what goes on in a page that is open. */
  onward: string | (() => Promise<void>);
  /** Whose page asks, where one is open. */
  email?: string;
};

/** E-mail and password, and a second factor where the person has one; or a passkey alone. */
export function SignInForm({ onward, email: known = '' }: SignInFormProps) {
  const t = useTranslations('signIn');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // Until the second step is through, here and not in the page's markup: both are sent together.
  const password = useRef('');
  const [by, setBy] = useState<Step['by']>('password');
  const callOf = (before: Stand, step: Exclude<Step, { by: 'again' }>): [string, () => Promise<SignInAnswer>] => {
    if (step.by === 'passkey') return [before.email, tryPasskey];
    if (step.by === 'code') {
      const given = { email: before.email, password: password.current, code: textOf(step.form, 'code') };
      return [before.email, () => tryToSignIn(given)];
    }
    password.current = textOf(step.form, 'password');
    const email = textOf(step.form, 'email').trim();
    return [email, () => tryToSignIn({ email, password: password.current })];
  };
  const [stand, dispatch, isPending] = useActionState(
    async (before: Stand, step: Step): Promise<Stand> => {
      if (step.by === 'again') return { ...begun, email: before.email };
      const [email, call] = callOf(before, step);
      const answer = await call();
      if (answer.kind === 'in') {
        if (typeof onward !== 'string') {
          password.current = '';
          await onward();
          return { ...begun, email: known };
        }
        // A whole page: the language, the navigation and what was cached before are the signed-in person's from the first byte.
        window.location.assign(onward);
        // The button waits until the page is gone.
        return new Promise<never>(() => {});
      }
      if (answer.kind === 'asked') return { email, ways: answer.ways, fault: null };
      // A password that fits no more is typed anew.
      return { email, ways: answer.fault.kind === 'credentials' ? null : before.ways, fault: answer.fault };
    },
    { ...begun, email: known },
  );
  const { email, ways, fault } = stand;
  const pending = isPending ? by : null;
  const go = (step: Step) => {
    setBy(step.by);
    startTransition(() => dispatch(step));
  };

  useEffect(() => {
    if (fault && !ways) input.current?.focus();
  }, [fault, ways]);

  if (ways) {
    return (
      <SecondStep
        email={email}
        ways={ways}
        fault={fault}
        pending={pending}
        begin={() => setBy('code')}
        byCode={(form) => dispatch({ by: 'code', form })}
        byPasskey={() => go({ by: 'passkey' })}
        again={() => go({ by: 'again' })}
      />
    );
  }
  return (
    <form
      action={(form) => dispatch({ by: 'password', form })}
      onSubmit={() => setBy('password')}
      className="flex flex-col gap-4"
    >
      <FaultOfSignIn fault={fault} />
      <div className="field">
        <div data-part="label">
          <label htmlFor={`${id}-email`}>{t('email')}</label>
        </div>
        <input
          className="control"
          id={`${id}-email`}
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the page has one task and nothing before it to read.
          autoFocus={known === ''}
          defaultValue={email}
          key={email}
        />
      </div>
      <div className="field">
        <div data-part="label">
          <label htmlFor={`${id}-password`}>{t('password')}</label>
        </div>
        <input
          ref={input}
          className="control"
          id={`${id}-password`}
          name="password"
          type="password"
          required
          maxLength={256}
          autoComplete="current-password"
          data-first-focus={known === '' ? undefined : ''}
        />
      </div>
      <Button type="submit" variant="primary" pending={pending === 'password'} disabled={isPending}>
        {pending === 'password' ? t('signingIn') : t('submit')}
      </Button>
      <div className="text-ink-3 text-small flex items-center gap-3">
        <hr className="border-line flex-1" />
        {t('or')}
        <hr className="border-line flex-1" />
      </div>
      <Button
        icon="key"
        data-action="use-passkey"
        pending={pending === 'passkey'}
        disabled={isPending}
        onClick={() => go({ by: 'passkey' })}
      >
        {t('passkey')}
      </Button>
    </form>
  );
}
