'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useId, useState, useTransition } from 'react';
import { delegateAction, endDelegationAction } from '@/lib/approvals/actions';
import type { Refusal } from '@/lib/result';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { Dialog } from '../ui/dialog';
import { FaultNotice, Notice } from '../ui/notice';
import { Select } from '../ui/select';

type Problem = Refusal | { kind: 'no-answer' };

type HandOnProps = {
  /** Slug of the connection. */
  connection: string;
  /** Who may decide what the reader decides. */
  people: { id: string; name: string }[];
  /** The first day that can be chosen, in the reader's zone, YYYY-MM-DD. */
  today: string;
};

/** The button that hands one's approvals on: to whom, from which day to which. */
export function HandOn({ connection, people, today }: HandOnProps) {
  const t = useTranslations('delegation');
  const router = useRouter();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState({ toId: '', startsOn: today, endsOn: '' });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isPending, start] = useTransition();
  const set = (name: keyof typeof typed) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [name]: event.target.value });
  const issueAt = (path: string): string | null => {
    if (problem?.kind === 'conflict' && path === 'toId' && t.has(`rules.${problem.rule}`))
      return t(`rules.${problem.rule}`);
    const issue = problem?.kind === 'invalid' ? problem.issues.find((one) => one.path === path) : undefined;
    return issue ? t(t.has(`rules.${issue.rule}`) ? `rules.${issue.rule}` : 'rules.required', issue.params) : null;
  };
  const isElsewhere = problem !== null && !['toId', 'startsOn', 'endsOn'].some((path) => issueAt(path) !== null);
  const close = () => {
    setIsOpen(false);
    setProblem(null);
  };
  const confirm = () =>
    start(async () => {
      setProblem(null);
      const answer = await delegateAction({ connection, ...typed }).catch(() => null);
      if (!answer?.ok) return setProblem(answer?.refusal ?? { kind: 'no-answer' });
      close();
      router.refresh();
    });
  const isNobody = people.length === 0;
  return (
    <>
      <Button data-action="delegate" icon="arrow" onClick={() => setIsOpen(true)}>
        {t('open')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title={t('title')}
        footer={
          <>
            <Button data-action="cancel" onClick={close}>
              {t('cancel')}
            </Button>
            {!isNobody && (
              <Button
                data-action="confirm"
                variant="primary"
                pending={isPending}
                disabled={isPending}
                onClick={confirm}
              >
                {t('confirm')}
              </Button>
            )}
          </>
        }
      >
        <p>{t('explain')}</p>
        {isElsewhere && <Failed />}
        {isNobody ? (
          <Notice icon="warning" tone="rejected">
            <b>{t('nobodyTitle')}</b> {t('nobody')}
          </Notice>
        ) : (
          <>
            <Field id={`${id}-to`} name="toId" label={t('to')} apiName={null} error={issueAt('toId')} isChanged={false}>
              {(control) => (
                <Select
                  {...control}
                  value={typed.toId}
                  onChange={set('toId')}
                  options={people.map((person) => ({ value: person.id, label: person.name }))}
                >
                  <option value="">{t('choose')}</option>
                </Select>
              )}
            </Field>
            <div className="grid grid-cols-2 gap-3">
              {(['startsOn', 'endsOn'] as const).map((name) => (
                <Field
                  key={name}
                  id={`${id}-${name}`}
                  name={name}
                  label={t(name)}
                  apiName={null}
                  error={issueAt(name)}
                  isChanged={false}
                >
                  {(control) => (
                    <input
                      {...control}
                      className="control"
                      type="date"
                      min={today}
                      value={typed[name]}
                      onChange={set(name)}
                    />
                  )}
                </Field>
              ))}
            </div>
          </>
        )}
      </Dialog>
    </>
  );
}

function Failed() {
  const t = useTranslations('delegation');
  return <FaultNotice>{t('failed')}</FaultNotice>;
}

type TakeBackProps = {
  connection: string;
  id: string;
  /** In whose hands they are. */
  to: string;
  /** Who, from when until when: made on the server. */
  children: ReactNode;
};

/** What is handed on, with the way to take it back. */
export function HandedOn({ connection, id, to, children }: TakeBackProps) {
  const t = useTranslations('delegation');
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [isFailed, setIsFailed] = useState(false);
  const [isPending, start] = useTransition();
  const confirm = () =>
    start(async () => {
      const answer = await endDelegationAction({ connection, id }).catch(() => null);
      if (!answer?.ok) return setIsFailed(true);
      setIsOpen(false);
      router.refresh();
    });
  return (
    <Notice
      icon="arrow"
      actions={
        <Button size="small" data-action="end-delegation" onClick={() => setIsOpen(true)}>
          {t('end')}
        </Button>
      }
    >
      {children}
      <DeedDialog
        open={isOpen}
        close={() => setIsOpen(false)}
        title={t('endTitle', { to })}
        cancel={t('cancel')}
        confirm={t('endConfirm')}
        isPending={isPending}
        does={confirm}
      >
        {isFailed && <Failed />}
        <p>{t('endExplain', { to })}</p>
      </DeedDialog>
    </Notice>
  );
}
