'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ReasonField } from '@/components/approvals/reason-field';
import type { Asking } from '@/components/drafts/use-send';
import { Field } from '@/components/form/field';
import { Tick } from '@/components/form/tick';
import { Select } from '@/components/ui/select';
import type { CallBackTyped } from '@/lib/approvals/view';
import { CALL_BACK_MAX_DAYS, callBack, callTimeFault, numberSources } from '@/lib/approvals/view';
import { instantIn, localMinute } from '@/lib/i18n/day';

const DAY_MS = 24 * 60 * 60 * 1000;

const nothingSaid: CallBackTyped = { 'spoke-to': '', 'number-from': '', at: '', confirmed: false };

/** What goes with an edit that a second person looks at, while it is typed; the time of the call in the reader's zone. */
export function useAsking(hasCallBack: boolean, zone: string) {
  const [reason, setReason] = useState('');
  const [called, setCalled] = useState(nothingSaid);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const mended = (...paths: string[]) =>
    setFaults((held) => Object.fromEntries(Object.entries(held).filter(([path]) => !paths.includes(path))));
  return {
    reason,
    called,
    /** The rule that each field breaks, by its name. */
    faults,
    setReason: (text: string) => {
      setReason(text);
      mended('reason');
    },
    answer: (item: Partial<CallBackTyped>) => {
      setCalled((before) => ({ ...before, ...item }));
      mended(...Object.keys(item));
    },
    /** Hands it on once everything that is needed is there; else the first that is missing takes the cursor. */
    give: (take: (asking: Asking) => void) => {
      const at = instantIn(called.at, zone);
      const parsed = hasCallBack ? callBack.safeParse({ ...called, at: at?.toISOString() ?? '' }) : null;
      const timeFault = hasCallBack && at ? callTimeFault(at, new Date()) : null;
      const found = Object.fromEntries([
        ...(parsed?.success === false ? parsed.error.issues.map(({ path }) => [String(path[0]), 'missing']) : []),
        ...(timeFault ? [['at', timeFault]] : []),
        ...(reason.trim() === '' ? [['reason', 'missing']] : []),
      ]);
      setFaults(found);
      const first = ['spoke-to', 'number-from', 'at', 'confirmed', 'reason'].find((path) => path in found);
      if (first === undefined) return take({ reason, callBack: parsed?.data });
      setTimeout(() => document.querySelector<HTMLElement>(`dialog[open] [name="${first}"]`)?.focus());
    },
  };
}

type AskFieldsProps = {
  asking: ReturnType<typeof useAsking>;
  hasCallBack: boolean;
  coolOffHours: number;
  zone: string;
};

/** Why it is asked for, and for another settlement account who was rung up about it (features row 12). */
export function AskFields({ asking, hasCallBack, coolOffHours, zone }: AskFieldsProps) {
  const t = useTranslations('edit.asking');
  const { called, faults, answer } = asking;
  const error = (path: string) => {
    const rule = faults[path];
    return rule === undefined ? null : t(rule, { days: CALL_BACK_MAX_DAYS });
  };
  return (
    <>
      {hasCallBack && (
        <fieldset className="grid gap-3" data-part="call-back">
          <legend className="font-semibold">{t('callBack')}</legend>
          <p className="text-ink-2">{t('callBackExplain')}</p>
          <Field
            id="call-back-spoke-to"
            name="spoke-to"
            apiName={null}
            label={t('spoke-to.label')}
            help={t('spoke-to.help')}
            error={error('spoke-to')}
            isChanged={false}
          >
            {(control) => (
              <input
                {...control}
                className="control"
                maxLength={128}
                autoComplete="off"
                value={called['spoke-to']}
                onChange={(event) => answer({ 'spoke-to': event.target.value })}
              />
            )}
          </Field>
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
          <Field
            id="call-back-at"
            name="at"
            apiName={null}
            label={t('at.label')}
            help={t('at.help', { zone, days: CALL_BACK_MAX_DAYS })}
            error={error('at')}
            isChanged={false}
          >
            {(control) => (
              <input
                {...control}
                className="control max-w-60"
                type="datetime-local"
                min={localMinute(new Date(Date.now() - CALL_BACK_MAX_DAYS * DAY_MS), zone)}
                max={localMinute(new Date(), zone)}
                value={called.at}
                onChange={(event) => answer({ at: event.target.value })}
              />
            )}
          </Field>
          <div>
            <Tick
              name="confirmed"
              label={t('confirmed')}
              checked={called.confirmed}
              onChange={(confirmed) => answer({ confirmed })}
            />
            {'confirmed' in faults && (
              <p role="alert" className="text-small text-rejected">
                {t('notConfirmed')}
              </p>
            )}
          </div>
          {coolOffHours > 0 && <p className="text-ink-2">{t('coolOff', { hours: coolOffHours })}</p>}
        </fieldset>
      )}
      <ReasonField id="edit-reason" value={asking.reason} change={asking.setReason} error={error('reason')} />
    </>
  );
}
