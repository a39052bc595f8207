'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useState, useTransition } from 'react';
import { settleDiscrepancyAction } from '@/lib/discrepancies/actions';
import type { Refusal } from '@/lib/result';
import { useSay } from '../ui/say-region';

type Deed = Parameters<typeof settleDiscrepancyAction>[0]['deed'];

export type Settling = {
  /** `next` is offered once it is settled. */
  settle: (deed: Deed, next?: ReactNode) => void;
  isPending: boolean;
  /** Why nothing was settled, as the dialog says it. */
  problem: string | null;
  /** What is wrong with one value, by its name. */
  issueAt: (path: string) => string | null;
};

/** Settles one difference, says so above the list and draws it anew; `close` ends the dialog. */
export function useSettle(connection: string, discrepancyId: string, subject: string, close: () => void): Settling {
  const t = useTranslations('discrepancySettle');
  const router = useRouter();
  const say = useSay();
  const [isPending, start] = useTransition();
  const [refusal, setRefusal] = useState<Refusal | { kind: 'no-answer' } | null>(null);

  const problemOf = (refused: NonNullable<typeof refusal>): string | null => {
    const rule = refused.kind === 'conflict' ? refused.rule : refused.kind;
    if (rule === 'invalid') return null;
    const params = refused.kind === 'conflict' ? refused.params : {};
    return t.has(`refused.${rule}`) ? t(`refused.${rule}`, params) : t('refused.other', { rule });
  };
  const settle = (deed: Deed, next?: ReactNode) =>
    start(async () => {
      setRefusal(null);
      const answer = await settleDiscrepancyAction({ connection, discrepancyId, deed }).catch(() => null);
      if (answer?.ok) {
        close();
        say({ text: t(`said.${answer.value.resolution}`, { subject }), came: 'done', next });
        router.refresh();
        return;
      }
      const refused = answer?.refusal ?? { kind: 'no-answer' as const };
      setRefusal(refused);
      if (refused.kind !== 'conflict') return;
      // The page is behind: it is drawn anew. What would happen now is shown in this dialog; otherwise its row goes.
      if (refused.rule !== 'discrepancy-moved') {
        close();
        say({ text: problemOf(refused) ?? '', came: 'behind' });
      }
      router.refresh();
    });
  const issueAt = (path: string) => {
    const issue = refusal?.kind === 'invalid' ? refusal.issues.find((one) => one.path === path) : undefined;
    return issue ? t(`issue.${path}.${issue.rule}`, issue.params) : null;
  };
  return { settle, isPending, problem: refusal && problemOf(refusal), issueAt };
}
