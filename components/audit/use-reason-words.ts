import { useTranslations } from 'next-intl';
import type { AuditView } from '@/lib/audit/view';

/** A look at a personal value has one reason of a list, and perhaps words beside it. */
const chosen = /^([a-z-]+)(: .*)?$/su;

/** Why it was done, as its maker said it; a reason that was chosen from a list is called as there. */
export function useReasonWords(): (entry: Pick<AuditView, 'event' | 'reason'>) => string | null {
  const t = useTranslations('look.reasons');
  return ({ event, reason }) => {
    const [, code, words = ''] = (event.action.startsWith('personal.') && chosen.exec(reason ?? '')) || [];
    return code !== undefined && t.has(code) ? `${t(code)}${words}` : reason;
  };
}
