'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Performed } from '@/lib/approvals/view';
import { terminateContractAction } from '@/lib/contracts/actions';
import type { TerminationIds } from '@/lib/contracts/rules';
import { bodyOf, personalIn, tailOf } from '@/lib/contracts/rules';
import type { TerminationReason } from '@/lib/contracts/schema';
import { terminationReasons } from '@/lib/contracts/schema';
import { explain } from '@/lib/i18n/explain';
import type { Refusal } from '@/lib/result';
import { DeedReason } from '../approvals/reason-field';
import { useAskedDeed } from '../approvals/use-asked-deed';
import { Id } from '../data/id';
import { countText, Field } from '../form/field';
import { Tick } from '../form/tick';
import { WaitsInstead } from '../layout/sending-stop';
import { WithWords } from '../layout/with-words';
import { DeedDialog } from '../ui/deed-dialog';
import { Details } from '../ui/details';
import { Facts } from '../ui/facts';
import { FaultNotice, Notice } from '../ui/notice';
import { Select } from '../ui/select';
import type { DialogProps } from './dialog-props';

/** The contract that ends, as the dialog restates it. */
export type EndedContract = {
  connection: string;
  contractId: string;
  version: number;
  /** What people call its sub-merchant; '' in common mode. */
  name: string;
  ids: TerminationIds;
  subAppid: string;
  connectionName: string;
  environment: 'live' | 'practice';
  /** How many others must approve it, by the policy of now. */
  needed: number;
};

const NOTE_MAX = 256;

/** Ends one contract for good (§4.3, screens 12): whose, why, with which app ids, and the end of its number as proof. */
export function TerminateDialog({ words, ...props }: DialogProps<EndedContract>) {
  return (
    <WithWords words={words}>
      <Form {...props} />
    </WithWords>
  );
}

