'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import {
  addConnectionAction,
  checkConnectionAction,
  exchangeKeysAction,
  switchConnectionAction,
} from '@/lib/connections/actions';
import type { CheckLine, TypedConnection } from '@/lib/connections/schema';
import type { Refusal } from '@/lib/result';
import { AskedNotice } from '../approvals/asked-notice';
import { ReasonField } from '../approvals/reason-field';
import type { Faults } from '../approvals/use-asked-deed';
import { useAskedDeed } from '../approvals/use-asked-deed';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { Icon } from '../ui/icon';
import { FaultNotice } from '../ui/notice';
import { Select } from '../ui/select';
import { useFaults } from './use-faults';

const texts = ['name', 'slug', 'baseUrl', 'mchid', 'appid'] as const;
const choices = {
  environment: ['practice', 'live'],
  mode: ['institutional', 'common'],
  dialect: ['servicepay', 'wechatpay'],
} as const;

type AddProps = {
  /** Slug of the connection whose keys are exchanged; of any where a new one is added. */
  connection: string;
  /** Set where keys are exchanged: the connection as it is. */
  exchange?: { name: string; merchantSerial: string };
};

/** A button, and the dialog in which a connection is added, or the keys of one exchanged. Keys leave the page with it. */
export function AddConnection(props: AddProps) {
  const t = useTranslations('saveConnection');
  const [isOpen, setOpen] = useState(false);
  const [askedId, setAsked] = useState<string | null>(null);
  const { exchange } = props;
  return (
    <>
      <Button
        icon={exchange ? 'key' : 'plus'}
        data-action={exchange ? 'exchange-keys' : 'add-connection'}
        aria-label={exchange ? t('exchangeNamed', { name: exchange.name }) : undefined}
        onClick={() => setOpen(true)}
      >
        {t(exchange ? 'exchange' : 'add')}
      </Button>
      {askedId !== null && <AskedNotice connection={props.connection} approvalId={askedId} />}
      {isOpen && <SaveDialog {...props} close={() => setOpen(false)} asked={setAsked} />}
    </>
  );
}

