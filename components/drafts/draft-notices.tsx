'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { paths } from '@/lib/paths';
import type { DraftState } from './use-draft';
import type { SendProblem } from './use-send';

type DraftNoticeProps = {
  connection: string;
  draft: DraftState;
  onReloadDraft: () => void;
  onOverwriteDraft: () => void;
};

/** Why nothing was sent, in words that say what is true now and what to do. */
export function ProblemNotice({ connection, problem }: { connection: string; problem: SendProblem }) {
  const t = useTranslations('edit.problem');
  const rules = useTranslations('rules');
  const asking = useTranslations('asking');
  const refusals = useTranslations('refusals');
  const isConflict = problem.kind === 'conflict';
  const words = isConflict
    ? asking.has(`refused.${problem.rule}`)
      ? asking(`refused.${problem.rule}`, problem.params)
      : rules.has(problem.rule)
        ? rules(problem.rule, problem.params)
        : refusals.has(`conflict.${problem.rule}`)
          ? refusals(`conflict.${problem.rule}`, problem.params)
          : t('conflict')
    : t(problem.kind);
  const link =
    problem.kind === 'signed-out' ? (
      <a className="link" href={paths.signIn({ next: paths.home(connection) })} target="_blank" rel="noopener">
        {t('signIn')}
      </a>
    ) : problem.kind === 'no-answer' ? (
      <a className="link" href={paths.requests(connection)} target="_blank" rel="noopener">
        {t('openRequests')}
      </a>
    ) : problem.kind === 'old-page' ? (
      <Button size="small" onClick={() => window.location.reload()}>
        {t('reload')}
      </Button>
    ) : isConflict && typeof problem.params?.order === 'string' ? (
      <a className="link" href={paths.deduction(connection, problem.params.order)}>
        {t('openOrder')}
      </a>
    ) : undefined;
  return (
    <Notice icon="warning" tone="rejected" role="alert" actions={link}>
      <span data-problem={isConflict ? problem.rule : problem.kind}>{words}</span>
    </Notice>
  );
}

/** The draft's own troubles: signed out, moved in another tab, not saved. What was typed stays in the form. */
export function DraftNotice({ connection, draft, onReloadDraft, onOverwriteDraft }: DraftNoticeProps) {
  const t = useTranslations('edit.draft');
  if (draft.status === 'signed-out') {
    return (
      <Notice
        icon="lock"
        tone="rejected"
        role="alert"
        actions={
          <a className="link" href={paths.signIn({ next: paths.home(connection) })} target="_blank" rel="noopener">
            {t('signIn')}
          </a>
        }
      >
        {t('signedOut')}
      </Notice>
    );
  }
  if (draft.status !== 'moved') return null;
  return (
    <Notice
      icon="warning"
      tone="review"
      role="alert"
      actions={
        <span className="flex gap-2">
          <Button size="small" onClick={onReloadDraft}>
            {t('takeOther')}
          </Button>
          <Button size="small" onClick={onOverwriteDraft}>
            {t('keepThis')}
          </Button>
        </span>
      }
    >
      {t('moved')}
    </Notice>
  );
}
