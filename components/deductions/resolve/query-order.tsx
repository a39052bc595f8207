'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { queryOrderAction } from '@/lib/deductions/actions';
import { explainRefusal } from '@/lib/i18n/explain';

type QueryOrderProps = { connection: string; outTradeNo: string };

/** Asks the platform for the order now, and says what it told: that it has none of this number proves nothing. */
export function QueryOrder({ connection, outTradeNo }: QueryOrderProps) {
  const t = useTranslations('resolve.query');
  const refusals = useTranslations('refusals');
  const router = useRouter();
  const queries = useQueryClient();
  const [told, setTold] = useState<string | null>(null);
  const [isPending, start] = useTransition();
  const ask = () =>
    start(async () => {
      const answer = await queryOrderAction({ connection, outTradeNo }).catch(() => null);
      if (answer === null) setTold(t('noAnswer'));
      else if (!answer.ok) setTold(explainRefusal(answer.refusal, refusals));
      else setTold(t(`result.${answer.value.result}`, { state: answer.value.tradeState ?? '' }));
      await queries.invalidateQueries({ queryKey: ['requests', connection] });
      router.refresh();
    });
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Button size="small" icon="refresh" data-action="query-order" pending={isPending} onClick={ask}>
        {t('label')}
      </Button>
      <span role="status" className="text-small">
        {told}
      </span>
    </span>
  );
}
