'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import type { Ways } from '@/lib/factors/view';
import { Button } from '../ui/button';
import { FaultOfSignIn } from './fault-of-sign-in';
import type { SignInFault } from './sign-in-calls';

type SecondStepProps = {
  email: string;
  ways: Ways;
  fault: SignInFault | null;
  pending: string | null;
  /** Told as soon as the form is sent. */
  begin: () => void;
  byCode: (form: FormData) => void;
  byPasskey: () => void;
  again: () => void;
};

/** The second factor, after a right password: a code of the app, a passkey, or a recovery code. */
export function SecondStep(props: SecondStepProps) {
  const { email, ways, fault, pending, begin, byCode, byPasskey, again } = props;
  const t = useTranslations('signIn.second');
  const tForm = useTranslations('signIn');
  const input = useRef<HTMLInputElement>(null);
  const [isRecovery, setRecovery] = useState(false);
  const asksCode = ways.code || isRecovery;
  const kind = isRecovery ? 'recovery' : 'code';

  useEffect(() => {
    if (fault) input.current?.focus();
  }, [fault]);

  return (
    <form action={byCode} onSubmit={begin} className="flex flex-col gap-4" data-second-step="">
      <h2 className="text-section">{t('title')}</h2>
      <p className="text-ink-2">{t('for', { email })}</p>
      <FaultOfSignIn fault={fault} />
      {asksCode ? (
        <>
          <div className="field">
            <div data-part="label">
              <label htmlFor="code">{t(kind)}</label>
            </div>
            <input
              key={kind}
              ref={input}
              className="control mono"
              id="code"
              name="code"
              type="text"
              inputMode={isRecovery ? 'text' : 'numeric'}
              required
              maxLength={64}
              autoComplete={isRecovery ? 'off' : 'one-time-code'}
              autoCapitalize="characters"
              spellCheck={false}
              aria-describedby="code-foot"
              // biome-ignore lint/a11y/noAutofocus: the step has one task.
              autoFocus
            />
            <div data-part="foot" id="code-foot">
              <span>{t(`${kind}Help`)}</span>
            </div>
          </div>
          <Button type="submit" variant="primary" pending={pending === 'code'} disabled={pending !== null}>
            {pending === 'code' ? tForm('signingIn') : tForm('submit')}
          </Button>
        </>
      ) : (
        <p>{t('onlyPasskey')}</p>
      )}
      {ways.passkey && (
        <Button
          icon="key"
          variant={asksCode ? 'secondary' : 'primary'}
          data-action="use-passkey"
          pending={pending === 'passkey'}
          disabled={pending !== null}
          onClick={byPasskey}
        >
          {t('usePasskey')}
        </Button>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="ghost" size="small" data-action="use-recovery" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? t(ways.code ? 'useCode' : 'usePasskey') : t('useRecovery')}
        </Button>
        <Button variant="ghost" size="small" data-action="start-again" onClick={again}>
          {t('back')}
        </Button>
      </div>
    </form>
  );
}
