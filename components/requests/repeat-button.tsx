'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { formatTimestamp } from '@/lib/i18n/format';
import { repeatRequestAction } from '@/lib/requests/actions';
import type { RequestStatus } from '@/lib/requests/view';
import type { Refusal } from '@/lib/result';
import { WaitsInstead } from '../layout/sending-stop';
import { ConfirmButton } from '../ui/confirm-button';
import { Facts } from '../ui/facts';

type RepeatButtonProps = { connection: string; status: RequestStatus; zone: string };

const refusedBy = (refusal: Refusal) => (refusal.kind === 'conflict' ? 'conflict' : refusal.kind);

/** Sends the stored bytes again, now: same bytes, same key, same serial. What the server says to it stays in the page. */
export function RepeatButton({ connection, status, zone }: RepeatButtonProps) {
  const t = useTranslations('liveOutcome.repeat');
  const queries = useQueryClient();
  const [refused, setRefused] = useState<string | null>(null);
  const repeat = async () => {
    const answer = await repeatRequestAction({ connection, requestId: status.id });
    setRefused(answer.ok ? null : refusedBy(answer.refusal));
    await queries.invalidateQueries({ queryKey: ['requests', connection, status.id] });
  };
  return (
    <span className="grid justify-items-end gap-1 max-md:justify-items-start">
      <ConfirmButton
        name="repeat"
        label={t('label')}
        icon="refresh"
        title={t('title')}
        confirmLabel={t('confirm')}
        cancelLabel={t(status.nextTryAt === null ? 'notNow' : 'cancel')}
        action={repeat}
      >
        <p>{t('body')}</p>
        <WaitsInstead />
        <Facts
          facts={[
            { term: t('object'), value: `${status.objectName} · ${status.objectId}` },
            { term: t('reference'), value: <span className="mono">{status.reference}</span> },
            { term: t('opened'), value: formatTimestamp(new Date(status.openedAt), zone) },
            { term: t('tries'), value: String(status.tries) },
          ]}
        />
      </ConfirmButton>
      {refused !== null && (
        <span role="alert" className="text-small">
          {t(`refused.${refused}`)}
        </span>
      )}
    </span>
  );
}
