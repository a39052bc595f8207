'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { explainRefusal } from '@/lib/i18n/explain';
import { reprocessNotificationAction } from '@/lib/notifications/actions';
import { ConfirmButton } from '../ui/confirm-button';
import { Facts } from '../ui/facts';

type ReprocessButtonProps = {
  connection: string;
  id: string;
  /** The facts that the dialog restates, already in the reader's words. */
  restated: { notificationId: string; cause: string; received: string };
  /** False once its bytes are purged. */
  isBodyHeld: boolean;
};

/** Judges the kept bytes afresh and says what they came to; the page around it follows. */
export function ReprocessButton({ connection, id, restated, isBodyHeld }: ReprocessButtonProps) {
  const t = useTranslations('notificationDeeds.reprocess');
  const tStates = useTranslations('notificationDeeds.state');
  const tRefusals = useTranslations('refusals');
  const router = useRouter();
  const [said, setSaid] = useState<string | null>(null);
  const run = async () => {
    const answer = await reprocessNotificationAction({ connection, notificationId: id }).catch(() => null);
    if (answer === null) setSaid(t('noAnswer'));
    else if (!answer.ok) setSaid(explainRefusal(answer.refusal, tRefusals));
    else {
      const { to, isNew } = answer.value;
      setSaid(isNew ? t(`done.${to}`) : t('already', { state: tStates(to) }));
      router.refresh();
    }
  };
  return (
    <>
      <span role="status" className="text-table self-center font-medium">
        {said}
      </span>
      <ConfirmButton
        name="reprocess"
        variant="primary"
        icon="refresh"
        label={t('label')}
        disabled={!isBodyHeld}
        {...(!isBodyHeld && { hint: t('purged') })}
        title={t('title')}
        confirmLabel={t('confirm')}
        cancelLabel={t('cancel')}
        action={run}
      >
        <p>{t('body')}</p>
        <Facts
          facts={[
            { term: t('object'), value: <span className="mono break-all">{restated.notificationId}</span> },
            { term: t('cause'), value: restated.cause },
            { term: t('received'), value: restated.received },
          ]}
        />
      </ConfirmButton>
    </>
  );
}
