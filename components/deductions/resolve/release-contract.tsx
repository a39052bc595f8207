'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AskedNotice } from '@/components/approvals/asked-notice';
import { DeedReason } from '@/components/approvals/reason-field';
import { useAskedDeed } from '@/components/approvals/use-asked-deed';
import { Id } from '@/components/data/id';
import { Button } from '@/components/ui/button';
import { DeedDialog } from '@/components/ui/deed-dialog';
import { Facts } from '@/components/ui/facts';
import { FaultNotice } from '@/components/ui/notice';
import { releaseContractAction } from '@/lib/deductions/actions';

type ReleaseContractProps = { connection: string; outTradeNo: string; contractId: string; amount: string };

/** Lets the contract of an open order go, so that it can be ended: a second person and a reason (features row 39). */
export function ReleaseContract(props: ReleaseContractProps) {
  const t = useTranslations('resolve.release');
  const [isOpen, setOpen] = useState(false);
  const [approvalId, setApprovalId] = useState<string | null>(null);
  return (
    <>
      <Button size="small" data-action="release-contract" onClick={() => setOpen(true)}>
        {t('label')}
      </Button>
      {approvalId !== null && <AskedNotice connection={props.connection} approvalId={approvalId} />}
      {isOpen && <ReleaseDialog {...props} close={() => setOpen(false)} asked={setApprovalId} />}
    </>
  );
}

type ReleaseDialogProps = ReleaseContractProps & { close: () => void; asked: (approvalId: string) => void };

function ReleaseDialog({ connection, outTradeNo, contractId, amount, close, asked }: ReleaseDialogProps) {
  const t = useTranslations('resolve.release');
  const tAsking = useTranslations('asking');
  const { act, faults, clear, isWhole, isPending, stepUp } = useAskedDeed({ close, asked });
  const [reason, setReason] = useState('');
  const ask = () => {
    const missing = { reason: reason.trim() === '' ? tAsking('reason.label') : null };
    if (!isWhole(missing, { reason: tAsking('reason.required') })) return;
    act((intent) => releaseContractAction({ connection, outTradeNo, intent, reason }));
  };
  return (
    <DeedDialog
      close={close}
      title={t('title')}
      cancel={t('cancel')}
      confirm={t('confirm')}
      isPending={isPending}
      isDangerous
      does={ask}
    >
      <FaultNotice>{faults['']}</FaultNotice>
      <Facts
        facts={[
          { term: t('order'), value: <span className="mono break-all">{outTradeNo}</span> },
          { term: t('amount'), value: amount },
          { term: t('contract'), value: <Id value={contractId} /> },
        ]}
      />
      <p>{t('explain')}</p>
      <DeedReason id="release-reason" deed={{ faults, clear }} reason={reason} setReason={setReason} />
      {stepUp}
    </DeedDialog>
  );
}
