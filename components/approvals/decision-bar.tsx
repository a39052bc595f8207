'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Verdict } from '@/lib/approvals/view';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { FaultNotice } from '../ui/notice';
import type { Deciding, Shown } from './use-verdict';
import { useVerdict } from './use-verdict';

/** Longest remark, in characters. */
const REMARK_MAX = 2000;

type DecisionBarProps = Shown & {
  /** The sentence of the approval, as the titles of dialogs repeat it. */
  what: string;
  /** What each dialog restates: object, id, connection, environment. */
  about: ReactNode;
  /** What an approval comes to now, or why the reader cannot give one; null where there is nothing left to say. */
  hint: string | null;
  /** True while it is not decided. */
  isPending: boolean;
  mayApprove: boolean;
  mayWithdraw: boolean;
  /** Null for who is no maker of it, and where there is nothing to remind of. */
  mayRemind: boolean | null;
};

/** What the reader can say about an approval. What cannot be said is still there, with the reason in words. */
export function DecisionBar(props: DecisionBarProps) {
  const { what, about, hint, isPending, mayApprove, mayWithdraw, mayRemind, ...shown } = props;
  const t = useTranslations('approvalDeeds');
  const [opened, setOpened] = useState<Verdict | null>(null);
  const [remarks, setRemarks] = useState<Partial<Record<Verdict, string>>>({});
  const [said, setSaid] = useState<Verdict | 'remind' | null>(null);
  const place = useRef<HTMLParagraphElement>(null);
  const hintId = useId();
  const deciding = useVerdict(
    shown,
    (word) => {
      setOpened(null);
      setSaid(word);
    },
    // Why stands in the bar, beside what can be said now; the remark is kept.
    () => setOpened(null),
  );
  // The button that was pressed may be gone: the focus goes to what became of it.
  useEffect(() => {
    if (said !== null) place.current?.focus();
  }, [said]);
  const open = (verdict: Verdict) => {
    setSaid(null);
    deciding.clear();
    setOpened(verdict);
  };
  const opens = (verdict: Verdict) => () => open(verdict);
  // It stays in the page when the approval is over: what was just said, or refused, is told here.
  const isEmpty = hint === null && said === null && opened === null && deciding.problem === null;
  return (
    <section className="decision" aria-label={t('region')} hidden={isEmpty}>
      {hint !== null && (
        <p>
          <span id={hintId}>{hint}</span> {mayRemind === false && t('remind.later')}
        </p>
      )}
      {(isPending || mayWithdraw) && (
        <div data-part="buttons">
          {mayWithdraw && (
            <Button data-action="withdraw" onClick={opens('withdraw')}>
              {t('withdraw.open')}
            </Button>
          )}
          {mayRemind !== null && isPending && (
            <Button
              data-action="remind"
              icon="bell"
              disabled={!mayRemind || deciding.isPending}
              onClick={deciding.remind}
            >
              {t('remind.open')}
            </Button>
          )}
          {isPending && mayApprove && (
            <>
              <Button data-action="decline" onClick={opens('decline')}>
                {t('decline.open')}
              </Button>
              <Button data-action="send-back" onClick={opens('send-back')}>
                {t('send-back.open')}
              </Button>
            </>
          )}
          {isPending && (
            <Button
              data-action="approve"
              variant="primary"
              disabled={!mayApprove}
              aria-describedby={hintId}
              onClick={opens('approve')}
            >
              {t('approve.open')}
            </Button>
          )}
        </div>
      )}
      <p ref={place} role="status" tabIndex={-1} className="outline-none">
        {said !== null && t(`${said}.said`)}
      </p>
      {opened === null && deciding.problem !== null && <FaultNotice>{deciding.problem}</FaultNotice>}
      {opened !== null && (
        <VerdictDialog
          verdict={opened}
          what={what}
          about={about}
          remark={remarks[opened] ?? ''}
          change={(remark) => setRemarks({ ...remarks, [opened]: remark })}
          deciding={deciding}
          close={() => setOpened(null)}
        />
      )}
      {deciding.stepUp}
    </section>
  );
}

type VerdictDialogProps = {
  verdict: Verdict;
  what: string;
  about: ReactNode;
  remark: string;
  change: (remark: string) => void;
  deciding: Deciding;
  close: () => void;
};

function VerdictDialog({ verdict, what, about, remark, change, deciding, close }: VerdictDialogProps) {
  const t = useTranslations('approvalDeeds');
  const id = useId();
  return (
    <DeedDialog
      close={close}
      title={t(`${verdict}.title`, { what })}
      cancel={t('cancel')}
      confirm={t(`${verdict}.confirm`)}
      isDangerous={verdict === 'decline'}
      isPending={deciding.isPending}
      does={() => deciding.say(verdict, remark)}
    >
      <FaultNotice>{deciding.problem}</FaultNotice>
      {about}
      <Field
        id={id}
        name="remark"
        label={t(`${verdict}.remark`)}
        apiName={null}
        help={t(`${verdict}.help`)}
        error={deciding.isRemarkMissing ? t('remarkRequired') : null}
        isChanged={false}
        counter={{ count: [...remark].length, max: REMARK_MAX }}
      >
        {(control) => (
          <textarea
            {...control}
            className="control"
            rows={3}
            maxLength={REMARK_MAX}
            value={remark}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
    </DeedDialog>
  );
}
