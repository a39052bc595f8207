'use client';

import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { PASSKEY_NAME_MAX } from '@/lib/factors/rules';
import type { Refusal, Result } from '@/lib/result';
import { useStepUp } from '../auth/use-step-up';

/** The sentence of a refusal about one's own factors; null is no answer, a text a rule that only this browser knows. */
function useFactorRefusal(): (refusal: Refusal | string | null) => string {
  const t = useTranslations('factors.refused');
  return (refusal) => {
    if (refusal === null) return t('noAnswer');
    if (typeof refusal === 'string') return t(refusal, { max: PASSKEY_NAME_MAX });
    const [issue] = refusal.kind === 'invalid' ? refusal.issues : [];
    const rule = issue?.rule ?? (refusal.kind === 'conflict' ? refusal.rule : refusal.kind);
    return t.has(rule) ? t(rule, { max: PASSKEY_NAME_MAX }) : t('other', { rule });
  };
}

/** One deed about one's own factors: proven first where that is asked, and what was wrong with it. */
export function useFactorDeed() {
  const sentence = useFactorRefusal();
  const { run, dialog } = useStepUp();
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, start] = useTransition();
  const refuse = (refusal: Refusal | string | null) => setProblem(sentence(refusal));
  /** Calls, and hands on what came of it; a refusal is said instead. */
  const act = <Value>(call: () => Promise<Result<Value>>, done: (value: Value) => void | Promise<void>) =>
    start(async () => {
      setProblem(null);
      const answer = await run(call).catch(() => null);
      if (answer?.ok) await done(answer.value);
      else refuse(answer?.refusal ?? null);
    });
  return { act, run, refuse, problem, forget: () => setProblem(null), isPending, stepUp: dialog };
}
