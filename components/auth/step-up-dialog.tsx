'use client';

import { useTranslations } from 'next-intl';
import type { FormEvent } from 'react';
import { useId, useRef, useState } from 'react';
import { stepUpAction } from '@/lib/auth/actions';
import type { Refusal } from '@/lib/result';
import { Field } from '../form/field';
import { DeedDialog } from '../ui/deed-dialog';

type StepUpDialogProps = {
  open: boolean;
  /** True once the password fitted, false when the person thought better of it. */
  finish: (isProven: boolean) => void;
};

/** Asks for the password, as often as it takes. */
export function StepUpDialog({ open, finish }: StepUpDialogProps) {
  const t = useTranslations('stepUp');
  const formId = useId();
  // The password stays in its control: a value that React holds would stand in the page's markup.
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Not a transition: those end together, and the deed that asks for this is one that waits for it.
  const [isPending, setPending] = useState(false);

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
  const prove = async (control: HTMLInputElement) => {
    setPending(true);
    const answer = await stepUpAction({ password: control.value }).catch(() => null);
    setPending(false);
    if (answer?.ok) return leave(true);
    setProblem(sentence(answer?.refusal ?? null));
    control.focus();
    control.select();
  };
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    // React hands it on to the form that the dialog was opened from.
    event.stopPropagation();
    const control = input.current;
    if (!control || isPending) return;
    if (control.value !== '') return void prove(control);
    setProblem(t('empty'));
    control.focus();
  };
  return (
    <DeedDialog
      open={open}
      close={() => open && leave(false)}
      title={t('title')}
      cancel={t('cancel')}
      confirm={t('confirm')}
      isPending={isPending}
      does={formId}
    >
      <p>{t('explain')}</p>
      <form id={formId} onSubmit={confirm} noValidate>
        <Field
          id={`${formId}-password`}
          name="step_up_password"
          apiName={null}
          label={t('password')}
          error={problem}
          isChanged={false}
        >
          {(control) => (
            <input
              {...control}
              ref={input}
              className="control"
              type="password"
              required
              maxLength={256}
              autoComplete="current-password"
              onChange={() => setProblem(null)}
            />
          )}
        </Field>
      </form>
    </DeedDialog>
  );
}
