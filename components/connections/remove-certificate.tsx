'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { removeCertificateAction } from '@/lib/connections/actions';
import { AskedNotice } from '../approvals/asked-notice';
import { DeedReason } from '../approvals/reason-field';
import { useAskedDeed } from '../approvals/use-asked-deed';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { Facts } from '../ui/facts';
import { FaultNotice } from '../ui/notice';
import { useFaults } from './use-faults';

type RemoveCertificateProps = { connection: string; serial: string; subject: string };

/** A certificate that was imported by hand is not trusted any more: two administrators agree on it. */
export function RemoveCertificate(props: RemoveCertificateProps) {
  const t = useTranslations('certificates.remove');
  const [isOpen, setOpen] = useState(false);
  const [approvalId, setApprovalId] = useState<string | null>(null);
  return (
    <>
      <Button
        size="small"
        data-action="remove-certificate"
        aria-label={t('labelNamed', { serial: props.serial })}
        onClick={() => setOpen(true)}
      >
        {t('label')}
      </Button>
      {approvalId !== null && <AskedNotice connection={props.connection} approvalId={approvalId} />}
      {isOpen && <RemoveDialog {...props} close={() => setOpen(false)} asked={setApprovalId} />}
    </>
  );
}

type RemoveDialogProps = RemoveCertificateProps & { close: () => void; asked: (approvalId: string) => void };

function RemoveDialog({ connection, serial, subject, close, asked }: RemoveDialogProps) {
  const t = useTranslations('certificates');
  const faultsOf = useFaults({ space: 'certificates.remove', conflictAt: '' });
  const { act, faults, clear, isPending, stepUp } = useAskedDeed({ close, asked, faultsOf });
  const [reason, setReason] = useState('');
  return (
    <DeedDialog
      close={close}
      title={t('remove.title', { tail: serial.slice(-8) })}
      cancel={t('remove.cancel')}
      confirm={t('remove.confirm', { tail: serial.slice(-8) })}
      isDangerous
      isPending={isPending}
      does={() => act((intent) => removeCertificateAction({ connection, serial, intent, reason }))}
    >
      <FaultNotice>{faults['']}</FaultNotice>
      <Facts
        facts={[
          { term: t('import.found.serial'), value: <span className="mono break-all">{serial}</span> },
          { term: t('import.found.subject'), value: <span className="break-words">{subject}</span> },
        ]}
      />
      <p>{t('remove.explain')}</p>
      <DeedReason id={`remove-reason-${serial}`} deed={{ faults, clear }} reason={reason} setReason={setReason} />
      {stepUp}
    </DeedDialog>
  );
}
