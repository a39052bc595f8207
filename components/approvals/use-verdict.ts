'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useState, useTransition } from 'react';
import { decideAction, remindAction } from '@/lib/approvals/actions';
import type { Verdict } from '@/lib/approvals/view';
import { explainRefusal } from '@/lib/i18n/explain';
import type { Refusal } from '@/lib/result';
import { useStepUp } from '../auth/use-step-up';
import { useCauseWords } from './use-cause-words';

type Problem = Refusal | { kind: 'no-answer' };

/** The approval as it stands on the page: the seal is that of what the reader saw. */
export type Shown = { connection: string; approvalId: string; seal: string };

/** Why it was refused, as a sentence. */
function useProblemWords(): (problem: Problem) => string {
  const t = useTranslations('approvalDeeds.refused');
  const causeWords = useCauseWords();
  const tRefusals = useTranslations('refusals');
  return (problem) => {
    const rule = problem.kind === 'conflict' ? problem.rule : problem.kind;
    const params = problem.kind === 'conflict' ? problem.params : {};
    if (t.has(rule)) return t(rule, { ...params, cause: causeWords(String(params?.cause ?? '')).short });
    return problem.kind === 'no-answer' ? t('no-answer') : explainRefusal(problem, tRefusals);
  };
}

export type Deciding = {
  say: (verdict: Verdict, remark: string) => void;
  remind: () => void;
  isPending: boolean;
  /** Why nothing was done, in words. */
  problem: string | null;
  /** True when a remark is missing. */
  isRemarkMissing: boolean;
  clear: () => void;
  /** The question for the password, which opens by itself. */
  stepUp: ReactNode;
};

/**
 * Says a word about an approval and draws the page anew; `done` is told what was said, `refused` that the approval no longer
 * is what the reader spoke of: the same word is not offered again.
 */
export function useVerdict(
  { connection, approvalId, seal }: Shown,
  done: (said: Verdict | 'remind') => void,
  refused: () => void,
): Deciding {
  const router = useRouter();
  const words = useProblemWords();
  const { run, dialog: stepUp } = useStepUp();
  const [isPending, start] = useTransition();
  const [problem, setProblem] = useState<Problem | null>(null);
  const isRemarkMissing = problem?.kind === 'invalid' && problem.issues.some(({ path }) => path === 'remark');

  const settle = (answer: { ok: true } | { ok: false; refusal: Refusal } | null, said: Verdict | 'remind') => {
    if (answer?.ok) done(said);
    else setProblem(answer?.refusal ?? { kind: 'no-answer' });
    // Where it stands has moved in either case, or the page would not have offered it.
    if (answer?.ok || answer?.refusal.kind === 'conflict') router.refresh();
    if (answer?.ok === false && answer.refusal.kind === 'conflict') refused();
  };
  const say = (verdict: Verdict, remark: string) =>
    start(async () => {
      setProblem(null);
      const call = () => decideAction({ connection, approvalId, seal, verdict, remark });
      settle(await run(call).catch(() => null), verdict);
    });
  const remind = () =>
    start(async () => {
      setProblem(null);
      settle(await remindAction({ connection, approvalId }).catch(() => null), 'remind');
    });
  return {
    say,
    remind,
    isPending,
    problem: problem === null || isRemarkMissing ? null : words(problem),
    isRemarkMissing,
    clear: () => setProblem(null),
    stepUp,
  };
}
