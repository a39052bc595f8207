'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Performed } from '@/lib/approvals/view';
import { goOnSendingAction, stopSendingAction } from '@/lib/connections/actions';
import { ok } from '@/lib/result';
import { AskedNotice } from '../approvals/asked-notice';
import { DeedReason } from '../approvals/reason-field';
import { useAskedDeed } from '../approvals/use-asked-deed';
import { useAskedHere } from '../approvals/use-asked-here';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { Facts } from '../ui/facts';
import { FaultNotice } from '../ui/notice';

/** The connection as the dialog restates it. */
type Named = { connection: string; name: string; environment: 'live' | 'practice' };

type DialogProps = Named & { close: () => void; asked: (approvalId: string) => void };

function useRestated({ name, environment }: Named) {
  const t = useTranslations('sendingStop');
  const tFrame = useTranslations('frame.environment');
  return (
    <Facts
      facts={[
        { term: t('connection'), value: name },
        { term: t('environment'), value: <b>{tFrame(`${environment}.word`)}</b> },
      ]}
    />
  );
}

/** Stops all sending of a connection: one person, at once, with a reason. */
export function StopSending(props: Named) {
  const t = useTranslations('sendingStop.stop');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="danger"
        icon="stop"
        data-action="stop-sending"
        aria-label={t('openNamed', { name: props.name })}
        onClick={() => setOpen(true)}
      >
        {t('open')}
      </Button>
      {isOpen && <StopDialog {...props} close={() => setOpen(false)} asked={() => {}} />}
    </>
  );
}

function StopDialog(props: DialogProps) {
  const t = useTranslations('sendingStop.stop');
  const restated = useRestated(props);
  const deed = useAskedDeed(props);
  const [reason, setReason] = useState('');
  const stop = () => {
    if (!deed.isWhole({ reason: reason.trim() === '' ? t('reason') : null })) return;
    deed.act<Performed>(async () => {
      const answer = await stopSendingAction({ connection: props.connection, reason });
      return answer.ok ? ok({ kind: 'done', value: null } as const) : answer;
    });
  };
  return (
    <DeedDialog
      close={props.close}
      title={t('title', { name: props.name })}
      cancel={t('cancel')}
      confirm={t('confirm', { name: props.name })}
      isDangerous
      isPending={deed.isPending}
      does={stop}
    >
      <FaultNotice>{deed.faults['']}</FaultNotice>
      {restated}
      <p>{t('explain')}</p>
      <DeedReason id={`stop-${props.connection}`} deed={deed} reason={reason} setReason={setReason} />
      {deed.stepUp}
    </DeedDialog>
  );
}

type GoOnProps = Named & {
  /** Requests that leave at once when it goes on. */
  waiting: number;
  /** Ids of approvals that wait on it: it is asked for once. */
  asked: readonly string[];
};

/** Lets sending go on: asked for by one, approved by another. */
export function GoOnSending(props: GoOnProps) {
  const t = useTranslations('sendingStop.goOn');
  const [isOpen, setOpen] = useState(false);
  const [askedId, setAsked] = useAskedHere(props.asked);
  return (
    <>
      {props.asked.length === 0 && (
        <Button
          icon="play"
          data-action="go-on-sending"
          aria-label={t('openNamed', { name: props.name })}
          onClick={() => setOpen(true)}
        >
          {t('open')}
        </Button>
      )}
      {askedId !== null && <AskedNotice connection={props.connection} approvalId={askedId} />}
      {isOpen && <GoOnDialog {...props} close={() => setOpen(false)} asked={setAsked} />}
    </>
  );
}

function GoOnDialog(props: DialogProps & { waiting: number }) {
  const t = useTranslations('sendingStop.goOn');
  const restated = useRestated(props);
  const deed = useAskedDeed(props);
  const [reason, setReason] = useState('');
  const goOn = () => {
    if (!deed.isWhole({ reason: reason.trim() === '' ? t('reason') : null })) return;
    deed.act((intent) => goOnSendingAction({ connection: props.connection, intent, reason }));
  };
  return (
    <DeedDialog
      close={props.close}
      title={t('title', { name: props.name })}
      cancel={t('cancel')}
      confirm={t('confirm')}
      isPending={deed.isPending}
      does={goOn}
    >
      <FaultNotice>{deed.faults['']}</FaultNotice>
      {restated}
      <p>{t('explain')}</p>
      <p>
        <b>{t('waiting', { count: props.waiting })}</b>
      </p>
      <DeedReason id={`go-on-${props.connection}`} deed={deed} reason={reason} setReason={setReason} />
      {deed.stepUp}
    </DeedDialog>
  );
}
