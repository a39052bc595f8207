'use client';

import { useTranslations } from 'next-intl';
import type { MouseEvent, ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { reasonMax } from '@/lib/discrepancies/rules';
import type { Taking } from '@/lib/discrepancies/view';
import { CopyButton } from '../data/copy-button';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { ButtonLink } from '../ui/button-link';
import { DeedDialog } from '../ui/deed-dialog';
import { Dialog } from '../ui/dialog';
import { FaultNotice } from '../ui/notice';
import type { Settling } from './use-settle';
import { useSettle } from './use-settle';

type SettleActionsProps = {
  connection: string;
  discrepancyId: string;
  /** What it is about, as titles name it. */
  subject: string;
  taking: Taking;
  /** Every value that taking theirs changes; null where none does. */
  changes: ReactNode;
  /** True where taking theirs makes the notification count as applied; a later delivery of an id changes nothing of it. */
  marksApplied: boolean;
  /** Theirs was applied when it came: there is no keeping ours. */
  isApplied: boolean;
  /** Whose application it is now, where taking theirs gives it to somebody else. */
  movedFrom: string | null;
  /** The text that asks the platform. */
  question: string;
  editHref: string | null;
  /** First and last day until which a difference can be accepted, YYYY-MM-DD. */
  days: { first: string; last: string };
};

type Opened = 'theirs' | 'ours' | 'accepted' | 'ask';

/** What a person can do about one difference; each asks before anything happens. */
export function SettleActions(props: SettleActionsProps) {
  const t = useTranslations('discrepancySettle');
  const [opened, setOpened] = useState<Opened | null>(null);
  const reasonId = useId();
  const opener = useRef<HTMLElement | null>(null);
  const open = (which: Opened) => (event: MouseEvent<HTMLElement>) => {
    opener.current = event.currentTarget;
    setOpened(which);
  };
  const close = () => setOpened(null);
  // A dialog that is gone gives the focus back to the button that opened it.
  useEffect(() => {
    if (opened === null) opener.current?.focus();
  }, [opened]);
  const { taking } = props;
  const isBlocked = taking.kind === 'cannot';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        size="small"
        data-action="take-theirs"
        disabled={isBlocked}
        aria-describedby={isBlocked ? reasonId : undefined}
        onClick={open('theirs')}
      >
        {t('theirs.open')}
      </Button>
      {!props.isApplied && (
        <Button size="small" data-action="keep-ours" onClick={open('ours')}>
          {t('ours.open')}
        </Button>
      )}
      <Button size="small" data-action="accept-difference" onClick={open('accepted')}>
        {t('accepted.open')}
      </Button>
      <Button size="small" variant="ghost" data-action="ask-platform" onClick={open('ask')}>
        {t('ask.open')}
      </Button>
      {isBlocked && (
        <span id={reasonId} className="text-ink-2 text-small">
          {t(`refused.${taking.rule}`)}
        </span>
      )}
      {opened === 'theirs' && <TakeDialog {...props} close={close} />}
      {opened === 'ours' && <KeepDialog {...props} close={close} />}
      {opened === 'accepted' && <AcceptDialog {...props} close={close} />}
      {opened === 'ask' && <AskDialog {...props} close={close} />}
    </div>
  );
}

type DialogProps = SettleActionsProps & { close: () => void };

type SettleDialogProps = {
  title: string;
  confirmLabel: string;
  settling: Settling;
  confirm: () => void;
  close: () => void;
  children: ReactNode;
};

function SettleDialog({ title, confirmLabel, settling, confirm, close, children }: SettleDialogProps) {
  const t = useTranslations('discrepancySettle');
  return (
    <DeedDialog
      close={close}
      title={title}
      cancel={t('cancel')}
      confirm={confirmLabel}
      isPending={settling.isPending}
      does={confirm}
    >
      <div className="grid gap-3">
        <FaultNotice>{settling.problem}</FaultNotice>
        {children}
      </div>
    </DeedDialog>
  );
}

