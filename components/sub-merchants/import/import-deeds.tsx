'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FaultNotice } from '@/components/ui/notice';
import type { Result } from '@/lib/result';

type ImportDeedsProps = {
  connection: string;
  importId: string;
  /** Rows that would be written. */
  rows: number;
  /** What applies it, and what throws it away; then the page leads there. */
  apply: (named: { connection: string; importId: string }) => Promise<Result<null>>;
  discard: (named: { connection: string; importId: string }) => Promise<Result<null>>;
  discarded: string;
  /** What the dialog restates: file, counts, connection, environment. */
  children: ReactNode;
};

/** Apply what the dry run shows, or throw it away. */
export function ImportDeeds(props: ImportDeedsProps) {
  const { connection, importId, rows, children } = props;
  const t = useTranslations('subMerchantImport');
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const [doing, setDoing] = useState<'apply' | 'discard' | null>(null);
  const [hasFailed, setFailed] = useState(false);

  const run = async (deed: 'apply' | 'discard', action: () => Promise<Result<null>>) => {
    setDoing(deed);
    setFailed(false);
    const answer = await action().catch(() => null);
    setAsking(false);
    setDoing(null);
    if (!answer?.ok) return setFailed(true);
    if (deed === 'discard') router.push(props.discarded);
    else router.refresh();
  };
  const named = { connection, importId };
  return (
    <>
      <Button
        data-action="cancel"
        disabled={doing !== null}
        onClick={() => void run('discard', () => props.discard(named))}
      >
        {t('discard')}
      </Button>
      <Button
        data-action="apply"
        variant="primary"
        icon="check"
        disabled={rows === 0 || doing !== null}
        onClick={() => setAsking(true)}
      >
        {t('apply', { rows })}
      </Button>
      {hasFailed && (
        <div className="fixed inset-x-4 bottom-4 z-40 mx-auto max-w-120">
          <FaultNotice>{t('failed')}</FaultNotice>
        </div>
      )}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('confirm.title', { rows })}
        footer={
          <>
            <Button data-action="cancel" disabled={doing !== null} onClick={() => setAsking(false)}>
              {t('confirm.cancel')}
            </Button>
            <Button
              data-action="confirm"
              variant="primary"
              pending={doing === 'apply'}
              disabled={doing !== null}
              onClick={() => void run('apply', () => props.apply(named))}
            >
              {doing === 'apply' ? t('confirm.applying') : t('confirm.apply', { rows })}
            </Button>
          </>
        }
      >
        {children}
        <p>{t('confirm.nothingSent')}</p>
      </Dialog>
    </>
  );
}
