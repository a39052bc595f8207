'use client';

import { useTranslations } from 'next-intl';
import type { FormEvent } from 'react';
import { useId, useRef, useState } from 'react';
import { beginTotpAction, confirmTotpAction } from '@/lib/factors/actions';
import type { FactorAdded, NewApp } from '@/lib/factors/view';
import { CopyButton } from '../data/copy-button';
import { Timestamp } from '../data/timestamp';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { FaultNotice } from '../ui/notice';
import { Section } from '../ui/section';
import type { Changed } from './changed';
import { RemoveFactor } from './remove-factor';
import { useFactorDeed } from './use-factor-deed';

type AppSectionProps = {
  /** Since when it shows codes; null where none is set up. */
  since: string | null;
  zone: string;
  isLast: boolean;
  /** It is the last one of somebody who must have one. */
  isKept: boolean;
  changed: Changed;
};

/** The app that shows codes. */
export function AppSection({ since, zone, isLast, isKept, changed }: AppSectionProps) {
  const t = useTranslations('factors');
  const { act, problem, isPending, stepUp } = useFactorDeed();
  const [made, setMade] = useState<NewApp | null>(null);
  return (
    <Section
      title={t('app.title')}
      actions={
        <>
          {since !== null && !isKept && (
            <RemoveFactor
              label={t('app.remove')}
              named={t('app.removeNamed')}
              title={t('remove.app')}
              what={{ factor: 'totp' }}
              isLast={isLast}
              changed={changed}
            />
          )}
          <Button
            size="small"
            icon="screen"
            data-action="set-up-app"
            pending={isPending}
            disabled={isPending}
            onClick={() => act(beginTotpAction, setMade)}
          >
            {t(since === null ? 'app.setUp' : 'app.replace')}
          </Button>
        </>
      }
    >
      <p className="text-ink-2 mt-1">{t('app.explain')}</p>
      <p className="mt-2" data-app={since === null ? 'none' : 'set-up'}>
        {since === null ? t('app.none') : t.rich('app.since', { time: () => <Timestamp at={since} zone={zone} /> })}
      </p>
      {since !== null && isKept && <p className="text-ink-3 text-small">{t('enforced')}</p>}
      <FaultNotice>{problem}</FaultNotice>
      {made && (
        <AppDialog
          made={made}
          close={() => setMade(null)}
          done={(added) => {
            setMade(null);
            changed('app', added);
          }}
        />
      )}
      {stepUp}
    </Section>
  );
}

type AppDialogProps = { made: NewApp; close: () => void; done: (added: FactorAdded) => void };

/** The secret of a new app, by camera or by hand, and its first code. */
function AppDialog({ made, close, done }: AppDialogProps) {
  const t = useTranslations('factors.app.dialog');
  const tFactors = useTranslations('factors');
  const formId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { act, problem, refuse, forget, isPending, stepUp } = useFactorDeed();
  const again = () => {
    input.current?.focus();
    input.current?.select();
  };
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    const code = input.current?.value ?? '';
    if (code.trim() === '') {
      refuse('code-wrong');
      return again();
    }
    act(async () => {
      const answer = await confirmTotpAction({ code });
      if (!answer.ok) again();
      return answer;
    }, done);
  };
  const { size, path } = made.picture;
  return (
    <>
      <DeedDialog
        close={close}
        title={t('title')}
        cancel={tFactors('cancel')}
        confirm={t('confirm')}
        isPending={isPending}
        does={formId}
      >
        <p>{t('scan')}</p>
        <svg
          className="factor-picture"
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-label={t('picture')}
          shapeRendering="crispEdges"
          data-qr=""
        >
          <path d={path} fill="currentColor" />
        </svg>
        <Field
          id={`${formId}-key`}
          name="secret"
          apiName={null}
          label={t('key')}
          help={t('keyHelp')}
          error={null}
          isChanged={false}
        >
          {(control) => (
            <div className="flex items-center gap-1">
              {/* Both lines of it stay in sight on a phone. */}
              <textarea
                {...control}
                className="control mono min-w-0 flex-1"
                readOnly
                rows={2}
                value={made.secret}
                onFocus={(event) => event.currentTarget.select()}
              />
              <CopyButton value={made.secret} label={t('copy')} done={tFactors('codes.copied')} />
            </div>
          )}
        </Field>
        <form id={formId} onSubmit={confirm} noValidate>
          <Field
            id={`${formId}-code`}
            name="code"
            apiName={null}
            label={t('code')}
            help={t('codeHelp')}
            error={problem}
            isChanged={false}
          >
            {(control) => (
              <input
                {...control}
                ref={input}
                className="control mono"
                type="text"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={64}
                required
                data-first-focus=""
                onChange={forget}
              />
            )}
          </Field>
        </form>
      </DeedDialog>
      {stepUp}
    </>
  );
}
