'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { recordApplicationAction } from '@/lib/applications/actions';
import { applymentStates, applymentTypes, transactionLimitTypes } from '@/lib/platform/wire/enums';
import { AskedNotice } from '../approvals/asked-notice';
import { DeedReason } from '../approvals/reason-field';
import { useAskedDeed } from '../approvals/use-asked-deed';
import type { KeptFile } from '../evidence/evidence-field';
import { EvidenceField } from '../evidence/evidence-field';
import { SeenFields, useSeen } from '../evidence/seen-fields';
import { Field } from '../form/field';
import { WithWords } from '../layout/with-words';
import type { Words } from '../layout/words-for';
import { DeedDialog } from '../ui/deed-dialog';
import { Facts } from '../ui/facts';
import { FaultNotice } from '../ui/notice';
import { Select } from '../ui/select';

/** Which application was seen. */
export type RecordedApplication = {
  connection: string;
  subMchid: string;
  name: string;
  zone: string;
  /** Now in the reader's zone, to the minute: YYYY-MM-DDThh:mm. */
  nowLocal: string;
  /** Null where nobody told us its number: then it is typed. */
  applymentId: string | null;
};

type DialogProps = RecordedApplication & { words: Words; close: () => void; asked: (approvalId: string) => void };

/** Asked for: where it waits, with the words that come late. */
export function Asked({ words, ...asked }: { connection: string; approvalId: string; words: Words }) {
  return (
    <WithWords words={words}>
      <AskedNotice {...asked} />
    </WithWords>
  );
}

/** What was seen of an application, where and when, and the file that shows it. */
export function RecordApplicationDialog({ words, ...props }: DialogProps) {
  return (
    <WithWords words={words}>
      <Form {...props} />
    </WithWords>
  );
}

function Form({ connection, subMchid, name, zone, nowLocal, close, asked, ...about }: Omit<DialogProps, 'words'>) {
  const t = useTranslations('recordApplication');
  const tStates = useTranslations('states');
  const tKinds = useTranslations('applications.kinds');
  const tGrades = useTranslations('record.h5.grades');
  const isNew = about.applymentId === null;
  const tAsking = useTranslations('asking');
  const { act, faults, clear, isWhole, isPending, stepUp } = useAskedDeed({ close, asked });
  const [applymentId, setApplymentId] = useState(about.applymentId ?? '');
  const [applymentType, setType] = useState<(typeof applymentTypes)[number]>('APPLY_FOR_PAYMENT_AUTHORITY');
  const [state, setState] = useState<(typeof applymentStates)[number] | ''>('');
  const seen = useSeen(nowLocal, zone);
  const [rejectDetail, setRejectDetail] = useState('');
  const [domains, setDomains] = useState('');
  const [limitType, setLimit] = useState<(typeof transactionLimitTypes)[number] | ''>('');
  const [reason, setReason] = useState('');
  const [files, setFiles] = useState<KeptFile[]>([]);
  const [isKeeping, setKeeping] = useState(false);
  const ask = () => {
    const isThere = isWhole(
      {
        applymentId: applymentId.trim() === '' ? t('number.label') : null,
        state: state === '' ? t('state.label') : null,
        ...seen.missing,
        evidence: files.length === 0 ? tAsking('evidence.label') : null,
        reason: reason.trim() === '' ? tAsking('reason.label') : null,
      },
      { evidence: tAsking('refused.evidence-missing'), reason: tAsking('reason.required') },
    );
    if (!isThere || state === '' || seen.value === null) return;
    const evidence = files.map(({ id }) => id);
    const what = {
      subMchid,
      applymentType,
      state,
      ...seen.value,
      rejectDetail,
      domains,
      limitType,
    };
    act((intent) =>
      recordApplicationAction({ connection, applymentId: applymentId.trim(), intent, reason, evidence, ...what }),
    );
  };
  return (
    <DeedDialog
      close={close}
      title={t(isNew ? 'titleNew' : 'title')}
      cancel={t('cancel')}
      confirm={t('confirm')}
      isPending={isPending || isKeeping}
      does={ask}
    >
      <FaultNotice>{faults['']}</FaultNotice>
      <Facts
        facts={[
          { term: t('object'), value: `${name} · ${subMchid}` },
          isNew ? null : { term: t('number.label'), value: <span className="mono">{about.applymentId}</span> },
        ]}
      />
      <p>{t('explain')}</p>
      {isNew && (
        <>
          <Field
            id="record-number"
            name="applymentId"
            apiName="applyment_id"
            label={t('number.label')}
            help={t('number.help')}
            error={faults.applymentId ?? null}
            isChanged={false}
          >
            {(control) => (
              <input
                {...control}
                className="control mono max-w-72"
                inputMode="numeric"
                autoComplete="off"
                spellCheck={false}
                maxLength={32}
                value={applymentId}
                onChange={(event) => {
                  setApplymentId(event.target.value);
                  clear('applymentId');
                }}
              />
            )}
          </Field>
          <Field
            id="record-type"
            name="applymentType"
            apiName="applyment_type"
            label={t('type.label')}
            help={null}
            error={faults.applymentType ?? null}
            isChanged={false}
          >
            {(control) => (
              <Select
                {...control}
                options={applymentTypes.map((value) => ({ value, label: tKinds(value) }))}
                value={applymentType}
                onChange={(event) =>
                  setType(applymentTypes.find((known) => known === event.target.value) ?? applymentType)
                }
              />
            )}
          </Field>
        </>
      )}
      <Field
        id="record-state"
        name="state"
        apiName="applyment_state"
        label={t('state.label')}
        help={t('state.help')}
        error={faults.state ?? null}
        isChanged={false}
      >
        {(control) => (
          <Select
            {...control}
            options={applymentStates.map((value) => ({ value, label: `${tStates(`${value}.label`)} · ${value}` }))}
            value={state}
            onChange={(event) => {
              setState(applymentStates.find((known) => known === event.target.value) ?? '');
              clear('state');
            }}
          >
            <option value="">{t('state.choose')}</option>
          </Select>
        )}
      </Field>
      {state === 'REJECTED' && (
        <Field
          id="record-detail"
          name="rejectDetail"
          apiName="audit_reject_detail"
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
              onChange={(event) => {
                setRejectDetail(event.target.value);
                clear('rejectDetail');
              }}
            />
          )}
        </Field>
      )}
      <SeenFields seen={seen} faults={faults} clear={clear} />
      <Field
        id="record-domains"
        name="domains"
        apiName="domains"
        label={t('domains.label')}
        help={t('domains.help')}
        error={faults.domains ?? null}
        isChanged={false}
      >
        {(control) => (
          <textarea
            {...control}
            className="control mono"
            rows={2}
            spellCheck={false}
            value={domains}
            onChange={(event) => {
              setDomains(event.target.value);
              clear('domains');
            }}
          />
        )}
      </Field>
      <Field
        id="record-limit"
        name="limitType"
        apiName="transaction_limit_type"
        label={t('limitType.label')}
        help={null}
        error={faults.limitType ?? null}
        isChanged={false}
      >
        {(control) => (
          <Select
            {...control}
            options={transactionLimitTypes.map((value) => ({ value, label: tGrades(value) }))}
            value={limitType}
            onChange={(event) => setLimit(transactionLimitTypes.find((known) => known === event.target.value) ?? '')}
          >
            <option value="">{t('limitType.unseen')}</option>
          </Select>
        )}
      </Field>
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
