'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Refusal } from '@/lib/result';
import { liftHoldAction, placeHoldAction } from '@/lib/retention/actions';
import type { HoldKind } from '@/lib/retention/rules';
import { holdKinds, periodId, periodOf } from '@/lib/retention/rules';
import { AskedNotice } from '../approvals/asked-notice';
import { DeedReason } from '../approvals/reason-field';
import type { Faults } from '../approvals/use-asked-deed';
import { useAskedDeed } from '../approvals/use-asked-deed';
import { useAskedHere } from '../approvals/use-asked-here';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { Facts } from '../ui/facts';
import { FaultNotice } from '../ui/notice';
import { Select } from '../ui/select';

type DialogProps = { connection: string; close: () => void; asked: (approvalId: string) => void };
type What = { kind: HoldKind; id: string };

/** Refusals that have words of their own here; null where the usual ones do. */
function useHoldFaults(): (refusal: Refusal | null) => Faults | null {
  const t = useTranslations('retentionDeeds');
  const tAsking = useTranslations('asking');
  return (refusal) => {
    if (refusal?.kind === 'not-found') return { id: t('place.notFound') };
    if (refusal?.kind === 'conflict' && refusal.rule === 'nothing-changes') return { '': t('nothingChanges') };
    if (refusal?.kind === 'invalid')
      return Object.fromEntries(refusal.issues.map(({ path }) => [path, tAsking('refused.wrong-type')]));
    return null;
  };
}

/** Asks for a legal hold. With `first` the dialog is open at once, on what the address names. */
export function PlaceHold({ connection, first, asked }: { connection: string; first: What | null; asked: string[] }) {
  const t = useTranslations('retentionDeeds.place');
  const [isOpen, setOpen] = useState(first !== null);
  const [askedId, setAsked] = useAskedHere(asked);
  return (
    <>
      <Button icon="lock" data-action="place-hold" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {askedId !== null && <AskedNotice connection={connection} approvalId={askedId} />}
      {isOpen && <PlaceDialog connection={connection} first={first} close={() => setOpen(false)} asked={setAsked} />}
    </>
  );
}

function PlaceDialog({ connection, first, close, asked }: DialogProps & { first: What | null }) {
  const t = useTranslations('retentionDeeds.place');
  const deed = useAskedDeed({ close, asked, faultsOf: useHoldFaults() });
  const begun = first?.kind === 'period' ? periodOf(first.id) : null;
  const [kind, setKind] = useState<HoldKind>(first?.kind ?? 'sub-merchant');
  const [id, setId] = useState(first && first.kind !== 'period' ? first.id : '');
  const [from, setFrom] = useState(begun?.from ?? '');
  const [to, setTo] = useState(begun?.to ?? '');
  const [reason, setReason] = useState('');
  const isPeriod = kind === 'period';
  const isBackwards = from !== '' && to !== '' && to < from;
  const place = () => {
    const missing = isPeriod
      ? { from: from === '' ? t('from') : null, to: to === '' || isBackwards ? t('to') : null }
      : { id: id.trim() === '' ? t('id') : null };
    const sentences: Faults = isBackwards ? { to: t('backwards') } : {};
    if (!deed.isWhole({ ...missing, reason: reason.trim() === '' ? t('reason') : null }, sentences)) return;
    const what = { kind, id: isPeriod ? periodId(from, to) : id.trim() };
    deed.act((intent) => placeHoldAction({ connection, ...what, intent, reason }));
  };
  const frame = (name: string) => ({
    id: `hold-${name}`,
    name,
    apiName: null,
    error: deed.faults[name] ?? null,
    isChanged: false,
  });
  const day = (name: 'from' | 'to', value: string, set: (value: string) => void) => (
    <Field {...frame(name)} label={t(name)} help={t('utc')}>
      {(control) => (
        <input
          {...control}
          type="date"
          className="control tabular-nums"
          value={value}
          onChange={(event) => {
            set(event.target.value);
            deed.clear(name);
          }}
        />
      )}
    </Field>
  );
  return (
    <DeedDialog
      close={close}
      title={t('title')}
      cancel={t('cancel')}
      confirm={t('confirm')}
      isPending={deed.isPending}
      does={place}
    >
      <FaultNotice>{deed.faults['']}</FaultNotice>
      <p>{t('explain')}</p>
      <Field {...frame('kind')} label={t('kind')} help={t(`covers.${kind}`)}>
        {(control) => (
          <Select
            {...control}
            value={kind}
            onChange={(event) => {
              setKind(holdKinds.find((one) => one === event.target.value) ?? 'sub-merchant');
              deed.setFaults({});
            }}
            options={holdKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          />
        )}
      </Field>
      {isPeriod ? (
        <div className="grid gap-3 sm:grid-cols-2">
          {day('from', from, setFrom)}
          {day('to', to, setTo)}
        </div>
      ) : (
        <Field {...frame('id')} label={t('id')} help={t(`ids.${kind}`)}>
          {(control) => (
            <input
              {...control}
              className="control mono"
              autoComplete="off"
              spellCheck={false}
              value={id}
              onChange={(event) => {
                setId(event.target.value);
                deed.clear('id');
              }}
            />
          )}
        </Field>
      )}
      <DeedReason id="hold-reason" deed={deed} reason={reason} setReason={setReason} />
      {deed.stepUp}
    </DeedDialog>
  );
}

type LiftProps = { connection: string; asked: readonly string[] } & What;

/** Asks for the end of a legal hold; an administrator agrees. */
export function LiftHold(props: LiftProps) {
  const t = useTranslations('retentionDeeds.lift');
  const [isOpen, setOpen] = useState(false);
  const [askedId, setAsked] = useAskedHere(props.asked);
  return (
    <>
      {props.asked.length === 0 && (
        <Button
          size="small"
          data-action="lift-hold"
          aria-label={t('openNamed', { id: props.id })}
          onClick={() => setOpen(true)}
        >
          {t('open')}
        </Button>
      )}
      {askedId !== null && <AskedNotice connection={props.connection} approvalId={askedId} />}
      {isOpen && <LiftDialog {...props} close={() => setOpen(false)} asked={setAsked} />}
    </>
  );
}

function LiftDialog({ connection, kind, id, close, asked }: DialogProps & What) {
  const t = useTranslations('retentionDeeds.lift');
  const tPlace = useTranslations('retentionDeeds.place');
  const deed = useAskedDeed({ close, asked, faultsOf: useHoldFaults() });
  const [reason, setReason] = useState('');
  const lift = () => {
    if (!deed.isWhole({ reason: reason.trim() === '' ? tPlace('reason') : null })) return;
    deed.act((intent) => liftHoldAction({ connection, kind, id, intent, reason }));
  };
  return (
    <DeedDialog
      close={close}
      title={t('title')}
      cancel={t('cancel')}
      confirm={t('confirm')}
      isDangerous
      isPending={deed.isPending}
      does={lift}
    >
      <FaultNotice>{deed.faults['']}</FaultNotice>
      <Facts facts={[{ term: tPlace(`kinds.${kind}`), value: <span className="mono break-all">{id}</span> }]} />
      <p>{t('explain')}</p>
      <DeedReason id="lift-reason" deed={deed} reason={reason} setReason={setReason} />
      {deed.stepUp}
    </DeedDialog>
  );
}
