'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { FormEvent } from 'react';
import { useId, useState, useTransition } from 'react';
import { setExpectationAction } from '@/lib/review-clock/actions';
import { workingDaysMax, workingDaysMin } from '@/lib/review-clock/rules';
import type { Expectation, WaitingState } from '@/lib/review-clock/view';
import { calendarNames } from '@/lib/review-clock/view';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';
import { FaultNotice } from '../ui/notice';
import { useSay } from '../ui/say-region';
import { Select } from '../ui/select';

type ChangeExpectationProps = {
  /** Slug of the connection. */
  connection: string;
  state: WaitingState;
  /** What people call the state. */
  title: string;
  shown: Expectation;
};

/** The button that changes how long a state may last, and its dialog. One person does it: it only moves a mark on a screen. */
export function ChangeExpectation({ connection, state, title, shown }: ChangeExpectationProps) {
  const t = useTranslations('reviewClockChange');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        data-action="change-expectation"
        aria-label={t('openNamed', { title })}
        onClick={() => setIsOpen(true)}
      >
        {t('open')}
      </Button>
      {isOpen && <ChangeDialog {...{ connection, state, title, shown }} close={() => setIsOpen(false)} />}
    </>
  );
}

function ChangeDialog({ connection, state, title, shown, close }: ChangeExpectationProps & { close: () => void }) {
  const t = useTranslations('reviewClockChange');
  const tCalendar = useTranslations('reviewClock.calendar');
  const id = useId();
  const router = useRouter();
  const say = useSay();
  const [days, setDays] = useState(String(shown.workingDays));
  const [calendar, setCalendar] = useState(shown.calendar);
  const [fault, setFault] = useState<{ field: 'workingDays' | null; text: string } | null>(null);
  const [isPending, start] = useTransition();
  const bounds = { min: workingDaysMin, max: workingDaysMax };

  const confirm = (event: FormEvent) => {
    event.preventDefault();
    const workingDays = /^\d{1,2}$/.test(days.trim()) ? Number(days) : 0;
    if (workingDays < bounds.min || workingDays > bounds.max)
      return setFault({ field: 'workingDays', text: t('wrong', bounds) });
    start(async () => {
      const wanted = { workingDays, calendar };
      const answer = await setExpectationAction({ connection, state, shown, wanted }).catch(() => null);
      if (!answer?.ok) {
        const rule = answer?.refusal.kind === 'conflict' ? answer.refusal.rule : answer?.refusal.kind;
        setFault({ field: null, text: t(t.has(`refused.${rule}`) ? `refused.${rule}` : 'refused.other') });
        if (rule === 'moved') router.refresh();
        return;
      }
      close();
      say({ text: t('done', { title, days: workingDays }), came: 'done' });
      router.refresh();
    });
  };
  return (
    <DeedDialog
      close={close}
      title={t('title', { title })}
      cancel={t('cancel')}
      confirm={t('confirm')}
      isPending={isPending}
      does={`${id}-form`}
    >
      <p>{t('explain')}</p>
      <FaultNotice>{fault?.field === null ? fault.text : null}</FaultNotice>
      <form id={`${id}-form`} onSubmit={confirm} noValidate className="grid gap-2">
        <Field
          id={`${id}-workingDays`}
          name="workingDays"
          apiName={null}
          label={t('field.workingDays')}
          help={t('help.workingDays', bounds)}
          error={fault?.field === 'workingDays' ? fault.text : null}
          isChanged={days !== String(shown.workingDays)}
        >
          {(control) => (
            <input
              {...control}
              className="control max-w-32 tabular-nums"
              inputMode="numeric"
              autoComplete="off"
              value={days}
              onChange={(event) => {
                setDays(event.target.value);
                setFault(null);
              }}
            />
          )}
        </Field>
        <Field
          id={`${id}-calendar`}
          name="calendar"
          apiName={null}
          label={t('field.calendar')}
          help={t('help.calendar')}
          error={null}
          isChanged={calendar !== shown.calendar}
        >
          {(control) => (
            <Select
              {...control}
              value={calendar}
              onChange={(event) =>
                setCalendar(calendarNames.find((name) => name === event.target.value) ?? shown.calendar)
              }
              options={calendarNames.map((name) => ({ value: name, label: tCalendar(name) }))}
            />
          )}
        </Field>
      </form>
    </DeedDialog>
  );
}
