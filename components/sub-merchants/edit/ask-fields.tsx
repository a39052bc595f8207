'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ReasonField } from '@/components/approvals/reason-field';
import type { Asking } from '@/components/drafts/use-send';
import { Field } from '@/components/form/field';
import { Tick } from '@/components/form/tick';
import { Select } from '@/components/ui/select';
import type { CallBackTyped } from '@/lib/approvals/view';
import { callBack, numberSources } from '@/lib/approvals/view';

const nothingSaid: CallBackTyped = { 'spoke-to': '', 'number-from': '', at: '', confirmed: false };

/** What goes with an edit that a second person looks at, while it is typed. */
export function useAsking(hasCallBack: boolean) {
  const [reason, setReason] = useState('');
  const [called, setCalled] = useState(nothingSaid);
  const [missing, setMissing] = useState<string[]>([]);
  return {
    reason,
    called,
    missing,
    setReason: (text: string) => {
      setReason(text);
      setMissing((paths) => paths.filter((path) => path !== 'reason'));
    },
    answer: (item: Partial<CallBackTyped>) => {
      setCalled((before) => ({ ...before, ...item }));
      setMissing((paths) => paths.filter((path) => !(path in item)));
    },
    /** Hands it on once everything that is needed is there; else the first that is missing takes the cursor. */
    give: (take: (asking: Asking) => void) => {
      const parsed = hasCallBack ? callBack.safeParse(called) : null;
      const paths = [
        ...(parsed?.success === false ? parsed.error.issues.map(({ path }) => String(path[0])) : []),
        ...(reason.trim() === '' ? ['reason'] : []),
      ];
      setMissing(paths);
      const [first] = paths;
      if (first === undefined) return take({ reason, callBack: parsed?.data });
      setTimeout(() => document.querySelector<HTMLElement>(`dialog[open] [name="${first}"]`)?.focus());
    },
  };
}

type AskFieldsProps = { asking: ReturnType<typeof useAsking>; hasCallBack: boolean; coolOffHours: number };

/** Why it is asked for, and for another settlement account who was rung up about it (features row 12). */
export function AskFields({ asking, hasCallBack, coolOffHours }: AskFieldsProps) {
  const t = useTranslations('edit.asking');
  const { called, missing, answer } = asking;
  const error = (path: string) => (missing.includes(path) ? t('missing') : null);
  const text = (path: 'spoke-to' | 'at', placeholder?: string) => (
    <Field
      id={`call-back-${path}`}
      name={path}
      apiName={null}
      label={t(`${path}.label`)}
      help={t(`${path}.help`)}
      error={error(path)}
      isChanged={false}
    >
      {(control) => (
        <input
          {...control}
          className="control"
          maxLength={path === 'at' ? 64 : 128}
          autoComplete="off"
          placeholder={placeholder}
          value={called[path]}
          onChange={(event) => answer({ [path]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      {hasCallBack && (
        <fieldset className="grid gap-3" data-part="call-back">
          <legend className="font-semibold">{t('callBack')}</legend>
          <p className="text-ink-2">{t('callBackExplain')}</p>
          {text('spoke-to')}
          <Field
            id="call-back-number-from"
            name="number-from"
            apiName={null}
            label={t('number-from.label')}
            help={t('number-from.help')}
            error={error('number-from')}
            isChanged={false}
          >
            {(control) => (
              <Select
                {...control}
                options={numberSources.map((value) => ({ value, label: t(`number-from.${value}`) }))}
                value={called['number-from']}
                onChange={(event) => answer({ 'number-from': event.target.value })}
              >
                <option value="">{t('number-from.choose')}</option>
              </Select>
            )}
          </Field>
          {text('at')}
          <div>
            <Tick
              name="confirmed"
              label={t('confirmed')}
              checked={called.confirmed}
              onChange={(confirmed) => answer({ confirmed })}
            />
            {missing.includes('confirmed') && (
              <p role="alert" className="text-small text-rejected">
                {t('notConfirmed')}
              </p>
            )}
          </div>
          {coolOffHours > 0 && <p className="text-ink-2">{t('coolOff', { hours: coolOffHours })}</p>}
        </fieldset>
      )}
      <ReasonField
        id="edit-reason"
        value={asking.reason}
        change={asking.setReason}
        error={missing.includes('reason') ? t('missing') : null}
      />
    </>
  );
}
