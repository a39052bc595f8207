'use client';

import { useTranslations } from 'next-intl';
import type { Performed } from '@/lib/approvals/view';
import { paths } from '@/lib/paths';
import type { Refusal, Result } from '@/lib/result';
import type { Faults } from '../approvals/use-asked-deed';
import { useAskedDeed } from '../approvals/use-asked-deed';
import { ButtonLink } from '../ui/button-link';
import { useSay } from '../ui/say-region';

/** The sentence of a refusal of staff; null is no answer. */
export function useStaffRefusal(): (refusal: Refusal | null) => string {
  const t = useTranslations('staff.refused');
  return (refusal) => {
    if (refusal === null) return t('noAnswer');
    const rule = refusal.kind === 'conflict' ? refusal.rule : refusal.kind;
    return t.has(rule) ? t(rule, refusal.kind === 'conflict' ? refusal.params : {}) : t('other', { rule });
  };
}

/**
 * Does a deed about staff or a role from a dialog, and says above the list what became of it. `missing`: where the sentences
 * of its fields are.
 */
export function useStaffDeed(slug: string, close: () => void, missing: 'missing' | 'own.missing' = 'missing') {
  const t = useTranslations('staff');
  const say = useSay();
  const sentence = useStaffRefusal();
  const faultsOf = (refusal: Refusal | null): Faults => {
    if (refusal?.kind === 'not-found' && missing === 'own.missing') return { '': t('refused.role-gone') };
    if (refusal?.kind !== 'invalid') return { '': sentence(refusal) };
    return Object.fromEntries(
      refusal.issues.map(({ path }) => {
        const [field = ''] = path.split('.');
        return [field, t.has(`${missing}.${field}`) ? t(`${missing}.${field}`) : t(`${missing}.other`)];
      }),
    );
  };
  const asked = (approvalId: string) => {
    const next = (
      <ButtonLink size="small" href={paths.approval(slug, approvalId)}>
        {t('asked.open')}
      </ButtonLink>
    );
    say({ text: t('asked.text'), came: 'waits', next });
  };
  const { act, ...deed } = useAskedDeed({ close, asked, faultsOf });
  return {
    ...deed,
    /** `done` is what is said where nobody else was needed. */
    act: (call: (intent: string) => Promise<Result<Performed | null>>, done: string) =>
      act(call, () => say({ text: done, came: 'done' })),
  };
}
