'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { removeFactorAction } from '@/lib/factors/actions';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { FaultNotice } from '../ui/notice';
import type { Changed } from './changed';
import { useFactorDeed } from './use-factor-deed';

type RemoveFactorProps = {
  label: string;
  /** What the button says to who does not see what stands beside it. */
  named: string;
  title: string;
  what: Parameters<typeof removeFactorAction>[0];
  isLast: boolean;
  changed: Changed;
};

/** A button that takes one factor away, after asking. */
export function RemoveFactor({ label, named, title, what, isLast, changed }: RemoveFactorProps) {
  const t = useTranslations('factors');
  const [isOpen, setOpen] = useState(false);
  const { act, problem, forget, isPending, stepUp } = useFactorDeed();
  const close = () => {
    setOpen(false);
    forget();
  };
  const remove = () =>
    act(
      () => removeFactorAction(what),
      () => {
        close();
        changed('removed');
      },
    );
  return (
    <>
      <Button variant="ghost" size="small" data-action="remove" aria-label={named} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <DeedDialog
          close={close}
          title={title}
          cancel={t('cancel')}
          confirm={t('remove.confirm')}
          isDangerous
          isPending={isPending}
          does={remove}
        >
          <p>{t(isLast ? 'remove.last' : 'remove.explain')}</p>
          <FaultNotice>{problem}</FaultNotice>
        </DeedDialog>
      )}
      {stepUp}
    </>
  );
}
