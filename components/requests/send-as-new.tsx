'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { explainRefusal } from '@/lib/i18n/explain';
import { paths } from '@/lib/paths';
import type { RequestStatus } from '@/lib/requests/view';
import { sendAsNewAction } from '@/lib/sub-merchants/actions';
import { WaitsInstead } from '../layout/sending-stop';
import { ButtonLink } from '../ui/button-link';
import { ConfirmButton } from '../ui/confirm-button';
import { Facts } from '../ui/facts';

type SendAsNewProps = { connection: string; status: RequestStatus };

/** Sends a refused request's edit once more under a new key, then shows the new request; the way to it once it exists. */
export function SendAsNew({ connection, status }: SendAsNewProps) {
  const t = useTranslations('liveOutcome.asNew');
  const tRefusals = useTranslations('refusals');
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  if (status.replacedBy) {
    const { id, reference } = status.replacedBy;
    return (
      <ButtonLink size="small" href={paths.request(connection, id)}>
        {t('done', { reference })}
      </ButtonLink>
    );
  }
  const send = async () => {
    const answer = await sendAsNewAction({ connection, requestId: status.id }).catch(() => null);
    if (answer?.ok) {
      const { value } = answer;
      const isAsked = 'approvalId' in value;
      router.push(isAsked ? paths.approval(connection, value.approvalId) : paths.request(connection, value.requestId));
    } else setProblem(answer ? explainRefusal(answer.refusal, tRefusals) : t('noAnswer'));
  };
  return (
    <>
      <ConfirmButton
        size="small"
        label={t('label')}
        title={t('title')}
        confirmLabel={t('confirm')}
        cancelLabel={t('cancel')}
        action={send}
      >
        <p>{t('body')}</p>
        <WaitsInstead />
        <Facts
          facts={[
            { term: t('object'), value: `${status.objectName} · ${status.objectId}` },
            { term: t('reference'), value: <span className="mono">{status.reference}</span> },
            { term: t('by'), value: status.openedBy },
          ]}
        />
      </ConfirmButton>
      {problem !== null && (
        <>
          <span role="alert" className="text-small self-center">
            {problem}
          </span>
          <ButtonLink size="small" href={paths.editSubMerchant(connection, status.objectId)}>
            {t('openForm')}
          </ButtonLink>
        </>
      )}
    </>
  );
}
