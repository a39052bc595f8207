'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { createContractAction } from '@/lib/contracts/actions';
import type { ContractColumn } from '@/lib/contracts/values';
import { explain } from '@/lib/i18n/explain';
import { paths } from '@/lib/paths';
import { Field } from '../form/field';
import { WithWords } from '../layout/with-words';
import { DeedDialog } from '../ui/deed-dialog';
import { FaultNotice } from '../ui/notice';
import type { DialogProps } from './dialog-props';

export type AddedContract = { connection: string; isCommon: boolean; subMchid?: string | undefined };

/** What is asked for: the number first, then whose it is, then what is good to know. */
const fieldsOf = (isCommon: boolean): ContractColumn[] =>
  isCommon
    ? ['contract_id', 'appid', 'plan_id', 'out_contract_code', 'signed_time']
    : ['contract_id', 'sub_mchid', 'sub_appid', 'plan_id', 'out_contract_code', 'signed_time'];

/** One contract that a person knows of (features row 35). */
export function AddContractDialog({ words, ...props }: DialogProps<AddedContract>) {
  return (
    <WithWords words={words}>
      <Form {...props} />
    </WithWords>
  );
}

function Form({ connection, isCommon, subMchid = '', close }: Omit<DialogProps<AddedContract>, 'words'>) {
  const t = useTranslations('contractDeeds.add');
  const rules = useTranslations('rules');
  const router = useRouter();
  const [isPending, start] = useTransition();
  const [typed, setTyped] = useState<Partial<Record<ContractColumn, string>>>({ sub_mchid: subMchid });
  const [faults, setFaults] = useState<Record<string, string>>({});
  const say = (rule: string, params?: Record<string, string | number>) =>
    t.has(`refused.${rule}`) ? t(`refused.${rule}`, params) : explain({ rule, ...(params && { params }) }, rules);
  const add = () =>
    start(async () => {
      const told = Object.fromEntries(Object.entries(typed).filter(([name]) => !(isCommon && name === 'sub_mchid')));
      const made = await createContractAction({ connection, typed: told }).catch(() => null);
      if (made?.ok) {
        close();
        router.push(paths.contract(connection, made.value.contractId));
        return;
      }
      const refusal = made?.refusal;
      if (refusal?.kind === 'invalid')
        setFaults(Object.fromEntries(refusal.issues.map(({ path, rule, params }) => [path, say(rule, params)])));
      else setFaults({ '': say(refusal?.kind === 'conflict' ? refusal.rule : (refusal?.kind ?? 'no-answer')) });
    });
  return (
    <DeedDialog
      close={close}
      title={t('title')}
      cancel={t('cancel')}
      confirm={t('confirm')}
      isPending={isPending}
      does={add}
    >
      <FaultNotice>{faults['']}</FaultNotice>
      <p>{t('explain')}</p>
      {fieldsOf(isCommon).map((name) => (
        <Field
          key={name}
          id={`add-${name}`}
          name={name}
          label={t(`field.${name}.label`)}
          help={t(`field.${name}.help`)}
          error={faults[name] ?? null}
          isChanged={false}
        >
          {(control) => (
            <input
              {...control}
              className={name === 'signed_time' ? 'control max-w-48' : 'control'}
              type={name === 'signed_time' ? 'date' : 'text'}
              autoComplete="off"
              spellCheck={false}
              maxLength={256}
              value={typed[name] ?? ''}
              onChange={(event) => {
                setTyped({ ...typed, [name]: event.target.value });
                setFaults({});
              }}
            />
          )}
        </Field>
      ))}
    </DeedDialog>
  );
}
