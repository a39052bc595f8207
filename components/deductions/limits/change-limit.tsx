'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AskedNotice } from '@/components/approvals/asked-notice';
import { DeedReason } from '@/components/approvals/reason-field';
import { useAskedDeed } from '@/components/approvals/use-asked-deed';
import { useAskedHere } from '@/components/approvals/use-asked-here';
import { Field } from '@/components/form/field';
import { Button } from '@/components/ui/button';
import { DeedDialog } from '@/components/ui/deed-dialog';
import { FaultNotice, Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { changeChargeLimitAction } from '@/lib/deductions/actions';
import { totalOf, typedTotalOf } from '@/lib/deductions/values';
import type { LimitRow } from '@/lib/deductions/view';

type ChangeLimitProps = {
  /** Slug of the connection under which the page was opened; limits are one for all. */
  connection: string;
  /** Ids of approvals that wait on it. */
  asked: readonly string[];
} & (
  | { row: LimitRow; currencies?: undefined }
  | { row: null; currencies: readonly { value: string; label: string }[] }
);

/** Asks for other limits of a currency, or for limits of one that has none; a second administrator agrees. */
export function ChangeLimit(props: ChangeLimitProps) {
  const t = useTranslations('chargeLimits.deed');
  const [isOpen, setOpen] = useState(false);
  const [askedId, setAsked] = useAskedHere(props.asked);
  return (
    <>
      <Button
        size="small"
        data-action={props.row ? 'change-limit' : 'add-limit'}
        aria-label={props.row ? t('openNamed', { currency: props.row.currency }) : undefined}
        onClick={() => setOpen(true)}
      >
        {t(props.row ? 'open' : 'add')}
      </Button>
      {askedId !== null && <AskedNotice connection={props.connection} approvalId={askedId} />}
      {isOpen && <LimitDialog {...props} close={() => setOpen(false)} tell={setAsked} />}
    </>
  );
}

const amounts = ['above', 'daily'] as const;
type Amount = (typeof amounts)[number];

function LimitDialog(props: ChangeLimitProps & { close: () => void; tell: (approvalId: string) => void }) {
  const { connection, row, currencies, close } = props;
  const t = useTranslations('chargeLimits.deed');
  const tRules = useTranslations('rules');
  const deed = useAskedDeed({ close, asked: props.tell });
  const [currency, setCurrency] = useState(row?.currency ?? '');
  const held = (name: Amount) => (row === null ? '' : typedTotalOf({ total: row[name], currency: row.currency }));
  const [typed, setTyped] = useState({ above: held('above'), daily: held('daily') });
  const [reason, setReason] = useState('');
  const read = (name: Amount) => totalOf({ total: typed[name], currency });
  const minor = (name: Amount) => {
    const amount = read(name);
    return 'minor' in amount ? amount.minor : null;
  };
  const isLooser = row !== null && amounts.some((name) => BigInt(minor(name) ?? '0') > BigInt(row[name]));
  const ask = () => {
    const faults = amounts.flatMap((name) => {
      const amount = read(name);
      return 'fault' in amount ? [[name, tRules(amount.fault)] as const] : [];
    });
    const missing = {
      currency: currency === '' ? t('currency') : null,
      ...Object.fromEntries(amounts.map((name) => [name, minor(name) === null ? t(name) : null])),
      reason: reason.trim() === '' ? t('reason') : null,
    };
    if (!deed.isWhole(missing, Object.fromEntries(faults))) return;
    const [above, daily] = [minor('above') ?? '', minor('daily') ?? ''];
    deed.act((intent) => changeChargeLimitAction({ connection, currency, above, daily, intent, reason }));
  };
  return (
    <DeedDialog
      close={close}
      title={row ? t('openNamed', { currency }) : t('add')}
      cancel={t('cancel')}
      confirm={t('confirm')}
      isPending={deed.isPending}
      does={ask}
    >
      <FaultNotice>{deed.faults['']}</FaultNotice>
      <p>{t('explain')}</p>
      {props.asked.length > 0 && <Notice icon="review">{t('waits')}</Notice>}
      {isLooser && (
        <Notice tone="punished" icon="warning">
          {t('looser')}
        </Notice>
      )}
      {currencies && (
        <Field
          id="limit-currency"
          name="currency"
          label={t('currency')}
          apiName={null}
          error={deed.faults.currency ?? null}
          isChanged={false}
        >
          {(control) => (
            <Select
              {...control}
              options={currencies}
              value={currency}
              onChange={(event) => {
                setCurrency(event.target.value);
                deed.clear('currency');
              }}
            >
              <option value="">{t('choose')}</option>
            </Select>
          )}
        </Field>
      )}
      {amounts.map((name) => (
        <Field
          key={name}
          id={`limit-${name}`}
          name={name}
          label={t(name)}
          apiName={null}
          help={t(`${name}Help`)}
          error={deed.faults[name] ?? null}
          isChanged={row !== null && typed[name] !== held(name)}
        >
          {(control) => (
            <input
              {...control}
              className="control tabular-nums"
              inputMode="decimal"
              autoComplete="off"
              value={typed[name]}
              onChange={(event) => {
                setTyped({ ...typed, [name]: event.target.value });
                deed.clear(name);
              }}
            />
          )}
        </Field>
      ))}
      <DeedReason id="limit-reason" deed={deed} reason={reason} setReason={setReason} />
      {deed.stepUp}
    </DeedDialog>
  );
}
