'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useState, useTransition } from 'react';
import type { Performed } from '@/lib/approvals/view';
import type { Refusal, Result } from '@/lib/result';
import { useStepUp } from '../auth/use-step-up';

export type AskedDeed = {
  /** Calls an action with the identity of this deed: pressed twice, it is one. */
  act: (call: (intent: string) => Promise<Result<Performed>>) => void;
  /** What is wrong, by field; `''` belongs to none. */
  faults: Record<string, string>;
  clear: (field: string) => void;
  isPending: boolean;
  /** Step-up, to stand beside the form. */
  stepUp: ReactNode;
};

/** A deed that is done or asked for from a dialog; `asked` is told where it waits. */
export function useAskedDeed({ close, asked }: { close: () => void; asked: (approvalId: string) => void }): AskedDeed {
  const t = useTranslations('asking');
  const router = useRouter();
  const [intent] = useState(() => crypto.randomUUID());
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [isPending, start] = useTransition();
  const { run, dialog } = useStepUp();
  const sentence = (rule: string, params?: Record<string, string | number>) =>
    t.has(`refused.${rule}`) ? t(`refused.${rule}`, params) : t('refused.other', { rule });
  const faultsOf = (refusal: Refusal | null): Record<string, string> => {
    if (refusal?.kind === 'invalid')
      return Object.fromEntries(refusal.issues.map(({ path, rule, params }) => [path, sentence(rule, params)]));
    if (refusal?.kind === 'conflict') return { '': sentence(refusal.rule, refusal.params) };
    return { '': sentence(refusal?.kind ?? 'no-answer') };
  };
  const act: AskedDeed['act'] = (call) =>
    start(async () => {
      const answer = await run(() => call(intent)).catch(() => null);
      if (!answer?.ok) return setFaults(faultsOf(answer?.refusal ?? null));
      if (answer.value.kind === 'asked') asked(answer.value.approvalId);
      close();
      router.refresh();
    });
  const clear = (field: string) =>
    setFaults((held) => Object.fromEntries(Object.entries(held).filter(([path]) => path !== field && path !== '')));
  return { act, faults, clear, isPending, stepUp: dialog };
}
