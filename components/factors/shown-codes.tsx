'use client';

import { useTranslations } from 'next-intl';
import { CopyButton } from '../data/copy-button';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

/** New recovery codes, this once: to be copied, printed or written down. Only whoever says that they are kept goes on. */
export function ShownCodes({ codes, close }: { codes: string[]; close: () => void }) {
  const t = useTranslations('factors.codes');
  return (
    <Dialog
      open
      isLasting
      onClose={close}
      title={t('shownTitle')}
      footer={
        <>
          <Button data-action="print" onClick={() => window.print()}>
            {t('print')}
          </Button>
          <Button data-action="confirm" variant="primary" onClick={close}>
            {t('kept')}
          </Button>
        </>
      }
    >
      <p>{t('shownExplain')}</p>
      <ol className="recovery-codes mono" translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div>
        <CopyButton value={codes.join('\n')} label={t('copy')} done={t('copied')} />
      </div>
    </Dialog>
  );
}
