'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useState, useTransition } from 'react';
import type { Performed } from '@/lib/approvals/view';
import { paths } from '@/lib/paths';
import type { Refusal, Result } from '@/lib/result';
import { useStepUp } from '../auth/use-step-up';
import { ButtonLink } from '../ui/button-link';
import { useSay } from '../ui/say-region';

export type StaffDeeding = {
  /** `done` is what is said where nobody else was needed. */
  act: (call: () => Promise<Result<Performed | null>>, done: string) => void;
  /** What is wrong with a field, by its name; `''` belongs to none. */
  faults: Record<string, string>;
  setFaults: (faults: Record<string, string>) => void;
  isPending: boolean;
  /** Step-up, to be rendered beside the form. */
  stepUp: ReactNode;
};

/** The sentence of a refusal of staff; null is no answer. */
export function useStaffRefusal(): (refusal: Refusal | null) => string {
  const t = useTranslations('staff.refused');
  return (refusal) => {
    if (refusal === null) return t('noAnswer');
    const rule = refusal.kind === 'conflict' ? refusal.rule : refusal.kind;
    return t.has(rule) ? t(rule, refusal.kind === 'conflict' ? refusal.params : {}) : t('other', { rule });
  };
}

/** Does a deed about staff from a dialog, says above the list what became of it, and draws the list anew. */
export function useStaffDeed(slug: string, close: () => void): StaffDeeding {
  const t = useTranslations('staff');
  const router = useRouter();
  const say = useSay();
  const sentence = useStaffRefusal();
  const { run, dialog: stepUp } = useStepUp();
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [isPending, start] = useTransition();

  const act: StaffDeeding['act'] = (call, done) =>
    start(async () => {
      const answer = await run(call).catch(() => null);
      if (answer?.ok) {
        close();
        if (answer.value?.kind === 'asked') {
          const href = paths.approval(slug, answer.value.approvalId);
          const next = (
            <ButtonLink size="small" href={href}>
              {t('asked.open')}
            </ButtonLink>
          );
          say({ text: t('asked.text'), came: 'waits', next });
        } else say({ text: done, came: 'done' });
        router.refresh();
        return;
      }
      const refusal = answer?.refusal ?? null;
      if (refusal?.kind !== 'invalid') return setFaults({ '': sentence(refusal) });
      setFaults(
        Object.fromEntries(
          refusal.issues.map(({ path }) => {
            const [field = ''] = path.split('.');
            return [field, t.has(`missing.${field}`) ? t(`missing.${field}`) : t('missing.other')];
          }),
        ),
      );
    });
  return { act, faults, setFaults, isPending, stepUp };
}
