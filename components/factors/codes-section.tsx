'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { makeRecoveryCodesAction } from '@/lib/factors/actions';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { FaultNotice } from '../ui/notice';
import { Section } from '../ui/section';
import type { Changed } from './changed';
import { useFactorDeed } from './use-factor-deed';

/** The recovery codes: how many are left, and new ones. `isPossible`: there is a factor that they could stand in for. */
export function CodesSection({ left, isPossible, changed }: { left: number; isPossible: boolean; changed: Changed }) {
  const t = useTranslations('factors.codes');
  const tFactors = useTranslations('factors');
  const [isOpen, setOpen] = useState(false);
  const { act, problem, forget, isPending, stepUp } = useFactorDeed();
  const close = () => {
    setOpen(false);
    forget();
  };
  const make = () =>
    act(makeRecoveryCodesAction, (made) => {
      close();
      changed('codes', made);
    });
  return (
    <Section
      title={t('title')}
      actions={
        isPossible && (
          <Button size="small" icon="refresh" data-action="make-codes" onClick={() => setOpen(true)}>
            {t('make')}
          </Button>
        )
      }
    >
      <p className="text-ink-2 mt-1">{t('explain')}</p>
      <p className="mt-2" data-codes-left={left}>
        {isPossible ? t('left', { count: left }) : t('later')}
      </p>
      {isOpen && (
        <DeedDialog
          close={close}
          title={t('makeTitle')}
          cancel={tFactors('cancel')}
          confirm={t('makeConfirm')}
          isPending={isPending}
          does={make}
        >
          <p>{t('makeExplain')}</p>
          <FaultNotice>{problem}</FaultNotice>
        </DeedDialog>
      )}
      {stepUp}
    </Section>
  );
}