function SaveDialog({
  connection,
  exchange,
  close,
  asked,
}: AddProps & { close: () => void; asked: (id: string) => void }) {
  const t = useTranslations('saveConnection');
  const usual = useFaults({ space: 'saveConnection' });
  // A look that failed is told at its line and its field, under the same sentence.
  const faultsOf = (refusal: Refusal | null): Faults => {
    const faults = usual(refusal);
    return 'call' in faults ? { '': faults.call ?? '', ...faults } : faults;
  };
  const deed = useAskedDeed({ close, asked, faultsOf });
  const form = useRef<HTMLDivElement>(null);
  const [lines, setLines] = useState<CheckLine[]>([]);
  const [isChecking, setChecking] = useState(false);
  const [reason, setReason] = useState('');
  const { faults } = deed;

  // Keys stay in their controls: a value that React holds would stand in the page's markup.
  const typed = (): TypedConnection => {
    const of = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? '';
    return {
      name: of('name'),
      slug: of('slug'),
      baseUrl: of('baseUrl').trim(),
      mchid: of('mchid'),
      appid: of('appid'),
      environment: of('environment') === 'live' ? 'live' : 'practice',
      mode: of('mode') === 'common' ? 'common' : 'institutional',
      dialect: of('dialect') === 'wechatpay' ? 'wechatpay' : 'servicepay',
      readsEnabled: of('reads') === 'on',
      merchantSerial: of('merchantSerial'),
      merchantCertificate: of('merchantCertificate'),
      privateKey: of('privateKey'),
      apiKey: of('apiKey'),
    };
  };
  const check = async () => {
    setChecking(true);
    const answer = await checkConnectionAction({ connection, typed: typed() }).catch(() => null);
    setChecking(false);
    if (answer?.ok) setLines(answer.value);
    else deed.setFaults(faultsOf(answer?.refusal ?? null));
  };
  const save = () => {
    const whole = typed();
    const { merchantSerial, merchantCertificate, privateKey, apiKey } = whole;
    const keys = { merchantSerial, merchantCertificate, privateKey, apiKey };
    deed.act((intent) =>
      exchange
        ? exchangeKeysAction({ connection, intent, reason, typed: keys })
        : addConnectionAction({ connection, intent, reason, typed: whole }),
    );
  };
  const frame = (name: string) => ({
    id: `save-${name}`,
    name,
    apiName: null,
    label: t(`field.${name}`),
    help: t.has(`help.${name}`) ? t(`help.${name}`) : undefined,
    error: faults[name] ?? null,
    isChanged: false,
  });
  const pem = (name: 'merchantCertificate' | 'privateKey'): ReactNode => (
    <Field key={name} {...frame(name)}>
      {(control) => (
        <div className="grid gap-1">
          <textarea {...control} className="control mono" rows={4} autoComplete="off" spellCheck={false} />
          <input
            type="file"
            accept=".pem,.crt,.cer,.key,.txt"
            aria-label={t('file', { what: t(`field.${name}`) })}
            onChange={async (event) => {
              const text = await event.target.files?.[0]?.text();
              const area = form.current?.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`);
              if (area && text !== undefined) area.value = text;
            }}
          />
        </div>
      )}
    </Field>
  );
  const input = (name: string, type: 'text' | 'password' = 'text', value = '') => (
    <Field key={name} {...frame(name)}>
      {(control) => (
        <input
          {...control}
          type={type}
          className={type === 'password' || name === 'merchantSerial' ? 'control mono' : 'control'}
          defaultValue={value}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Field>
  );
  return (
    <DeedDialog
      close={close}
      title={exchange ? t('exchangeTitle', { name: exchange.name }) : t('addTitle')}
      size="wide"
      cancel={t('cancel')}
      confirm={t(exchange ? 'exchangeConfirm' : 'addConfirm')}
      isPending={deed.isPending}
      does={save}
    >
      <p>{t(exchange ? 'exchangeExplain' : 'addExplain')}</p>
      <FaultNotice>
        {faults[''] ?? (Object.keys(faults).length > 0 ? Object.values(faults).join(' ') : null)}
      </FaultNotice>
      <div ref={form} className="grid gap-2">
        {!exchange && texts.map((name) => input(name))}
        {!exchange &&
          (Object.keys(choices) as (keyof typeof choices)[]).map((name) => (
            <Field key={name} {...frame(name)}>
              {(control) => (
                <Select {...control} options={choices[name].map((value) => ({ value, label: t(`choice.${value}`) }))} />
              )}
            </Field>
          ))}
        {!exchange && (
          <Field {...frame('reads')}>
            {(control) => (
              <Select
                {...control}
                options={(['off', 'on'] as const).map((value) => ({ value, label: t(`choice.${value}`) }))}
              />
            )}
          </Field>
        )}
        {input('merchantSerial', 'text', exchange?.merchantSerial)}
        {pem('merchantCertificate')}
        {pem('privateKey')}
        {input('apiKey', 'password')}
      </div>
      {!exchange && (
        <div>
          <Button data-action="check" pending={isChecking} disabled={isChecking} onClick={() => void check()}>
            {t('check')}
          </Button>
        </div>
      )}
      <div role="status">
        <ul className="grid gap-1">
          {lines.map(({ check: name, state, rule, params }) => (
            <li key={name} data-check={name} data-state={state} className="flex items-start gap-2 wrap-anywhere">
              <Icon name={state === 'passed' ? 'approved' : state === 'failed' ? 'rejected' : 'minus'} />
              <span>
                <b>{t(`checks.${name}`)}</b> {t.has(`rules.${rule}`) ? t(`rules.${rule}`, params) : t(`state.${state}`)}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <ReasonField id="save-reason" value={reason} change={setReason} error={faults.reason ?? null} />
      {deed.stepUp}
    </DeedDialog>
  );
}

type SwitchProps = { connection: string; id: string; name: string; to: 'on' | 'off' };

/** Switches a saved connection off, or on again. */
export function SwitchConnection(props: SwitchProps) {
  const t = useTranslations('saveConnection.switch');
  const [isOpen, setOpen] = useState(false);
  const [askedId, setAsked] = useState<string | null>(null);
  return (
    <>
      <Button
        data-action={`switch-${props.to}`}
        aria-label={t(`${props.to}.title`, { name: props.name })}
        onClick={() => setOpen(true)}
      >
        {t(`${props.to}.open`)}
      </Button>
      {askedId !== null && <AskedNotice connection={props.connection} approvalId={askedId} />}
      {isOpen && <SwitchDialog {...props} close={() => setOpen(false)} asked={setAsked} />}
    </>
  );
}

function SwitchDialog({
  connection,
  id,
  name,
  to,
  ...dialog
}: SwitchProps & { close: () => void; asked: (id: string) => void }) {
  const t = useTranslations('saveConnection.switch');
  const faultsOf = useFaults({ space: 'saveConnection', conflictAt: '' });
  const deed = useAskedDeed({ ...dialog, faultsOf });
  const [reason, setReason] = useState('');
  return (
    <DeedDialog
      close={dialog.close}
      title={t(`${to}.title`, { name })}
      cancel={t('cancel')}
      confirm={t(`${to}.open`)}
      isDangerous={to === 'off'}
      isPending={deed.isPending}
      does={() => deed.act((intent) => switchConnectionAction({ connection, id, to, intent, reason }))}
    >
      <FaultNotice>{deed.faults['']}</FaultNotice>
      <p>{t(`${to}.explain`)}</p>
      <ReasonField id={`switch-${id}`} value={reason} change={setReason} error={deed.faults.reason ?? null} />
      {deed.stepUp}
    </DeedDialog>
  );
}
