import { useTranslations } from 'next-intl';
import type { Refusal } from '@/lib/result';
import type { Faults } from '../approvals/use-asked-deed';

type FaultWords = {
  /** The space whose `rules` hold the sentences, and whose `failed` stands for what has none. */
  space: string;
  /** The field at which a conflict is told; without it a conflict belongs to none. */
  conflictAt?: string;
};

/** Sentences for what the server refused; null is no answer. */
export function useFaults({ space, conflictAt }: FaultWords): (refusal: Refusal | null) => Faults {
  const t = useTranslations(space);
  const asking = useTranslations('asking');
  return (refusal) => {
    const say = (rule: string, params = {}) => (t.has(`rules.${rule}`) ? t(`rules.${rule}`, params) : t('failed'));
    if (refusal?.kind === 'conflict') {
      const isOfApproval = asking.has(`refused.${refusal.rule}`);
      if (isOfApproval) return { '': asking(`refused.${refusal.rule}`, refusal.params) };
      if (conflictAt !== undefined) return { [conflictAt]: say(refusal.rule, refusal.params) };
    }
    if (refusal?.kind !== 'invalid') return { '': t('failed') };
    const sentence = (path: string, rule: string, params?: Record<string, string | number>) =>
      path === 'reason' ? asking('reason.required') : say(rule, params);
    return Object.fromEntries(refusal.issues.map(({ path, rule, params }) => [path, sentence(path, rule, params)]));
  };
}
