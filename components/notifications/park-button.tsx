'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { FormEvent } from 'react';
import { useId, useState, useTransition } from 'react';
import { explainRefusal } from '@/lib/i18n/explain';
import { parkNotificationAction } from '@/lib/notifications/actions';
import { countText, Field } from '../form/field';
import { Button } from '../ui/button';
import { DeedDialog } from '../ui/deed-dialog';

const REASON_MAX = 500;

/** Sets a notification aside; the reason is asked for in the dialog and stands in the trail. */
export function ParkButton({ connection, id }: { connection: string; id: string }) {
  const t = useTranslations('notificationDeeds.park');
  const tRefusals = useTranslations('refusals');
  const router = useRouter();
  const formId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, start] = useTransition();

  const park = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') {
      setProblem(t('missing'));
      return;
    }
    start(async () => {
      const answer = await parkNotificationAction({ connection, notificationId: id, reason }).catch(() => null);
      if (!answer?.ok) {
        setProblem(answer === null ? t('noAnswer') : explainRefusal(answer.refusal, tRefusals));
        return;
      }
      setIsOpen(false);
      setReason('');
      router.refresh();
    });
  };
  return (
    <>
      <Button icon="minus" data-action="park" onClick={() => setIsOpen(true)}>
        {t('label')}
      </Button>
      <DeedDialog
        open={isOpen}
        close={() => setIsOpen(false)}
        title={t('title')}
        cancel={t('cancel')}
        confirm={t('confirm')}
        isPending={isPending}
        does={formId}
      >
        <p>{t('body')}</p>
        <form id={formId} onSubmit={park} noValidate>
          <Field
            id={`${formId}-reason`}
            name="reason"
            apiName={null}
            label={t('reason')}
            help={t('help')}
            error={problem}
            isChanged={false}
            counter={{ count: countText(reason.trim()), max: REASON_MAX }}
          >
            {(control) => (
              <textarea
                {...control}
                className="control"
                rows={3}
                maxLength={REASON_MAX}
                required
                value={reason}
                onChange={(event) => {
                  setReason(event.target.value);
                  setProblem(null);
                }}
              />
            )}
          </Field>
        </form>
      </DeedDialog>
    </>
  );
}
