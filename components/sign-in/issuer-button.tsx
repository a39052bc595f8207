'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import type { IssuerFault } from './go-to-issuer';
import { goToIssuer } from './go-to-issuer';

type IssuerButtonProps = {
  /** What people call the issuer. */
  name: string;
  /** A path of ours, judged on the server. */
  onward: string;
};

/** Single sign-on, under the form of the password. */
export function IssuerButton({ name, onward }: IssuerButtonProps) {
  const t = useTranslations('signIn');
  const [fault, setFault] = useState<IssuerFault | null>(null);
  const [isGoing, setGoing] = useState(false);
  const go = async () => {
    setGoing(true);
    setFault(null);
    setFault(await goToIssuer({ next: onward }));
    setGoing(false);
  };
  return (
    <div className="mt-4 flex flex-col gap-4">
      {fault && (
        <Notice tone="rejected" icon={fault.kind === 'locked' ? 'lock' : 'warning'} role="alert">
          {fault.kind === 'locked'
            ? t('faults.locked', { minutes: fault.minutes })
            : t(`faults.${fault.kind}`, { name })}
        </Notice>
      )}
      <Button type="button" onClick={() => void go()} pending={isGoing} disabled={isGoing} data-action="issuer">
        {isGoing ? t('issuer.going', { name }) : t('issuer.go', { name })}
      </Button>
    </div>
  );
}
