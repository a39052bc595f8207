'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { changeRetentionAction } from '@/lib/retention/actions';
import type { RetentionKind } from '@/lib/retention/rules';
import { daysBounds } from '@/lib/retention/rules';
import { AskedNotice } from '../approvals/asked-notice';
import { DeedReason } from '../approvals/reason-field';
import { useAskedDeed } from '../approvals/use-asked-deed';
import { useAskedHere } from '../approvals/use-asked-here';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { FaultNotice, Notice } from '../ui/notice';

type ChangeDaysProps = {
  /** Slug of the connection under which the page was opened; days are one for all. */
  connection: string;
  kind: RetentionKind;
  title: string;
  days: number;
  /** Ids of approvals that wait on this kind. */
  asked: readonly string[];
};

/** Asks for another number of days; a second administrator agrees. */
export function ChangeDays(props: ChangeDaysProps) {
  const t = useTranslations('retentionDeeds.days');
  const [isOpen, setOpen] = useState(false);
  const [askedId, setAsked] = useAskedHere(props.asked);
  return (
    <>
      <Button
        size="small"
        data-action="change-days"
        aria-label={t('openNamed', { title: props.title })}
        onClick={() => setOpen(true)}
      >
        {t('open')}
      </Button>
      {askedId !== null && <AskedNotice connection={props.connection} approvalId={askedId} />}
      {isOpen && <DaysDialog {...props} close={() => setOpen(false)} tell={setAsked} />}
    </>
  );
}

function DaysDialog(props: ChangeDaysProps & { close: () => void; tell: (approvalId: string) => void }) {
  const { connection, kind, title, close } = props;
  const t = useTranslations('retentionDeeds.days');
  const deed = useAskedDeed({ close, asked: props.tell });
  const [days, setDays] = useState(String(props.days));
  const [reason, setReason] = useState('');
  const isNumber = /^\d{1,5}$/.test(days.trim());
  const isInside = isNumber && Number(days) >= daysBounds.min && Number(days) <= daysBounds.max;
  const ask = () => {
    const missing = { days: isInside ? null : t('field'), reason: reason.trim() === '' ? t('reason') : null };
    if (!deed.isWhole(missing, { days: t('rule', daysBounds) })) return;
    deed.act((intent) => changeRetentionAction({ connection, kind, days: Number(days), intent, reason }));
  };
  return (
    <DeedDialog
      close={close}
      title={t('title', { title })}
      cancel={t('cancel')}
      confirm={t('confirm')}
      isPending={deed.isPending}
      does={ask}
    >
      <FaultNotice>{deed.faults['']}</FaultNotice>
      <p>{t('explain')}</p>
      {props.asked.length > 0 && <Notice icon="review">{t('waits')}</Notice>}
      {isInside && Number(days) < props.days && (
        <Notice tone="punished" icon="warning">
          {t('fewer')}
        </Notice>
      )}
      <Field
        id={`days-${kind}`}
        name="days"
        label={t('field')}
        apiName={null}
        help={t('help', daysBounds)}
        error={deed.faults.days ?? null}
        isChanged={days !== String(props.days)}
      >
        {(control) => (
          <input
            {...control}
            className="control tabular-nums"
            inputMode="numeric"
            autoComplete="off"
            value={days}
            onChange={(event) => {
              setDays(event.target.value);
              deed.clear('days');
            }}
          />
        )}
      </Field>
      <DeedReason id={`days-${kind}-reason`} deed={deed} reason={reason} setReason={setReason} />
      {deed.stepUp}
    </DeedDialog>
  );
}
