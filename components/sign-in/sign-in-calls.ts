import { signIn } from 'next-auth/react';
import { settleInAction } from '@/lib/auth/actions';
import { askPasskeySignInAction } from '@/lib/factors/actions';
import type { Ways } from '@/lib/factors/view';
import { localeCookie } from '@/lib/i18n/locale';
import { signByPasskey } from '../auth/passkey';
import { keepChoice } from '../layout/preferences';

/** Why a try did not sign in; `minutes` are left of a lock. */
export type SignInFault =
  | { kind: 'credentials' | 'second-factor-wrong' | 'passkey' | 'passkey-unused' | 'unreachable' }
  | { kind: 'locked'; minutes: number };

/** What became of a try: the person is in, is asked for a second factor, or something was wrong. */
export type SignInAnswer = { kind: 'in' } | { kind: 'asked'; ways: Ways } | { kind: 'fault'; fault: SignInFault };

const fault = (kind: Exclude<SignInFault['kind'], 'locked'>): SignInAnswer => ({ kind: 'fault', fault: { kind } });
const locked = (minutes: number): SignInAnswer => ({ kind: 'fault', fault: { kind: 'locked', minutes } });

function answerOf(error: string): SignInAnswer {
  const asked = /^second-factor:(code|passkey|both)$/.exec(error)?.[1];
  if (asked) return { kind: 'asked', ways: { code: asked !== 'passkey', passkey: asked !== 'code' } };
  if (error === 'credentials' || error === 'second-factor-wrong' || error === 'passkey') return fault(error);
  const seconds = Number(/^locked:(\d{1,6})$/.exec(error)?.[1]);
  // Anything else is a fault of ours: nothing was judged.
  return Number.isNaN(seconds) ? fault('unreachable') : locked(Math.max(1, Math.ceil(seconds / 60)));
}

type Given = { email: string; password: string; code?: string } | { passkey: string };

/** Signs in with what was given. Who is in reads the console in their own language from then on. */
export async function tryToSignIn(given: Given): Promise<SignInAnswer> {
  const answer = await signIn('credentials', { ...given, redirect: false }).catch(() => null);
  if (!answer || answer.status >= 500) return fault('unreachable');
  if (answer.error) return answerOf(answer.error);
  // Who is in may go on, also when the language could not be asked for.
  const locale = await settleInAction().catch(() => null);
  if (locale !== null) keepChoice(localeCookie, locale);
  return { kind: 'in' };
}

/** Signs in by a passkey alone: the browser offers those that it holds for us. */
export async function tryPasskey(): Promise<SignInAnswer> {
  const asked = await askPasskeySignInAction().catch(() => null);
  if (!asked) return fault('unreachable');
  if (!asked.ok) {
    const minutes = asked.refusal.kind === 'conflict' ? asked.refusal.params?.minutes : undefined;
    return typeof minutes === 'number' ? locked(minutes) : fault('unreachable');
  }
  const passkey = await signByPasskey(asked.value);
  return passkey === null ? fault('passkey-unused') : tryToSignIn({ passkey });
}
