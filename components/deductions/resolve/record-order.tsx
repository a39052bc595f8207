'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AskedNotice } from '@/components/approvals/asked-notice';
import { DeedReason } from '@/components/approvals/reason-field';
import { useAskedDeed } from '@/components/approvals/use-asked-deed';
import type { KeptFile } from '@/components/evidence/evidence-field';
import { EvidenceField } from '@/components/evidence/evidence-field';
import { SeenFields, useSeen } from '@/components/evidence/seen-fields';
import { Field } from '@/components/form/field';
import { Button } from '@/components/ui/button';
import { DeedDialog } from '@/components/ui/deed-dialog';
import { Facts } from '@/components/ui/facts';
import { FaultNotice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { recordOrderAction } from '@/lib/deductions/actions';
import { seenOrderStates } from '@/lib/deductions/schema';

type RecordOrderProps = {
  connection: string;
  outTradeNo: string;
  amount: string;
  zone: string;
  /** Now in the reader's zone, to the minute: YYYY-MM-DDThh:mm. */
  nowLocal: string;
};

/** What staff saw of an order in progress whose result nobody tells. */
export function RecordOrder(props: RecordOrderProps) {
  const t = useTranslations('resolve.record');
  const [isOpen, setOpen] = useState(false);
  const [approvalId, setApprovalId] = useState<string | null>(null);
  return (
    <>
      <Button size="small" data-action="record-order" onClick={() => setOpen(true)}>
        {t('label')}
      </Button>
      {approvalId !== null && <AskedNotice connection={props.connection} approvalId={approvalId} />}
      {isOpen && <RecordDialog {...props} close={() => setOpen(false)} asked={setApprovalId} />}
    </>
  );
}

type RecordDialogProps = RecordOrderProps & { close: () => void; asked: (approvalId: string) => void };

function RecordDialog({ connection, outTradeNo, amount, zone, nowLocal, close, asked }: RecordDialogProps) {
  const t = useTranslations('resolve.record');
  const tAsking = useTranslations('asking');
  const { act, faults, clear, isWhole, isPending, stepUp } = useAskedDeed({ close, asked });
  const [state, setState] = useState<(typeof seenOrderStates)[number] | ''>('');
  const seen = useSeen(nowLocal, zone);
  const [reason, setReason] = useState('');
  const [files, setFiles] = useState<KeptFile[]>([]);
  const [isKeeping, setKeeping] = useState(false);
  const ask = () => {
    const isThere = isWhole(
      {
        state: state === '' ? t('state') : null,
        ...seen.missing,
        evidence: files.length === 0 ? tAsking('evidence.label') : null,
        reason: reason.trim() === '' ? tAsking('reason.label') : null,
      },
      { evidence: tAsking('refused.evidence-missing'), reason: tAsking('reason.required') },
    );
    if (!isThere || state === '' || seen.value === null) return;
    const what = { state, ...seen.value, evidence: files.map(({ id }) => id), reason };
    act((intent) => recordOrderAction({ connection, outTradeNo, intent, ...what }));
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
          { term: t('order'), value: <span className="mono break-all">{outTradeNo}</span> },
          { term: t('amount'), value: amount },
        ]}
      />
      <p>{t('explain')}</p>
      <Field
        id="record-order-state"
        name="state"
        apiName={null}
        label={t('state')}
        error={faults.state ?? null}
        isChanged={false}
      >
        {(control) => (
          <Select
            {...control}
            options={seenOrderStates.map((value) => ({ value, label: t(`states.${value}`) }))}
            value={state}
            onChange={(event) => {
              setState(seenOrderStates.find((known) => known === event.target.value) ?? '');
              clear('state');
            }}
          >
            <option value="">{t('choose')}</option>
          </Select>
        )}
      </Field>
      <SeenFields seen={seen} faults={faults} clear={clear} />
      <EvidenceField
        connection={connection}
        id="record-evidence"
        files={files}
        keeping={setKeeping}
        change={(next) => {
          setFiles(next);
          clear('evidence');
        }}
        error={faults.evidence ?? null}
      />
      <DeedReason id="record-reason" deed={{ faults, clear }} reason={reason} setReason={setReason} />
      {stepUp}
    </DeedDialog>
  );
}