function Form({
  connection,
  contractId,
  version,
  name,
  ids,
  close,
  asked,
  ...about
}: Omit<DialogProps<EndedContract>, 'words'>) {
  const t = useTranslations('contractDeeds.terminate');
  const tAsking = useTranslations('asking');
  const tFrame = useTranslations('frame.environment');
  const rules = useTranslations('rules');
  const [why, setWhy] = useState<TerminationReason | ''>('');
  const [note, setNote] = useState('');
  const [isNoteChecked, setNoteChecked] = useState(false);
  const [subAppid, setSubAppid] = useState(about.subAppid);
  const [typedTail, setTail] = useState('');
  const [reason, setReason] = useState('');
  const tail = tailOf(contractId);
  const isForTwo = about.needed > 0;

  const sentence = (rule: string, params: Record<string, string | number> = {}) => {
    if (t.has(`refused.${rule}`)) return t(`refused.${rule}`, { tail, ...params });
    return tAsking.has(`refused.${rule}`) ? tAsking(`refused.${rule}`, params) : explain({ rule, params }, rules);
  };
  const faultsOf = (refusal: Refusal | null): Record<string, string> => {
    if (refusal?.kind === 'invalid')
      return Object.fromEntries(refusal.issues.map(({ path, rule, params }) => [path, sentence(rule, params)]));
    return { '': sentence(refusal?.kind === 'conflict' ? refusal.rule : (refusal?.kind ?? 'no-answer')) };
  };
  const { act, faults, clear, isWhole, isPending, stepUp } = useAskedDeed({ close, asked, faultsOf });

  const end = () => {
    const isThere = isWhole(
      {
        why: why === '' ? t('why.label') : null,
        termination_note: note.trim() === '' ? t('note.label') : null,
        tail: typedTail.trim() === tail ? null : t('tail.short'),
      },
      { tail: t('refused.wrong-tail', { tail }) },
    );
    if (!isThere) return;
    const values = { termination_note: note, sub_appid: subAppid.trim() };
    const input = { connection, contractId, baseVersion: version, values, isNoteChecked, tail: typedTail, reason };
    act<Performed>((intent) => terminateContractAction({ ...input, intent }));
  };
  const looksPersonal = personalIn(note).length > 0;
  const target = name === '' ? t('own') : name;
  return (
    <DeedDialog
      close={close}
      title={t('title', { tail, name: target })}
      cancel={t('cancel')}
      confirm={t(isForTwo ? 'ask' : 'confirm', { tail, name: target })}
      isDangerous
      isPending={isPending}
      does={end}
      size="wide"
    >
      <FaultNotice>{faults['']}</FaultNotice>
      <Notice tone="rejected" icon="warning">
        <b>{t('forGood')}</b>
      </Notice>
      <WaitsInstead />
      <Facts
        facts={[
          ids.mode === 'common'
            ? null
            : {
                term: t('facts.subMerchant'),
                value: (
                  <>
                    <b>{name}</b> <Id value={ids.sub_mchid} />
                  </>
                ),
              },
          { term: t('facts.contract'), value: <Id value={contractId} /> },
          {
            key: 'appid',
            term: <span className="mono">{ids.mode === 'common' ? 'appid' : 'sp_appid'}</span>,
            value: <span className="mono">{ids.mode === 'common' ? ids.appid : ids.sp_appid}</span>,
          },
          { term: t('facts.connection'), value: about.connectionName },
          { term: t('facts.environment'), value: <b>{tFrame(`${about.environment}.word`)}</b> },
          {
            term: t('facts.policy'),
            value: isForTwo ? t('policy.others', { count: about.needed }) : t('policy.alone'),
          },
        ]}
      />
      <Field
        id="terminate-why"
        name="why"
        apiName={null}
        label={t('why.label')}
        help={t('why.help')}
        error={faults.why ?? null}
        isChanged={false}
      >
        {(control) => (
          <Select
            {...control}
            options={terminationReasons.map((value) => ({ value, label: t(`reasons.${value}.label`) }))}
            value={why}
            onChange={(event) => {
              const chosen = terminationReasons.find((known) => known === event.target.value) ?? '';
              // What somebody wrote stays; a template gives way to the next one.
              const isTemplate = note === '' || terminationReasons.some((known) => note === t(`reasons.${known}.note`));
              setWhy(chosen);
              if (chosen !== '' && isTemplate) setNote(chosen === 'other' ? '' : t(`reasons.${chosen}.note`));
              clear('why');
              clear('termination_note');
            }}
          >
            <option value="">{t('why.choose')}</option>
          </Select>
        )}
      </Field>
      <Field
        id="terminate-note"
        name="termination_note"
        label={t('note.label')}
        help={t('note.help')}
        error={faults.termination_note ?? null}
        isChanged={false}
        counter={{ count: countText(note), max: NOTE_MAX }}
      >
        {(control) => (
          <input
            {...control}
            className="control"
            autoComplete="off"
            value={note}
            onChange={(event) => {
              setNote(event.target.value);
              setNoteChecked(false);
              clear('termination_note');
            }}
          />
        )}
      </Field>
      {looksPersonal && (
        <Notice icon="eye">
          {t('personal')}
          <Tick
            name="note_checked"
            label={t('personalChecked')}
            checked={isNoteChecked}
            onChange={(checked) => {
              setNoteChecked(checked);
              clear('termination_note');
            }}
          />
        </Notice>
      )}
      {ids.mode === 'institutional' && (
        <Field
          id="terminate-sub-appid"
          name="sub_appid"
          label={t('subAppid.label')}
          help={t('subAppid.help')}
          error={faults.sub_appid ?? null}
          isChanged={false}
        >
          {(control) => (
            <input
              {...control}
              className="control"
              autoComplete="off"
              spellCheck={false}
              maxLength={64}
              value={subAppid}
              onChange={(event) => {
                setSubAppid(event.target.value);
                clear('sub_appid');
              }}
            />
          )}
        </Field>
      )}
      <Details summary={t('body')}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls sideways, by the keyboard too */}
        <pre className="code-block mt-1" tabIndex={0} translate="no" data-part="exact-body">
          {JSON.stringify(bodyOf(ids, { termination_note: note, sub_appid: subAppid.trim() }), null, 2)}
        </pre>
      </Details>
      {isForTwo && <DeedReason id="terminate-reason" deed={{ faults, clear }} reason={reason} setReason={setReason} />}
      <Field
        id="terminate-tail"
        name="tail"
        apiName={null}
        label={t('tail.label', { tail })}
        help={t('tail.help')}
        error={faults.tail ?? null}
        isChanged={false}
      >
        {(control) => (
          <input
            {...control}
            className="control mono max-w-40"
            autoComplete="off"
            spellCheck={false}
            maxLength={16}
            value={typedTail}
            onChange={(event) => {
              setTail(event.target.value);
              clear('tail');
            }}
          />
        )}
      </Field>
      {stepUp}
    </DeedDialog>
  );
}
