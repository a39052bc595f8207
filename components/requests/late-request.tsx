'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Performed } from '@/lib/approvals/view';
import { formatTimestamp } from '@/lib/i18n/format';
import { confirmLateAction, discardLateAction } from '@/lib/requests/actions';
import type { RequestStatus } from '@/lib/requests/view';
import { ok } from '@/lib/result';
import { DeedReason } from '../approvals/reason-field';
import { useAskedDeed } from '../approvals/use-asked-deed';
import { WaitsInstead } from '../layout/sending-stop';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { Facts } from '../ui/facts';
import { FaultNotice } from '../ui/notice';

type LateRequestProps = { connection: string; status: RequestStatus; zone: string };

/** The two ways on for a call that had waited too long to leave by itself: send it after all, or end it. */
export function LateRequest(props: LateRequestProps) {
  const t = useTranslations('lateRequest');
  const [deed, setDeed] = useState<'confirm' | 'discard' | null>(null);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="small" icon="play" data-action="confirm-late" onClick={() => setDeed('confirm')}>
        {t('confirm.open')}
      </Button>
      <Button size="small" data-action="discard-late" onClick={() => setDeed('discard')}>
        {t('discard.open')}
      </Button>
      {deed !== null && <LateDialog {...props} deed={deed} close={() => setDeed(null)} />}
    </div>
  );
}

type LateDialogProps = LateRequestProps & { deed: 'confirm' | 'discard'; close: () => void };

function LateDialog({ connection, status, zone, deed, close }: LateDialogProps) {
  const t = useTranslations('lateRequest');
  const tAsking = useTranslations('asking');
  const queries = useQueryClient();
  const { act, faults, clear, isWhole, isPending, stepUp } = useAskedDeed({ close, asked: () => {} });
  const [reason, setReason] = useState('');
  const decide = () => {
    const missing = { reason: reason.trim() === '' ? tAsking('reason.label') : null };
    if (!isWhole(missing, { reason: tAsking('reason.required') })) return;
    act<Performed>(async () => {
      const call = deed === 'confirm' ? confirmLateAction : discardLateAction;
      const answer = await call({ connection, requestId: status.id, reason });
      await queries.invalidateQueries({ queryKey: ['requests', connection, status.id] });
      return answer.ok ? ok({ kind: 'done', value: null } as const) : answer;
    });
  };
  return (
    <DeedDialog
      close={close}
      title={t(`${deed}.title`)}
      cancel={t('cancel')}
      confirm={t(`${deed}.confirm`)}
      isDangerous={deed === 'discard'}
      isPending={isPending}
      does={decide}
    >
      <FaultNotice>{faults['']}</FaultNotice>
      <Facts
        facts={[
          { term: t('object'), value: [...new Set([status.objectName, status.objectId])].join(' · ') },
          { term: t('reference'), value: <span className="mono">{status.reference}</span> },
          { term: t('opened'), value: formatTimestamp(new Date(status.openedAt), zone) },
        ]}
      />
      <p>{t(`${deed}.explain`)}</p>
      {deed === 'confirm' && <WaitsInstead />}
      <DeedReason id={`late-${deed}`} deed={{ faults, clear }} reason={reason} setReason={setReason} />
      {stepUp}
    </DeedDialog>
  );
}
