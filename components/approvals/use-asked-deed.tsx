'use client';

import { useRouter } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useState, useTransition } from 'react';
import type { Performed } from '@/lib/approvals/view';
import type { Refusal, Result } from '@/lib/result';
import { useStepUp } from '../auth/use-step-up';

/** What is wrong, by field; `''` belongs to none. */
export type Faults = Record<string, string>;

export type AskedDeed = {
  /** Calls an action with the identity of this deed: pressed twice, it is one. `done` is told of what nobody else was needed for. */
  act: <Value extends Performed | null>(
    call: (intent: string) => Promise<Result<Value>>,
    done?: (value: Value) => void,
  ) => void;
  faults: Faults;
  setFaults: (faults: Faults) => void;
  clear: (field: string) => void;
  /**
   * Says all that is missing at once, each at its field and together in one sentence, and puts the cursor into the first;
   * true where nothing is. Fields by name, with what people call them, or null for what is there.
   */
  isWhole: (missing: Record<string, string | null>, sentences?: Faults) => boolean;
  isPending: boolean;
  /** Step-up, to stand beside the form. */
  stepUp: ReactNode;
};

type AskedDeedProps = {
  close: () => void;
  /** Told where it waits. */
  asked: (approvalId: string) => void;
  /** Sentences for a refusal (null is no answer), where the deed has words of its own; null for one that it leaves to the usual. */
  faultsOf?: (refusal: Refusal | null) => Faults | null;
};

/** A deed that is done or asked for from a dialog. */
export function useAskedDeed({ close, asked, ...own }: AskedDeedProps): AskedDeed {
  const t = useTranslations('asking');
  const format = useFormatter();
  const router = useRouter();
  const [intent] = useState(() => crypto.randomUUID());
  const [faults, setFaults] = useState<Faults>({});
  const [isPending, start] = useTransition();
  const { run, dialog } = useStepUp();
  const sentence = (rule: string, params?: Record<string, string | number>) =>
    t.has(`refused.${rule}`) ? t(`refused.${rule}`, params) : t('refused.other', { rule });
  const usual = (refusal: Refusal | null): Faults => {
    if (refusal?.kind === 'invalid')
      return Object.fromEntries(refusal.issues.map(({ path, rule, params }) => [path, sentence(rule, params)]));
    if (refusal?.kind === 'conflict') return { '': sentence(refusal.rule, refusal.params) };
    return { '': sentence(refusal?.kind ?? 'no-answer') };
  };
  const faultsOf = (refusal: Refusal | null) => own.faultsOf?.(refusal) ?? usual(refusal);
  const act: AskedDeed['act'] = (call, done) =>
    start(async () => {
      const answer = await run(() => call(intent)).catch(() => null);
      if (!answer?.ok) return setFaults(faultsOf(answer?.refusal ?? null));
      const { value } = answer;
      close();
      if (value?.kind === 'asked') asked(value.approvalId);
      else done?.(value);
      router.refresh();
    });
  const clear = (field: string) =>
    setFaults((held) => Object.fromEntries(Object.entries(held).filter(([path]) => path !== field && path !== '')));
  const isWhole: AskedDeed['isWhole'] = (missing, sentences = {}) => {
    const lacking = Object.entries(missing).filter((entry): entry is [string, string] => entry[1] !== null);
    const [first] = lacking;
    if (first === undefined) return true;
    setFaults({
      '': t('stillNeeded', {
        fields: format.list(
          lacking.map(([, label]) => label),
          { type: 'conjunction' },
        ),
      }),
      ...Object.fromEntries(lacking.map(([name]) => [name, sentences[name] ?? t('refused.required')])),
    });
    setTimeout(() => document.querySelector<HTMLElement>(`dialog[open] [name="${first[0]}"]`)?.focus());
    return false;
  };
  return { act, faults, setFaults, clear, isWhole, isPending, stepUp: dialog };
}
