'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { instantIn } from '@/lib/i18n/day';
import { h5AuthorizationStates } from '@/lib/platform/wire/enums';
import { recordH5StateAction } from '@/lib/sub-merchants/actions';
import { ReasonField } from '../approvals/reason-field';
import { useAskedDeed } from '../approvals/use-asked-deed';
import type { KeptFile } from '../evidence/evidence-field';
import { EvidenceField } from '../evidence/evidence-field';
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

/** What was seen, when, and the file that shows it. */
export function RecordStateDialog({ connection, subMchid, name, zone, nowLocal, close, asked }: RecordDialogProps) {
  const t = useTranslations('recordState');
  const states = useTranslations('states');
  const { act, faults, clear, isPending, stepUp } = useAskedDeed({ close, asked });
  const [state, setState] = useState<State | ''>('');
  const [seenAt, setSeenAt] = useState(nowLocal);
  const [rejectDetail, setRejectDetail] = useState('');
  const [reason, setReason] = useState('');
  const [files, setFiles] = useState<KeptFile[]>([]);
  const ask = () => {
    const seen = instantIn(seenAt, zone);
    if (state === '' || seen === null) return;
    const evidence = files.map(({ id }) => id);
    const what = { state, seenAt: seen.toISOString(), rejectDetail };
    act((intent) => recordH5StateAction({ connection, subMchid, intent, reason, evidence, ...what }));
  };
  return (
    <DeedDialog
      close={close}
      title={t('title')}
      cancel={t('cancel')}
      confirm={t('confirm')}
      isPending={isPending}
      isOff={state === '' || seenAt === ''}
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
            onChange={(event) => setState(h5AuthorizationStates.find((known) => known === event.target.value) ?? '')}
          >
            <option value="">{t('state.choose')}</option>
          </Select>
        )}
      </Field>
      <Field
        id="record-seen"
        name="seenAt"
        apiName={null}
        label={t('seenAt.label')}
        help={t('seenAt.help', { zone })}
        error={faults.seenAt ?? null}
        isChanged={false}
      >
        {(control) => (
          <input
            {...control}
            className="control max-w-60"
            type="datetime-local"
            max={nowLocal}
            value={seenAt}
            onChange={(event) => {
              setSeenAt(event.target.value);
              clear('seenAt');
            }}
          />
        )}
      </Field>
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
        change={(next) => {
          setFiles(next);
          clear('evidence');
        }}
        error={faults.evidence ?? null}
      />
      <ReasonField
        id="record-reason"
        value={reason}
        change={(text) => {
          setReason(text);
          clear('reason');
        }}
        error={faults.reason ?? null}
      />
      {stepUp}
    </DeedDialog>
  );
}
