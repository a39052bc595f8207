'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { settleRequestAction } from '@/lib/requests/actions';
import type { RequestStatus } from '@/lib/requests/view';
import { AskedNotice } from '../approvals/asked-notice';
import { DeedReason } from '../approvals/reason-field';
import { useAskedDeed } from '../approvals/use-asked-deed';
import type { KeptFile } from '../evidence/evidence-field';
import { EvidenceField } from '../evidence/evidence-field';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { Facts } from '../ui/facts';
import { FaultNotice } from '../ui/notice';

const verdicts = ['accepted', 'refused'] as const;

type SettleByHandProps = {
  connection: string;
  status: RequestStatus;
  /** Whether there is something to settle now. What is being typed stays while there is not: a repeat is on its way for a moment. */
  isOffered: boolean;
};

/** An unknown that two people settle by what they know: what happened, why they know it, and the file that shows it. */
export function SettleByHand({ connection, status, isOffered }: SettleByHandProps) {
  const t = useTranslations('settleByHand');
  const [isOpen, setOpen] = useState(false);
  const [approvalId, setApprovalId] = useState<string | null>(null);
  // The page says that it waits by now, and can be asked again once that is over.
  if (!isOffered && approvalId !== null) setApprovalId(null);
  return (
    <>
      {isOffered && (
        <Button size="small" data-action="settle-by-hand" onClick={() => setOpen(true)}>
          {t('label')}
        </Button>
      )}
      {approvalId !== null && <AskedNotice connection={connection} approvalId={approvalId} />}
      {isOpen && (
        <SettleDialog connection={connection} status={status} close={() => setOpen(false)} asked={setApprovalId} />
      )}
    </>
  );
}

type SettleDialogProps = Pick<SettleByHandProps, 'connection' | 'status'> & {
  close: () => void;
  asked: (approvalId: string) => void;
};

function SettleDialog({ connection, status, close, asked }: SettleDialogProps) {
  const t = useTranslations('settleByHand');
  const tAsking = useTranslations('asking');
  // What "it happened" means of money is said of money: an order that the platform holds is not one that was paid.
  const isCharge = status.operation === 'deduction.charge';
  const { act, faults, clear, isWhole, isPending, stepUp } = useAskedDeed({ close, asked });
  const [outcome, setOutcome] = useState<(typeof verdicts)[number] | null>(null);
  const [reason, setReason] = useState('');
  const [files, setFiles] = useState<KeptFile[]>([]);
  const [isKeeping, setKeeping] = useState(false);
  const ask = () => {
    const isThere = isWhole(
      {
        outcome: outcome === null ? t('what') : null,
        evidence: files.length === 0 ? tAsking('evidence.label') : null,
        reason: reason.trim() === '' ? tAsking('reason.label') : null,
      },
      { evidence: tAsking('refused.evidence-missing'), reason: tAsking('reason.required') },
    );
    if (!isThere || outcome === null) return;
    const evidence = files.map(({ id }) => id);
    act((intent) => settleRequestAction({ connection, requestId: status.id, intent, outcome, reason, evidence }));
  };
  return (
    <DeedDialog
      close={close}
      title={t('title')}
      cancel={t('cancel')}
      confirm={t('confirm')}
      isPending={isPending || isKeeping}
      does={ask}
    >
      <FaultNotice>{faults['']}</FaultNotice>
      <Facts
        facts={[
          { term: t('object'), value: [...new Set([status.objectName, status.objectId])].join(' · ') },
          { term: t('reference'), value: <span className="mono">{status.reference}</span> },
        ]}
      />
      <p>{t(isCharge ? 'ofCharge.explain' : 'explain')}</p>
      <Field
        id="settle-outcome"
        name="outcome"
        apiName={null}
        label={t('what')}
        error={faults.outcome ?? null}
        isChanged={false}
        isGroup
      >
        {(control) => (
          <div
            className="grid gap-1"
            role="radiogroup"
            id={control.id}
            aria-labelledby={`${control.id}-label`}
            aria-describedby={control['aria-describedby']}
          >
            {verdicts.map((verdict) => (
              <label key={verdict} className="tick">
                <input
                  type="radio"
                  name="outcome"
                  value={verdict}
                  checked={outcome === verdict}
                  onChange={() => {
                    setOutcome(verdict);
                    clear('outcome');
                  }}
                />
                <span>{t(isCharge ? `ofCharge.verdict.${verdict}` : `verdict.${verdict}`)}</span>
              </label>
            ))}
          </div>
        )}
      </Field>
      <EvidenceField
        connection={connection}
        id="settle-evidence"
        files={files}
        keeping={setKeeping}
        change={(next) => {
          setFiles(next);
          clear('evidence');
        }}
        error={faults.evidence ?? null}
      />
      <DeedReason id="settle-reason" deed={{ faults, clear }} reason={reason} setReason={setReason} />
      {stepUp}
    </DeedDialog>
  );
}
