'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { goToIssuer } from '../sign-in/go-to-issuer';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import type { IssuerNews } from './issuer-news';
import { tellIssuerNews } from './issuer-news';

type AgainProps = {
  /** What people call the issuer. */
  name: string;
  /** What became of it; null: the person is still to go there. */
  done: IssuerNews | null;
};

/** A window of its own, in which somebody proves at the issuer who they are; the page that they came from waits. */
export function Again({ name, done }: AgainProps) {
  const t = useTranslations('again');
  const [isFailed, setFailed] = useState(false);
  const [isGoing, setGoing] = useState(false);

  useEffect(() => {
    if (done !== null) tellIssuerNews(done);
  }, [done]);

  if (done !== null)
    return (
      <Notice tone={done === 'yes' ? 'approved' : 'rejected'} icon={done === 'yes' ? 'check' : 'warning'} role="status">
        {t(done, { name })}
      </Notice>
    );
  const go = async () => {
    setGoing(true);
    setFailed(false);
    await goToIssuer({ prove: true });
    setFailed(true);
    setGoing(false);
  };
  return (
    <div className="flex flex-col gap-4">
      {isFailed && (
        <Notice tone="rejected" icon="warning" role="alert">
          {t('unreachable', { name })}
        </Notice>
      )}
      <Button type="button" variant="primary" onClick={() => void go()} pending={isGoing} disabled={isGoing}>
        {isGoing ? t('going', { name }) : t('go', { name })}
      </Button>
    </div>
  );
}
