'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { recordContractAction } from '@/lib/contracts/actions';
import { tailOf } from '@/lib/contracts/rules';
import { seenEnders } from '@/lib/contracts/schema';
import { contractStates } from '@/lib/platform/wire/enums';
import { DeedReason } from '../approvals/reason-field';
import { useAskedDeed } from '../approvals/use-asked-deed';
import { Id } from '../data/id';
import type { KeptFile } from '../evidence/evidence-field';
import { EvidenceField } from '../evidence/evidence-field';
import { SeenFields, useSeen } from '../evidence/seen-fields';
import { Field } from '../form/field';
import { WithWords } from '../layout/with-words';
import { DeedDialog } from '../ui/deed-dialog';
import { Facts } from '../ui/facts';
import { FaultNotice } from '../ui/notice';
import { Select } from '../ui/select';
import type { DialogProps } from './dialog-props';

export type SeenContract = {
  connection: string;
  contractId: string;
  name: string;
  zone: string;
  /** Now in the reader's zone, to the minute: YYYY-MM-DDThh:mm. */
  nowLocal: string;
};

/** What staff saw of a contract at the platform: still signed, or ended and by whom. */
export function RecordContractDialog({ words, ...props }: DialogProps<SeenContract>) {
  return (
    <WithWords words={words}>
      <Form {...props} />
    </WithWords>
  );
}

type State = (typeof contractStates)[number];
type Ender = (typeof seenEnders)[number];

function Form({
  connection,
  contractId,
  name,
  zone,
  nowLocal,
  close,
  asked,
}: Omit<DialogProps<SeenContract>, 'words'>) {
  const t = useTranslations('contractDeeds.record');
  const tAsking = useTranslations('asking');
  const { act, faults, clear, isWhole, isPending, stepUp } = useAskedDeed({ close, asked });
  const [state, setState] = useState<State | ''>('');
  const [endedBy, setEndedBy] = useState<Ender>('payer');
  const seen = useSeen(nowLocal, zone);
  const [reason, setReason] = useState('');
  const [files, setFiles] = useState<KeptFile[]>([]);
  const [isKeeping, setKeeping] = useState(false);
  const ask = () => {
    const isThere = isWhole(
      {
        state: state === '' ? t('state.label') : null,
        ...seen.missing,
        evidence: files.length === 0 ? tAsking('evidence.label') : null,
        reason: reason.trim() === '' ? tAsking('reason.label') : null,
      },
      { evidence: tAsking('refused.evidence-missing'), reason: tAsking('reason.required') },
    );
    if (!isThere || state === '' || seen.value === null) return;
    const what = { state, endedBy, ...seen.value, evidence: files.map(({ id }) => id), reason };
    act((intent) => recordContractAction({ connection, contractId, intent, ...what }));
  };
  return (
    <DeedDialog
      close={close}
      title={t('title', { tail: tailOf(contractId) })}
      cancel={t('cancel')}
      confirm={t('confirm')}
      isPending={isPending || isKeeping}
      does={ask}
    >
      <FaultNotice>{faults['']}</FaultNotice>
      <Facts
        facts={[
          { term: t('contract'), value: <Id value={contractId} /> },
          name === '' ? null : { term: t('subMerchant'), value: name },
        ]}
      />
      <p>{t('explain')}</p>
      <Field
        id="record-contract-state"
        name="state"
        apiName={null}
        label={t('state.label')}
        help={t('state.help')}
        error={faults.state ?? null}
        isChanged={false}
      >
        {(control) => (
          <Select
            {...control}
            options={contractStates.map((value) => ({ value, label: t(`states.${value}`) }))}
            value={state}
            onChange={(event) => {
              setState(contractStates.find((known) => known === event.target.value) ?? '');
              clear('state');
            }}
          >
            <option value="">{t('state.choose')}</option>
          </Select>
        )}
      </Field>
      {state === 'TERMINATED' && (
        <Field
          id="record-contract-ender"
          name="endedBy"
          apiName={null}
          label={t('endedBy.label')}
          help={t('endedBy.help')}
          error={faults.endedBy ?? null}
          isChanged={false}
        >
          {(control) => (
            <Select
              {...control}
              options={seenEnders.map((value) => ({ value, label: t(`enders.${value}`) }))}
              value={endedBy}
              onChange={(event) => setEndedBy(seenEnders.find((known) => known === event.target.value) ?? 'unknown')}
            />
          )}
        </Field>
      )}
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
