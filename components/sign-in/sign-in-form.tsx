'use client';

import { signIn } from 'next-auth/react';
import { useTranslations } from 'next-intl';
import { useActionState, useEffect, useRef } from 'react';
import { settleInAction } from '@/lib/auth/actions';
import { localeCookie } from '@/lib/i18n/locale';
import { keepChoice } from '../layout/preferences';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';

/** What was wrong with the last try; `minutes` are left of a lock. */
type Fault = { kind: 'credentials' | 'unreachable' } | { kind: 'locked'; minutes: number };

function faultOf(error: string): Fault {
  if (error === 'credentials') return { kind: 'credentials' };
  const seconds = Number(/^locked:(\d{1,6})$/.exec(error)?.[1]);
  // Anything else is a fault of ours: nothing was judged.
  return Number.isNaN(seconds)
    ? { kind: 'unreachable' }
    : { kind: 'locked', minutes: Math.max(1, Math.ceil(seconds / 60)) };
}

type Tried = { email: string; fault: Fault | null };
const untried: Tried = { email: '', fault: null };

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** E-mail and password. `onward` is a path of ours, judged on the server. */
export function SignInForm({ onward }: { onward: string }) {
  const t = useTranslations('signIn');
  const password = useRef<HTMLInputElement>(null);
  const [state, submit, isPending] = useActionState(async (_before: Tried, form: FormData): Promise<Tried> => {
    const email = textOf(form, 'email').trim();
    const answer = await signIn('credentials', { email, password: textOf(form, 'password'), redirect: false }).catch(
      () => null,
    );
    if (!answer || answer.status >= 500) return { email, fault: { kind: 'unreachable' } };
    if (answer.error) return { email, fault: faultOf(answer.error) };
    // Who is in may go on, also when the language could not be asked for.
    const locale = await settleInAction().catch(() => null);
    if (locale !== null) keepChoice(localeCookie, locale);
    // A whole page: the language, the navigation and what was cached before are the signed-in person's from the first byte.
    window.location.assign(onward);
    // The button waits until the page is gone.
    return new Promise<never>(() => {});
  }, untried);

  useEffect(() => {
    if (state.fault) password.current?.focus();
  }, [state]);

  const { fault } = state;
  return (
    <form action={submit} className="flex flex-col gap-4">
      {fault && (
        <Notice tone="rejected" icon={fault.kind === 'locked' ? 'lock' : 'warning'} role="alert">
          {fault.kind === 'locked' ? t('faults.locked', { minutes: fault.minutes }) : t(`faults.${fault.kind}`)}
        </Notice>
      )}
      <div className="field">
        <div data-part="label">
          <label htmlFor="email">{t('email')}</label>
        </div>
        <input
          className="control"
          id="email"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the page has one task and nothing before it to read.
          autoFocus
          defaultValue={state.email}
          key={state.email}
        />
      </div>
      <div className="field">
        <div data-part="label">
          <label htmlFor="password">{t('password')}</label>
        </div>
        <input
          ref={password}
          className="control"
          id="password"
          name="password"
          type="password"
          required
          maxLength={256}
          autoComplete="current-password"
        />
      </div>
      <Button type="submit" variant="primary" pending={isPending} disabled={isPending}>
        {isPending ? t('signingIn') : t('submit')}
      </Button>
    </form>
  );
}
