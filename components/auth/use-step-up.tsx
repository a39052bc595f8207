'use client';

import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { askWaysAction } from '@/lib/factors/actions';
import type { Ways } from '@/lib/factors/view';
import type { Result } from '@/lib/result';
import { StepUpDialog } from './step-up-dialog';

export type SteppingUp = {
  /** Calls an action, and again once the person has proven who they are, where the policy asks for that. */
  run: <Value>(call: () => Promise<Result<Value>>) => Promise<Result<Value>>;
  /** Stands anywhere in what the caller renders; it opens by itself. Needs the words of `form` and `stepUp`. */
  dialog: ReactNode;
};

const isAsked = (answer: Result<unknown>) =>
  !answer.ok && answer.refusal.kind === 'conflict' && answer.refusal.rule === 'step-up-needed';

const passwordAlone: Ways = { code: false, passkey: false };

/** Step-up around any action. Whoever cancels gets the refusal itself; nothing that was typed on the page is touched. */
export function useStepUp(): SteppingUp {
  const [stage, setStage] = useState<'unused' | 'asking' | 'closed'>('unused');
  const [ways, setWays] = useState(passwordAlone);
  const answered = useRef<((isProven: boolean) => void) | null>(null);

  const prove = async () => {
    const held = await askWaysAction().catch(() => null);
    return new Promise<boolean>((resolve) => {
      answered.current = resolve;
      setWays(held?.ok ? held.value : passwordAlone);
      setStage('asking');
    });
  };
  const finish = (isProven: boolean) => {
    setStage('closed');
    answered.current?.(isProven);
    answered.current = null;
  };
  const run: SteppingUp['run'] = async (call) => {
    const answer = await call();
    if (!isAsked(answer)) return answer;
    const opener = document.activeElement;
    const isProven = await prove();
    // The button that was pressed may be disabled while its deed is under way, and could not take the focus back.
    if (!isProven && opener instanceof HTMLElement) setTimeout(() => opener.focus(), 100);
    return isProven ? call() : answer;
  };
  const dialog =
    stage === 'unused'
      ? null
      : // Outside of whatever form it is asked from: a form holds no other one.
        createPortal(<StepUpDialog open={stage === 'asking'} ways={ways} finish={finish} />, document.body);
  return { run, dialog };
}
