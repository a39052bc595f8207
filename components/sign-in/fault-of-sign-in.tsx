import { useTranslations } from 'next-intl';
import { Notice } from '../ui/notice';
import type { SignInFault } from './sign-in-calls';

/** What was wrong with the last try, said where the next one is made. */
export function FaultOfSignIn({ fault }: { fault: SignInFault | null }) {
  const t = useTranslations('signIn.faults');
  if (!fault) return null;
  return (
    <Notice tone="rejected" icon={fault.kind === 'locked' ? 'lock' : 'warning'} role="alert">
      {fault.kind === 'locked' ? t('locked', { minutes: fault.minutes }) : t(fault.kind)}
    </Notice>
  );
}
