'use client';

import { useTranslations } from 'next-intl';
import type { FormEvent } from 'react';
import { useId, useRef } from 'react';
import { PASSKEY_NAME_MAX } from '@/lib/factors/rules';
import { Field } from '../form/field';
import { DeedDialog } from '../ui/deed-dialog';
import type { useFactorDeed } from './use-factor-deed';

type NameDialogProps = {
  deed: ReturnType<typeof useFactorDeed>;
  title: string;
  confirm: string;
  /** What the passkey is called now. */
  name: string;
  close: () => void;
  give: (name: string) => void;
};

/** Asks what a passkey is called. */
export function NameDialog({ deed, title, confirm, name, close, give }: NameDialogProps) {
  const t = useTranslations('factors');
  const formId = useId();
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = input.current?.value.trim() ?? '';
    if (typed !== '' && typed.length <= PASSKEY_NAME_MAX) return give(typed);
    deed.refuse('passkey-name');
    input.current?.focus();
  };
  return (
    <>
      <DeedDialog
        close={close}
        title={title}
        cancel={t('cancel')}
        confirm={confirm}
        isPending={deed.isPending}
        does={formId}
      >
        <form id={formId} onSubmit={submit} noValidate>
          <Field
            id={`${formId}-name`}
            name="passkey_name"
            apiName={null}
            label={t('passkeys.name')}
            help={t('passkeys.nameHelp')}
            error={deed.problem}
            isChanged={false}
          >
            {(control) => (
              <input
                {...control}
                ref={input}
                className="control"
                type="text"
                autoComplete="off"
                required
                maxLength={PASSKEY_NAME_MAX}
                defaultValue={name}
                onChange={deed.forget}
              />
            )}
          </Field>
        </form>
      </DeedDialog>
      {deed.stepUp}
    </>
  );
}
