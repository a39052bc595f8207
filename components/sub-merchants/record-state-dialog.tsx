'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { h5AuthorizationStates } from '@/lib/platform/wire/enums';
import { recordH5StateAction } from '@/lib/sub-merchants/actions';
import { DeedReason } from '../approvals/reason-field';
import { useAskedDeed } from '../approvals/use-asked-deed';
import type { KeptFile } from '../evidence/evidence-field';
import { EvidenceField } from '../evidence/evidence-field';
import { SeenFields, useSeen } from '../evidence/seen-fields';
import { Field } from '../form/field';
import { DeedDialog } from '../ui/deed-dialog';
import { Facts } from '../ui/facts';
import { FaultNotice } from '../ui/notice';
import { Select } from '../ui/select';

type State = (typeof h5AuthorizationStates)[number];
export type RecordStateProps = {
  connection: string;
  subMchid: string;
  name: string;
  zone: string;
  /** Now in the reader's zone, to the minute: YYYY-MM-DDThh:mm. */
  nowLocal: string;
};

type RecordDialogProps = RecordStateProps & { close: () => void; asked: (approvalId: string) => void };

/** What was seen, when and where, and the file that shows it. */
export function RecordStateDialog({ connection, subMchid, name, zone, nowLocal, close, asked }: RecordDialogProps) {
  const t = useTranslations('recordState');
  const states = useTranslations('states');
  const tAsking = useTranslations('asking');
  const { act, faults, clear, isWhole, isPending, stepUp } = useAskedDeed({ close, asked });
  const [state, setState] = useState<State | ''>('');
  const seen = useSeen(nowLocal, zone);
  const [rejectDetail, setRejectDetail] = useState('');
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
    const evidence = files.map(({ id }) => id);
    const what = { state, ...seen.value, rejectDetail };
    act((intent) => recordH5StateAction({ connection, subMchid, intent, reason, evidence, ...what }));
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
      <Facts facts={[{ term: t('object'), value: `${name} · ${subMchid}` }]} />
      <p>{t('explain')}</p>
      <Field
        id="record-state"
        name="state"
        apiName="h5_authorization_state"
        label={t('state.label')}
        help={t('state.help')}
        error={faults.state ?? null}
        isChanged={false}
      >
        {(control) => (
          <Select
            {...control}
            options={h5AuthorizationStates.map((value) => ({ value, label: `${states(`${value}.label`)} · ${value}` }))}
            value={state}
            onChange={(event) => {
              setState(h5AuthorizationStates.find((known) => known === event.target.value) ?? '');
              clear('state');
            }}
          >
            <option value="">{t('state.choose')}</option>
          </Select>
        )}
      </Field>
      <SeenFields seen={seen} faults={faults} clear={clear} />
      {state === 'REJECTED' && (
        <Field
          id="record-detail"
          name="rejectDetail"
          apiName="reject_detail"
          label={t('rejectDetail.label')}
          help={t('rejectDetail.help')}
          error={faults.rejectDetail ?? null}
          isChanged={false}
        >
          {(control) => (
            <textarea
              {...control}
              className="control"
              rows={3}
              maxLength={2000}
              value={rejectDetail}
              onChange={(event) => setRejectDetail(event.target.value)}
            />
          )}
        </Field>
      )}
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
