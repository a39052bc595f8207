'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState, useTransition } from 'react';
import { createPortal } from 'react-dom';
import { showValueAction } from '@/lib/personal/actions';
import type { LookReason } from '@/lib/personal/rules';
import { lookReasons, SHOWN_SECONDS, wordsBounds } from '@/lib/personal/rules';
import type { LookAt } from '@/lib/personal/view';
import type { Refusal } from '@/lib/result';
import { useStepUp } from '../auth/use-step-up';
import { Field } from '../form/field';
import { WithWords } from '../layout/with-words';
import type { Words } from '../layout/words-for';
import { DeedDialog } from '../ui/deed-dialog';
import { FaultNotice } from '../ui/notice';
import { Select } from '../ui/select';

type LookProps = {
  look: LookAt;
  name: string;
  mask: ReactNode;
  words: Words;
  /** The look is over, or was thought better of. */
  finish: () => void;
};

/** One look: asks why, shows the value, and hides it again. The value is in this part's state alone and goes with it. */
export function Look({ words, ...props }: LookProps) {
  return (
    <WithWords words={words}>
      <Looked {...props} />
    </WithWords>
  );
}

function Looked({ look, name, mask, finish }: Omit<LookProps, 'words'>) {
  const [shown, setShown] = useState<{ value: string; seconds: number } | null>(null);
  if (shown !== null) return <Shown {...shown} name={name} finish={finish} />;
  return (
    <>
      {mask}
      <WhyDialog look={look} name={name} show={setShown} cancel={finish} />
    </>
  );
}

/** The value, for as long as it lasts. It goes earlier when the page is left, so that going back does not show it. */
function Shown({ value, seconds, name, finish }: { value: string; seconds: number; name: string; finish: () => void }) {
  const t = useTranslations('look');
  const [left, setLeft] = useState(seconds);
  const hide = useRef(finish);
  hide.current = finish;
  // Led to the button, a reader hears the value that describes it.
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    button.current?.focus();
    const until = Date.now() + seconds * 1000;
    const tick = () => {
      const rest = Math.ceil((until - Date.now()) / 1000);
      if (rest <= 0) hide.current();
      else setLeft(rest);
    };
    const leave = () => hide.current();
    const timer = setInterval(tick, 500);
    document.addEventListener('visibilitychange', tick);
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
      window.removeEventListener('pagehide', leave);
    };
  }, [seconds]);
  return (
    <>
      <span id={id} className="shown-value" translate="no" data-shown="">
        {value}
      </span>
      <span className="text-small text-ink-3 tabular-nums" aria-hidden="true" data-left={left}>
        {t('left', { seconds: left })}
      </span>
      <span role="status" className="sr-only">
        {t('says', { seconds })}
      </span>
      <button
        ref={button}
        type="button"
        className="mini-button"
        data-action="hide"
        aria-label={`${t('hide')}: ${name}`}
        aria-describedby={id}
        onClick={finish}
      >
        {t('hide')}
      </button>
    </>
  );
}

type WhyDialogProps = {
  look: LookAt;
  name: string;
  show: (shown: { value: string; seconds: number }) => void;
  cancel: () => void;
};

function WhyDialog({ look, name, show, cancel }: WhyDialogProps) {
  const t = useTranslations('look');
  const id = useId();
  const { run, dialog } = useStepUp();
  const [reason, setReason] = useState<LookReason | ''>('');
  const [words, setWords] = useState('');
  const [refusal, setRefusal] = useState<Refusal | { kind: 'no-answer' } | null>(null);
  const [faults, setFaults] = useState<{ reason: string | null; words: string | null }>({ reason: null, words: null });
  const [isPending, start] = useTransition();
  const isOver = useRef(false);
  const confirm = () => {
    const isShort = reason === 'other' && [...words.trim()].length < wordsBounds.min;
    const found = {
      reason: reason === '' ? t('rules.reason') : null,
      words: isShort ? t('rules.words', wordsBounds) : null,
    };
    setFaults(found);
    setRefusal(null);
    if (reason === '' || isShort) return;
    start(async () => {
      const answer = await run(() => showValueAction({ ...look, reason, words })).catch(() => null);
      if (answer?.ok) {
        isOver.current = true;
        return show(answer.value);
      }
      const refused = answer?.refusal ?? { kind: 'no-answer' as const };
      if (refused.kind === 'invalid') setFaults({ reason: null, words: t('rules.says-value') });
      else setRefusal(refused);
    });
  };
  return createPortal(
    <>
      <DeedDialog
        close={() => isOver.current || cancel()}
        title={t('title', { name })}
        cancel={t('cancel')}
        confirm={t('confirm')}
        isPending={isPending}
        does={confirm}
      >
        <p>{t('explain', { seconds: SHOWN_SECONDS })}</p>
        <FaultNotice>{refusal === null ? null : problemOf(refusal, t)}</FaultNotice>
        <Field
          id={`${id}-reason`}
          name="look_reason"
          apiName={null}
          label={t('reason')}
          error={faults.reason}
          isChanged={false}
        >
          {(control) => (
            <Select
              {...control}
              value={reason}
              onChange={(event) => setReason(lookReasons.find((known) => known === event.target.value) ?? '')}
              options={lookReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
            >
              <option value="">{t('choose')}</option>
            </Select>
          )}
        </Field>
        <Field
          id={`${id}-words`}
          name="look_words"
          apiName={null}
          label={t(reason === 'other' ? 'words' : 'wordsOptional')}
          help={t('wordsHelp')}
          error={faults.words}
          isChanged={false}
          counter={{ count: [...words].length, max: wordsBounds.max }}
        >
          {(control) => (
            <textarea
              {...control}
              className="control"
              rows={2}
              maxLength={wordsBounds.max}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          )}
        </Field>
      </DeedDialog>
      {dialog}
    </>,
    document.body,
  );
}

function problemOf(refusal: Refusal | { kind: 'no-answer' }, t: ReturnType<typeof useTranslations<'look'>>): string {
  const rule = refusal.kind === 'conflict' ? refusal.rule : refusal.kind;
  const params = refusal.kind === 'conflict' ? refusal.params : {};
  return t.has(`refused.${rule}`) ? t(`refused.${rule}`, params) : t('refused.other', { rule });
}
