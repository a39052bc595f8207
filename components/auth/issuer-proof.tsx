'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { askIssuerProofAction } from '@/lib/oidc/actions';
import { paths } from '@/lib/paths';
import { ButtonLink } from '../ui/button-link';
import { Notice } from '../ui/notice';
import { hearIssuerNews } from './issuer-news';

type IssuerProofProps = {
  /** The dialog that it stands in is open. */
  open: boolean;
  /** Called once the person signed in at the issuer, in a window of its own. */
  proven: () => void;
};

/** Offers to whoever has an account at the issuer to prove there who they are. Nothing for everybody else. */
export function IssuerProof({ open, proven }: IssuerProofProps) {
  const t = useTranslations('stepUp.issuer');
  const [name, setName] = useState<string | null>(null);
  const [stage, setStage] = useState<'idle' | 'waiting' | 'no'>('idle');

  const told = useEffectEvent(proven);
  useEffect(() => {
    if (!open) return;
    let isOpen = true;
    askIssuerProofAction().then(
      (way) => isOpen && setName(way?.name ?? null),
      () => {},
    );
    const deafen = hearIssuerNews((news) => {
      setStage(news === 'yes' ? 'idle' : 'no');
      if (news === 'yes') told();
    });
    return () => {
      isOpen = false;
      deafen();
    };
  }, [open]);

  if (name === null) return null;
  return (
    <div className="flex flex-col gap-2">
      <p>{t('explain', { name })}</p>
      <ButtonLink href={paths.again()} target="_blank" rel="noopener" onClick={() => setStage('waiting')}>
        {t('go', { name })}
      </ButtonLink>
      {stage !== 'idle' && (
        <Notice
          {...(stage === 'no' && { tone: 'rejected' as const })}
          icon={stage === 'no' ? 'warning' : 'clock'}
          role="status"
        >
          {t(stage, { name })}
        </Notice>
      )}
    </div>
  );
}
