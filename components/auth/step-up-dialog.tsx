'use client';

import { useTranslations } from 'next-intl';
import type { FormEvent } from 'react';
import { useId, useRef, useState } from 'react';
import { stepUpAction } from '@/lib/auth/actions';
import { askPasskeyProofAction } from '@/lib/factors/actions';
import type { Ways } from '@/lib/factors/view';
import type { Refusal, Result } from '@/lib/result';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { FaultNotice } from '../ui/notice';
import { IssuerProof } from './issuer-proof';
import { signByPasskey } from './passkey';

type StepUpDialogProps = {
  open: boolean;
  /** What the person has; the password is asked for where that is nothing. */
  ways: Ways;
  /** True once it fitted, false when the person thought better of it. */
  finish: (isProven: boolean) => void;
};

/** Asks for a code, a passkey or the password, as often as it takes. */
export function StepUpDialog({ open, ways, finish }: StepUpDialogProps) {
  const t = useTranslations('stepUp');
  const formId = useId();
  // What is typed stays in its control: a value that React holds would stand in the page's markup.
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Not a transition: those end together, and the deed that asks for this is one that waits for it.
  const [isPending, setPending] = useState(false);
  const asksPassword = !ways.code && !ways.passkey;
  const isTyped = asksPassword || ways.code;

  const sentence = (refusal: Refusal | null) => {
    if (refusal === null) return t('noAnswer');
    if (refusal.kind === 'signed-out') return t('signedOut');
    const rule = refusal.kind === 'conflict' ? refusal.rule : '';
    return t.has(`rules.${rule}`)
      ? t(`rules.${rule}`, refusal.kind === 'conflict' ? refusal.params : {})
      : t('noAnswer');
  };
  const leave = (isProven: boolean) => {
    setProblem(null);
    finish(isProven);
  };
  const settle = (answer: Result<unknown> | null) => {
    setPending(false);
    if (answer?.ok) return leave(true);
    setProblem(sentence(answer?.refusal ?? null));
    input.current?.focus();
    input.current?.select();
  };
  const prove = async (typed: string) => {
    setPending(true);
    settle(await stepUpAction(asksPassword ? { password: typed } : { code: typed }).catch(() => null));
  };
  const proveByPasskey = async () => {
    setProblem(null);
    setPending(true);
    const asked = await askPasskeyProofAction().catch(() => null);
    if (!asked?.ok) return settle(asked);
    const passkey = await signByPasskey(asked.value);
    if (passkey !== null) return settle(await stepUpAction({ passkey }).catch(() => null));
    setPending(false);
    setProblem(t('passkeyUnused'));
  };
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    // React hands it on to the form that the dialog was opened from.
    event.stopPropagation();
    if (isPending) return;
    const control = input.current;
    if (!control) return void proveByPasskey();
    if (control.value !== '') return void prove(control.value);
    setProblem(t(asksPassword ? 'empty' : 'emptyCode'));
    control.focus();
  };
  return (
    <DeedDialog
      open={open}
      close={() => open && leave(false)}
      title={t('title')}
      cancel={t('cancel')}
      confirm={t(isTyped ? 'confirm' : 'usePasskey')}
      isPending={isPending}
      does={formId}
    >
      <p>{t(asksPassword ? 'explain' : 'explainFactor')}</p>
      <IssuerProof open={open} proven={() => leave(true)} />
      <form id={formId} onSubmit={confirm} noValidate className="grid gap-2">
        {isTyped ? (
          <Field
            id={`${formId}-proof`}
            name={asksPassword ? 'step_up_password' : 'step_up_code'}
            apiName={null}
            label={t(asksPassword ? 'password' : 'code')}
            error={problem}
            isChanged={false}
          >
            {(control) => (
              <input
                {...control}
                ref={input}
                className={asksPassword ? 'control' : 'control mono'}
                type={asksPassword ? 'password' : 'text'}
                inputMode={asksPassword ? undefined : 'numeric'}
                required
                maxLength={asksPassword ? 256 : 64}
                autoComplete={asksPassword ? 'current-password' : 'one-time-code'}
                onChange={() => setProblem(null)}
              />
            )}
          </Field>
        ) : (
          <FaultNotice>{problem}</FaultNotice>
        )}
        {ways.code && ways.passkey && (
          <div>
            <Button icon="key" size="small" data-action="use-passkey" disabled={isPending} onClick={proveByPasskey}>
              {t('usePasskey')}
            </Button>
          </div>
        )}
      </form>
    </DeedDialog>
  );
}
