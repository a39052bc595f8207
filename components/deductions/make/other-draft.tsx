'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { deleteDraft } from '@/components/drafts/draft-client';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Notice } from '@/components/ui/notice';
import type { ChargeOrigin } from '@/lib/deductions/schema';
import { paths } from '@/lib/paths';

type OtherDraftProps = {
  connection: string;
  contractId: string;
  staffId: string;
  outTradeNo: string;
  origin: ChargeOrigin;
  /** Its order is over: nothing more is to be done with it. */
  isOver: boolean;
};

/** A draft of this person stands on the contract and is of another charge: go on with it, or throw it away first. */
export function OtherDraft({ connection, contractId, staffId, outTradeNo, origin, isOver }: OtherDraftProps) {
  const t = useTranslations('charge.otherDraft');
  const router = useRouter();
  const [isFailed, setFailed] = useState(false);
  const [isPending, start] = useTransition();
  const goOn =
    origin.kind === 'new'
      ? paths.newDeduction(connection, { contract: contractId })
      : paths.newDeduction(connection, {
          order: origin.outTradeNo,
          ...(origin.kind === 'after' && { as: 'new' as const }),
        });
  const discard = () =>
    start(async () => {
      const gone = await deleteDraft({ url: paths.api.chargeDraft(connection, contractId), staffId }, null);
      setFailed(gone.kind !== 'done');
      if (gone.kind === 'done') router.refresh();
    });
  return (
    <Notice
      icon="note"
      tone="review"
      actions={
        <span className="flex flex-wrap gap-2">
          {isOver ? (
            <ButtonLink size="small" href={paths.deduction(connection, outTradeNo)}>
              {t('openOrder')}
            </ButtonLink>
          ) : (
            <ButtonLink size="small" href={goOn}>
              {t('goOn')}
            </ButtonLink>
          )}
          <Button size="small" data-action="discard-draft" pending={isPending} onClick={discard}>
            {t(isOver ? 'beginNew' : 'discard')}
          </Button>
        </span>
      }
    >
      {t(isOver ? 'over' : `of.${origin.kind}`, {
        order: outTradeNo,
        before: origin.kind === 'new' ? '' : origin.outTradeNo,
      })}
      {isFailed && <span role="alert"> {t('failed')}</span>}
    </Notice>
  );
}