function TakeDialog({
  connection,
  discrepancyId,
  subject,
  taking,
  changes,
  marksApplied,
  movedFrom,
  close,
}: DialogProps) {
  const t = useTranslations('discrepancySettle.theirs');
  const settling = useSettle(connection, discrepancyId, subject, close);
  if (taking.kind === 'cannot') return null;
  return (
    <SettleDialog
      title={t('title', { subject })}
      confirmLabel={t('confirm')}
      settling={settling}
      confirm={() => settling.settle({ resolution: 'theirs', shown: taking.changes })}
      close={close}
    >
      <p>{t(changes === null ? 'nothing' : 'explain')}</p>
      {changes}
      <p className="text-ink-2">{t(marksApplied ? 'marksApplied' : 'stays')}</p>
      {movedFrom !== null && <p className="text-ink-2">{t('moved', { name: movedFrom })}</p>}
    </SettleDialog>
  );
}

function KeepDialog({ connection, discrepancyId, subject, editHref, close }: DialogProps) {
  const t = useTranslations('discrepancySettle.ours');
  const settling = useSettle(connection, discrepancyId, subject, close);
  const [reason, setReason] = useState('');
  const sendEdit = editHref !== null && (
    <ButtonLink size="small" icon="pencil" href={editHref}>
      {t('sendEdit')}
    </ButtonLink>
  );
  return (
    <SettleDialog
      title={t('title', { subject })}
      confirmLabel={t('confirm')}
      settling={settling}
      confirm={() => settling.settle({ resolution: 'ours', reason }, sendEdit)}
      close={close}
    >
      <p>{t('explain')}</p>
      <ReasonField value={reason} change={setReason} settling={settling} />
      {editHref !== null && <p className="text-ink-2">{t('edit')}</p>}
    </SettleDialog>
  );
}

function AcceptDialog({ connection, discrepancyId, subject, days, close }: DialogProps) {
  const t = useTranslations('discrepancySettle.accepted');
  const settling = useSettle(connection, discrepancyId, subject, close);
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  const id = useId();
  return (
    <SettleDialog
      title={t('title', { subject })}
      confirmLabel={t('confirm')}
      settling={settling}
      confirm={() => settling.settle({ resolution: 'accepted', reason, until })}
      close={close}
    >
      <p>{t('explain')}</p>
      <Field id={id} name="until" label={t('until')} apiName={null} error={settling.issueAt('until')} isChanged={false}>
        {(control) => (
          <input
            {...control}
            className="control max-w-44"
            type="date"
            min={days.first}
            max={days.last}
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
        )}
      </Field>
      <ReasonField value={reason} change={setReason} settling={settling} />
    </SettleDialog>
  );
}

function ReasonField({
  value,
  change,
  settling,
}: {
  value: string;
  change: (value: string) => void;
  settling: Settling;
}) {
  const t = useTranslations('discrepancySettle');
  const id = useId();
  return (
    <Field
      id={id}
      name="reason"
      label={t('reason')}
      apiName={null}
      help={t('reasonHelp')}
      error={settling.issueAt('reason')}
      isChanged={false}
      counter={{ count: [...value.trim()].length, max: reasonMax }}
    >
      {(control) => (
        <textarea
          {...control}
          className="control"
          rows={3}
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}

function AskDialog({ subject, question, close }: DialogProps) {
  const t = useTranslations('discrepancySettle.ask');
  const tCopy = useTranslations('common.copy');
  return (
    <Dialog
      open
      onClose={close}
      title={t('title', { subject })}
      size="wide"
      footer={
        <Button data-action="cancel" onClick={close}>
          {t('close')}
        </Button>
      }
    >
      <div className="grid gap-3">
        <p>{t('explain')}</p>
        <textarea className="control" readOnly rows={16} aria-label={t('text')} value={question} />
        <span className="justify-self-end">
          <CopyButton value={question} label={tCopy('label')} done={tCopy('done')} />
        </span>
      </div>
    </Dialog>
  );
}
