'use client';

import { useTranslations } from 'next-intl';
import { giveFactorAction } from '@/lib/oidc/actions';
import { Button } from '../ui/button';
import { useStepUp } from './use-step-up';

/** The second factor of whoever came from the issuer, which counts for none itself; `onward`: a path of ours to go on to. */
export function OwedFactor({ onward }: { onward: string }) {
  const t = useTranslations('again.owed');
  const { run, dialog } = useStepUp();
  const give = async () => {
    const given = await run(giveFactorAction).catch(() => null);
    // A whole page, as after every sign-in.
    if (given?.ok) window.location.assign(onward);
  };
  return (
    <div className="flex flex-col gap-4">
      <p>{t('explain')}</p>
      <Button variant="primary" data-action="give-factor" onClick={() => void give()}>
        {t('give')}
      </Button>
      {dialog}
    </div>
  );
}
